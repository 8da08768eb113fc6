// A watch never depends on the stream of events: when it polls instead, and that an end counts only if the detail has
// it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { deckOf, envelope, startDeployment } from "./deployment.mjs";
import {
  closed,
  completed,
  DETAIL,
  DOCUMENT,
  deckWith,
  described,
  detail,
  EVENTS,
  event,
  FILE,
  gate,
  isGrace,
  isPause,
  OPEN,
  ORDER,
  PATH,
  PENDING,
  paths,
  QUEUE,
  RUN,
  RUNNING,
  skipWaits,
  sources,
  state,
  stream,
  streams,
  WHOLE,
  watched,
} from "./event-streams.mjs";
import { forEachTransport } from "./transports.mjs";

for (const [what, answer] of /** @type {[string, any][]} */ ([
  ["never answers", () => undefined],
  ["says nothing", stream(OPEN)],
  ["sends only comments", stream(": \n\n", ": \n\n", OPEN)],
  ["sends half an event", stream('event: state\ndata: {"run_id"', OPEN)],
  ["sends other events", stream(event("ready", { runs: 1 }), event("news", {}, undefined), OPEN)],
])) {
  test(`the run is polled if its stream ${what} for 4 s`, async (t) => {
    skipWaits(t, isGrace);
    const there = await deckOf(t, { [EVENTS]: answer, [DETAIL]: [detail("running"), completed] });
    const watch = there.deck.watchRun(RUN, { interval: 1 });
    assert.deepEqual(await sources(watch), ["detail running", "detail completed"]);
    await closed(there);
  });
}

forEachTransport("a second watch at the same time", (transport) => {
  test("has a stream of its own in Node, and is polled in a browser, which has few connections", async (t) => {
    const answers = { [EVENTS]: stream(PENDING, OPEN), [DETAIL]: detail("pending") };
    const { baseUrl } = await startDeployment(t, answers);
    const found = await transport.play(baseUrl, async ({ connect }) => {
      const deck = await connect();
      const watches = ["run-1", "run-1"].map((runId) => deck.watchRun(runId));
      const sources = [];
      for (const watch of watches) sources.push((await watch.next()).value.via);
      for (const watch of watches) await watch.return();
      for await (const { via } of deck.watchRun("run-1")) return [...sources, via];
    });
    const isNode = transport.name.includes("Node");
    assert.deepEqual(found, ["events", isNode ? "events" : "detail", "events"]);
  });
});

test("polling ends as soon as the stream works", async (t) => {
  skipWaits(t, isGrace);
  const works = gate();
  const there = await deckOf(t, {
    [EVENTS]: stream(() => works.opened, state(2, "running"), state(3, "completed")),
    [DETAIL]: [detail("pending"), completed],
  });
  const seen = [];
  for await (const { type, via, status } of there.deck.watchRun(RUN, { interval: 2 ** 31 - 1 })) {
    if (type === "state") seen.push(`${via} ${status}`);
    works.open();
  }
  assert.deepEqual(seen, ["detail pending", "events running", "events completed"]);
});

test("a stream from which nothing arrives for 40 s is opened again", async (t) => {
  let silences = 0;
  // The first waits are those for the answer and for the first event.
  skipWaits(t, (ms) => isPause(ms) || (ms === 40_000 && ++silences === 3));
  const there = await deckWith(t, stream(PENDING, OPEN), stream(...WHOLE.slice(1)));
  assert.deepEqual(await watched(there.deck.watchRun(RUN)), ORDER);
  assert.deepEqual(streams(there).at(-1).headers["last-event-id"], "1");
});

test("a working stream without events is checked by the detail once a minute", async (t) => {
  skipWaits(t, (ms) => ms === 60_000);
  const there = await deckOf(t, { [EVENTS]: stream(RUNNING, OPEN), [DETAIL]: [detail("running"), completed] });
  assert.deepEqual(await sources(there.deck.watchRun(RUN)), ["events running", "detail completed"]);
  await closed(there);
});

test("while a stream stays broken the run is polled", async (t) => {
  let isBroken = false;
  skipWaits(t, (ms) => isBroken && isGrace(ms));
  const broken = () => {
    isBroken = true;
  };
  const there = await deckOf(t, {
    [EVENTS]: [stream(RUNNING, broken), () => ({ status: 500, body: "" })],
    [DETAIL]: [detail("running"), completed],
  });
  assert.deepEqual(await sources(there.deck.watchRun(RUN, { interval: 1 })), ["events running", "detail completed"]);
});

for (const [seconds, wait] of [
  ["3600", 3_600_000],
  ["99999999", 2 ** 31 - 1],
]) {
  test(`a deployment without a free stream is asked again after Retry-After: ${seconds}`, async (t) => {
    const waits = skipWaits(t, (ms) => ms > 100_000);
    const full = () => ({ status: 503, headers: { "retry-after": seconds }, body: "" });
    const there = await deckWith(t, full, stream(...WHOLE));
    assert.deepEqual(await watched(there.deck.watchRun(RUN)), ORDER);
    assert.deepEqual(waits, [wait]);
  });
}

for (const [what, answer] of /** @type {[string, any][]} */ ([
  ...[404, 405, 406, 501].map((status) => [`answers ${status}`, () => ({ status, body: { detail: "Not Found" } })]),
  ["answers with a page", () => ({ headers: { "content-type": "text/html" }, body: "<!doctype html>" })],
  ["answers with JSON", () => envelope([])],
])) {
  test(`a deployment that ${what} offers no events, and is not asked again`, async (t) => {
    const there = await deckOf(t, { [EVENTS]: answer, [DETAIL]: completed });
    for (const _ of [1, 2]) assert.deepEqual(await sources(there.deck.watchRun(RUN)), ["detail completed"]);
    assert.deepEqual(paths(there), [PATH, ...Array(2).fill(`/api/v1/runs/${RUN}`)]);
  });
}

test("a deployment that has sent events is asked again after a page of its proxy", async (t) => {
  skipWaits(t, isPause);
  const page = () => ({ status: 404, headers: { "content-type": "text/html" }, body: "<!doctype html>" });
  const there = await deckWith(t, stream(RUNNING), page, stream(...WHOLE));
  assert.deepEqual(await sources(there.deck.watchRun(RUN)), ["events running", "detail completed"]);
  assert.deepEqual(await watched(there.deck.watchRun(RUN)), ORDER);
});

test("a run that is unknown does not mean that there are no events", async (t) => {
  const there = await deckOf(t, { [EVENTS]: [() => ({ status: 404, body: envelope([]) }), stream(...WHOLE)] });
  there.answers[DETAIL] = completed;
  assert.deepEqual(await sources(there.deck.watchRun(RUN)), ["detail completed"]);
  assert.deepEqual(await watched(there.deck.watchRun(RUN)), ORDER);
});

test("a deployment whose document lists no events is not asked for them", async (t) => {
  const there = await deckOf(t, { [DOCUMENT]: () => described("/api/v1/runs/{run_id}"), [DETAIL]: completed });
  assert.equal(await there.deck.supports("runEvents"), false);
  assert.deepEqual(await sources(there.deck.watchRun(RUN)), ["detail completed"]);
  assert.deepEqual(paths(there), ["/openapi.json", `/api/v1/runs/${RUN}`]);
});

test("without details the run is watched in the queue", async (t) => {
  const queue = (running, pending) => () =>
    envelope([{ comfy_uri: "http://a", queue: { queue_running: running, queue_pending: pending } }]);
  const { deck } = await deckOf(t, {
    [QUEUE]: [
      queue(
        [],
        [
          [1, "x"],
          [2, RUN],
        ],
      ),
      queue([], [[2, RUN]]),
      queue([[2, RUN]], []),
      queue([], []),
    ],
  });
  const seen = [];
  for await (const { type, via, status, position, instance, workflowId } of deck.watchRun(RUN, { interval: 1 })) {
    seen.push([type, via, status, position, instance, workflowId]);
  }
  assert.deepEqual(seen, [
    ["state", "queue", "pending", 2, "http://a", null],
    ["moment", "queue", "pending", 1, "http://a", null],
    ["state", "queue", "running", 0, "http://a", null],
    ["state", "queue", "unknown", null, null, null],
  ]);
});

test("by its detail, a run has the same events", async (t) => {
  const { deck } = await deckOf(t, {
    [DETAIL]: [
      detail("pending", { position: 2, attempts: 0 }),
      detail("pending", { position: 1, attempts: 0 }),
      detail("pending", { position: 1, attempts: 0 }),
      detail("running", { attempts: 1 }),
      () => ({ status: 502, body: "" }),
      detail("completed", { attempts: 1, outputs: [FILE] }),
    ],
  });
  const seen = [];
  for await (const { type, via, status, position, attempts, outputs } of deck.watchRun(RUN, { interval: 1 })) {
    assert.equal(via, "detail");
    seen.push([type, status, position, attempts, outputs.length]);
  }
  assert.deepEqual(seen, [
    ["state", "pending", 2, 0, 0],
    ["moment", "pending", 1, 0, 0],
    ["attempt", "pending", 1, 1, 0],
    ["state", "running", null, 1, 0],
    ["outputs", "running", null, 1, 1],
    ["state", "completed", null, 1, 1],
  ]);
});

test("204 means that the run has ended", async (t) => {
  const there = await deckWith(t, (_, response) => void response.writeHead(204).end());
  assert.deepEqual(await watched(there.deck.watchRun(RUN)), ["outputs completed", "state completed"]);
  assert.equal(streams(there).length, 1);
});

test("an end counts only if the detail has it", async (t) => {
  const there = await deckOf(t, {
    [EVENTS]: stream(RUNNING, state(3, "failed", { error: "lost" })),
    [DETAIL]: [detail("running"), () => ({ status: 500, body: "" }), completed],
  });
  assert.deepEqual(await sources(there.deck.watchRun(RUN, { interval: 1 })), ["events running", "events completed"]);
});

test("without details an end by an event counts", async (t) => {
  const there = await deckOf(t, { [EVENTS]: stream(...WHOLE.slice(0, 3), state(4, "failed", { error: "no memory" })) });
  const seen = [];
  for await (const event of there.deck.watchRun(RUN)) seen.push(event);
  const { status, error, outputs, number } = seen.at(-1);
  assert.deepEqual([status, error, outputs.length, number], ["failed", "no memory", 1, 4]);
});

test("a key that is refused in the middle ends the watch", async (t) => {
  skipWaits(t, isPause);
  const refused = () => ({ status: 401, body: envelope([]) });
  const there = await deckOf(t, { [EVENTS]: [stream(RUNNING), refused], [DETAIL]: refused });
  const seen = [];
  await assert.rejects(
    async () => {
      for await (const { status } of there.deck.watchRun(RUN)) seen.push(status);
    },
    { name: "AuthenticationError", status: 401 },
  );
  assert.deepEqual(seen, ["running"]);
});

test("a stream that is refused to a key that may read the run is done without", async (t) => {
  const there = await deckOf(t, { [EVENTS]: () => ({ status: 403, body: "Missing Token" }), [DETAIL]: completed });
  assert.deepEqual(await sources(there.deck.watchRun(RUN)), ["detail completed"]);
});
