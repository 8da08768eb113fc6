// Pages in Chromium's headless shell, or in the browser in CHROME, and a host that serves a folder to them.

import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { after } from "node:test";
import { chromium } from "@playwright/test";
import { ARGS, SHELL } from "../chromium.mjs";

const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".json": "application/json",
  ".wasm": "application/wasm",
};

let launched;
const browser = () => (launched ??= chromium.launch({ executablePath: SHELL, args: ARGS }));
after(async () => (await launched)?.close());

/** Opens a page at `address`; `errors` collects the errors and warnings of its console. */
export async function open(test, address) {
  const context = await (await browser()).newContext();
  test.after(() => context.close());
  const page = await context.newPage();
  const errors = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) errors.push(`${message.text()} (${message.location().url})`);
  });
  page.on("pageerror", (error) => errors.push(String(error)));
  await page.goto(address);
  return { page, errors };
}

/** Serves a folder until the test ends, with an empty page if it has none; `paths` collects the requests. */
export async function host(test, folder) {
  const paths = [];
  const server = createServer(async ({ url }, response) => {
    const path = new URL(url, "http://localhost").pathname.replace(/\/$/, "/index.html");
    paths.push(path);
    const file = await readFile(join(folder, normalize(path))).catch(() => path === "/index.html" && EMPTY);
    response.writeHead(file ? 200 : 404, { "content-type": TYPES[extname(path)] ?? "text/plain" }).end(file || "");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  test.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    address: `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}/`,
    paths,
  };
}

const EMPTY = '<!doctype html><link rel="icon" href="data:,"><title>A page</title>';
