// Fields beyond the workflow's own, declared by name and kind, and checked with the others.
import assert from "node:assert/strict";
import { test } from "node:test";
import { deckOf, flowdeck } from "./deployment.mjs";

/** @import { FlowdeckError } from "../../www/npm/index.js" */

const { checkValues } = flowdeck;
const SCHEMA = {
  fields: [{ name: "title", label: "Title", kind: "text", multiline: false, maxLength: 5, required: true }],
  outputs: [],
};
const FIELDS = {
  note: "text",
  strength: { kind: "number", integer: true, min: 0, max: "18446744073709551615" },
  mask: "image",
};
const PNG = new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82]);

const faults = (items) => items.map(({ loc, type }) => [loc[1], type]);

test("values of additional fields that fit are sent with the others", async (t) => {
  const { deck, requests } = await deckOf(t);
  const mask = new File([PNG], "a.png", { type: "image/png" });
  const values = { title: "Hi", note: "a\nb", strength: 18446744073709551615n, mask };
  await deck.run("poster", values, { schema: SCHEMA, additional: FIELDS });
  assert.deepEqual(
    requests[0].parts.map(([name]) => name),
    ["title", "note", "strength", "mask"],
  );
});

for (const schema of [SCHEMA, null, undefined]) {
  test(`a value that does not fit its additional field is refused before anything is sent, ${schema ? "with" : `the schema being ${schema}`}`, async (t) => {
    const { deck, requests } = await deckOf(t);
    const values = { title: "Hi", strength: 0.5, mask: "photo.png" };
    await assert.rejects(
      deck.run("poster", values, { schema, additional: FIELDS }),
      (/** @type {FlowdeckError} */ error) => {
        assert(error instanceof flowdeck.ValidationError);
        assert.deepEqual(faults(error.items).sort(), [
          ["mask", "file_type"],
          ["strength", "int_parsing"],
        ]);
        assert.equal(error.fieldErrors("strength").length, 1);
        return true;
      },
    );
    assert.equal(requests.length, 0);
  });
}

test("a run that is waited for checks them as well", async (t) => {
  const { deck, requests } = await deckOf(t);
  await assert.rejects(deck.runAndWait("poster", { strength: "x" }, { additional: FIELDS }), {
    name: "ValidationError",
  });
  assert.equal(requests.length, 0);
});

test("an additional field needs no value, and may have several", async () => {
  assert.deepEqual(await checkValues(SCHEMA, { title: "Hi" }, { additional: FIELDS }), []);
  assert.deepEqual(faults(await checkValues(SCHEMA, { title: "Hi", strength: [1, 2, "x"] }, { additional: FIELDS })), [
    ["strength", "int_parsing"],
  ]);
});

test("without a schema the additional fields alone are checked", async () => {
  assert.deepEqual(faults(await checkValues(null, { strength: -1, title: "far too long" }, { additional: FIELDS })), [
    ["strength", "greater_than_equal"],
  ]);
  assert.deepEqual(await checkValues(undefined, { a: 1 }, { additional: {} }), []);
});

test("what nobody declared is sent unchecked", async (t) => {
  const { deck, requests } = await deckOf(t);
  await deck.run("poster", { anything: 7 }, { additional: {} });
  assert.deepEqual(requests[0].parts, [["anything", "7"]]);
});

test("a name that is a field of the workflow already is a fault, and so is none", async () => {
  const items = await checkValues(SCHEMA, { title: "Hi" }, { additional: { title: "text", "": "image" } });
  assert.deepEqual(faults(items), [
    ["title", "name_taken"],
    ["", "missing"],
  ]);
});

for (const [kind, words] of /** @type {[kind: unknown, message: RegExp][]} */ ([
  ["numbr", /“?strength.*kind is “numbr”; use one of text, number, boolean, choice, image, video, audio, file/],
  [7, /none of text/],
  [null, /none of text/],
  [{ integer: true }, /none of text/],
  [{ kind: "slider", min: 0, max: 1 }, /“slider”, none of text/],
  [{ kind: "number", min: "low" }, /`min` is not a number/],
  [{ kind: "number", min: NaN }, /`min` is null/],
  [{ kind: "number", maxLength: 7 }, /`maxLength` says nothing/],
  [{ kind: "file", accept: "png" }, /`accept` is “png”/],
  [{ kind: "choice" }, /`options`/],
])) {
  test(`${JSON.stringify(kind)} is no kind of an additional field`, async (t) => {
    const { deck, requests } = await deckOf(t);
    const additional = { strength: kind };
    const refused = (/** @type {FlowdeckError} */ error) => {
      assert.deepEqual([error.name, error.code], ["UsageError", "usage"]);
      assert.match(error.message, /^reading the option additional: .*`strength`/);
      assert.match(error.message, words);
      return true;
    };
    await assert.rejects(deck.run("poster", {}, { additional }), refused);
    await assert.rejects(checkValues(SCHEMA, {}, { additional }), refused);
    assert.equal(requests.length, 0);
  });
}

for (const additional of [[], ["note"], "note", 7, { strength: 1n }]) {
  const what = Array.isArray(additional) ? JSON.stringify(additional) : typeof additional;
  test(`additional fields given as ${what} are refused`, async () => {
    await assert.rejects(checkValues(SCHEMA, {}, { additional }), { name: "UsageError", message: /reading / });
  });
}

for (const [what, schema] of [
  ["null", null],
  ["a whole reading", { schema: SCHEMA, problems: [], schemas: [] }],
]) {
  test(`${what} is no schema, and what to give is said`, async () => {
    const refused = { name: "UsageError", message: /pass the `schema` that inputSchema returned$/ };
    await assert.rejects(checkValues(schema, {}), refused);
    await assert.rejects(flowdeck.schemaChanges(SCHEMA, schema), refused);
  });
}

test("options of a check that are no object are refused", async () => {
  await assert.rejects(checkValues(SCHEMA, {}, "additional"), {
    name: "UsageError",
    message: /the options must be an object/,
  });
});
