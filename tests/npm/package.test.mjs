import assert from "node:assert/strict";
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import { publint } from "publint";
import { flowdeck, KEY, PACKAGE, startDeployment } from "./deployment.mjs";
import { packed } from "./project.mjs";

const workflow = {
  1: { class_type: "InputText", inputs: { name: "title" } },
  2: { class_type: "SaveText", inputs: { text: ["1", 0] } },
};

/** An empty queue. */
const EMPTY = { instances: [], waiting: { count: 0, ids: [], own: [] } };

/** A copy of the package, deleted after the test, whose modules are separate from those of other tests. */
async function copyPackage(t) {
  const folder = await mkdtemp(join(tmpdir(), "flowdeck-"));
  t.after(() => rm(folder, { recursive: true }));
  await cp(PACKAGE, folder, { recursive: true });
  return folder;
}

test("the package contains the files in its package.json and nothing else", async () => {
  const { files } = JSON.parse(await readFile(join(PACKAGE, "package.json"), "utf8"));
  // npm always includes these two.
  assert.deepEqual((await packed("--dry-run")).paths, [...files, "README.md", "package.json"].sort());
});

test("publint finds no problems", async () => {
  const { messages } = await publint({ pkgDir: PACKAGE, strict: true });
  assert.deepEqual(messages, []);
});

test("every entry in package.json exists", async () => {
  const { exports, types, files } = JSON.parse(await readFile(join(PACKAGE, "package.json"), "utf8"));
  assert.equal(Object.keys(exports["."])[0], "types");
  for (const path of [...Object.values(exports["."]), types, ...files]) {
    assert((await readFile(join(PACKAGE, path))).length > 0, path);
  }
});

test("every entry exports the same names", async (t) => {
  const folder = await copyPackage(t);
  const names = async (entry) => Object.keys(await import(pathToFileURL(join(folder, entry)).href));
  const expected = await names("index.js");
  for (const entry of ["node.js", "inline.js", "inline-calls.js", "static.js"]) {
    assert.deepEqual(await names(entry), expected);
  }
  assert.deepEqual(await names("precompiled.js"), [...expected, "setModules"].sort());
});

test("two copies of the package in one process both work", async (t) => {
  const folder = await copyPackage(t);
  const second = await import(pathToFileURL(join(folder, "node.js")).href);
  assert.notEqual(second.connect, flowdeck.connect);
  const there = await startDeployment(t);
  for (const { connect } of [flowdeck, second]) {
    const deck = await connect({ baseUrl: there.baseUrl, apiKey: KEY });
    assert.deepEqual(await deck.queue(), EMPTY);
  }
});

test("concurrent calls load the WebAssembly once", async () => {
  const readings = await Promise.all([1, 2, 3].map(() => flowdeck.inputSchema(workflow)));
  assert.deepEqual(
    readings.map(({ schema }) => schema.fields.length),
    [1, 1, 1],
  );
});

for (const [name, use] of /** @type {[string, (copy: typeof flowdeck) => Promise<unknown>][]} */ ([
  ["calls", ({ connect }) => connect({ baseUrl: "http://127.0.0.1", apiKey: KEY })],
  ["schema", ({ inputSchema }) => inputSchema(workflow)],
])) {
  const file = `${name}_bg.wasm`;
  test(`a missing ${file} is an error that names its URL, and the next call tries again`, async (t) => {
    const folder = await copyPackage(t);
    const path = join(folder, "pkg", file);
    await rm(path);
    await rm(join(folder, "pkg", `${name}.inline.js`));
    const copy = await import(pathToFileURL(join(folder, "node.js")).href);
    await assert.rejects(
      use(copy),
      (/** @type {Error} */ error) => error instanceof copy.NetworkError && error.message.includes(`/pkg/${file}`),
    );
    await cp(join(PACKAGE, "pkg", file), path);
    assert(await use(copy));
  });
}

test("calls need only their own module", async (t) => {
  const folder = await copyPackage(t);
  await Promise.all(
    ["pkg/schema.js", "pkg/schema_bg.wasm", "more.js", "schema.js", "schema-part.js", "watch.js", "supports.js"].map(
      (file) => rm(join(folder, file)),
    ),
  );
  const { connect } = await import(pathToFileURL(join(folder, "node.js")).href);
  const { baseUrl } = await startDeployment(t);
  assert.deepEqual(await (await connect({ baseUrl, apiKey: KEY })).queue(), EMPTY);
});

test("the inlined WebAssembly equals the files", async () => {
  for (const name of ["calls", "schema"]) {
    const { default: text } = await import(pathToFileURL(join(PACKAGE, "pkg", `${name}.inline.js`)).href);
    const file = await readFile(join(PACKAGE, "pkg", `${name}_bg.wasm`));
    assert(gunzipSync(Buffer.from(text, "base64")).equals(file), name);
  }
});

test("the version is the crate's", async () => {
  const { version } = JSON.parse(await readFile(join(PACKAGE, "package.json"), "utf8"));
  const crate = await readFile(new URL("../../Cargo.toml", import.meta.url), "utf8");
  assert.equal(version, crate.match(/^version = "(.+)"$/m)[1]);
});
