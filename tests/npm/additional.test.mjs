// Additional fields, which the workflow does not have: declared by name and kind, and checked with the others.
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

const errorTypes = (items) => items.map(({ loc, type }) => [loc[1], type]);

test("valid values of additional fields are sent with the others", async (t) => {
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
  const named = schema ? "a schema" : `the schema ${schema}`;
  test(`an invalid value of an additional field is rejected before anything is sent, with ${named}`, async (t) => {
    const { deck, requests } = await deckOf(t);
    const values = { title: "Hi", strength: 0.5, mask: "photo.png" };
    await assert.rejects(
      deck.run("poster", values, { schema, additional: FIELDS }),
      (/** @type {FlowdeckError} */ error) => {
        assert(error instanceof flowdeck.ValidationError);
        assert.deepEqual(errorTypes(error.items).sort(), [
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

test("runAndWait checks them as well", async (t) => {
  const { deck, requests } = await deckOf(t);
  await assert.rejects(deck.runAndWait("poster", { strength: "x" }, { additional: FIELDS }), {
    name: "ValidationError",
  });
  assert.equal(requests.length, 0);
});

test("an additional field may have no value or several", async () => {
  assert.deepEqual(await checkValues(SCHEMA, { title: "Hi" }, { additional: FIELDS }), []);
  assert.deepEqual(
    errorTypes(await checkValues(SCHEMA, { title: "Hi", strength: [1, 2, "x"] }, { additional: FIELDS })),
    [["strength", "int_parsing"]],
  );
});

test("without a schema only the additional fields are checked", async () => {
  assert.deepEqual(
    errorTypes(await checkValues(null, { strength: -1, title: "far too long" }, { additional: FIELDS })),
    [["strength", "greater_than_equal"]],
  );
  assert.deepEqual(await checkValues(undefined, { a: 1 }, { additional: {} }), []);
});

test("undeclared fields are sent unchecked", async (t) => {
  const { deck, requests } = await deckOf(t);
  await deck.run("poster", { anything: 7 }, { additional: {} });
  assert.deepEqual(requests[0].parts, [["anything", "7"]]);
});

test("a name that the workflow already has is an error, and so is an empty name", async () => {
  const items = await checkValues(SCHEMA, { title: "Hi" }, { additional: { title: "text", "": "image" } });
  assert.deepEqual(errorTypes(items), [
    ["title", "name_taken"],
    ["", "missing"],
  ]);
});

for (const [kind, message] of /** @type {[kind: unknown, message: RegExp][]} */ ([
  ["numbr", /“?strength.*kind is “numbr”; use one of text, number, boolean, choice, image, video, audio, file/],
  [7, /kind is 7; use one of text/],
  [null, /kind is null; use one of text/],
  [{ integer: true }, /; use one of text/],
  [{ kind: "slider", min: 0, max: 1 }, /kind is “slider”; use one of text/],
  [{ kind: "number", min: "low" }, /`min` is not a number/],
  [{ kind: "number", min: NaN }, /`min` is null/],
  [{ kind: "number", maxLength: 7 }, /`maxLength` does not apply to the kind “number”/],
  [{ kind: "file", accept: "png" }, /`accept` is “png”/],
  [{ kind: "choice" }, /`options`/],
])) {
  test(`${JSON.stringify(kind)} is not a kind of an additional field`, async (t) => {
    const { deck, requests } = await deckOf(t);
    const additional = { strength: kind };
    const refused = (/** @type {FlowdeckError} */ error) => {
      assert.deepEqual([error.name, error.code], ["UsageError", "usage"]);
      assert.match(error.message, /^reading the option additional: .*`strength`/);
      assert.match(error.message, message);
      return true;
    };
    await assert.rejects(deck.run("poster", {}, { additional }), refused);
    await assert.rejects(checkValues(SCHEMA, {}, { additional }), refused);
    assert.equal(requests.length, 0);
  });
}

for (const additional of [[], ["note"], "note", 7, { strength: 1n }]) {
  const what = Array.isArray(additional) ? JSON.stringify(additional) : typeof additional;
  test(`additional fields given as ${what} are rejected`, async () => {
    await assert.rejects(checkValues(SCHEMA, {}, { additional }), { name: "UsageError", message: /reading / });
  });
}

for (const [what, schema] of [
  ["null", null],
  ["a whole reading", { schema: SCHEMA, problems: [], schemas: [] }],
]) {
  test(`${what} is not a schema, and the error says what to pass`, async () => {
    const refused = { name: "UsageError", message: /pass the `schema` that inputSchema returned$/ };
    await assert.rejects(checkValues(schema, {}), refused);
    await assert.rejects(flowdeck.schemaChanges(SCHEMA, schema), refused);
  });
}

test("options of a check that are not an object are rejected", async () => {
  await assert.rejects(checkValues(SCHEMA, {}, "additional"), {
    name: "UsageError",
    message: /the options must be an object/,
  });
});
