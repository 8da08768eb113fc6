// Watching the queue, and waiting for a run.
import assert from "node:assert/strict";
import { test } from "node:test";
import { host, open } from "./browser.mjs";
import { deckOf, envelope, KEY, PACKAGE, startDeployment } from "./deployment.mjs";

const QUEUE = "GET /api/v1/comfy/queue";
const POST = "POST /api/v1/runs";
const A = "http://engine-a";
const B = "http://engine-b";

/** The answer of a queue: the running and the pending tasks by instance. */
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

const failing = () => ({ status: 500, body: { status: "error", data: [], errors: "no, thanks" } });

/** The first updates from a deployment with these answers. */
async function updates(t, answers, count, options) {
  const { deck } = await deckOf(t, { [QUEUE]: answers });
  const collected = [];
  for await (const update of deck.watchQueue({ interval: 1, ...options })) {
    collected.push(update);
    if (collected.length === count) break;
  }
  return collected;
}

const changes = ({ added, started, moved, finished }) => ({ added, started, moved, finished });
const NOTHING = { added: [], started: [], moved: [], finished: [] };

test("the first update has the queue and no changes", async (t) => {
  const [{ age, error, ...first }] = await updates(t, queue({ [A]: [["r"], ["p"]] }), 1);
  assert.deepEqual(first, {
    instances: [{ address: A, running: [{ id: "r", number: 0 }], pending: [{ id: "p", number: 10 }], condition: null }],
    waiting: { count: 0, ids: [], own: [] },
    ...NOTHING,
    mine: [],
  });
  assert.deepEqual([typeof age, error], ["number", null]);
});

test("each update lists the tasks added, started, moved and finished since the previous one", async (t) => {
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

test("mine has the runs that the deck started and those named in `runs`, while they are queued", async (t) => {
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

test("a temporary failure is reported with the last queue and its age, and the next poll recovers", async (t) => {
  const shown = { [A]: [["r"], []] };
  const [first, failed, again] = await updates(t, [queue(shown), failing, queue(shown)], 3);
  assert.deepEqual([failed.error.name, failed.error.status], ["HttpError", 500]);
  assert.deepEqual(failed.instances, first.instances);
  assert(failed.age >= first.age);
  assert.deepEqual(changes(failed), NOTHING);
  assert.deepEqual([again.error, changes(again)], [null, NOTHING]);
});

test("a failure before the first success has no queue and no age", async (t) => {
  const [first, second] = await updates(t, [failing, queue({ [A]: [["r"], []] })], 2);
  assert.deepEqual([first.instances, first.age, first.error.status], [[], null, 500]);
  assert.deepEqual([second.instances.length, changes(second)], [1, NOTHING]);
});

test("a permanent failure is thrown", async (t) => {
  const answers = [queue({}), () => ({ status: 403, body: envelope([]) })];
  await assert.rejects(updates(t, answers, 2), { name: "AuthenticationError" });
});

for (const [what, options] of [
  ["an invalid signal", { signal: {} }],
  ["an interval of 0", { interval: 0 }],
  ["an interval that is a string", { interval: "1" }],
  ["runs as one string", { runs: "run-1" }],
  ["runs as objects", { runs: [{ runId: "run-1" }] }],
]) {
  test(`${what} is rejected at the first poll`, async (t) => {
    const { deck, requests } = await deckOf(t);
    await assert.rejects(deck.watchQueue(options).next(), { name: "UsageError" });
    assert.equal(requests.length, 0);
  });
}

test("an abort before the first poll ends the watch without one", async (t) => {
  const { deck, requests } = await deckOf(t);
  assert.deepEqual(await deck.watchQueue({ signal: AbortSignal.abort() }).next(), { value: undefined, done: true });
  assert.equal(requests.length, 0);
});

test("an abort during a poll ends the watch without an error", async (t) => {
  const controller = new AbortController();
  const { deck } = await deckOf(t, { [QUEUE]: () => void controller.abort() });
  assert.equal((await deck.watchQueue({ signal: controller.signal }).next()).done, true);
});

test("an abort between two polls ends the watch immediately", async (t) => {
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

test("polling slows down while nothing changes, and resumes its interval after a change", async (t) => {
  const still = queue({ [A]: [["r"], []] });
  const { deck } = await deckOf(t, { [QUEUE]: [...Array(12).fill(still), queue({ [A]: [["s"], []] }), still] });
  const waits = [];
  const own = globalThis.setTimeout;
  t.mock.method(globalThis, "setTimeout", (task, ms, ...more) => {
    // The waits between polls are skipped; other timers, such as a call's timeout, are kept.
    if (ms >= 1000 && ms < 6000) waits.push(ms);
    return own(task, ms >= 1000 && ms < 6000 ? 0 : ms, ...more);
  });
  let updates = 0;
  for await (const _ of deck.watchQueue({ interval: 1000 })) if (++updates === 14) break;
  assert.deepEqual(waits, [...Array.from({ length: 12 }, (_, at) => Math.min(1000 * 1.25 ** (at + 1), 5000)), 1000]);
});

test("a hidden page does not poll until it is visible again", async (t) => {
  const { baseUrl, requests } = await startDeployment(t);
  const { page, errors } = await open(t, (await host(t, PACKAGE)).address);
  const polled = await page.evaluate(`(async () => {
    const { connect } = await import("/index.js");
    let state = "hidden";
    Object.defineProperty(document, "visibilityState", { get: () => state });
    const show = (next) => { state = next; document.dispatchEvent(new Event("visibilitychange")); };
    const deck = await connect({ baseUrl: "${baseUrl}", apiKey: "${KEY}" });
    const watch = deck.watchQueue({ interval: 1 });
    let polled = false;
    const first = watch.next().then(() => (polled = true));
    show("hidden");
    await deck.queue();
    const before = polled;
    show("visible");
    await first;
    return [before, polled];
  })()`);
  assert.deepEqual([polled, errors], [[false, true], []]);
  assert.equal(requests.length, 2);
});

test("an abort ends the watch of a hidden page", async (t) => {
  const { baseUrl, requests } = await startDeployment(t);
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

test("runAndWait polls the run's detail if it is offered", async (t) => {
  const outputs = [{ filename: "a.png", url: "/a.png" }];
  const { deck, requests } = await deckOf(t, {
    "GET /api/v1/runs/run-1": [detail("pending"), detail("running"), failing, detail("completed", { outputs })],
  });
  const reported = [];
  const outcome = await deck.runAndWait(
    "poster",
    { title: "Hi" },
    { interval: 1, onUpdate: (update) => reported.push(update) },
  );
  assert.deepEqual(
    reported.map(({ status, ended }) => [status, ended]),
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
  const found = [{ filename: "a.png", url: `${deck.baseUrl}/a.png`, thumbnail: null }];
  assert.deepEqual([outcome.outputs, whole.outputs, whole.raw.data.outputs], [found, found, outputs]);
  assert.deepEqual(requests.find(({ method }) => method === "POST").parts, [["title", "Hi"]]);
});

test("runAndWait reports the progress in the run's detail", async (t) => {
  const progress = { value: 12, max: 20, node: "5", title: "Blur", nodesDone: 6, nodesTotal: 14, percent: 47 };
  const { nodesDone: nodes_done, nodesTotal: nodes_total, ...steps } = progress;
  const { deck } = await deckOf(t, {
    "GET /api/v1/runs/run-1": [
      detail("pending"),
      detail("running", { progress: { ...steps, nodes_done, nodes_total } }),
      detail("completed"),
    ],
  });
  const reported = [];
  await deck.runAndWait("poster", {}, { interval: 1, onUpdate: (update) => reported.push(update.progress) });
  assert.deepEqual(reported, [null, progress, null]);
});

for (const status of ["failed", "cancelled"]) {
  test(`a run that is ${status} has ended, with its error`, async (t) => {
    const { deck } = await deckOf(t, { "GET /api/v1/runs/run-1": detail(status, { error: "out of memory" }) });
    const outcome = await deck.runAndWait("poster", {}, { interval: 1 });
    assert.deepEqual([outcome.status, outcome.ended, outcome.error], [status, true, "out of memory"]);
  });
}

test("without run details, runAndWait polls the queue, which does not show how the run ended", async (t) => {
  const { deck } = await deckOf(t, {
    [QUEUE]: [
      queue({ [A]: [["x"], ["y", "run-1"]] }),
      queue({ [A]: [[], []] }),
      queue({ [A]: [["run-1"], []] }),
      failing,
      queue({ [A]: [[], []] }),
    ],
  });
  const reported = [];
  const outcome = await deck.runAndWait("poster", {}, { interval: 1, onUpdate: (update) => reported.push(update) });
  assert.deepEqual(
    reported.map(({ via, status, position, instance, ended }) => [via, status, position, instance, ended]),
    [
      ["queue", "pending", 2, A, false],
      ["queue", "running", 0, A, false],
      ["queue", "unknown", null, null, true],
    ],
  );
  assert.deepEqual([outcome.detail, outcome.outputs, outcome.error, outcome.progress], [null, [], null, null]);
});

test("an abort ends the waiting, not the run", async (t) => {
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
    requests.map(({ path }) => path),
    ["/openapi.json", "/api/v1/runs", "/api/v1/runs/run-1"],
  );
});

for (const [what, onUpdate] of [
  [
    "throws",
    () => {
      throw "mine";
    },
  ],
  ["returns a promise that rejects", () => Promise.reject("mine")],
]) {
  test(`the waiting ends if onUpdate ${what}`, async (t) => {
    const { deck } = await deckOf(t, { "GET /api/v1/runs/run-1": detail("running") });
    await assert.rejects(
      deck.runAndWait("poster", {}, { interval: 2 ** 31 - 1, onUpdate }),
      (thrown) => thrown === "mine",
    );
  });
}

test("an error after the run was accepted has its id", async (t) => {
  const { deck } = await deckOf(t, { "GET /api/v1/runs/run-1": () => ({ status: 401, body: {} }) });
  await assert.rejects(deck.runAndWait("poster", {}), { name: "AuthenticationError", status: 401, runId: "run-1" });
});

test("a rejected run is not waited for", async (t) => {
  const { deck, requests } = await deckOf(t, { [POST]: () => ({ status: 422, body: { detail: [] } }) });
  await assert.rejects(deck.runAndWait("poster", {}), { name: "ValidationError" });
  assert.deepEqual(
    requests.map(({ path }) => path),
    ["/openapi.json", "/api/v1/runs"],
  );
});

for (const options of [{ interval: -1 }, { onUpdate: true }]) {
  test(`${JSON.stringify(options)} is rejected before anything is sent`, async (t) => {
    const { deck, requests } = await deckOf(t);
    await assert.rejects(deck.runAndWait("poster", {}, options), { name: "UsageError" });
    assert.equal(requests.length, 0);
  });
}
