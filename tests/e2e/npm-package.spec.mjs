// The npm package in a page of another origin, imported by URL without a bundler.
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { landscape } from "./images.mjs";
import { test as base, expect } from "./test.mjs";

const folder = process.env.FLOWDECK_NPM || fileURLToPath(new URL("../../target/npm", import.meta.url));
const types = { ".js": "text/javascript", ".wasm": "application/wasm" };
const emptyPage = '<!doctype html><link rel="icon" href="data:,"><title>A page</title>';

/** @type {import("@playwright/test").Fixtures<{ host: string }, {}, {}, import("./test.mjs").WorkerArgs>} */
const fixtures = {
  /** A static host that serves the package, with an empty page at its root. */
  host: async ({ browserName: _ }, use) => {
    const server = createServer(async ({ url }, response) => {
      const type = types[extname(url)];
      if (!type) return response.writeHead(200, { "Content-Type": "text/html" }).end(emptyPage);
      const file = await readFile(join(folder, normalize(url))).catch(() => null);
      response.writeHead(file ? 200 : 404, { "Content-Type": type }).end(file);
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    await use(`http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}/`);
    server.close();
  },
};
const test = base.extend(fixtures);

test("the package runs a workflow and reads the queue from a page", async ({ page, host, service }) => {
  await page.goto(host);
  const { buffer } = await landscape(page);
  const outcome = await page.evaluate(
    async ({ baseUrl, apiKey, photo }) => {
      const { connect } = await import("/index.js");
      const deck = await connect({ baseUrl, apiKey });
      const bytes = Uint8Array.from(atob(photo), (char) => char.charCodeAt(0));
      const file = new File([bytes], "photo.png", { type: "image/png" });
      const run = await deck.run("poster", { title: "From a page", photo: file, size: 64 });
      const { instances } = await deck.queue();
      return { runId: run.runId, workflowId: run.workflowId, instances: instances.length };
    },
    { baseUrl: service.address, apiKey: service.key, photo: buffer.toString("base64") },
  );
  expect(outcome).toMatchObject({ workflowId: "poster", instances: 2 });
  await expect.poll(async () => (await service.get(`/api/v1/runs/${outcome.runId}`)).status).toBe("completed");
});

test.describe("when the service rejects", () => {
  test.use({ expectedErrors: /422|403/ });

  test("the package throws typed errors with the messages of each field", async ({ page, host, service }) => {
    await page.goto(host);
    const errors = await page.evaluate(
      async ({ baseUrl, apiKey }) => {
        const { connect, ValidationError, AuthenticationError } = await import("/index.js");
        const deck = await connect({ baseUrl, apiKey });
        const stranger = await connect({ baseUrl, apiKey: "another" });
        const invalid = await deck.run("poster", { size: "big" }).catch((error) => error);
        const rejected = await stranger.queue().catch((error) => error);
        return {
          size: invalid instanceof ValidationError && invalid.fieldErrors("size"),
          status: rejected instanceof AuthenticationError && rejected.status,
        };
      },
      { baseUrl: service.address, apiKey: service.key },
    );
    expect(errors).toEqual({ size: ["must be a whole number, not “big”"], status: 403 });
  });
});
