import assert from "node:assert/strict";
import { test } from "node:test";
import { deckOf, envelope, flowdeck } from "./deployment.mjs";

/** @import { FlowdeckError } from "../../www/npm/index.js" */

const FORM = {
  1: { class_type: "InputText", inputs: { name: "title", max_length: 5, required: true } },
  2: { class_type: "InputNumber", inputs: { name: "seed", integer: true, min: 0, max: 10 } },
  3: { class_type: "SaveImage", inputs: { images: ["1", 0] } },
};

test("a run's result has its id, its workflow and every entry", async (t) => {
  const data = [
    { run_id: "a", workflow_id: "w" },
    { run_id: "b", workflow_id: "w" },
  ];
  const { deck } = await deckOf(t, { "POST /api/v1/runs": () => envelope(data) });
  assert.deepEqual(await deck.run("w", {}), {
    runId: "a",
    workflowId: "w",
    entries: [
      { runId: "a", workflowId: "w" },
      { runId: "b", workflowId: "w" },
    ],
  });
});

test("the single object of an older deployment is also a run", async (t) => {
  const data = { number: 3, node_errors: {}, output_names: ["x"], run_id: "a" };
  const { deck } = await deckOf(t, { "POST /api/v1/runs": () => ({ status: "success", data }) });
  const run = await deck.run("poster", {});
  assert.deepEqual(run.entries, [{ runId: "a", workflowId: "poster" }]);
});

test("an answer that names no run is an error", async (t) => {
  const { deck } = await deckOf(t, { "POST /api/v1/runs": () => envelope([]) });
  await assert.rejects(deck.run("poster", {}), { name: "DecodeError", message: /its data has another shape/ });
});

test("a string that is a path is sent as text", async (t) => {
  const { deck, requests } = await deckOf(t);
  await deck.run("poster", { photo: import.meta.filename });
  assert.deepEqual(requests[0].parts, [["photo", import.meta.filename]]);
});

for (const [what, value] of Object.entries({
  NaN,
  Infinity,
  "an unsafe integer": 2 ** 53,
  "a plain object": {},
  bytes: new Uint8Array(2),
  "a date": new Date(0),
  "a function": () => 1,
  "a symbol": Symbol("s"),
  "a promise": Promise.resolve(1),
  "an array in an array": [["a"]],
})) {
  test(`${what} is rejected before anything is sent, and the error names its field`, async (t) => {
    const { deck, requests } = await deckOf(t);
    await assert.rejects(deck.run("poster", { odd: value }), { name: "UsageError", code: "usage", message: /“odd”/ });
    assert.equal(requests.length, 0);
  });
}

for (const [what, values] of Object.entries({
  "a FormData": new FormData(),
  "a Map": new Map(),
  "an array": [],
  "a string": "a=1",
  "a File": new File([], "a"),
})) {
  test(`${what} instead of the values is rejected`, async (t) => {
    const { deck } = await deckOf(t);
    await assert.rejects(deck.run("poster", values), { name: "UsageError", message: /\{field: value\}/ });
  });
}

test("the error that a caller's getter throws is not changed, and nothing is sent", async (t) => {
  const { deck, requests } = await deckOf(t);
  const failure = new Error("my own failure");
  const values = {
    get a() {
      throw failure;
    },
  };
  await assert.rejects(deck.run("poster", values), (error) => error === failure);
  assert.equal(requests.length, 0);
});

for (const id of [undefined, null, "", "  ", 7, {}]) {
  test(`${JSON.stringify(id) ?? "undefined"} is not a workflow id`, async (t) => {
    const { deck } = await deckOf(t);
    await assert.rejects(deck.run(id, {}), { name: "UsageError", message: /workflow id/ });
  });
}

test("values that do not fit the schema are rejected by field before anything is sent", async (t) => {
  const { deck, requests } = await deckOf(t);
  const { schema } = await flowdeck.inputSchema(FORM);
  await assert.rejects(
    deck.run("poster", { title: "too long", seed: 11 }, { schema }),
    (/** @type {FlowdeckError} */ error) => {
      assert(error instanceof flowdeck.ValidationError);
      assert.equal(error.status, null);
      assert.deepEqual(error.fieldErrors("title"), ["must have at most 5 characters, not 8"]);
      assert.deepEqual(error.fieldErrors("seed"), ["must be at most 10"]);
      assert.deepEqual(error.fieldErrors("other"), []);
      return true;
    },
  );
  assert.equal(requests.length, 0);
});

test("values that fit the schema are sent, and so are fields that it does not have", async (t) => {
  const { deck, requests } = await deckOf(t);
  const { schema } = await flowdeck.inputSchema(FORM);
  await deck.run("poster", { title: "fits", seed: 10n, extra: true }, { schema });
  assert.deepEqual(requests[0].parts, [
    ["title", "fits"],
    ["seed", "10"],
    ["extra", "true"],
  ]);
});

test("an invalid schema is rejected", async (t) => {
  const { deck } = await deckOf(t);
  await assert.rejects(deck.run("p", {}, { schema: { fields: 7 } }), { name: "UsageError", message: /schema/ });
});

test("concurrent runs each get their own answer", async (t) => {
  const { deck } = await deckOf(t);
  const ids = ["a", "b", "c", "d"];
  const runs = await Promise.all(ids.map((id) => deck.run(id, { id })));
  assert.deepEqual(
    runs.map((run) => run.workflowId),
    ids,
  );
});
