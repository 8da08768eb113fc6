// The package in consumers' projects: installed from its tarball, built with their tools, and run against a
// deployment in Chromium or in Node.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { before, describe, test } from "node:test";
import { promisify } from "node:util";
import { createServer } from "vite";
import { host, open } from "./browser.mjs";
import { closedPort, envelope, KEY, PACKAGE, startDeployment } from "./deployment.mjs";
import { npm, pack, project } from "./project.mjs";

const PHOTO = Buffer.from([137, 80, 78, 71, 13, 10, 0, 255]);
const QUEUE = [{ comfy_uri: "http://engine-a", queue: { queue_running: [[0, "task-1"]], queue_pending: [] } }];
const SHOWN = "title,photo | run-1 | task-1";

const execute = promisify(execFile);

before(pack);

const startQueue = (t) => startDeployment(t, { "GET /api/v1/comfy/queue": () => envelope(QUEUE) });

function assertReceived({ requests }) {
  const photo = { name: "photo.png", type: "image/png", bytes: [...PHOTO] };
  const actual = requests.map(({ method, path, headers, parts }) => [`${method} ${path}`, headers["x-api-key"], parts]);
  assert.deepEqual(actual, [
    [
      "POST /api/v1/runs",
      KEY,
      [
        ["title", "Hello"],
        ["photo", photo],
      ],
    ],
    ["GET /api/v1/comfy/queue", KEY, []],
  ]);
}

/** Fills in the form of the page at `address` and submits it; returns the errors in the console. */
async function submitForm(t, address) {
  const deployed = await startQueue(t);
  const fragment = new URLSearchParams({ baseUrl: deployed.baseUrl, apiKey: KEY });
  const { page, errors } = await open(t, `${address}#${fragment}`);
  await page.getByLabel("Title").fill("Hello");
  await page.getByLabel("Photo").setInputFiles({ name: "photo.png", mimeType: "image/png", buffer: PHOTO });
  await page.getByRole("button", { name: "Run" }).click();
  const output = await page.waitForFunction(() => document.querySelector("output").value);
  assert.equal(await output.jsonValue(), SHOWN);
  assertReceived(deployed);
  return errors;
}

const inlineModules = (paths) => paths.filter((path) => path.includes("inline"));

/** Runs a program of a project. */
async function runProgram(t, folder, node, script) {
  await writeFile(join(folder, "photo.png"), PHOTO);
  const deployed = await startQueue(t);
  const env = { ...process.env, FLOWDECK_URL: deployed.baseUrl, FLOWDECK_API_KEY: KEY, NODE_NO_WARNINGS: "1" };
  const { stdout, stderr } = await execute(node, [script, "photo.png"], { cwd: folder, env });
  assert.deepEqual([stdout, stderr], [`${SHOWN}\n`, ""]);
  assertReceived(deployed);
}

describe("the package works in", { concurrency: 4 }, () => {
  test("a page built by Vite", async (t) => {
    const folder = await project("vite");
    await npm(folder, "run", "build");
    const { address, paths } = await host(t, join(folder, "dist"));
    assert.deepEqual(await submitForm(t, address), []);
    assert.deepEqual(inlineModules(paths), [], "the WebAssembly is loaded from its own file");
  });

  test("a page on Vite's development server, which prebundles the package", async (t) => {
    const root = await project("vite", "vite-dev");
    const server = await createServer({
      root,
      logLevel: "silent",
      server: { host: "127.0.0.1", port: await closedPort() },
    });
    t.after(() => server.close());
    await server.listen();
    assert.deepEqual(await submitForm(t, server.resolvedUrls.local[0]), []);
  });

  test("a page built by webpack", async (t) => {
    const folder = await project("webpack");
    await npm(folder, "run", "build");
    const { address, paths } = await host(t, folder);
    assert.deepEqual(await submitForm(t, address), []);
    assert.deepEqual(inlineModules(paths), [], "the WebAssembly is loaded from its own file");
  });

  for (const [how, ...options] of [
    ["one file"],
    ["chunks", "--splitting"],
    ["a classic script", "--format=iife"],
    ["minified code", "--minify"],
  ]) {
    test(`a page built by esbuild into ${how}`, async (t) => {
      const folder = await project("esbuild", `esbuild ${how}`);
      await npm(folder, "run", "build", "--", ...options);
      const { address } = await host(t, join(folder, "dist"));
      assert.deepEqual(await submitForm(t, address), []);
    });
  }

  test("a page without a build", async (t) => {
    const { address, paths } = await host(t, await project("script-module"));
    assert.deepEqual(await submitForm(t, address), []);
    assert.deepEqual(inlineModules(paths), []);
  });

  test("a worker built by Vite", async (t) => {
    const folder = await project("worker");
    await npm(folder, "run", "build");
    const { address } = await host(t, join(folder, "dist"));
    assert.deepEqual(await submitForm(t, address), []);
  });

  test("a worker without a build", async (t) => {
    const deployed = await startQueue(t);
    const { address } = await host(t, PACKAGE);
    const { page, errors } = await open(t, address);
    const script = `import { connect } from "${address}index.js";
      const deck = await connect({ baseUrl: "${deployed.baseUrl}", apiKey: "${KEY}" });
      postMessage((await deck.queue()).instances.length);`;
    const shown = page.evaluate(
      (script) =>
        new Promise((resolve, reject) => {
          const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
          const worker = new Worker(address, { type: "module" });
          worker.onmessage = ({ data }) => resolve(data);
          worker.onerror = ({ message }) => reject(new Error(message));
        }),
      script,
    );
    assert.equal(await shown, 1);
    assert.deepEqual(errors, []);
  });

  // FLOWDECK_NODES: additional Node binaries, separated by colons.
  for (const node of [process.execPath, ...(process.env.FLOWDECK_NODES?.split(":").filter(Boolean) ?? [])]) {
    test(`a program in ${node === process.execPath ? "this Node" : node}`, async (t) => {
      const folder = await project("node", `node ${basename(dirname(dirname(node)))}`);
      await runProgram(t, folder, node, "src/main.js");
    });
  }

  test("a program bundled by esbuild, which copies no files", async (t) => {
    const folder = await project("node", "node bundled");
    await npm(folder, "run", "bundle");
    await runProgram(t, folder, process.execPath, "dist/main.js");
  });

  test("a TypeScript program with inputs typed by the package's command", async () => {
    const folder = await project("typescript");
    await npm(folder, "run", "types");
    for (const resolution of [
      ["--module", "nodenext"],
      ["--module", "esnext", "--moduleResolution", "bundler"],
    ]) {
      await npm(folder, "run", "check", "--", ...resolution);
    }
  });
});
