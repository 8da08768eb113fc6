// An app that uses the npm package, open in many tabs: a browser has only six connections to its server over HTTP/1.1.
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { test as base, expect } from "@playwright/test";
import { server } from "./loopback-server.mjs";

const folder = process.env.FLOWDECK_NPM || fileURLToPath(new URL("../../target/npm", import.meta.url));
const TYPES = { ".js": "text/javascript", ".wasm": "application/wasm" };
const PAGE = '<!doctype html><link rel="icon" href="data:,"><title>An app</title>';

/** An app with its deployment on one address: runs that only end when the test says so, and their events. */
class App {
  #streams = new Set();
  status = "running";
  /** The most streams that were open at the same time. */
  most = 0;

  async start() {
    const { address, stop } = await server((request, response) => this.#answer(request, response));
    this.address = address;
    this.stop = stop;
  }

  /** Ends every run. */
  end() {
    this.status = "completed";
    for (const [response, id] of this.#streams) response.write(this.#event(id));
  }

  #event(id) {
    return `event: state\ndata: ${JSON.stringify({ run_id: id, workflow_id: "w", status: this.status })}\n\n`;
  }

  async #answer({ url }, response) {
    const { pathname } = new URL(url, "http://app");
    const [, id, events] = /^\/api\/v1\/runs\/([^/]+)(\/events)?$/.exec(pathname) ?? [];
    if (events) return this.#stream(id, response);
    if (id) return json(response, { _id: id, workflow_id: "w", status: this.status, outputs: [] });
    if (pathname === "/api/v1/comfy/queue") return json(response, []);
    if (pathname === "/openapi.json") return response.writeHead(404).end();
    const type = TYPES[extname(pathname)];
    if (!type) return response.writeHead(200, { "Content-Type": "text/html" }).end(PAGE);
    response.writeHead(200, { "Content-Type": type }).end(await readFile(join(folder, normalize(pathname))));
  }

  #stream(id, response) {
    const stream = [response, id];
    this.#streams.add(stream);
    this.most = Math.max(this.most, this.#streams.size);
    response.on("close", () => this.#streams.delete(stream));
    response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
    response.write(this.#event(id));
  }
}

const json = (response, data) => {
  response.writeHead(200, { "Content-Type": "application/json" });
  response.end(JSON.stringify({ status: "success", data, errors: null, meta: null }));
};

/**
 * @type {import("@playwright/test").Fixtures<
 *   { app: App }, {}, import("./test.mjs").TestArgs, import("./test.mjs").WorkerArgs
 * >}
 */
const fixtures = {
  app: async ({ browserName: _ }, use) => {
    const app = new App();
    await app.start();
    await use(app);
    await app.stop();
  },
};
const test = base.extend(fixtures);

/** Opens the app in another tab, which follows a run. */
async function follow(context, app, runId) {
  const page = await context.newPage();
  await page.goto(app.address);
  await page.evaluate(async (id) => {
    const { connect } = await import("/index.js");
    const deck = await connect({ baseUrl: location.origin, apiKey: "k" });
    const seen = [];
    Object.assign(globalThis, { deck, seen });
    const watch = async () => {
      for await (const { status, via } of deck.watchRun(id)) seen.push({ status, via });
    };
    watch();
  }, runId);
  const last = () => page.evaluate(() => globalThis.seen.at(-1)?.status);
  await expect.poll(last).toBe("running");
  return { page, last };
}

test("nine tabs follow nine runs, and the ninth one can still call", async ({ context, app }) => {
  const tabs = [];
  for (let number = 1; number <= 9; number += 1) tabs.push(await follow(context, app, `run-${number}`));
  const instances = await tabs[8].page.evaluate(async () => (await globalThis.deck.queue()).instances.length);
  expect(instances).toBe(0);
  expect(app.most, "two tabs follow by events, the others poll").toBe(2);
  app.end();
  for (const { last } of tabs) await expect.poll(last).toBe("completed");
});

test("the place of a closed tab is free for the next watch", async ({ context, app }) => {
  const [first] = [await follow(context, app, "run-1"), await follow(context, app, "run-2")];
  await first.page.close();
  const via = async () => {
    const { page } = await follow(context, app, "run-3");
    const [seen] = await page.evaluate(() => globalThis.seen);
    await page.close();
    return seen.via;
  };
  await expect.poll(via).toBe("events");
});
