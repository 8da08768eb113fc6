// The folder that `make site` writes, on a static host: below a path, on another origin than the
// deployment, and without any header but the type of each file.

import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { Playground } from "./playground.mjs";
import { expect, test } from "./test.mjs";

const site = process.env.FLOWDECK_SITE || fileURLToPath(new URL("../../target/site", import.meta.url));
const types = { ".css": "text/css", ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };

async function host() {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://host");
    const path = normalize(pathname.replace(/^\/deck\//, "/").replace(/\/$/, "/index.html"));
    try {
      const body = await readFile(join(site, path));
      response.writeHead(200, { "Content-Type": types[extname(path)] ?? "application/octet-stream" }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  return {
    address: `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}/deck/`,
    stop,
  };
}

test("a page on a static host runs a workflow of a deployment on another origin", async ({ page, service }) => {
  const { address, stop } = await host();
  const playground = new Playground(page);
  await playground.open(address);
  await playground.connectTo(service.address, service.key);
  await playground.connected();
  await playground.choose("Slow blur");
  await playground.text("Size").fill("256");
  const run = await playground.start();
  await playground.waitForRun(run);
  await expect(playground.images.first()).toBeVisible();
  await stop();
});
