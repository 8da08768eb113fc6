import assert from "node:assert/strict";
import { test } from "node:test";
import { flowdeck } from "./deployment.mjs";

const { inputSchema } = flowdeck;
const TEXT = `{
  "9": {"class_type": "InputNumber", "inputs": {"name": "seed", "label": "Seed", "integer": true, "max": 18446744073709551615}},
  "2": {"class_type": "InputText", "inputs": {"name": "title", "max_length": 40, "multiline": true}, "_meta": {"title": "Words"}},
  "5": {"class_type": "SaveImage", "inputs": {"images": ["2", 0]}}
}`;
const READING = {
  schema: {
    fields: [
      { name: "seed", label: "Seed", kind: "number", integer: true, max: "18446744073709551615", required: true, node: "9" },
      { name: "title", label: "Words", kind: "text", multiline: true, maxLength: 40, required: false, node: "2" },
    ],
    outputs: [{ node: "5", label: "SaveImage", kind: "image" }],
  },
  problems: [],
};

test("a schema is read from text, in the order of the nodes and with every digit", async () => {
  assert.deepEqual(await inputSchema(TEXT), READING);
});

test("a schema is read from a file, with a byte order mark or without", async () => {
  assert.deepEqual(await inputSchema(new File([TEXT], "w.json")), READING);
  assert.deepEqual(await inputSchema(new Blob(["\ufeff", TEXT])), READING);
  assert.deepEqual(await inputSchema(`\ufeff${TEXT}`), READING);
});

test("a schema is read from a parsed object", async () => {
  const { schema } = await inputSchema({ a: { class_type: "InputBoolean", inputs: {} } });
  assert.deepEqual(schema.fields, [
    { name: "boolean_a", label: "boolean_a", kind: "boolean", default: "false", required: false, node: "a" },
  ]);
});

for (const text of ["", "not json", "7", "[]", '{"nodes":[]}', '{"1":7}']) {
  test(`${JSON.stringify(text)} is no workflow, and its problem says so`, async () => {
    const { schema, problems } = await inputSchema(text);
    assert.deepEqual(schema.fields, []);
    assert(problems.length > 0 && problems.every((problem) => problem.message.length > 0));
  });
}

test("a problem names its node", async () => {
  const { problems } = await inputSchema({ 1: { inputs: {} } });
  assert.deepEqual([problems[0].node, problems[0].class, problems[0].title], ["1", null, null]);
});

const circle = {};
circle.self = circle;
for (const [what, workflow] of [
  ["undefined", undefined], ["null", null], ["a number", 7], ["a boolean", true], ["a symbol", Symbol("s")], ["a bigint", 1n],
  ["a function", () => {}], ["a circle", circle], ["an object with a bigint in it", { a: 1n }],
]) {
  test(`${what} is refused as a workflow`, async () => {
    await assert.rejects(inputSchema(workflow), { name: "UsageError", code: "usage", message: /^reading a workflow: / });
  });
}
