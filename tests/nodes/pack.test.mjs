// The node pack without ComfyUI: its nodes, README and the core agree, and the program installs it.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join, relative } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { blocksOf } from "../docs/blocks.mjs";
import { PACK, PROGRAM, ROOT } from "./paths.mjs";

const run = promisify(execFile);

/** What the Python of the pack says about its nodes: the widgets and outputs of each, and the names in node search. */
let pack;
/** The rules, as the pack contains them. */
let core;
let folder;

before(async () => {
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: "1" };
  const { stdout } = await run("python3", ["-m", "tests.describe"], { cwd: join(ROOT, "comfyui"), env });
  pack = JSON.parse(stdout);
  core = await import(join(ROOT, "target/wasm/schema/schema.js"));
  core.initSync({ module: await readFile(join(PACK, "web/schema_bg.wasm")) });
  core.useClasses(undefined);
  folder = await mkdtemp(join(tmpdir(), "flowdeck-nodes-"));
});
after(() => rm(folder, { recursive: true, force: true }));

/** The classes and inputs in the table of marks. */
async function documentedMarks() {
  const page = await readFile(join(ROOT, "docs/prepare-a-workflow.md"), "utf8");
  const rows = page.matchAll(/^\| ((?:Input\w+(?:, )?)+) \| (.+) \|$/gm);
  const inputs = (text) => [...text.matchAll(/`(\w+)`/g)].map(([, name]) => name);
  return Object.fromEntries([...rows].flatMap(([, names, text]) => names.split(", ").map((n) => [n, inputs(text)])));
}

/** What the core finds in a file of the editor. */
function check(nodes, links = []) {
  const file = { nodes, links, groups: [], config: {}, extra: {}, version: 0.4 };
  return JSON.parse(core.checkWorkflow(new TextEncoder().encode(JSON.stringify(file))));
}

test("the pack has the documented nodes with their inputs", async () => {
  const table = await documentedMarks();
  assert.deepEqual(Object.keys(pack.nodes).sort(), Object.keys(table).sort());
  for (const [name, { widgets }] of Object.entries(pack.nodes)) {
    const file = name.slice("Input".length).toLowerCase();
    const settings = widgets.filter((widget) => widget !== file);
    assert.deepEqual(settings.sort(), table[name].sort(), name);
  }
});

test("every node is found by the prefix", () => {
  const saves = ["FlowdeckSaveAudio", "FlowdeckSaveImage", "FlowdeckSaveText", "FlowdeckSaveVideo"];
  // The stand-in for ComfyUI has no SaveAudio.
  const expected = [...Object.keys(pack.nodes), ...saves.slice(1)];
  assert.deepEqual(Object.keys(pack.shown).sort(), expected.sort());
  for (const shown of Object.values(pack.shown)) assert.match(shown, /^flowdeck: [A-Z][a-z]+/);
});

test("the core reads the widgets of each node in the order of the pack", () => {
  const values = {
    name: "field_name",
    label: "A label",
    description: "A hint.",
    multiline: true,
    max_length: 7,
    required: true,
    min: 1,
    max: 9,
    step: 2,
    integer: true,
    options: "one\ntwo",
  };
  const defaults = { InputText: "words", InputNumber: 3, InputSlider: 3, InputBoolean: true, InputChoice: "two" };
  for (const [name, { widgets }] of Object.entries(pack.nodes)) {
    const all = { ...values, default: defaults[name], image: "a.png", video: "a.mp4", audio: "a.wav" };
    const node = { id: 1, type: name, widgets_values: widgets.map((widget) => all[widget]) };
    const [field] = check([node]).schema.fields;
    const expected = { name: "field_name", label: "A label", help: "A hint." };
    if (name in defaults) expected.default = String(defaults[name]);
    if (widgets.includes("required")) expected.required = true;
    if (name === "InputText") Object.assign(expected, { kind: "text", multiline: true, maxLength: 7 });
    if (widgets.includes("min")) Object.assign(expected, { min: "1", max: "9", step: "2", integer: true });
    if (name === "InputChoice") expected.options = ["one", "two"];
    for (const [key, value] of Object.entries(expected)) assert.deepEqual(field[key], value, `${name}.${key}`);
  }
});

test("the core reads the save nodes of the pack as ComfyUI’s own", () => {
  const kinds = { Image: "image", Text: "text", Video: "video", Audio: "audio" };
  for (const [name, kind] of Object.entries(kinds)) {
    const { schema, problems } = check([{ id: 1, type: `FlowdeckSave${name}`, widgets_values: ["prefix"] }]);
    assert.deepEqual(
      schema.outputs.map((output) => output.kind),
      [kind],
      name,
    );
    assert.equal(problems[0].class, `Save${name}`);
    assert.match(problems[0].message, /is missing; connect it/);
  }
});

const checksum = (bytes) => createHash("sha256").update(bytes).digest("hex");

/** The paths of all files in a folder, with checksums of their contents. */
async function contents(path) {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return Object.fromEntries(
    await Promise.all(files.sort().map(async (file) => [relative(path, file), checksum(await readFile(file))])),
  );
}

/** Runs the command of docs/comfyui-nodes.md, beside the folder `ComfyUI`. */
async function install() {
  const { code } = (await blocksOf("docs/comfyui-nodes.md")).find(({ language }) => language === "sh");
  const env = { ...process.env, PATH: [join(folder, "bin"), process.env.PATH].join(delimiter) };
  return run("bash", ["-euc", code], { cwd: folder, env });
}

test("the documented command installs the pack as it was built, and again", async () => {
  const installed = join(folder, "ComfyUI/custom_nodes/flowdeck");
  await mkdir(join(folder, "ComfyUI/custom_nodes"), { recursive: true });
  await mkdir(join(folder, "bin"));
  await symlink(PROGRAM, join(folder, "bin/flowdeck"));
  const { stdout } = await install();
  assert.match(stdout, /^installed the node pack [\d.]+ in .*custom_nodes\/flowdeck$/m);
  assert.match(stdout, /restart ComfyUI/);
  assert.deepEqual(await contents(installed), await contents(PACK));
  await cp(join(PACK, "README.md"), join(installed, "old.txt"));
  assert.match((await install()).stdout, /^updated the node pack/);
  assert.deepEqual(await contents(installed), await contents(PACK));
});

test("the program does not install the pack into another folder", async () => {
  const failed = run(PROGRAM, ["nodes", "install", join(folder, "ComfyUI/custom_nodes/flowdeck")]);
  await assert.rejects(failed, ({ code, stderr }) => code === 1 && /has no folder custom_nodes/.test(stderr));
});

test("the pack has the version of flowdeck", async () => {
  const version = async (file) => (await readFile(join(ROOT, file), "utf8")).match(/^version = "(.+)"$/m)?.[1];
  assert.equal(await version("comfyui/pyproject.toml"), await version("Cargo.toml"));
});

test("the bundle asks no other server", async () => {
  for (const name of ["web/flowdeck.js", "web/worker.mjs"]) {
    assert.doesNotMatch(await readFile(join(PACK, name), "utf8"), /https?:\/\//, name);
  }
});
