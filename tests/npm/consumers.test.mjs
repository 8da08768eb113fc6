// The package in the projects of those who use it: installed from its tarball, built with their
// tools, run against a deployment in Chromium or in Node.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { before, test } from "node:test";
import { createServer } from "vite";
import { KEY, deployment, envelope } from "./deployment.mjs";
import { host, open } from "./browser.mjs";
import { npm, pack, project } from "./project.mjs";

const PHOTO = Buffer.from([137, 80, 78, 71, 13, 10, 0, 255]);
const QUEUE = [{ comfy_uri: "http://engine-a", queue: { queue_running: [[0, "task-1"]], queue_pending: [] } }];
const SHOWN = "title,photo | run-1 | task-1";

before(pack);

const there = (t) => deployment(t, { "GET /api/v1/comfy/queue": () => envelope(QUEUE) });

function received({ requests }) {
  const photo = { name: "photo.png", type: "image/png", bytes: [...PHOTO] };
  const asked = requests.map(({ method, path, headers, parts }) => [`${method} ${path}`, headers["x-api-key"], parts]);
  assert.deepEqual(asked, [
    ["POST /api/v1/runs", KEY, [["title", "Hello"], ["photo", photo]]],
    ["GET /api/v1/comfy/queue", KEY, []],
  ]);
}

/** Fills in the page at `address` and runs it; gives the console's complaints. */
async function use(t, address) {
  const deployed = await there(t);
  const fragment = new URLSearchParams({ baseUrl: deployed.baseUrl, apiKey: KEY });
  const { page, errors } = await open(t, `${address}#${fragment}`);
  await page.getByLabel("Title").fill("Hello");
  await page.getByLabel("Photo").setInputFiles({ name: "photo.png", mimeType: "image/png", buffer: PHOTO });
  await page.getByRole("button", { name: "Run" }).click();
  const output = await page.waitForFunction(() => document.querySelector("output").value);
  assert.equal(await output.jsonValue(), SHOWN);
  received(deployed);
  return errors;
}

const inlined = (paths) => paths.filter((path) => path.includes("inline"));

test("a page built by Vite", async (t) => {
  const folder = await project("vite");
  await npm(folder, "run", "build");
  const { address, paths } = await host(t, join(folder, "dist"));
  assert.deepEqual(await use(t, address), []);
  assert.deepEqual(inlined(paths), [], "the WebAssembly comes from its own file");
});

test("a page on Vite's development server, which bundles the package beforehand", async (t) => {
  const folder = await project("vite");
  const server = await createServer({ root: folder, logLevel: "silent", server: { host: "127.0.0.1", port: 0 } });
  t.after(() => server.close());
  await server.listen();
  assert.deepEqual(await use(t, server.resolvedUrls.local[0]), []);
});

test("a page built by webpack", async (t) => {
  const folder = await project("webpack");
  await npm(folder, "run", "build");
  const { address, paths } = await host(t, folder);
  assert.deepEqual(await use(t, address), []);
  assert.deepEqual(inlined(paths), [], "the WebAssembly comes from its own file");
});

test("a page built by esbuild, the WebAssembly copied beside its bundle", async (t) => {
  const folder = await project("esbuild");
  await npm(folder, "run", "build");
  await cp(join(folder, "node_modules/flowdeck/pkg"), join(folder, "dist/pkg"), { recursive: true });
  const { address } = await host(t, folder);
  assert.deepEqual(await use(t, address), []);
});

test("a page without a build", async (t) => {
  const { address } = await host(t, await project("script-module"));
  assert.deepEqual(await use(t, address), []);
});

test("a worker", async (t) => {
  const folder = await project("worker");
  await npm(folder, "run", "build");
  const { address } = await host(t, join(folder, "dist"));
  assert.deepEqual(await use(t, address), []);
});

// FLOWDECK_NODES: further Nodes to run the package in, with colons between.
for (const node of [process.execPath, ...(process.env.FLOWDECK_NODES?.split(":").filter(Boolean) ?? [])]) {
  const { stdout: version } = await promisify(execFile)(node, ["--version"]);
  test(`a program in Node ${version.trim()}`, async (t) => {
    const folder = await project("node");
    await writeFile(join(folder, "photo.png"), PHOTO);
    const deployed = await there(t);
    const env = { ...process.env, FLOWDECK_URL: deployed.baseUrl, FLOWDECK_KEY: KEY };
    const { stdout, stderr } = await promisify(execFile)(node, ["src/main.js", "photo.png"], { cwd: folder, env });
    assert.equal(stderr.replace(/.*ExperimentalWarning.*\n.*\n/, ""), "");
    assert.equal(stdout, `${SHOWN}\n`);
    received(deployed);
  });
}
