// Runs that wait in the service, and instances that take no runs: what a deployment may report beyond the contract.
import assert from "node:assert/strict";
import { test } from "node:test";
import { deckOf, envelope } from "./deployment.mjs";

const QUEUE = "GET /api/v1/comfy/queue";
const POST = "POST /api/v1/runs";
const A = "http://engine-a";
const NONE = { count: 0, ids: [], own: [] };

/** A queue with one instance, its running tasks, and this `meta`. */
const queue =
  (meta, running = []) =>
  () => ({
    ...envelope([{ comfy_uri: A, queue: { queue_running: running.map((id) => [0, id]), queue_pending: [] } }]),
    meta,
  });

/** The queue of a deployment with this `meta`. */
const read = async (t, meta) => (await deckOf(t, { [QUEUE]: queue(meta) })).deck.queue();

test("the queue lists the waiting runs, and the caller's own with their estimates", async (t) => {
  const own = [{ id: "b", position: 2, starts_in: 12.5, takes: 4 }, { id: "c" }];
  const { waiting } = await read(t, { waiting: { count: 5, ids: ["a", "b"], own } });
  assert.deepEqual(waiting, {
    count: 5,
    ids: ["a", "b"],
    own: [
      { runId: "b", position: 2, startsIn: 12.5, takes: 4 },
      { runId: "c", position: null, startsIn: null, takes: null },
    ],
  });
});

for (const meta of [
  null,
  7,
  [],
  {},
  { waiting: "many" },
  { waiting: { count: "3", ids: "abc", own: {} }, hung: A, stopped: {}, draining: 7 },
  { waiting: { count: -3, ids: [null, {}], own: [7, {}, { position: 1 }] }, hung: [null, 7] },
]) {
  test(`with ${JSON.stringify(meta)} in place of the fields, none waits and every instance takes runs`, async (t) => {
    const { instances, waiting } = await read(t, meta);
    assert.deepEqual([instances[0].condition, waiting], [null, NONE]);
  });
}

test("estimates of other types are null, and as many wait as are listed at least", async (t) => {
  const own = [{ id: 7, position: "2", starts_in: -1, takes: {} }];
  const { waiting } = await read(t, { waiting: { ids: ["a", 7], own } });
  assert.deepEqual(waiting, {
    count: 2,
    ids: ["a", "7"],
    own: [{ runId: "7", position: null, startsIn: null, takes: null }],
  });
});

for (const condition of ["hung", "stopped", "draining"]) {
  test(`an instance that is ${condition} is marked`, async (t) => {
    const { instances } = await read(t, { [condition]: ["http://other", A] });
    assert.equal(instances[0].condition, condition);
  });
}

test("of an instance in several lists, the worst condition counts", async (t) => {
  const { instances } = await read(t, { draining: [A], stopped: [A], hung: [A] });
  assert.equal(instances[0].condition, "hung");
});

test("a run's detail has the name of its key and its engine instance", async (t) => {
  const run = { _id: "r", status: "running", owner: "first key", comfy_uri: "http://gpu:8188" };
  const { deck } = await deckOf(t, { "GET /api/v1/runs/r": () => envelope(run) });
  const { owner, instance } = await deck.getRun("r");
  assert.deepEqual([owner, instance], ["first key", "http://gpu:8188"]);
});

test("a run's detail has its attempts, priority, place and estimates", async (t) => {
  const run = {
    _id: "r",
    status: "pending",
    attempts: 2,
    priority: "high",
    position: 3,
    starts_in: 61.5,
    takes: 8,
    output_names: ["r/a.png"],
  };
  const { deck } = await deckOf(t, {
    "GET /api/v1/runs/r": () => envelope(run),
    "GET /api/v1/runs": () => envelope({ count: 1, runs: [run] }),
  });
  for (const detail of [await deck.getRun("r"), (await deck.runs("g")).runs[0]]) {
    const { attempts, priority, position, startsIn, takes, outputNames } = detail;
    assert.deepEqual(
      [attempts, priority, position, startsIn, takes, outputNames],
      [2, "high", 3, 61.5, 8, ["r/a.png"]],
    );
  }
});

for (const odd of ["2", -1, [], {}, true, "urgent"]) {
  test(`${JSON.stringify(odd)} in a run's detail is not one of these`, async (t) => {
    const fields = ["attempts", "priority", "position", "starts_in", "takes", "output_names"];
    const run = { _id: "r", ...Object.fromEntries(fields.map((name) => [name, odd])) };
    const { deck } = await deckOf(t, { "GET /api/v1/runs/r": () => envelope(run) });
    const { attempts, priority, position, startsIn, takes, outputNames } = await deck.getRun("r");
    assert.deepEqual([attempts, priority, position, startsIn, takes, outputNames], [null, null, null, null, null, []]);
  });
}

test("watchQueue follows own runs from the service to an instance", async (t) => {
  const own = (position) => [{ id: "run-1", position, starts_in: position, takes: 1 }];
  const answers = [
    queue({ waiting: { count: 2, ids: ["other", "run-1"], own: own(2) } }),
    queue({ waiting: { count: 1, ids: ["run-1"], own: own(1) } }, ["other"]),
    queue(null, ["run-1"]),
  ];
  const { deck } = await deckOf(t, { [POST]: () => envelope({ run_id: "run-1" }), [QUEUE]: answers });
  await deck.run("w", {});
  const waits = (position) => ({ instance: null, state: "pending", position });
  const runs = { instance: A, state: "running", position: 0 };
  const updates = [];
  for await (const update of deck.watchQueue({ interval: 1 })) {
    updates.push(update);
    if (updates.length === 3) break;
  }
  assert.deepEqual(
    updates.map(({ waiting, mine }) => [waiting.count, ...mine]),
    [
      [2, { runId: "run-1", ...waits(2) }],
      [1, { runId: "run-1", ...waits(1) }],
      [0, { runId: "run-1", ...runs }],
    ],
  );
  const [, second, third] = updates;
  assert.deepEqual(second.moved, [{ id: "run-1", ...waits(1), from: waits(2) }]);
  assert.deepEqual(second.started, [{ id: "other", ...runs }]);
  assert.deepEqual([third.started, third.finished], [[{ id: "run-1", ...runs }], [{ id: "other", ...runs }]]);
});

test("runAndWait reports the place of a waiting run", async (t) => {
  const { deck } = await deckOf(t, {
    [POST]: () => envelope({ run_id: "r" }),
    "GET /api/v1/runs/r": [
      () => envelope({ _id: "r", status: "pending", position: 3 }),
      () => envelope({ _id: "r", status: "completed" }),
    ],
  });
  const positions = [];
  await deck.runAndWait("w", {}, { interval: 1, onUpdate: ({ position }) => void positions.push(position) });
  assert.deepEqual(positions, [3, null]);
});

test("without run details, runAndWait finds a waiting run in the queue", async (t) => {
  const { deck } = await deckOf(t, {
    [POST]: () => envelope({ run_id: "r" }),
    [QUEUE]: [queue({ waiting: { count: 1, ids: ["r"], own: [{ id: "r" }] } }), queue(null, ["r"]), queue(null)],
  });
  const seen = [];
  const { status } = await deck.runAndWait(
    "w",
    {},
    {
      interval: 1,
      onUpdate: ({ status, position, instance }) => void seen.push([status, position, instance]),
    },
  );
  assert.deepEqual(seen.slice(0, 2), [
    ["pending", 1, null],
    ["running", 0, A],
  ]);
  assert.equal(status, "unknown");
});
