// How the package loads its code and WebAssembly: from files, as text or as compiled modules, and what it says where
// that is forbidden.
import assert from "node:assert/strict";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { host, open } from "./browser.mjs";
import { KEY, PACKAGE, startDeployment } from "./deployment.mjs";
import { replace } from "./globals.mjs";

const WORKFLOW = {
  1: { class_type: "InputText", inputs: { name: "title" } },
  2: { class_type: "SaveText", inputs: { text: ["1", 0] } },
};
const MODULES = /** @type {const} */ (["calls", "follow", "later", "schema"]);

async function copyPackage(t) {
  const folder = await mkdtemp(join(tmpdir(), "flowdeck-"));
  t.after(() => rm(folder, { recursive: true }));
  await cp(PACKAGE, folder, { recursive: true });
  return folder;
}

/** An entry of a copy of the package, with its own modules; `files` are missing from the copy. */
async function entryOf(t, name, ...files) {
  const folder = await copyPackage(t);
  for (const file of files) await rm(join(folder, file));
  return import(pathToFileURL(join(folder, name)).href);
}

const wasmOf = (name) => `pkg/${name}_bg.wasm`;

/** Makes a call of each module: calls, later, follow and schema. */
async function useAll({ connect, inputSchema }, { baseUrl }) {
  const deck = await connect({ baseUrl, apiKey: KEY });
  assert.deepEqual((await deck.queue()).instances, []);
  assert.equal(await deck.supports("cancel"), false);
  assert.equal(await deck.supports("events"), false);
  assert.equal((await inputSchema(WORKFLOW)).schema.fields.length, 1);
}

for (const [entry, ...missing] of [
  ["node.js", ...MODULES.map(wasmOf)],
  ["static.js", ...MODULES.map(wasmOf)],
]) {
  test(`${entry} works where a bundler has moved it away from the WebAssembly`, async (t) => {
    await useAll(await entryOf(t, entry, ...missing), await startDeployment(t));
  });
}

test("compiled modules are used in place of the package's files", async (t) => {
  const files = MODULES.flatMap((name) => [wasmOf(name), `pkg/${name}.inline.js`]);
  const precompiled = await entryOf(t, "precompiled.js", ...files);
  const compiled = MODULES.map(async (name) => {
    return [name, await WebAssembly.compile(new Uint8Array(await readFile(join(PACKAGE, wasmOf(name)))))];
  });
  precompiled.setModules(Object.fromEntries(await Promise.all(compiled)));
  await useAll(precompiled, await startDeployment(t));
});

test("a missing or wrong compiled module is an error that names it", async (t) => {
  const { connect, setModules } = await entryOf(t, "precompiled.js");
  const missing =
    "loading flowdeck's WebAssembly: the module “calls” is missing; pass it to setModules before this call";
  await assert.rejects(connect({ baseUrl: "http://127.0.0.1", apiKey: KEY }), { name: "UsageError", message: missing });
  const message =
    "setting flowdeck's modules: schema must be a WebAssembly.Module, as in " +
    'import schema from "flowdeck/schema.wasm"';
  assert.throws(() => setModules({ schema: new ArrayBuffer(8) }), { name: "UsageError", message });
});

test("the error in an engine without WebAssembly says so", async (t) => {
  const { connect } = await entryOf(t, "static.js");
  replace(t, "WebAssembly", undefined);
  await assert.rejects(connect({ baseUrl: "http://127.0.0.1", apiKey: KEY }), {
    name: "NetworkError",
    message: /; use an engine that has WebAssembly; React Native's Hermes has none$/,
  });
});

test("the error on a platform that forbids compiling names the entry for compiled modules", async (t) => {
  const { connect } = await entryOf(t, "inline.js");
  const compile = () => Promise.reject(new Error("Wasm code generation disallowed by embedder"));
  replace(t, "WebAssembly", { compile });
  await assert.rejects(connect({ baseUrl: "http://127.0.0.1", apiKey: KEY }), {
    name: "NetworkError",
    message: /disallowed by embedder; import from "flowdeck\/precompiled", which takes compiled modules$/,
  });
});

const ON_DEMAND = `import { connect } from "./index.js";
  addEventListener("message", async ({ data, ports: [port] }) => {
    const deck = await connect(data);
    await deck.queue();
    deck.supports("cancel").catch(({ name, message }) => port.postMessage({ name, message }));
  });`;

test("the error in a service worker that imports code on demand names the static entry", async (t) => {
  const { baseUrl } = await startDeployment(t);
  const folder = await copyPackage(t);
  await writeFile(join(folder, "worker.js"), ON_DEMAND);
  const { page } = await open(t, (await host(t, folder)).address);
  const options = { baseUrl, apiKey: KEY };
  const { name, message } = await page.evaluate(async (options) => {
    const { installing, waiting, active } = await navigator.serviceWorker.register("/worker.js", { type: "module" });
    const { port1, port2 } = new MessageChannel();
    const answered = new Promise((resolve) => (port1.onmessage = ({ data }) => resolve(data)));
    (installing ?? waiting ?? active)?.postMessage(options, [port2]);
    return answered;
  }, options);
  assert.equal(name, "NetworkError");
  assert.match(
    message,
    /^loading flowdeck's code: import\(\) is disallowed.*; serve more\.js .*, or import from "flowdeck\/static"/,
  );
});

for (const entry of ["index.js", "inline.js", "static.js"]) {
  test(`${entry} names the directive that a Content-Security-Policy lacks`, async (t) => {
    const { address } = await host(t, PACKAGE);
    const { page } = await open(t, `${address}package.json`);
    await page.route(address, (route) =>
      route.fulfill({
        contentType: "text/html",
        headers: { "content-security-policy": "script-src 'self'" },
        body: '<link rel="icon" href="data:,">',
      }),
    );
    await page.goto(address);
    const message = await page.evaluate(async (entry) => {
      const { connect } = await import(`/${entry}`);
      return connect({ baseUrl: location.origin, apiKey: "k" }).catch(({ message }) => message);
    }, entry);
    const url = entry === "index.js" ? ` (GET ${address}pkg/calls_bg.wasm)` : "";
    const remedy = "; add 'wasm-unsafe-eval' to script-src in the Content-Security-Policy";
    assert(message.endsWith(remedy + url), message);
  });
}
