// Fields that the workflow does not have: a warning for each, or a refusal where the caller wants one.
import assert from "node:assert/strict";
import { test } from "node:test";
import { deckOf, envelope, flowdeck, KEY, startDeployment } from "./deployment.mjs";

/** @import { FlowdeckError } from "../../www/npm/index.js" */

const POST = "POST /api/v1/runs";
const SCHEMA = {
  fields: [{ name: "quote", label: "Quote", kind: "text", multiline: false, required: false }],
  outputs: [],
};
const DID_YOU_MEAN = "the workflow has no such field; did you mean “quote”?";

/** The answer of a deployment that reports these unknown fields. */
const accepting = (unknown_fields) => (request) => ({
  ...envelope([{ run_id: "run-1", workflow_id: request.query.get("workflow_id") }]),
  meta: { unknown_fields },
});

/** Collects what is logged as a warning during the test; returns a function for what it was. */
function warnings(t) {
  const { mock } = t.mock.method(console, "warn", () => {});
  return () => mock.calls.map((call) => call.arguments.join(" "));
}

test("an unknown field is warned of once for each workflow, with the one that was meant", async (t) => {
  const unknown = [{ name: "quot", similar: "quote" }, { name: "zzz" }];
  const { deck } = await deckOf(t, { [POST]: accepting(unknown) });
  const warned = warnings(t);
  for (const id of ["card-1", "card-1", "card-2"]) {
    const run = await deck.run(id, { quot: "x", zzz: 1 });
    assert.deepEqual(Object.keys(run).sort(), ["entries", "runId", "workflowId"]);
  }
  assert.deepEqual(warned(), [
    "flowdeck: the workflow “card-1” has no field “quot”; did you mean “quote”?",
    "flowdeck: the workflow “card-1” has no field “zzz”; check its name",
    "flowdeck: the workflow “card-2” has no field “quot”; did you mean “quote”?",
    "flowdeck: the workflow “card-2” has no field “zzz”; check its name",
  ]);
});

test("a field that the caller declares is meant", async (t) => {
  const { deck } = await deckOf(t, { [POST]: accepting([{ name: "note" }]) });
  const warned = warnings(t);
  await deck.run("card-3", { note: "x" }, { additional: { note: "text" } });
  assert.deepEqual(warned(), []);
});

for (const odd of ["quot", 7, [null, 1, {}], { name: "a" }]) {
  test(`a run is accepted although its unknown fields are ${JSON.stringify(odd)}`, async (t) => {
    const { deck } = await deckOf(t, { [POST]: accepting(odd) });
    const warned = warnings(t);
    assert.equal((await deck.run("card-4", {})).runId, "run-1");
    assert.deepEqual(warned(), []);
  });
}

test("the option strict is sent, and that of a run counts before the deck's", async (t) => {
  const { baseUrl, requests } = await startDeployment(t);
  const deck = await flowdeck.connect({ baseUrl, apiKey: KEY, strict: true });
  await deck.run("card", {});
  await deck.run("card", {}, { strict: false });
  await deck.run("card", {}, { strict: null });
  assert.deepEqual(
    requests.map(({ query }) => query.get("strict")),
    ["true", "false", "true"],
  );
});

test("a deployment's refusal names the field and the one that was meant", async (t) => {
  const detail = [{ loc: ["body", "quot"], msg: DID_YOU_MEAN, type: "extra_forbidden" }];
  const { deck } = await deckOf(t, { [POST]: () => ({ status: 422, body: { detail } }) });
  await assert.rejects(deck.runAndWait("card", { quot: "x" }, { strict: true }), isRefusal);
});

test("with a schema, an unknown field is refused before anything is sent", async (t) => {
  const { deck, requests } = await deckOf(t);
  const options = { schema: SCHEMA, strict: true };
  await assert.rejects(deck.run("card", { quot: "x" }, options), isRefusal);
  assert.equal(requests.length, 0);
  await deck.run("card", { quote: "x" }, options);
  await deck.run("card", { quote: "x", note: "y" }, { ...options, additional: { note: "text" } });
  await deck.run("card", { quot: "x" }, { schema: SCHEMA });
  assert.equal(requests.length, 3);
});

for (const strict of ["true", 1, {}]) {
  test(`strict cannot be ${JSON.stringify(strict)}`, async (t) => {
    const { deck, requests } = await deckOf(t);
    await assert.rejects(deck.run("card", {}, { strict }), { name: "UsageError", message: /strict must be true or/ });
    assert.equal(requests.length, 0);
  });
}

/** @param {FlowdeckError} error */
function isRefusal(error) {
  assert(error instanceof flowdeck.ValidationError);
  assert.deepEqual(error.fieldErrors("quot"), [DID_YOU_MEAN]);
  assert.equal(error.items[0].type, "extra_forbidden");
  return true;
}
