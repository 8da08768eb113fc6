// Saved exposures, suggested inputs and the engines' node classes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { deckOf, envelope, flowdeck } from "./deployment.mjs";

const { inputSchema, suggestInputs } = flowdeck;

const WORKFLOW = {
  3: { class_type: "KSampler", inputs: { seed: 5, steps: 20, positive: ["6", 0] } },
  6: { class_type: "CLIPTextEncode", inputs: { text: "a cat" } },
  7: { class_type: "Odd", inputs: { size: 3 } },
  9: { class_type: "SaveImage", inputs: { images: ["3", 0], odd: ["7", 0], filename_prefix: "x" } },
};
const EXPOSURE = {
  flowdeck: 1,
  fields: [
    { node: "6", input: "text", name: "prompt", label: "Prompt" },
    { node: "3", input: "steps", name: "steps", max: 30, advanced: true },
  ],
};
const ODD = '{"Odd":{"input":{"required":{"size":["INT",{"min":1,"max":18446744073709551615,"tooltip":"How big"}]}}}}';
const SIZE = { flowdeck: 1, fields: [{ node: "7", input: "size", name: "size" }] };

const namesOf = ({ schema }) => schema.fields.map(({ name }) => name);

for (const [what, exposure] of [
  ["an object", EXPOSURE],
  ["text", JSON.stringify(EXPOSURE)],
  ["a file", new Blob([JSON.stringify(EXPOSURE)])],
  ["bytes", new TextEncoder().encode(JSON.stringify(EXPOSURE))],
]) {
  test(`an exposure as ${what} chooses the fields`, async () => {
    for (const source of [WORKFLOW, JSON.stringify(WORKFLOW), new Blob([JSON.stringify(WORKFLOW)])]) {
      const reading = await inputSchema(source, { exposure });
      assert.deepEqual(namesOf(reading), ["prompt", "steps"]);
      assert.deepEqual(reading.problems, []);
      const { max, advanced } = reading.schema.fields[1];
      assert.deepEqual([max, advanced], ["30", true]);
    }
  });
}

test("problems of an exposure are reported with their place, and its other fields are used", async () => {
  const exposure = { flowdeck: 1, lable: "x", fields: [{ node: "4", input: "seed" }, EXPOSURE.fields[0]] };
  const { problems, ...reading } = await inputSchema(WORKFLOW, { exposure });
  assert.deepEqual(namesOf(reading), ["prompt"]);
  const messages = problems.map(({ message }) => message);
  assert.match(messages[0], /lable: there is no such key/);
  assert.match(messages[1], /fields\[0\]\.node: the workflow has no node `4`/);
});

for (const exposure of ["{", "", [], "7"]) {
  test(`${JSON.stringify(exposure)} is not an exposure, and its problem says so`, async () => {
    const { problems, schema } = await inputSchema(WORKFLOW, { exposure });
    assert(problems.length > 0 && problems[0].message.length > 0);
    assert(schema.fields.length > 0);
  });
}

test("a source without a workflow has no use for an exposure", async () => {
  const { problems } = await inputSchema([{ id: "poster", inputs: '{"title":"string"}' }], { exposure: EXPOSURE });
  assert.match(problems.at(-1).message, /the exposure is not used/);
});

for (const [what, objectInfo] of [
  ["text, with every digit", ODD],
  ["a file, with every digit", new Blob([ODD])],
  ["bytes, with every digit", new TextEncoder().encode(ODD)],
]) {
  test(`node classes as ${what} give a field its bounds`, async () => {
    const [field] = (await inputSchema(WORKFLOW, { exposure: SIZE, objectInfo })).schema.fields;
    assert.deepEqual([field.min, field.max, field.tooltip], ["1", "18446744073709551615", "How big"]);
  });
}

test("node classes as an object convert the editor's format", async () => {
  const editor = {
    links: [],
    nodes: [
      { id: 7, type: "Odd", inputs: [], outputs: [], widgets_values: [3] },
      { id: 9, type: "SaveImage", inputs: [], outputs: [], widgets_values: ["out"] },
    ],
  };
  assert.deepEqual(namesOf(await inputSchema(editor, { exposure: SIZE })), []);
  const objectInfo = { Odd: { input: { required: { size: ["INT", { max: 9 }] } } } };
  const { schema, problems } = await inputSchema(editor, { exposure: SIZE, objectInfo });
  assert.deepEqual(problems, []);
  assert.deepEqual([schema.fields[0].name, schema.fields[0].max], ["size", "9"]);
});

test("missing options are no options", async () => {
  const plain = await inputSchema(WORKFLOW);
  for (const options of [undefined, null, {}, { exposure: null, objectInfo: undefined }]) {
    assert.deepEqual(await inputSchema(WORKFLOW, options), plain);
  }
});

for (const [objectInfo, message] of [
  ["{", /reading the option objectInfo: it is not valid JSON; give what deck\.objectInfo\(\) resolves to/],
  [[], /it is not an object of node classes/],
  [envelope({}), /it is not an object of node classes/],
  [new Uint8Array([255]), /it is not UTF-8 text/],
  [7, /reading the option objectInfo: give its JSON text/],
  [Promise.resolve("{}"), /reading the option objectInfo: this is a promise; await it first/],
]) {
  test(`${String(objectInfo)} as node classes is refused: ${message}`, async () => {
    for (const call of [inputSchema, suggestInputs]) {
      await assert.rejects(call(WORKFLOW, { objectInfo }), { name: "UsageError", code: "usage", message });
    }
  });
}

test("other values as options are refused", async () => {
  const usage = (message) => ({ name: "UsageError", message });
  await assert.rejects(inputSchema(WORKFLOW, 7), usage(/the options must be an object/));
  await assert.rejects(suggestInputs(WORKFLOW, "x"), usage(/the options must be an object/));
  await assert.rejects(
    inputSchema(WORKFLOW, { exposure: 7 }),
    usage(/reading the option exposure: give its JSON text/),
  );
  await assert.rejects(suggestInputs(7), usage(/reading a workflow: give its JSON text/));
});

test("suggested inputs come with an exposure that gives the same form", async () => {
  const { candidates, firstOutput, exposure, problems } = await suggestInputs(WORKFLOW);
  assert.deepEqual(problems, []);
  assert.equal(firstOutput, "9");
  assert.deepEqual(candidates[0], {
    node: "6",
    input: "text",
    name: "prompt",
    label: "Prompt",
    group: "basic",
    role: "prompt",
    suggested: true,
  });
  const prefix = candidates.find(({ input }) => input === "filename_prefix");
  assert.deepEqual([prefix.role, prefix.group, prefix.suggested], ["outputSetting", "advanced", false]);
  assert.deepEqual(await inputSchema(WORKFLOW, { exposure }), await inputSchema(WORKFLOW));
  exposure.fields = exposure.fields.filter(({ input }) => input === "text");
  assert.deepEqual(namesOf(await inputSchema(WORKFLOW, { exposure })), ["prompt"]);
});

test("node classes say what an input is for", async () => {
  const roleOf = async (options) => {
    const { candidates } = await suggestInputs(JSON.stringify(WORKFLOW), options);
    return candidates.find(({ node }) => node === "7").role;
  };
  assert.equal(await roleOf(), "size");
  const objectInfo = { Odd: { input: { required: { size: [["a.png"], { image_upload: true }] } } } };
  assert.equal(await roleOf({ objectInfo }), "file");
});

test("what is not a workflow has no candidates, and its problem says so", async () => {
  for (const source of ["", "not json", "[]"]) {
    const { candidates, problems, firstOutput } = await suggestInputs(source);
    assert.deepEqual([candidates, firstOutput], [[], null]);
    assert(problems.length > 0);
  }
});

test("a deck reads the node classes of its deployment, with every digit", async (t) => {
  const { deck, requests } = await deckOf(t, { "GET /api/v1/comfy/object_info": () => ({ body: ODD }) });
  const objectInfo = await deck.objectInfo();
  assert.equal(objectInfo, ODD);
  assert.equal(requests[0].path, "/api/v1/comfy/object_info");
  const [field] = (await inputSchema(WORKFLOW, { exposure: SIZE, objectInfo })).schema.fields;
  assert.equal(field.max, "18446744073709551615");
});

test("a deployment without node classes, or with a page in their place, is an error", async (t) => {
  const path = "GET /api/v1/comfy/object_info";
  const { deck, answers } = await deckOf(t);
  await assert.rejects(deck.objectInfo(), { name: "NotFoundError" });
  answers[path] = () => ({ body: "<!doctype html>" });
  await assert.rejects(deck.objectInfo(), { name: "DecodeError", message: /reading the node classes/ });
});
