import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import { closedPort, deckOf, flowdeck, KEY } from "./deployment.mjs";

/** @import { FlowdeckError } from "../../www/npm/index.js" */

const QUEUE = "GET /api/v1/comfy/queue";
const answering = (t, answer) => deckOf(t, { [QUEUE]: answer });
const error = (text) => ({ status: "error", data: [], errors: text, meta: null });

/**
 * What a promise rejects with; it must be one of the package's errors.
 * @returns {Promise<FlowdeckError>}
 */
async function rejection(promise) {
  const outcome = /** @type {FlowdeckError} */ (
    await promise.then(
      () => assert.fail("it resolved"),
      (reason) => reason,
    )
  );
  assert(outcome instanceof flowdeck.FlowdeckError && outcome instanceof Error, inspect(outcome));
  assert.equal(outcome.constructor, flowdeck[outcome.name]);
  return outcome;
}

test("a missing deployment is a NetworkError that says so and mentions CORS", async () => {
  const deck = await flowdeck.connect({ baseUrl: `http://127.0.0.1:${await closedPort()}`, apiKey: KEY });
  assert.match((await rejection(deck.queue())).message, /ECONNREFUSED.*CORS/);
});

for (const signal of [{}, "stop", 1, new AbortController()]) {
  test(`${inspect(signal, { depth: -1 })} is not a signal`, async (t) => {
    const { deck } = await deckOf(t);
    assert.match((await rejection(deck.queue({ signal }))).message, /signal must be an AbortSignal/);
  });
}

for (const timeout of [-1, NaN, Infinity, 2 ** 31, "1000", {}]) {
  test(`${String(timeout)} is not a timeout, of a deck or a call`, async (t) => {
    const refused = { name: "UsageError", message: /timeout must be milliseconds/ };
    await assert.rejects(flowdeck.connect({ baseUrl: "http://h", apiKey: KEY, timeout }), refused);
    const { deck, requests } = await deckOf(t);
    await assert.rejects(deck.queue({ timeout }), refused);
    assert.equal(requests.length, 0);
  });
}

test("options that are not an object are rejected", async (t) => {
  const { deck } = await deckOf(t);
  assert.equal((await rejection(deck.queue("now"))).name, "UsageError");
});

test("no inspection of a deck or of an error shows the key, even if the server repeats it", async (t) => {
  const body = { ...error(`wrong key ${KEY}`), detail: [{ loc: ["body", "a"], msg: KEY, type: KEY }] };
  const shown = [];
  for (const answer of [
    () => ({ status: 403, body }),
    () => ({ status: 422, body }),
    () => ({ body: `{"${KEY}` }),
    (_, response) => void response.destroy(),
  ]) {
    const { deck } = await answering(t, answer);
    const thrown = await rejection(deck.queue());
    shown.push(thrown.stack, JSON.stringify({ ...thrown }));
    for (const value of [deck, thrown]) {
      shown.push(inspect(value, { showHidden: true, depth: 9, getters: true }), String(value), JSON.stringify(value));
    }
  }
  for (const text of shown) assert(!text.includes(KEY), text);
});

for (const [what, options] of Object.entries({
  "an invalid base URL": { baseUrl: KEY, apiKey: "x" },
  "another scheme": { baseUrl: `ftp://h/${KEY}`, apiKey: "x" },
  "a password in the base URL": { baseUrl: `http://u:${KEY}@h`, apiKey: "x" },
  "a query in the base URL": { baseUrl: `http://h/?key=${KEY}`, apiKey: "x" },
  "a fragment in the base URL": { baseUrl: `http://h/#key=${KEY}`, apiKey: "x" },
  "a key with a line break in it": { baseUrl: "http://h", apiKey: `${KEY}\n${KEY}` },
  "a key that is not a string": { baseUrl: "http://h", apiKey: 7 },
  "no key": { baseUrl: "http://h" },
  "no base URL": { apiKey: KEY },
  "no options": undefined,
  "a text": KEY,
})) {
  test(`connecting with ${what} is rejected without repeating it`, async () => {
    const thrown = await rejection(flowdeck.connect(options));
    assert.equal(thrown.name, "UsageError");
    assert(!inspect(thrown).includes(KEY), thrown.message);
  });
}

test("an invalid signal does not keep a program running", async (t) => {
  const { deck } = await answering(t, () => undefined);
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  const before = timers();
  await rejection(deck.queue({ signal: {}, timeout: 60_000 }));
  assert.equal(timers(), before);
});

test("an abort between two attempts leaves no timer behind", async (t) => {
  const controller = new AbortController();
  const { deck, requests } = await answering(t, (_, response) => {
    response.on("close", () => setImmediate(() => controller.abort("enough")));
    return { status: 503, headers: { "retry-after": "10" }, body: error("full") };
  });
  const thrown = await rejection(deck.queue({ signal: controller.signal }));
  assert.deepEqual([thrown.name, thrown.cause, requests.length], ["AbortError", "enough", 1]);
  assert(!process.getActiveResourcesInfo().includes("Timeout"));
});

test("a call that has ended leaves no timer behind", async (t) => {
  const { deck } = await deckOf(t);
  await deck.queue({ timeout: 60_000 });
  assert(!process.getActiveResourcesInfo().includes("Timeout"));
});
