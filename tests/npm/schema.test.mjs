import assert from "node:assert/strict";
import { test } from "node:test";
import { runInNewContext } from "node:vm";
import { flowdeck } from "./deployment.mjs";

const { inputSchema } = flowdeck;
const TEXT = `{
  "9": {
    "class_type": "InputNumber",
    "inputs": {"name": "seed", "label": "Seed", "integer": true, "max": 18446744073709551615}
  },
  "2": {
    "class_type": "InputText",
    "inputs": {"name": "title", "max_length": 40, "multiline": true},
    "_meta": {"title": "Words"}
  },
  "5": {"class_type": "SaveImage", "inputs": {"images": ["2", 0]}}
}`;
const SCHEMA = {
  fields: [
    {
      name: "seed",
      label: "Seed",
      kind: "number",
      integer: true,
      max: "18446744073709551615",
      required: true,
      node: "9",
    },
    { name: "title", label: "Words", kind: "text", multiline: true, maxLength: 40, required: false, node: "2" },
  ],
  outputs: [{ node: "5", label: "SaveImage", kind: "image" }],
};
const READING = { schema: SCHEMA, problems: [], schemas: [{ workflowId: null, schema: SCHEMA }] };

test("a schema is read from text, in the order of its nodes and with every digit", async () => {
  assert.deepEqual(await inputSchema(TEXT), READING);
});

test("a schema is read from a file, with or without a byte order mark", async () => {
  assert.deepEqual(await inputSchema(new File([TEXT], "w.json")), READING);
  assert.deepEqual(await inputSchema(new Blob(["\ufeff", TEXT])), READING);
  assert.deepEqual(await inputSchema(`\ufeff${TEXT}`), READING);
});

for (const [what, words] of [
  ["characters beyond ASCII", "é€😀"],
  ["other characters after much ASCII", `${"a".repeat(1e6)}日本`],
  ["half a surrogate pair", "a\ud83d"],
]) {
  test(`text with ${what} is read like its bytes`, async () => {
    const node = `{"class_type": "InputText", "inputs": {"label": "${words}"}}`;
    const text = `{"1": ${node}, "2": {"class_type": "SaveText", "inputs": {}}}`;
    const reading = await inputSchema(text);
    assert.deepEqual(reading, await inputSchema(new TextEncoder().encode(text)));
    assert.equal(reading.schema.fields[0].label, words.toWellFormed());
  });
}

test("a schema is read from a parsed object", async () => {
  const { schema } = await inputSchema({ a: { class_type: "InputBoolean", inputs: {} } });
  assert.deepEqual(schema.fields, [
    { name: "boolean_a", label: "boolean_a", kind: "boolean", default: "false", required: false, node: "a" },
  ]);
});

for (const text of ["", "not json", "7", "[]", '{"nodes":[]}', '{"1":7}']) {
  test(`${JSON.stringify(text)} is not a workflow, and its problem says so`, async () => {
    const { schema, problems } = await inputSchema(text);
    assert.deepEqual(schema.fields, []);
    assert(problems.length > 0 && problems.every((problem) => problem.message.length > 0));
  });
}

test("a problem names its node", async () => {
  const { problems } = await inputSchema({ 1: { inputs: {} } });
  assert.deepEqual([problems[0].node, problems[0].class, problems[0].title], ["1", null, null]);
});

test("a problem has a code and arguments, to be translated", async () => {
  const text = (name) => ({ class_type: "InputText", inputs: { name } });
  const { problems } = await inputSchema({
    1: text("word"),
    2: text("word"),
    3: { class_type: "SaveText", inputs: { text: ["1", 0] } },
  });
  assert.deepEqual(
    problems.map(({ code, args }) => [code, args]),
    [["second_name", ["word", "1"]]],
  );
});

test("a problem of a kind without a code has only its message", async () => {
  const { problems } = await inputSchema({ flowdeck: 1, fields: 7 });
  assert.deepEqual(
    problems.map(({ code, args }) => [code, args]),
    [[null, []]],
  );
});

for (const path of ["poster.json", "./workflows/poster", "C:\\poster.png", "https://pod.example.com/openapi.json"]) {
  test(`${path} looks like a path, and its problem says that a string is never a path`, async () => {
    const { schemas, problems } = await inputSchema(path);
    assert.deepEqual(schemas, []);
    assert.match(
      problems[0].message,
      /not valid JSON.*; a string is the JSON text itself, never a path or a URL: read the file/,
    );
  });
}

for (const [what, source] of [
  ["broken JSON", '{"a.png": '],
  ["a broken list", "\ufeff [1.5"],
  ["a document in YAML", "openapi: 3.1.0\npaths: {}"],
  ["a file", new Blob(["poster.json"])],
]) {
  test(`the problem of ${what} does not mention paths`, async () => {
    const { problems } = await inputSchema(source);
    assert(
      problems.length > 0 && problems.every(({ message }) => !message.includes("path or a URL")),
      JSON.stringify(problems),
    );
  });
}

class Graph {}
for (const [what, source, why] of /** @type {[string, unknown, RegExp][]} */ ([
  ["a promise", Promise.resolve({}), /a promise; await it first/],
  // biome-ignore lint/suspicious/noThenProperty: the test needs a thenable
  ["a thenable", { then() {} }, /a promise; await it first/],
  ["a Response", new Response("{}"), /a Response; give what its json\(\) resolves to: await it first/],
  ["a Map", new Map(), /not plain JSON \(Map\); give its JSON text/],
  ["a Set", new Set(), /\(Set\)/],
  ["a Date", new Date(), /\(Date\)/],
  ["a URL", new URL("file:///a.json"), /\(URL\)/],
  ["an object of a class", new Graph(), /\(Graph\)/],
  ["an imported module", await import("./deployment.mjs"), /a module; give its default export/],
])) {
  test(`${what} is rejected as a workflow, and the error says what to do`, async () => {
    await assert.rejects(inputSchema(source), {
      name: "UsageError",
      code: "usage",
      message: new RegExp(`^reading a workflow: .*${why.source}`),
    });
  });
}

const WORKFLOW = JSON.parse(TEXT.replace("18446744073709551615", "9"));
for (const [what, source] of [
  ["of another realm", runInNewContext("JSON.parse(text)", { text: JSON.stringify(WORKFLOW) })],
  ["without a prototype", Object.assign(Object.create(null), WORKFLOW)],
  ["behind a proxy", new Proxy(WORKFLOW, {})],
  [
    "with a toJSON",
    new (class {
      toJSON = () => WORKFLOW;
    })(),
  ],
  ["that is frozen", Object.freeze({ ...WORKFLOW })],
]) {
  test(`an object ${what} is read`, async () => {
    assert.deepEqual(await inputSchema(source), await inputSchema(WORKFLOW));
  });
}

const circle = {};
circle.self = circle;
for (const [what, workflow] of /** @type {[string, unknown][]} */ ([
  ["undefined", undefined],
  ["null", null],
  ["a number", 7],
  ["a boolean", true],
  ["a symbol", Symbol("s")],
  ["a bigint", 1n],
  ["a function", () => {}],
  ["a circle", circle],
  ["an object with a bigint in it", { a: 1n }],
])) {
  test(`${what} is rejected as a workflow`, async () => {
    await assert.rejects(inputSchema(workflow), {
      name: "UsageError",
      code: "usage",
      message: /^reading a workflow: /,
    });
  });
}

const field = (name, kind, more) => ({ name, label: name, kind, required: false, ...more });
const schemaOf = (...fields) => ({ fields, outputs: [] });
const PNG = new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82]);
const FORM = schemaOf(
  field("title", "text", { multiline: false, maxLength: 5, required: true }),
  field("seed", "number", { integer: true, min: "0", max: "18446744073709551615" }),
  field("photo", "image"),
  field("model", "file", { accept: ".glb", multiple: true }),
);

test("valid values have no errors", async () => {
  const photo = new File([PNG], "a.png", { type: "image/png" });
  const model = new File(["glTF"], "a.glb");
  assert.deepEqual(
    await flowdeck.checkValues(FORM, {
      title: "Hi",
      seed: 18446744073709551615n,
      photo,
      model: [model, model],
      extra: 1,
    }),
    [],
  );
});

test("each invalid value is located as in the contract", async () => {
  const errors = await flowdeck.checkValues(FORM, { seed: 18446744073709551616n, photo: "photo.png" });
  assert.deepEqual(errors.map(({ loc }) => loc).sort(), [
    ["body", "photo"],
    ["body", "seed"],
    ["body", "title"],
  ]);
  for (const { msg, type } of errors) assert(msg.length > 0 && type.length > 0);
});

test("a file is checked by its content, whatever its type", async () => {
  const check = (bytes, type) =>
    flowdeck.checkValues(FORM, { title: "Hi", photo: new File([bytes], "a.png", { type }) });
  assert.deepEqual(await check(PNG, ""), []);
  const [error] = await check(Buffer.from("ID3\u0003\u0000\u0000\u0000\u0000\u0000\u0000"), "image/png");
  assert.deepEqual(error?.loc, ["body", "photo"]);
});

test("a check reads only the first bytes of a file", async () => {
  const reads = [];
  class RecordingFile extends File {
    slice(...args) {
      reads.push(args);
      return super.slice(...args);
    }
    async arrayBuffer() {
      return assert.fail("the whole file was read");
    }
  }
  await flowdeck.checkValues(FORM, {
    title: "Hi",
    photo: new RecordingFile([PNG, new Uint8Array(2 ** 20)], "a.png", { type: "image/png" }),
  });
  assert(reads.length > 0 && reads.every(([from, to]) => from === 0 && to <= 4096), JSON.stringify(reads));
});

test("a check rejects invalid values like a run", async () => {
  await assert.rejects(flowdeck.checkValues(FORM, { title: {} }), { name: "UsageError", message: /“title”/ });
});

test("a schema compared with itself has no changes", async () => {
  assert.deepEqual(await flowdeck.schemaChanges(FORM, FORM), []);
});

test("a change names its field and says whether it breaks", async () => {
  const [title, seed, photo, model] = FORM.fields;
  const before = schemaOf({ ...title, node: "1" }, seed, photo, model);
  const after = schemaOf(
    { ...title, node: "1", name: "heading" },
    { ...seed, max: "10" },
    { ...model, multiple: false },
    field("style", "choice", { options: ["a"] }),
  );
  const changes = await flowdeck.schemaChanges(before, after);
  assert.deepEqual(
    changes.map(({ field, change, to, breaks }) => [field, change, to, breaks]),
    [
      ["title", "renamed", "heading", true],
      ["seed", "bounds", undefined, true],
      ["photo", "removed", undefined, true],
      ["model", "multiple", undefined, true],
      ["style", "added", undefined, false],
    ],
  );
  for (const { message } of changes) assert(message.length > 0);
});

const withBigint = { fields: [], outputs: [], at: 1n };
for (const schema of [undefined, null, 7, "{}", {}, { fields: [{}] }, withBigint]) {
  const what = schema === withBigint ? "a schema with a bigint" : JSON.stringify(schema);
  test(`checks and comparisons reject ${what}`, async () => {
    const refused = { name: "UsageError", code: "usage", message: /reading / };
    await assert.rejects(flowdeck.checkValues(schema, {}), refused);
    await assert.rejects(flowdeck.schemaChanges(FORM, schema), refused);
  });
}
