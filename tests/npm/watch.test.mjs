// Watching the queue, and a run until its end. What a test waits for are the looks themselves.
import assert from "node:assert/strict";
import { test } from "node:test";
import { host, open } from "./browser.mjs";
import { deckOf, deployment, envelope, KEY, PACKAGE } from "./deployment.mjs";

const QUEUE = "GET /api/v1/comfy/queue";
const POST = "POST /api/v1/runs";
const A = "http://engine-a";
const B = "http://engine-b";

/** The answer of a queue: by instance what runs, then what waits. */
const queue = (instances) => () =>
  envelope(
    Object.entries(instances).map(([comfy_uri, [running, pending]]) => ({
      comfy_uri,
      queue: {
        queue_running: running.map((id, at) => [at, id]),
        queue_pending: pending.map((id, at) => [at + 10, id]),
      },
    })),
  );

const broken = () => ({ status: 500, body: { status: "error", data: [], errors: "no, thanks" } });

/** The first so many updates of a deployment that answers so, without its age. */
async function updates(t, answers, count, options) {
  const { deck } = await deckOf(t, { [QUEUE]: answers });
  const seen = [];
  for await (const update of deck.watchQueue({ interval: 1, ...options })) {
    seen.push(update);
    if (seen.length === count) break;
  }
  return seen;
}

const changes = ({ added, started, moved, finished }) => ({ added, started, moved, finished });
const NOTHING = { added: [], started: [], moved: [], finished: [] };

test("the first look gives the queue, and nothing is new in it", async (t) => {
  const [{ age, error, ...first }] = await updates(t, queue({ [A]: [["r"], ["p"]] }), 1);
  assert.deepEqual(first, {
    instances: [{ address: A, running: [{ id: "r", number: 0 }], pending: [{ id: "p", number: 10 }] }],
    ...NOTHING,
    mine: [],
  });
  assert.deepEqual([typeof age, error], ["number", null]);
});

test("each look says what came, began, moved and went since the one before", async (t) => {
  const answers = [
    queue({ [A]: [["a"], ["b", "c", "d"]], [B]: [[], []] }),
    queue({ [A]: [["b"], ["c", "e"]], [B]: [["f"], ["d"]] }),
    queue({ [A]: [["b"], ["c", "e"]], [B]: [["f"], ["d"]] }),
  ];
  const [, second, third] = await updates(t, answers, 3);
  const at = (instance, state, position) => ({ instance, state, position });
  assert.deepEqual(changes(second), {
    added: [{ id: "e", ...at(A, "pending", 2) }],
    started: [
      { id: "b", ...at(A, "running", 0) },
      { id: "f", ...at(B, "running", 0) },
    ],
    moved: [
      { id: "c", ...at(A, "pending", 1), from: at(A, "pending", 2) },
      { id: "d", ...at(B, "pending", 1), from: at(A, "pending", 3) },
    ],
    finished: [{ id: "a", ...at(A, "running", 0) }],
  });
  assert.deepEqual(changes(third), NOTHING);
});

test("my runs are those that the deck started and those that I name, while they are queued", async (t) => {
  const entries = [
    { run_id: "mine-1", workflow_id: "w" },
    { run_id: "mine-2", workflow_id: "w" },
  ];
  const { deck } = await deckOf(t, {
    [POST]: () => envelope(entries),
    "POST /api/v1/runs/old/regenerate": () => envelope({ run_id: "mine-3" }),
    [QUEUE]: queue({ [A]: [["mine-1"], ["other", "named"]], [B]: [[], ["mine-3"]] }),
  });
  await deck.run("w", {});
  await deck.regenerate("old");
  for await (const { mine } of deck.watchQueue({ runs: ["named", "gone", "mine-1"] })) {
    assert.deepEqual(
      mine.sort((left, right) => left.runId.localeCompare(right.runId)),
      [
        { runId: "mine-1", instance: A, state: "running", position: 0 },
        { runId: "mine-3", instance: B, state: "pending", position: 1 },
        { runId: "named", instance: A, state: "pending", position: 2 },
      ],
    );
    break;
  }
});

test("a failure that may pass comes with the last queue and its age, and the next look mends it", async (t) => {
  const shown = { [A]: [["r"], []] };
  const [first, failed, again] = await updates(t, [queue(shown), broken, queue(shown)], 3);
  assert.deepEqual([failed.error.name, failed.error.status], ["HttpError", 500]);
  assert.deepEqual(failed.instances, first.instances);
  assert(failed.age >= first.age);
  assert.deepEqual(changes(failed), NOTHING);
  assert.deepEqual([again.error, changes(again)], [null, NOTHING]);
});

test("a failure before the first success has no queue and no age", async (t) => {
  const [first, second] = await updates(t, [broken, queue({ [A]: [["r"], []] })], 2);
  assert.deepEqual([first.instances, first.age, first.error.status], [[], null, 500]);
  assert.deepEqual([second.instances.length, changes(second)], [1, NOTHING]);
});

test("a failure that will not pass is thrown", async (t) => {
  const answers = [queue({}), () => ({ status: 403, body: envelope([]) })];
  await assert.rejects(updates(t, answers, 2), { name: "AuthenticationError" });
});

for (const [what, options] of [
  ["a signal that is none", { signal: {} }],
  ["an interval of 0", { interval: 0 }],
  ["an interval that is text", { interval: "1" }],
  ["runs as one text", { runs: "run-1" }],
  ["runs as objects", { runs: [{ runId: "run-1" }] }],
]) {
  test(`${what} is refused at the first look`, async (t) => {
    const { deck, requests } = await deckOf(t);
    await assert.rejects(deck.watchQueue(options).next(), { name: "UsageError" });
    assert.equal(requests.length, 0);
  });
}

test("an abort before the first look ends it without one", async (t) => {
  const { deck, requests } = await deckOf(t);
  assert.deepEqual(await deck.watchQueue({ signal: AbortSignal.abort() }).next(), { value: undefined, done: true });
  assert.equal(requests.length, 0);
});

test("an abort during a look ends it without an error", async (t) => {
  const controller = new AbortController();
  const { deck } = await deckOf(t, { [QUEUE]: () => void controller.abort() });
  assert.equal((await deck.watchQueue({ signal: controller.signal }).next()).done, true);
});

test("an abort between two looks ends it at once", async (t) => {
  const controller = new AbortController();
  const { deck, requests } = await deckOf(t);
  const watch = deck.watchQueue({ signal: controller.signal, interval: 2 ** 31 - 1 });
  await watch.next();
  const next = watch.next();
  controller.abort();
  assert.equal((await next).done, true);
  assert.equal(requests.length, 1);
  assert(!process.getActiveResourcesInfo().includes("Timeout"));
});

test("the looks come slower while nothing changes, and at their own pace when something does", async (t) => {
  const still = queue({ [A]: [["r"], []] });
  const { deck } = await deckOf(t, { [QUEUE]: [...Array(12).fill(still), queue({ [A]: [["s"], []] }), still] });
  const waits = [];
  const own = globalThis.setTimeout;
  t.mock.method(globalThis, "setTimeout", (task, ms, ...more) => {
    // A call's own time limit is no wait; nor is it waited here.
    if (ms >= 1000 && ms < 6000) waits.push(ms);
    return own(task, ms >= 1000 && ms < 6000 ? 0 : ms, ...more);
  });
  let looks = 0;
  for await (const _ of deck.watchQueue({ interval: 1000 })) if (++looks === 14) break;
  assert.deepEqual(waits, [...Array.from({ length: 12 }, (_, at) => Math.min(1000 * 1.25 ** (at + 1), 5000)), 1000]);
});

test("a hidden page asks nothing until it is seen again", async (t) => {
  const { baseUrl, requests } = await deployment(t);
  const { page, errors } = await open(t, (await host(t, PACKAGE)).address);
  const looks = await page.evaluate(`(async () => {
    const { connect } = await import("/index.js");
    let state = "hidden";
    Object.defineProperty(document, "visibilityState", { get: () => state });
    const show = (next) => { state = next; document.dispatchEvent(new Event("visibilitychange")); };
    const deck = await connect({ baseUrl: "${baseUrl}", apiKey: "${KEY}" });
    const watch = deck.watchQueue({ interval: 1 });
    let looked = false;
    const first = watch.next().then(() => (looked = true));
    show("hidden");
    await deck.queue();
    const before = looked;
    show("visible");
    await first;
    return [before, looked];
  })()`);
  assert.deepEqual([looks, errors], [[false, true], []]);
  assert.equal(requests.length, 2);
});

test("an abort ends the watch of a hidden page", async (t) => {
  const { baseUrl, requests } = await deployment(t);
  const { page } = await open(t, (await host(t, PACKAGE)).address);
  const done = await page.evaluate(`(async () => {
    const { connect } = await import("/index.js");
    Object.defineProperty(document, "visibilityState", { value: "hidden" });
    const deck = await connect({ baseUrl: "${baseUrl}", apiKey: "${KEY}" });
    const controller = new AbortController();
    const next = deck.watchQueue({ signal: controller.signal }).next();
    controller.abort();
    return (await next).done;
  })()`);
  assert.deepEqual([done, requests.length], [true, 0]);
});

const detail = (status, more) => () => envelope({ _id: "run-1", workflow_id: "poster", status, ...more });

test("a run is waited for by its detail where there is one", async (t) => {
  const outputs = [{ filename: "a.png", url: "/a.png" }];
  const { deck, requests } = await deckOf(t, {
    "GET /api/v1/runs/run-1": [detail("pending"), detail("running"), broken, detail("completed", { outputs })],
  });
  const told = [];
  const outcome = await deck.runAndWait(
    "poster",
    { title: "Hi" },
    { interval: 1, onUpdate: (update) => told.push(update) },
  );
  assert.deepEqual(
    told.map(({ status, ended }) => [status, ended]),
    [
      ["pending", false],
      ["running", false],
      ["completed", true],
    ],
  );
  const { runId, workflowId, via, status, error, detail: whole } = outcome;
  assert.deepEqual(
    { runId, workflowId, via, status, error },
    { runId: "run-1", workflowId: "poster", via: "detail", status: "completed", error: null },
  );
  const found = [{ filename: "a.png", url: `${deck.baseUrl}/a.png` }];
  assert.deepEqual([outcome.outputs, whole.outputs, whole.raw.data.outputs], [found, found, outputs]);
  assert.deepEqual(requests[0].parts, [["title", "Hi"]]);
});

test("a run that is waited for tells how far it is, where its detail does", async (t) => {
  const progress = { value: 12, max: 20, node: "5" };
  const { deck } = await deckOf(t, {
    "GET /api/v1/runs/run-1": [detail("pending"), detail("running", { progress }), detail("completed")],
  });
  const told = [];
  await deck.runAndWait("poster", {}, { interval: 1, onUpdate: (update) => told.push(update.progress) });
  assert.deepEqual(told, [null, progress, null]);
});

for (const status of ["failed", "cancelled"]) {
  test(`a run that is ${status} has ended, and says why`, async (t) => {
    const { deck } = await deckOf(t, { "GET /api/v1/runs/run-1": detail(status, { error: "out of memory" }) });
    const outcome = await deck.runAndWait("poster", {}, { interval: 1 });
    assert.deepEqual([outcome.status, outcome.ended, outcome.error], [status, true, "out of memory"]);
  });
}

test("a run without a detail is waited for by the queue, which does not know how it ended", async (t) => {
  const { deck } = await deckOf(t, {
    [QUEUE]: [
      queue({ [A]: [["x"], ["y", "run-1"]] }),
      queue({ [A]: [[], []] }),
      queue({ [A]: [["run-1"], []] }),
      broken,
      queue({ [A]: [[], []] }),
    ],
  });
  const told = [];
  const outcome = await deck.runAndWait("poster", {}, { interval: 1, onUpdate: (update) => told.push(update) });
  assert.deepEqual(
    told.map(({ via, status, position, instance, ended }) => [via, status, position, instance, ended]),
    [
      ["queue", "pending", 2, A, false],
      ["queue", "running", 0, A, false],
      ["queue", "unknown", null, null, true],
    ],
  );
  assert.deepEqual([outcome.detail, outcome.outputs, outcome.error, outcome.progress], [null, [], null, null]);
});

test("an abort ends the waiting, and the run is left to itself", async (t) => {
  const controller = new AbortController();
  const { deck, requests } = await deckOf(t, { "GET /api/v1/runs/run-1": detail("running") });
  const waiting = deck.runAndWait(
    "poster",
    {},
    { interval: 2 ** 31 - 1, signal: controller.signal, onUpdate: () => controller.abort("enough") },
  );
  const message =
    "waiting for run “run-1”: the signal ended the waiting, not the run; follow it with getRun or the queue";
  await assert.rejects(waiting, { name: "AbortError", cause: "enough", runId: "run-1", message });
  assert.deepEqual(
    requests.map(({ method }) => method),
    ["POST", "GET"],
  );
});

for (const onUpdate of [
  () => {
    throw "mine";
  },
  async () => {
    throw "mine";
  },
]) {
  test(`what ${onUpdate} throws ends the waiting`, async (t) => {
    const { deck } = await deckOf(t, { "GET /api/v1/runs/run-1": detail("running") });
    await assert.rejects(
      deck.runAndWait("poster", {}, { interval: 2 ** 31 - 1, onUpdate }),
      (thrown) => thrown === "mine",
    );
  });
}

test("an error after the run was accepted names it", async (t) => {
  const { deck } = await deckOf(t, { "GET /api/v1/runs/run-1": () => ({ status: 401, body: {} }) });
  await assert.rejects(deck.runAndWait("poster", {}), { name: "AuthenticationError", status: 401, runId: "run-1" });
});

test("a run that is refused is not waited for", async (t) => {
  const { deck, requests } = await deckOf(t, { [POST]: () => ({ status: 422, body: { detail: [] } }) });
  await assert.rejects(deck.runAndWait("poster", {}), { name: "ValidationError" });
  assert.equal(requests.length, 1);
});

for (const options of [{ interval: -1 }, { onUpdate: true }]) {
  test(`${JSON.stringify(options)} is refused before anything is sent`, async (t) => {
    const { deck, requests } = await deckOf(t);
    await assert.rejects(deck.runAndWait("poster", {}, options), { name: "UsageError" });
    assert.equal(requests.length, 0);
  });
}
