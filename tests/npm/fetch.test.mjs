// The caller's own fetch, and timeouts.
import assert from "node:assert/strict";
import { test } from "node:test";
import { envelope, flowdeck, KEY, startDeployment } from "./deployment.mjs";

async function connected(t, options, answers) {
  const there = await startDeployment(t, answers);
  return { ...there, deck: await flowdeck.connect({ baseUrl: there.baseUrl, apiKey: KEY, ...options }) };
}

/** A fetch that records its arguments. */
function recording(calls, fetch = globalThis.fetch) {
  return (/** @type {Parameters<typeof globalThis.fetch>} */ ...args) => {
    calls.push(args);
    return fetch(...args);
  };
}

test("the caller's fetch receives the URL and the request's options", async (t) => {
  const calls = [];
  const { deck, baseUrl, requests } = await connected(t, { fetch: recording(calls) });
  await deck.run("poster", { title: "Hi", photo: new File(["abc"], "a.png", { type: "image/png" }) }, { groupId: "g" });
  assert.equal(calls.length, 1);
  const [url, init, ...more] = calls[0];
  assert.deepEqual([url, more], [`${baseUrl}/api/v1/runs?workflow_id=poster&group_id=g`, []]);
  assert.deepEqual([init.method, init.headers, init.redirect], ["POST", { "X-API-KEY": KEY }, "error"]);
  assert(init.body instanceof FormData && init.signal instanceof AbortSignal);
  assert.deepEqual(requests[0].parts, [
    ["title", "Hi"],
    ["photo", { name: "a.png", type: "image/png", bytes: [97, 98, 99] }],
  ]);
});

test("a GET by the caller's fetch has no body", async (t) => {
  const calls = [];
  const { deck } = await connected(t, { fetch: recording(calls) });
  assert.deepEqual(await deck.queue(), { instances: [] });
  assert.deepEqual([calls[0][1].method, calls[0][1].body], ["GET", undefined]);
});

test("in Node the package's own requests do not use the global fetch", async (t) => {
  const calls = [];
  t.mock.method(globalThis, "fetch", recording(calls));
  const { deck } = await connected(t, {});
  await deck.queue();
  assert.deepEqual(calls, []);
});

for (const [what, thrown, message] of [
  ["an Error", new Error("no line"), /no answer: no line/],
  [
    "an Error with a cause",
    new TypeError("fetch failed", { cause: new Error("no line") }),
    /no answer: fetch failed: no line/,
  ],
  ["a text", "just words", /no answer: just words/],
  ["nothing", undefined, /no answer; check the address/],
  ["an object without prototype", Object.create(null), /no answer; check the address/],
  [
    "an object that throws when it is read",
    new Proxy(
      {},
      {
        get() {
          throw new Error("no");
        },
      },
    ),
    /no answer; check the address/,
  ],
]) {
  test(`a fetch that rejects with ${what} is a NetworkError, and a run is not retried`, async (t) => {
    const calls = [];
    const { deck } = await connected(t, { fetch: recording(calls, () => Promise.reject(thrown)) });
    await assert.rejects(deck.run("poster", {}), { name: "NetworkError", message });
    assert.equal(calls.length, 1);
  });
}

test("a fetch that throws is a NetworkError", async (t) => {
  const { deck } = await connected(t, {
    fetch: () => {
      throw new Error("no line");
    },
  });
  await assert.rejects(deck.run("poster", {}), { name: "NetworkError", message: /no line/ });
});

test("the caller's fetch is not called after the signal has fired", async (t) => {
  const calls = [];
  const { deck } = await connected(t, { fetch: recording(calls) });
  await assert.rejects(deck.queue({ signal: AbortSignal.abort() }), { name: "AbortError" });
  assert.deepEqual(calls, []);
});

test("a fetch that ignores its signal is abandoned on abort", async (t) => {
  const controller = new AbortController();
  const fetch = () => {
    controller.abort();
    return new Promise(() => {});
  };
  const { deck } = await connected(t, { fetch });
  await assert.rejects(deck.queue({ signal: controller.signal }), { name: "AbortError" });
});

for (const fetch of ["fetch", {}, 7]) {
  test(`${JSON.stringify(fetch)} is not a fetch`, async () => {
    await assert.rejects(flowdeck.connect({ baseUrl: "http://h", apiKey: KEY, fetch }), {
      name: "UsageError",
      message: /fetch must be a function/,
    });
  });
}

const SILENT = { "GET /api/v1/comfy/queue": () => undefined, "POST /api/v1/runs": () => undefined };

test("a deck's timeout ends a call that gets no answer", async (t) => {
  const { deck, requests } = await connected(t, { timeout: 200 }, SILENT);
  await assert.rejects(deck.queue(), { name: "TimeoutError", code: "timeout", status: null });
  assert(requests.length < 2);
});

test("a call's own timeout overrides the deck's", async (t) => {
  const { deck } = await connected(t, { timeout: 2 ** 31 - 1 }, SILENT);
  await assert.rejects(deck.queue({ timeout: 20 }), { name: "TimeoutError" });
});

test("a run has only its own timeout", async (t) => {
  const answer = (_request, response) => {
    // Answers after the deck's timeout, which ends this call.
    deck.queue().catch(() => response.end(JSON.stringify(envelope([{ run_id: "a" }]))));
  };
  const { deck } = await connected(t, { timeout: 20 }, { ...SILENT, "POST /api/v1/runs": answer });
  assert.equal((await deck.run("poster", {})).runId, "a");
  await assert.rejects(deck.run("poster", {}, { timeout: 20 }), { name: "TimeoutError" });
});

test("a timeout ends a call between two attempts", async (t) => {
  const full = () => ({ status: 503, headers: { "retry-after": "10" }, body: "" });
  const { deck, requests } = await connected(t, { timeout: 200 }, { "GET /api/v1/comfy/queue": full });
  await assert.rejects(deck.queue(), { name: "TimeoutError" });
  assert(requests.length < 2);
});

for (const timeout of [-1, NaN, Infinity, 2 ** 31, "1000", {}]) {
  test(`${String(timeout)} is not a timeout, of a deck or a call`, async (t) => {
    const refused = { name: "UsageError", message: /timeout must be milliseconds/ };
    await assert.rejects(flowdeck.connect({ baseUrl: "http://h", apiKey: KEY, timeout }), refused);
    const { deck, requests } = await connected(t, {});
    await assert.rejects(deck.queue({ timeout }), refused);
    assert.equal(requests.length, 0);
  });
}

test("a call that has ended leaves no timer behind", async (t) => {
  const { deck } = await connected(t, { timeout: 60_000 });
  await deck.queue();
  assert(!process.getActiveResourcesInfo().includes("Timeout"));
});
