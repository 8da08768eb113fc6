// The key as a function: asked anew before every request, and never in an error.
import assert from "node:assert/strict";
import { test } from "node:test";
import { deployment, flowdeck, KEY } from "./deployment.mjs";

/** @import { FlowdeckError } from "../../www/npm/index.js" */

async function connected(t, apiKey, answers) {
  const there = await deployment(t, answers);
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

test("connecting does not ask for the key, and each request asks anew", async (t) => {
  const keys = ["key-one", "key-two", "key-three"];
  let asked = 0;
  const { deck, requests } = await connected(t, () => keys[asked++]);
  assert.equal(asked, 0);
  await deck.queue();
  await deck.run("poster", {});
  await deck.queue();
  assert.deepEqual(
    requests.map(({ headers }) => headers["x-api-key"]),
    keys,
  );
});

test("a retry asks for the key again", async (t) => {
  const keys = ["key-one", "key-two"];
  const answers = [() => ({ status: 503, body: "" }), () => ({ data: [] })];
  const { deck, requests } = await connected(t, () => keys.shift(), { "GET /api/v1/comfy/queue": answers });
  await deck.queue();
  assert.deepEqual(
    requests.map(({ headers }) => headers["x-api-key"]),
    ["key-one", "key-two"],
  );
});

const fault = new Error("the vault is shut");
for (const [what, apiKey, message, cause] of /** @type {[string, () => unknown, RegExp, Error?][]} */ ([
  [
    "throws",
    () => {
      throw fault;
    },
    /apiKey failed: the vault is shut/,
    fault,
  ],
  [
    "rejects",
    async () => {
      throw fault;
    },
    /apiKey failed: the vault is shut/,
    fault,
  ],
  ["rejects with nothing", () => Promise.reject(), /apiKey failed/, undefined],
  ["gives nothing", () => undefined, /apiKey did not return a string/],
  ["gives a number", () => 7, /apiKey did not return a string/],
  ["gives what no header can carry", () => `${KEY}\n${KEY}`, /no header can carry/],
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

test("a function that never gives its key is ended by the signal", async (t) => {
  const controller = new AbortController();
  const { deck, requests } = await connected(t, () => {
    controller.abort("enough");
    return new Promise(() => {});
  });
  await assert.rejects(deck.queue({ signal: controller.signal }), { name: "AbortError", cause: "enough" });
  assert.equal(requests.length, 0);
});

test("a function that never gives its key is ended by the timeout", async (t) => {
  const { deck, requests } = await connected(t, () => new Promise(() => {}));
  await assert.rejects(deck.queue({ timeout: 20 }), { name: "TimeoutError", code: "timeout" });
  assert.equal(requests.length, 0);
});

test("a function's key is in no error, though the server repeats it", async (t) => {
  const { deck } = await connected(t, () => KEY, {
    "GET /api/v1/comfy/queue": () => ({ status: 403, body: { status: "error", data: [], errors: `wrong key ${KEY}` } }),
  });
  await assert.rejects(deck.queue(), (/** @type {FlowdeckError} */ error) => {
    assert.match(error.message, /wrong key <API_KEY>/);
    return !`${error.stack}${JSON.stringify(error)}`.includes(KEY);
  });
});
