// `flowdeck types`: its output, and the code that TypeScript then accepts or rejects.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { link, mkdir, open, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { PACKAGE } from "./deployment.mjs";

const { declarations } = await import(pathToFileURL(join(PACKAGE, "bin/types.js")).href);

const FOLDER = fileURLToPath(new URL("../../target/test/typegen", import.meta.url));
const TSC = fileURLToPath(new URL("../../node_modules/.bin/tsc", import.meta.url));

const input = (kind, name, more) => ({ class_type: `Input${kind}`, inputs: { name, ...more } });
const POSTER = {
  1: input("Text", "title", {
    label: "Title",
    description: "Drawn large.\nIn capitals.",
    max_length: 40,
    required: true,
  }),
  2: input("Text", "caption", { label: "caption", default: "one\ntwo" }),
  3: input("Number", "seed", { integer: true, min: 0, max: 9, default: 7 }),
  4: input("Slider", "softness", { min: 0.5, max: 10, step: 0.5, default: 1 }),
  5: input("Boolean", "outline", { default: true }),
  6: input("Choice", "position", { options: ["top", "bottom"], default: "top" }),
  7: input("Image", "photo", { required: true }),
  8: { class_type: "SaveImage", inputs: { images: ["7", 0] } },
};

before(async () => {
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  await writeFile(join(FOLDER, "workflow.json"), JSON.stringify(POSTER));
  await writeFile(join(FOLDER, "two.json"), JSON.stringify(LISTING));
});

async function run(command, args, stdin = "") {
  const child = spawn(command, args, { cwd: FOLDER });
  child.stdin.end(stdin);
  const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { stdout, stderr, status };
}

const flowdeck = (args, stdin) => run(process.execPath, [join(PACKAGE, "bin/flowdeck.js"), ...args], stdin);

/** Saves a workflow under this name and returns its interface. */
async function generated(file, workflow, ...args) {
  await writeFile(join(FOLDER, file), JSON.stringify(workflow));
  const { stdout, stderr, status } = await flowdeck(["types", file, ...args]);
  assert.deepEqual([stderr, status], ["", 0]);
  return stdout;
}

/** Compiles files; returns the error codes of each. */
async function compiled(files) {
  for (const [name, source] of Object.entries(files)) await writeFile(join(FOLDER, name), source);
  const options = [
    "--noEmit",
    "--strict",
    "--exactOptionalPropertyTypes",
    "--target",
    "es2022",
    "--module",
    "esnext",
    "--types",
    "",
  ];
  const { stdout, status } = await run(TSC, [...options, "--lib", "es2022,dom", ...Object.keys(files)]);
  const codes = Object.fromEntries(Object.keys(files).map((name) => [name, []]));
  for (const [, name, code] of stdout.matchAll(/^(\S+)\(\d+,\d+\): error (TS\d+)/gm)) codes[name].push(code);
  return { codes, stdout, status };
}

test("an interface has each field, its type and its documentation", async () => {
  assert.equal(
    await generated("poster.json", POSTER),
    await readFile(new URL("./poster-inputs.ts", import.meta.url), "utf8"),
  );
});

test("correct inputs compile, and each mistake is the matching error", async () => {
  await writeFile(join(FOLDER, "inputs.ts"), await generated("poster.json", POSTER));
  const file = (object) =>
    `import type { PosterInputs } from "./inputs";\nexport const inputs: PosterInputs = ${object};\n`;
  const right = {
    "least.ts": '{ title: "Hi", photo: new Blob([]) }',
    "all.ts":
      '{ title: "", caption: null, seed: 5, softness: "0.5", outline: false, position: "bottom", ' +
      'photo: new File([], "a.png") }',
    "bigint.ts": '{ title: "Hi", photo: new Blob([]), seed: 18446744073709551615n }',
  };
  const wrong = {
    "name.ts": ['{ title: "Hi", photo: new Blob([]), sed: 5 }', "TS2561"],
    "unknown.ts": ['{ title: "Hi", photo: new Blob([]), quality: 5 }', "TS2353"],
    "missing.ts": ['{ title: "Hi" }', "TS2741"],
    "required.ts": ["{ title: null, photo: new Blob([]) }", "TS2322"],
    "text.ts": ["{ title: 5, photo: new Blob([]) }", "TS2322"],
    "number.ts": ['{ title: "Hi", photo: new Blob([]), seed: true }', "TS2322"],
    "boolean.ts": ['{ title: "Hi", photo: new Blob([]), outline: "yes" }', "TS2322"],
    "choice.ts": ['{ title: "Hi", photo: new Blob([]), position: "left" }', "TS2322"],
    "path.ts": ['{ title: "Hi", photo: "photo.png" }', "TS2322"],
    "several.ts": ['{ title: ["Hi"], photo: new Blob([]) }', "TS2322"],
  };
  const sources = Object.entries({ ...right, ...wrong }).map(([name, object]) => [name, file([object].flat()[0])]);
  const { codes, stdout } = await compiled(Object.fromEntries(sources));
  const expected = [
    ...Object.keys(right).map((name) => [name, []]),
    ...Object.entries(wrong).map(([name, [, code]]) => [name, [code]]),
  ];
  assert.deepEqual(codes, Object.fromEntries(expected), stdout);
});

const HOSTILE = [
  '"quoted"',
  "it's",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the types must not evaluate it
  "`${x}`",
  "*/ export const a = 1; /*",
  "line\nbreak",
  "carriage\rreturn",
  "line\u2028separator",
  "\\",
  "\\u0041",
  "ünïcødé",
  "🎈",
  "with space",
  "",
  "1st",
  "class",
  "constructor",
  "__proto__",
  "toString",
  "@deprecated",
  "{@link x}",
  "// comment",
  "<script>",
  "\u202eright to left",
  "nul\u0000",
  "a: string; b",
  "readonly a",
  "[key: string]",
  "?",
  "-1",
];

test("hostile names and texts give valid TypeScript with every field name", async () => {
  const fields = HOSTILE.map((name, at) => [
    at + 1,
    input("Text", name || "empty", { label: name, description: name, default: name }),
  ]);
  const choice = ["99", input("Choice", "choice", { label: "*/", options: [...HOSTILE, "twice", "twice"] })];
  const source = await generated("hostile.json", Object.fromEntries([...fields, choice, ["100", POSTER[8]]]));
  const keys = HOSTILE.map((name) => `a[${JSON.stringify(name || "empty")}] satisfies string | null | undefined;`);
  const options = HOSTILE.map((option) => `a.choice = ${JSON.stringify(option)};`);
  const head = ['import type { HostileInputs } from "./hostile";', "declare const a: HostileInputs;"];
  const use = `${[...head, ...keys, ...options].join("\n")}\n`;
  const { status, stdout } = await compiled({ "hostile.ts": source, "uses.ts": use });
  assert.deepEqual([stdout, status], ["", 0]);
});

test("a field of several values takes one or a list, and files show what they accept", async () => {
  const field = (name, kind, more) => ({ name, label: name, kind, required: true, ...more });
  const fields = [
    field("photos", "image", { multiple: true }),
    field("model", "file", { accept: ".glb, */, model/*" }),
    field("any", "file"),
    field("styles", "choice", { options: ["a", "b"], multiple: true }),
    field("none", "choice", { options: [] }),
  ];
  const source = declarations([{ file: "several.json", fields }]);
  const members = Object.fromEntries(
    [...source.matchAll(/^ {2}(\w+): (.*);$/gm)].map(([, name, type]) => [name, type]),
  );
  assert.deepEqual(members, {
    photos: "Blob | readonly Blob[]",
    model: "Blob",
    any: "Blob",
    styles: '"a" | "b" | readonly ("a" | "b")[]',
    none: "string",
  });
  assert.deepEqual(source.match(/A file: .*?(?= \*\/$|$)/gm), [
    "A file: image/*.",
    "A file: .glb, *\\/, model/*.",
    "A file: any.",
  ]);
  const { stdout, status } = await compiled({ "several.ts": source });
  assert.deepEqual([stdout, status], ["", 0]);
});

test("the output has no characters that change the reading order", async () => {
  const source = await generated("order.json", {
    1: input("Text", "\u202ea", { label: "\u202e\u2066", description: "\u0007" }),
    7: POSTER[7],
    8: POSTER[8],
  });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the output may contain none of these
  assert.doesNotMatch(source, /[\p{Cf}\u0000-\u0009\u000b-\u001f]/u);
});

for (const [file, name] of [
  ["slow-blur.json", "SlowBlurInputs"],
  ["3d scene.json", "Workflow3dSceneInputs"],
  ["___.json", "___Inputs"],
  ["%.json", "WorkflowInputs"],
  ["über.json", "ÜberInputs"],
]) {
  test(`${file} gives ${name}`, async () => {
    assert.match(await generated(file, POSTER), new RegExp(`^export interface ${name} \\{$`, "m"));
  });
}

test("--name names the interface", async () => {
  assert.match(await generated("poster.json", POSTER, "--name", "poster-two"), /^export interface PosterTwo \{$/m);
});

test("--out writes the file", async () => {
  assert.equal(await generated("poster.json", POSTER, "--out", "out.ts"), "");
  assert.match(await readFile(join(FOLDER, "out.ts"), "utf8"), /^export interface PosterInputs \{$/m);
});

for (const [what, out, make] of /** @type {[string, string, typeof link][]} */ ([
  ["its name", "kept.json", async () => {}],
  ["another spelling", "../typegen/./kept.json", () => {}],
  ["a symbolic link", "symbolic.ts", symlink],
  ["a hard link", "hard.ts", link],
])) {
  test(`--out that is the workflow by ${what} is rejected, and the workflow is kept`, async () => {
    const whole = JSON.stringify(POSTER);
    await writeFile(join(FOLDER, "kept.json"), whole);
    await make(join(FOLDER, "kept.json"), join(FOLDER, out));
    const { stderr, status } = await flowdeck(["types", "kept.json", "--out", out]);
    assert.deepEqual([status, await readFile(join(FOLDER, "kept.json"), "utf8")], [1, whole]);
    assert.match(
      stderr,
      /^error: writing .*: it is the workflow itself \(kept\.json\).*name another file, such as .*\.d\.ts\n$/,
    );
  });
}

test("--out that is the file behind the standard input is rejected, and the workflow is kept", async (t) => {
  const whole = JSON.stringify(POSTER);
  await writeFile(join(FOLDER, "behind.json"), whole);
  const file = await open(join(FOLDER, "behind.json"));
  t.after(() => file.close());
  const child = spawn(process.execPath, [join(PACKAGE, "bin/flowdeck.js"), "types", "-", "--out", "behind.json"], {
    cwd: FOLDER,
    stdio: [file.fd, "ignore", "pipe"],
  });
  const [stderr] = await Promise.all([text(child.stderr), once(child, "close")]);
  assert.match(stderr, /it is the workflow itself \(the standard input\)/);
  assert.equal(await readFile(join(FOLDER, "behind.json"), "utf8"), whole);
});

const PLAIN = {
  3: { class_type: "KSampler", inputs: { seed: 5, steps: 20, positive: ["6", 0] } },
  6: { class_type: "CLIPTextEncode", inputs: { text: "a cat" } },
  9: { class_type: "SaveImage", inputs: { images: ["3", 0] } },
};
const EXPOSURE = { flowdeck: 1, fields: [{ node: "6", input: "text", name: "prompt" }] };
const members = (code) => code.match(/(?<=^ {2})\w+(?=\??:)/gm);

test("a workflow's own saved exposure chooses its fields", async () => {
  const own = await generated("own.json", { ...PLAIN, extra: { flowdeck: EXPOSURE } });
  assert.deepEqual(members(own), ["prompt"]);
});

test("the saved exposure next to a workflow chooses its fields, before its own", async () => {
  const next = { flowdeck: 1, fields: [{ node: "3", input: "steps", name: "steps", help: "More is slower." }] };
  await writeFile(join(FOLDER, "next.form.json"), JSON.stringify(next));
  const own = { ...PLAIN, extra: { flowdeck: EXPOSURE } };
  const code = await generated("next.json", own);
  assert.deepEqual(members(code), ["steps"]);
  assert.match(code, /More is slower\./);
  // As for a pattern such as *.json.
  assert.equal(await generated("next.json", own, "next.form.json"), code);
});

test("a problem of a saved exposure is shown, and the other fields are written", async () => {
  await writeFile(join(FOLDER, "hurt.json"), JSON.stringify(PLAIN));
  const hurt = { flowdeck: 1, fields: [{ node: "4", input: "seed" }, EXPOSURE.fields[0]] };
  await writeFile(join(FOLDER, "hurt.form.json"), JSON.stringify(hurt));
  const { stdout, stderr, status } = await flowdeck(["types", "hurt.json"]);
  assert.equal(status, 0);
  assert.deepEqual(members(stdout), ["prompt"]);
  assert.match(stderr, /^hurt\.json: .*fields\[0\]\.node: the workflow has no node `4`\n$/);
});

test("a saved exposure without its workflow is an error that names it", async () => {
  await writeFile(join(FOLDER, "lonely.form.json"), JSON.stringify(EXPOSURE));
  for (const files of [["lonely.form.json"], ["workflow.json", "lonely.form.json"]]) {
    const { stderr, status } = await flowdeck(["types", ...files]);
    assert.equal(status, 1);
    assert.match(stderr, /^error: reading lonely\.form\.json: it is a saved exposure.*such as lonely\.json\n$/);
  }
});

test("--out never overwrites the saved exposure next to a workflow", async () => {
  await writeFile(join(FOLDER, "safe.json"), JSON.stringify(PLAIN));
  await writeFile(join(FOLDER, "safe.form.json"), JSON.stringify(EXPOSURE));
  const { stderr, status } = await flowdeck(["types", "safe.json", "--out", "safe.form.json"]);
  assert.equal(status, 1);
  assert.match(stderr, /it is a saved exposure \(safe\.form\.json\)/);
  assert.deepEqual(JSON.parse(await readFile(join(FOLDER, "safe.form.json"), "utf8")), EXPOSURE);
});

test("several workflows give several interfaces with different names", async () => {
  await Promise.all(["a b.json", "a-b.json"].map((file) => writeFile(join(FOLDER, file), JSON.stringify(POSTER))));
  const { stdout } = await flowdeck(["types", "a b.json", "a-b.json"]);
  assert.deepEqual(stdout.match(/(?<=interface )\w+/g), ["ABInputs", "ABInputs2"]);
});

test("a workflow is read from the standard input", async () => {
  const { stdout } = await flowdeck(["types", "-", "--name", "x"], JSON.stringify(POSTER));
  assert.match(stdout, /^export interface X \{$/m);
});

test("a workflow in Windows-1252 is read with a note, and so is its exposure", async () => {
  const workflow = { ...POSTER, 2: input("Text", "größe") };
  const { stdout, stderr } = await flowdeck(["types", "-"], Buffer.from(JSON.stringify(workflow), "latin1"));
  assert.match(stdout, /größe/);
  assert.match(stderr, /^the standard input: the file is not UTF-8 and was read as Windows-1252; /);
  const plain = { 1: { class_type: "EmptyImage", inputs: { width: 64, height: 64, batch_size: 1, color: 0 } } };
  const exposure = { flowdeck: 1, fields: [{ node: "1", input: "width", name: "größe" }] };
  await writeFile(join(FOLDER, "old.json"), JSON.stringify(plain));
  await writeFile(join(FOLDER, "old.form.json"), Buffer.from(JSON.stringify(exposure), "latin1"));
  const exposed = await flowdeck(["types", "old.json"]);
  assert.match(exposed.stdout, /größe/);
  assert.match(exposed.stderr, /the saved exposure is not UTF-8 and was read as Windows-1252; /);
});

test("the standard input's interface is Inputs", async () => {
  const { stdout } = await flowdeck(["types", "-"], JSON.stringify(POSTER));
  assert.match(stdout, /^export interface Inputs \{$/m);
});

const listed = (id, fields) => ({ ...(id && { id }), name: id, inputs: JSON.stringify(fields), outputs: "{}" });
const LISTING = {
  status: "success",
  data: [listed("poster", { title: "string" }), listed("slow-blur", { photo: "image" })],
  errors: null,
};
const operation = (fields) => ({
  post: { requestBody: { content: { "multipart/form-data": { schema: { type: "object", properties: fields } } } } },
});
const OPENAPI = {
  openapi: "3.1.0",
  paths: {
    "/api/v1/runs?workflow_id=poster": operation({ title: { type: "string" } }),
    "/api/v1/runs?workflow_id=slow-blur": operation({ photo: { type: "string", format: "binary" } }),
  },
};

/** The name and field names of each interface. */
/** The interfaces of single workflows. */
const interfaces = (source) => {
  return [...source.matchAll(/^export interface (?!Workflows )(\w+) \{\n(.*?)^\}$/gms)].map(([, name, body]) => [
    name,
    body.match(/^ {2}\w+(?=\??:)/gm).map((field) => field.trim()),
  ]);
};
const BOTH = [
  ["PosterInputs", ["title"]],
  ["SlowBlurInputs", ["photo"]],
];

test("each workflow of a listing has an interface named after its id", async () => {
  const source = await generated("listing.json", LISTING);
  assert.deepEqual(interfaces(source), BOTH);
  assert.match(source, /The inputs of the workflow “slow-blur” in listing\.json\./);
  assert.ok(
    source.endsWith('export interface Workflows {\n  poster: PosterInputs;\n  "slow-blur": SlowBlurInputs;\n}\n'),
  );
});

test("each workflow of an OpenAPI document has an interface named after its id", async () => {
  assert.deepEqual(interfaces(await generated("openapi.json", OPENAPI)), BOTH);
});

test("--workflow writes only one, and --name then names it", async () => {
  const source = await generated("listing.json", LISTING, "--workflow", "slow-blur");
  assert.deepEqual(interfaces(source), [BOTH[1]]);
  assert.ok(!source.includes("interface Workflows"));
  assert.deepEqual(interfaces(await generated("listing.json", LISTING, "--workflow", "slow-blur", "--name", "Blur")), [
    ["Blur", ["photo"]],
  ]);
});

test("a message says that the interfaces of a listing without ids are named after the file", async () => {
  const { stdout, stderr, status } = await flowdeck(
    ["types", "-"],
    JSON.stringify([listed(undefined, { a: "string" }), listed(undefined, { b: "string" })]),
  );
  assert.deepEqual(
    [interfaces(stdout), status],
    [
      [
        ["Inputs", ["a"]],
        ["Inputs2", ["b"]],
      ],
      0,
    ],
  );
  assert.match(stderr, /^the standard input: 2 of its 2 workflows have no id; .*\n$/);
});

test("a problem is printed with its node's id, class and title, without control characters", async () => {
  const node = { class_type: "InputNumber", inputs: { min: "low" }, _meta: { title: "How\u001b[2J many" } };
  const { stderr } = await flowdeck(["types", "-"], JSON.stringify({ ...POSTER, 9: node }));
  assert.match(stderr, /^the standard input: node 9 \(InputNumber\) “How \[2J many”: \S/m);
});

test("problems go to the standard error, and the rest is written", async () => {
  await writeFile(join(FOLDER, "faulty.json"), JSON.stringify({ ...POSTER, 9: { inputs: {} } }));
  const { stdout, stderr, status } = await flowdeck(["types", "faulty.json"]);
  assert.match(stdout, /title: string;/);
  assert.match(stderr, /^faulty\.json: /);
  assert.equal(status, 0);
});

test("--help explains the command", async () => {
  const { stdout, status } = await flowdeck(["types", "--help"]);
  assert.match(stdout, /^flowdeck types FILE/);
  for (const source of ["image", "OpenAPI document", "listing", "schema document"])
    assert(stdout.includes(source), source);
  assert.equal(status, 0);
});

for (const [args, message] of /** @type {[string[], string][]} */ ([
  [["types"], "name a workflow file"],
  [["types", "none.json"], "reading none.json: there is no such file; give the path"],
  [["types", "."], "reading .: it is a folder; give a file in it"],
  [
    ["types", "https://u:k-1@pod.example.com/openapi.json?key=k-2"],
    "reading https://pod.example.com/openapi.json: only files can be read, and this is a URL; " +
      "fetch it with the header X-API-KEY",
  ],
  [["types", "workflow.json", "--out", "none/a.d.ts"], "writing none/a.d.ts: there is no folder none; create it first"],
  [["types", "workflow.json", "--out", "."], "writing .: it is a folder"],
  [["types", "workflow.json", "--out", ""], "the name is empty"],
  [["types", "-"], "reading the standard input: it has no fields"],
  [["types", "a", "b", "--name", "x"], "--name is for one workflow"],
  [["types", "a", "--colour"], "--colour"],
])) {
  test(`flowdeck ${args.join(" ")} fails and says why, without a stack trace`, async () => {
    const { stdout, stderr, status } = await flowdeck(args);
    assert.deepEqual([stdout, status], ["", 1]);
    const last = stderr.trimEnd().split("\n").at(-1);
    assert(last.startsWith("error: ") && last.includes(message), stderr);
    assert.doesNotMatch(stderr, /\n {4}at |k-1|k-2/);
  });
}
