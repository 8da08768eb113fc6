// The sources that inputSchema reads, each recognized by its content.
import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateSync } from "node:zlib";
import { deckOf, envelope, flowdeck } from "./deployment.mjs";

const { inputSchema } = flowdeck;

const API = {
  1: { class_type: "InputText", inputs: { name: "title", label: "Title" } },
  2: { class_type: "InputImage", inputs: { name: "photo", required: true } },
  3: { class_type: "SaveImage", inputs: { images: ["2", 0] } },
};

const EDITOR = {
  version: 0.4,
  last_node_id: 2,
  last_link_id: 1,
  groups: [],
  config: {},
  extra: {},
  nodes: [
    {
      id: 1,
      type: "LoadImage",
      title: "Photo",
      mode: 0,
      pos: [0, 0],
      inputs: [],
      outputs: [{ name: "IMAGE", type: "IMAGE", links: [1] }],
      widgets_values: ["a.png", "image"],
    },
    {
      id: 2,
      type: "SaveImage",
      mode: 0,
      pos: [0, 0],
      inputs: [{ name: "images", type: "IMAGE", link: 1 }],
      outputs: [],
      widgets_values: ["out"],
    },
  ],
  links: [[1, 1, 0, 2, 0, "IMAGE"]],
};

const DOCUMENT = {
  flowdeck: 1,
  workflow_id: "poster",
  fields: [
    { name: "size", kind: "number", integer: true, max: "18446744073709551615" },
    { name: "model", kind: "file", accept: ".glb", multiple: true },
  ],
};

const OPENAPI = {
  openapi: "3.1.0",
  info: { title: "t", version: "1" },
  paths: {
    "/api/v1/runs": {
      post: {
        requestBody: {
          content: {
            "multipart/form-data": {
              schema: {
                type: "object",
                required: ["title"],
                properties: {
                  title: { type: "string", maxLength: 9 },
                  photo: { type: "string", contentMediaType: "image/*" },
                },
              },
            },
          },
        },
      },
    },
  },
};

const LISTING = [
  { id: "a", name: "A", inputs: '{ "text_6": "string" }' },
  { id: "b", name: "B", inputs: '{ "image_7": "image" }' },
];

/** The CRC-32 of a chunk; Node 20 has no function for it. */
function crc(bytes) {
  let sum = -1;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}

/** An image of one pixel that carries these texts. */
function png(texts) {
  const chunk = (type, data) => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length);
    frame.writeUInt32BE(crc(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk("IHDR", Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0])),
    ...Object.entries(texts).map(([name, value]) =>
      chunk("tEXt", Buffer.from(`${name}\0${JSON.stringify(value)}`, "latin1")),
    ),
    chunk("IDAT", deflateSync(Buffer.alloc(4))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const names = ({ schema }) => schema.fields.map(({ name, kind }) => [name, kind]);

test("a workflow in the API format", async () => {
  const reading = await inputSchema(API);
  assert.deepEqual(names(reading), [
    ["title", "text"],
    ["photo", "image"],
  ]);
  assert.deepEqual(
    [reading.schema.outputs, reading.problems],
    [[{ node: "3", label: "SaveImage", kind: "image" }], []],
  );
});

test("a workflow as the editor saves it", async () => {
  const { schema, problems } = await inputSchema(JSON.stringify(EDITOR));
  assert.deepEqual(
    schema.fields.map(({ kind, label, node }) => [kind, label, node]),
    [["image", "Photo", "1.image"]],
  );
  assert.deepEqual([schema.outputs.length, problems], [1, []]);
});

for (const [what, texts] of [
  ["as the editor's workflow", { workflow: EDITOR }],
  ["as the engine's prompt", { prompt: API }],
  ["as both", { prompt: API, workflow: EDITOR }],
]) {
  test(`an image that carries its workflow ${what}`, async () => {
    const { schema, problems } = await inputSchema(new File([png(texts)], "out.png", { type: "image/png" }));
    assert(schema.fields.some(({ kind }) => kind === "image"));
    assert.deepEqual([schema.outputs.length, problems], [1, []]);
  });
}

test("an image without a workflow has a problem that says so", async () => {
  const { schema, problems, schemas } = await inputSchema(new Blob([png({})]));
  assert.deepEqual([schema.fields, schemas], [[], []]);
  assert(problems.length > 0);
});

test("bytes are read like a file", async () => {
  const bytes = Buffer.from(`  ${JSON.stringify(API)}`);
  const whole = await inputSchema(API);
  for (const source of [
    bytes,
    new Uint8Array(bytes),
    new Uint8Array(bytes).buffer,
    new DataView(new Uint8Array(bytes).buffer),
  ]) {
    assert.deepEqual(await inputSchema(source), whole);
  }
  assert.equal((await inputSchema(png({ prompt: API }))).schema.fields.length, 2);
});

test("an OpenAPI document", async () => {
  const { schema, problems } = await inputSchema(OPENAPI);
  assert.deepEqual(
    schema.fields.map(({ name, kind, required, maxLength }) => [name, kind, required, maxLength]),
    [
      ["title", "text", true, 9],
      ["photo", "image", false, undefined],
    ],
  );
  assert.deepEqual(problems, []);
});

test("a listing gives the schema of each workflow by its id", async () => {
  const reading = await inputSchema(LISTING);
  const fields = reading.schemas.map(({ workflowId, schema }) => [workflowId, ...names({ schema })]);
  assert.deepEqual(fields, [
    ["a", ["text_6", "text"]],
    ["b", ["image_7", "image"]],
  ]);
  assert.deepEqual(reading.schema, reading.schemas[0].schema);
});

test("the raw answer of deck.workflows() is a listing", async (t) => {
  const { deck } = await deckOf(t, { "GET /api/v1/comfy/workflows": () => envelope(LISTING) });
  const { schemas } = await inputSchema((await deck.workflows()).raw);
  assert.deepEqual(
    schemas.map(({ workflowId }) => workflowId),
    ["a", "b"],
  );
});

test("flowdeck's own schema document keeps every digit", async () => {
  const { schema, schemas, problems } = await inputSchema(DOCUMENT);
  const [size, model] = schema.fields;
  assert.deepEqual(
    [size.max, size.integer, model.kind, model.accept, model.multiple],
    ["18446744073709551615", true, "file", ".glb", true],
  );
  assert.deepEqual([schemas.map(({ workflowId }) => workflowId), problems], [["poster"], []]);
});

test("the JSON of a schema is read as the same schema", async () => {
  const { schema } = await inputSchema(API);
  assert.deepEqual((await inputSchema(schema)).schema, schema);
});

test("reading a source does not change it", async () => {
  const before = structuredClone(OPENAPI);
  await inputSchema(OPENAPI);
  assert.deepEqual(OPENAPI, before);
});
