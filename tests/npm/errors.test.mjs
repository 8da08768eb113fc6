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

test("an error keeps status, body and address", async (t) => {
  const { deck, baseUrl } = await answering(t, () => ({ status: 500, body: error("no, thanks") }));
  const { status, method, url, body } = await rejection(deck.queue());
  assert.deepEqual({ status, method, url }, { status: 500, method: "GET", url: `${baseUrl}/api/v1/comfy/queue` });
  assert.deepEqual(JSON.parse(body), error("no, thanks"));
});

test("the error of a full queue says when to try again", async (t) => {
  const { deck } = await answering(t, () => ({ status: 503, headers: { "retry-after": "70" }, body: error("full") }));
  const thrown = await rejection(deck.queue());
  assert.deepEqual([thrown.name, thrown.retryAfter], ["QueueFullError", 70]);
});

test("the messages of a 422 are found by field", async (t) => {
  const detail = [
    { loc: ["body", "size"], msg: "must be at most 8", type: "less_than_equal" },
    { loc: ["query", "workflow_id"], msg: "unknown", type: "value_error" },
    { loc: ["body", "size", 0], msg: "and whole", type: "int_parsing" },
  ];
  const { deck } = await deckOf(t, { "POST /api/v1/runs": () => ({ status: 422, body: { detail } }) });
  const thrown = await rejection(deck.run("poster", { size: 9 }));
  assert.deepEqual(thrown.items, detail);
  assert.deepEqual(thrown.fieldErrors("size"), ["must be at most 8", "and whole"]);
  assert.deepEqual(thrown.fieldErrors("workflow_id"), []);
});

for (const [what, body] of [
  ["an HTML page", "<!doctype html><h1>502</h1>"],
  ["nothing", ""],
  ["a 422 of another shape", '{"detail":7}'],
]) {
  test(`the error of an answer with ${what} keeps the body`, async (t) => {
    const { deck } = await answering(t, () => ({ status: 422, headers: { "content-type": "text/html" }, body }));
    const thrown = await rejection(deck.queue());
    assert.deepEqual([thrown.body, thrown.items], [body, []]);
  });
}

for (const [what, body] of [
  ["an HTML page", "<!doctype html>"],
  ["truncated JSON", '{"status":"success","data":[{"comfy_uri":"http'],
  ["nothing", ""],
  ["no data", '{"status":"success"}'],
  ["data of another shape", '{"data":"none"}'],
]) {
  test(`a success with ${what} is a DecodeError that keeps the body`, async (t) => {
    const { deck } = await answering(t, () => ({ body }));
    const thrown = await rejection(deck.queue());
    assert.deepEqual([thrown.name, thrown.code, thrown.status, thrown.body], ["DecodeError", "decode", 200, body]);
  });
}

test("a missing deployment is a NetworkError that says so and mentions CORS", async () => {
  const deck = await flowdeck.connect({ baseUrl: `http://127.0.0.1:${await closedPort()}`, apiKey: KEY });
  assert.match((await rejection(deck.queue())).message, /ECONNREFUSED.*CORS/);
});

test("a redirect is not followed, so that the key is not sent elsewhere", async (t) => {
  const other = await deckOf(t);
  const headers = { location: `${other.baseUrl}/api/v1/comfy/queue` };
  const { deck } = await answering(t, () => ({ status: 302, headers, body: "" }));
  assert.equal((await rejection(deck.queue())).name, "NetworkError");
  assert.equal(other.requests.length, 0);
});

for (const [what, reason] of [
  ["the default reason", undefined],
  ["a text", "stop"],
  ["null", null],
  ["a number", 7],
  ["a symbol", Symbol("s")],
  ["an object without prototype", Object.create(null)],
  ["a function", () => {}],
  ["an Error", new Error("e")],
]) {
  test(`an abort with ${what} before the call sends nothing`, async (t) => {
    const { deck, requests } = await deckOf(t);
    const signal = AbortSignal.abort(reason);
    const thrown = await rejection(deck.run("poster", {}, { signal }));
    assert.deepEqual([thrown.name, thrown.code], ["AbortError", "aborted"]);
    assert.equal(thrown.cause, signal.reason);
    assert.equal(requests.length, 0);
  });

  test(`an abort with ${what} during the call ends it`, async (t) => {
    const controller = new AbortController();
    const { deck } = await answering(t, () => void controller.abort(reason));
    const thrown = await rejection(deck.queue({ signal: controller.signal }));
    assert.equal(thrown.name, "AbortError");
    assert.equal(thrown.cause, controller.signal.reason);
  });
}

test("an abort while the answer arrives ends the call", async (t) => {
  const controller = new AbortController();
  const { deck } = await answering(t, (_, response) => {
    response.writeHead(200, { "content-length": "1000" });
    response.write('{"status"', () => controller.abort());
  });
  assert.equal((await rejection(deck.queue({ signal: controller.signal }))).name, "AbortError");
});

test("an abort after the answer changes nothing", async (t) => {
  const controller = new AbortController();
  const { deck } = await deckOf(t);
  const run = await deck.run("poster", {}, { signal: controller.signal });
  controller.abort();
  assert.equal(run.runId, "run-1");
});

test("the signal of AbortSignal.timeout gives a TimeoutError", async (t) => {
  const { deck } = await answering(t, () => undefined);
  const thrown = await rejection(deck.queue({ signal: AbortSignal.timeout(20) }));
  assert.deepEqual(
    [thrown.name, thrown.code, /** @type {Error} */ (thrown.cause).name],
    ["TimeoutError", "timeout", "TimeoutError"],
  );
});

for (const signal of [{}, "stop", 1, new AbortController()]) {
  test(`${inspect(signal, { depth: -1 })} is not a signal`, async (t) => {
    const { deck } = await deckOf(t);
    assert.match((await rejection(deck.queue({ signal }))).message, /signal must be an AbortSignal/);
  });
}

test("options that are not an object are rejected", async (t) => {
  const { deck } = await deckOf(t);
  assert.equal((await rejection(deck.queue("now"))).name, "UsageError");
});

test("no error contains the key, even if the server repeats it, and no inspection of a deck shows it", async (t) => {
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

test("a key at the point where an error's body is cut does not appear in part", async (t) => {
  const { deck } = await answering(t, () => ({ status: 500, body: `${"x".repeat(65530)}${KEY}${KEY}` }));
  const { body } = await rejection(deck.queue());
  assert.deepEqual([body.length, body.slice(65530)], [65536, "<API_K"]);
});

test("an invalid signal does not keep a program running", async (t) => {
  const { deck } = await answering(t, () => undefined);
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  const before = timers();
  await rejection(deck.queue({ signal: {}, timeout: 60_000 }));
  assert.equal(timers(), before);
});

test("an abort between two attempts ends the call and its wait", async (t) => {
  const controller = new AbortController();
  const { deck, requests } = await answering(t, (_, response) => {
    response.on("close", () => setImmediate(() => controller.abort("enough")));
    return { status: 503, headers: { "retry-after": "10" }, body: error("full") };
  });
  const thrown = await rejection(deck.queue({ signal: controller.signal }));
  assert.deepEqual([thrown.name, thrown.cause, requests.length], ["AbortError", "enough", 1]);
  assert(!process.getActiveResourcesInfo().includes("Timeout"));
});
