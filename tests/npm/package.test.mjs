import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { copyFile, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { test } from "node:test";
import { KEY, PACKAGE, deployment, envelope, flowdeck } from "./deployment.mjs";

const run = promisify(execFile);
const SAMPLE = fileURLToPath(new URL("../../www/workflows/poster.json", import.meta.url));

const workflow = {
  1: { class_type: "InputText", inputs: { name: "title" } },
  2: { class_type: "SaveText", inputs: { text: ["1", 0] } },
};

/** A project of its own with the package installed. */
async function project(t) {
  const folder = await mkdtemp(join(tmpdir(), "flowdeck-"));
  t.after(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, "node_modules"));
  await symlink(PACKAGE, join(folder, "node_modules", "flowdeck"), "dir");
  return folder;
}

test("the README's example runs as it stands", async (t) => {
  const readme = await readFile(join(PACKAGE, "README.md"), "utf8");
  const [, example] = readme.match(/```js\n(.*?)```/s);
  const folder = await project(t);
  await writeFile(join(folder, "example.mjs"), example);
  await copyFile(SAMPLE, join(folder, "poster.json"));
  await writeFile(join(folder, "photo.png"), "png");
  const queue = [{ comfy_uri: "http://engine-a", queue: { queue_running: [[0, "x"]], queue_pending: [] } }];
  const there = await deployment(t, { "GET /api/v1/comfy/queue": () => envelope(queue) });
  const env = { ...process.env, FLOWDECK_URL: there.baseUrl, FLOWDECK_KEY: KEY };
  const { stdout, stderr } = await run(process.execPath, ["example.mjs"], { cwd: folder, env });
  assert.equal(stdout, "run run-1\nhttp://engine-a 1 running, 0 pending\n");
  assert.equal(stderr, "");
  assert.deepEqual(there.requests[0].parts, [
    ["title", "Hello"], ["size", "512"],
    ["photo", { name: "photo.png", type: "image/png", bytes: [112, 110, 103] }],
  ]);
});

test("the package holds what is needed and nothing else", async () => {
  const { stdout } = await run("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], { cwd: PACKAGE });
  const packed = [JSON.parse(stdout)].flat(1).flatMap((entry) => entry.files ?? Object.values(entry)[0].files);
  assert.deepEqual(packed.map((file) => file.path).sort(), [
    "LICENSE-APACHE", "LICENSE-MIT", "README.md", "core.js", "errors.js", "index.d.ts", "index.js",
    "package.json", "pkg/flowdeck.js", "pkg/flowdeck_bg.wasm",
  ]);
});

test("every entry that the package promises is there", async () => {
  const { exports, types, files } = JSON.parse(await readFile(join(PACKAGE, "package.json"), "utf8"));
  assert.equal(Object.keys(exports["."])[0], "types");
  for (const path of [...Object.values(exports["."]), types, ...files]) {
    assert((await readFile(join(PACKAGE, path))).length > 0, path);
  }
});

test("imported twice, from two places, each copy works", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "flowdeck-"));
  t.after(() => rm(folder, { recursive: true }));
  await cp(PACKAGE, folder, { recursive: true });
  const second = await import(pathToFileURL(join(folder, "index.js")));
  assert.notEqual(second.connect, flowdeck.connect);
  const there = await deployment(t);
  for (const { connect } of [flowdeck, second]) {
    const deck = await connect({ baseUrl: there.baseUrl, apiKey: KEY });
    assert.deepEqual(await deck.queue(), { instances: [] });
  }
});

test("calls made at once share one loading", async () => {
  const readings = await Promise.all([1, 2, 3].map(() => flowdeck.inputSchema(workflow)));
  assert.deepEqual(readings.map(({ schema }) => schema.fields.length), [1, 1, 1]);
});

test("a core that is missing is an error that names its address, and the next call tries again", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "flowdeck-"));
  t.after(() => rm(folder, { recursive: true }));
  await cp(PACKAGE, folder, { recursive: true });
  const core = join(folder, "pkg", "flowdeck_bg.wasm");
  await rm(core);
  const { inputSchema, NetworkError } = await import(pathToFileURL(join(folder, "index.js")));
  await assert.rejects(inputSchema(workflow), (error) => error instanceof NetworkError && /flowdeck_bg\.wasm/.test(error.message));
  await cp(join(PACKAGE, "pkg", "flowdeck_bg.wasm"), core);
  assert.equal((await inputSchema(workflow)).schema.fields.length, 1);
});

test("the version is the crate's", async () => {
  const { version } = JSON.parse(await readFile(join(PACKAGE, "package.json"), "utf8"));
  const crate = await readFile(new URL("../../Cargo.toml", import.meta.url), "utf8");
  assert.equal(version, crate.match(/^version = "(.+)"$/m)[1]);
});
