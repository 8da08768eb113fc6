// The key as a function: called before every request, and never in an error.
import assert from "node:assert/strict";
import { test } from "node:test";
import { flowdeck, KEY, startDeployment } from "./deployment.mjs";

/** @import { FlowdeckError } from "../../www/npm/index.js" */

async function connected(t, apiKey, answers) {
  const there = await startDeployment(t, answers);
  return { ...there, deck: await flowdeck.connect({ baseUrl: there.baseUrl, apiKey }) };
}

for (const [what, apiKey] of [
  ["a function", () => KEY],
  ["an async function", async () => KEY],
  ["a function with white space around its key", () => `  ${KEY}\n`],
]) {
  test(`the key of ${what} is sent`, async (t) => {
    const { deck, requests } = await connected(t, apiKey);
    await deck.queue();
    assert.equal(requests[0].headers["x-api-key"], KEY);
  });
}

test("connecting does not call the function, and each request calls it", async (t) => {
  const keys = ["key-one", "key-two", "key-three"];
  let calls = 0;
  const { deck, requests } = await connected(t, () => keys[calls++]);
  assert.equal(calls, 0);
  await deck.queue();
  await deck.run("poster", {});
  await deck.queue();
  assert.deepEqual(
    requests.map(({ headers }) => headers["x-api-key"]),
    keys,
  );
});

test("a retry calls the function again", async (t) => {
  const keys = ["key-one", "key-two"];
  const answers = [() => ({ status: 503, body: "" }), () => ({ data: [] })];
  const { deck, requests } = await connected(t, () => keys.shift(), { "GET /api/v1/comfy/queue": answers });
  await deck.queue();
  assert.deepEqual(
    requests.map(({ headers }) => headers["x-api-key"]),
    ["key-one", "key-two"],
  );
});

const failure = new Error("the vault is shut");
for (const [what, apiKey, message, cause] of /** @type {[string, () => unknown, RegExp, Error?][]} */ ([
  [
    "throws",
    () => {
      throw failure;
    },
    /apiKey failed: the vault is shut/,
    failure,
  ],
  [
    "rejects",
    async () => {
      throw failure;
    },
    /apiKey failed: the vault is shut/,
    failure,
  ],
  ["rejects with nothing", () => Promise.reject(), /apiKey failed/, undefined],
  ["returns nothing", () => undefined, /apiKey did not return a string/],
  ["returns a number", () => 7, /apiKey did not return a string/],
  ["returns an invalid header value", () => `${KEY}\n${KEY}`, /a header cannot carry/],
])) {
  test(`a function that ${what} is a UsageError, and nothing is sent`, async (t) => {
    const { deck, requests } = await connected(t, apiKey);
    await assert.rejects(deck.run("poster", {}), (/** @type {FlowdeckError} */ error) => {
      assert.equal(error.name, "UsageError");
      assert.match(error.message, message);
      assert.equal(error.cause, cause);
      assert(!`${error.stack}${JSON.stringify(error)}`.includes(KEY));
      return true;
    });
    assert.equal(requests.length, 0);
  });
}

test("the signal ends a function that never returns its key", async (t) => {
  const controller = new AbortController();
  const { deck, requests } = await connected(t, () => {
    controller.abort("enough");
    return new Promise(() => {});
  });
  await assert.rejects(deck.queue({ signal: controller.signal }), { name: "AbortError", cause: "enough" });
  assert.equal(requests.length, 0);
});

test("the timeout ends a function that never returns its key", async (t) => {
  const { deck, requests } = await connected(t, () => new Promise(() => {}));
  await assert.rejects(deck.queue({ timeout: 20 }), { name: "TimeoutError", code: "timeout" });
  assert.equal(requests.length, 0);
});

test("no error contains a function's key, even if the server repeats it", async (t) => {
  const { deck } = await connected(t, () => KEY, {
    "GET /api/v1/comfy/queue": () => ({ status: 403, body: { status: "error", data: [], errors: `wrong key ${KEY}` } }),
  });
  await assert.rejects(deck.queue(), (/** @type {FlowdeckError} */ error) => {
    assert.match(error.message, /wrong key <API_KEY>/);
    return !`${error.stack}${JSON.stringify(error)}`.includes(KEY);
  });
});
