// Following a run by its events: what a watch yields, how a stream is read and resumed, and that none is left open.
import assert from "node:assert/strict";
import { test } from "node:test";
import { deckOf, flowdeck, KEY, startDeployment } from "./deployment.mjs";
import {
  attempt,
  closed,
  completed,
  DETAIL,
  deckWith,
  EVENTS,
  event,
  FILE,
  gate,
  isPause,
  moment,
  OPEN,
  ORDER,
  openTimers,
  outputs,
  PATH,
  PENDING,
  paths,
  RESET,
  RUN,
  skipWaits,
  sources,
  state,
  stream,
  streams,
  WHOLE,
  watched,
  written,
} from "./event-streams.mjs";
import { forEachTransport } from "./transports.mjs";

/** Runs in Node or in a page. */
async function play({ connect }) {
  const events = [];
  for await (const event of (await connect()).watchRun("run-1")) events.push(event);
  return events;
}

forEachTransport("a watch", (transport) => {
  test("yields what happens to a run with everything that is known, and reads the detail at the end", async (t) => {
    const progress = { value: 3, max: 20, node: "3", title: "KSampler", nodes_done: 2, nodes_total: 7, percent: 31 };
    const deployment = await startDeployment(t, {
      [EVENTS]: stream(
        state(1, "pending"),
        moment({ position: 3, starts_in: 12.5, takes: 4 }),
        attempt(2, 1),
        state(3, "running", { attempts: 1 }),
        moment({ takes: 4, progress, preview: "/api/v1/previews/x" }),
        outputs(4, "a.png"),
        state(5, "completed", { attempts: 1 }),
      ),
      [DETAIL]: completed,
    });
    const { baseUrl } = deployment;
    const { nodes_done: nodesDone, nodes_total: nodesTotal, ...steps } = progress;
    const at = "2026-11-27T17:10:00.123Z";
    const none = { position: null, startsIn: null, takes: null, progress: null, preview: null };
    const recorded = { via: "events", runId: RUN, workflowId: "poster", groupId: null, instance: null, error: null };
    const first = { ...recorded, ...none, status: "pending", attempts: null, outputs: [], leftOut: [] };
    const waits = { ...first, position: 3, startsIn: 12.5, takes: 4 };
    const running = { ...first, status: "running", attempts: 1 };
    const progresses = {
      ...running,
      takes: 4,
      progress: { ...steps, nodesDone, nodesTotal },
      preview: `${baseUrl}/api/v1/previews/x`,
    };
    const files = [{ filename: "a.png", url: `${baseUrl}/files/a.png`, thumbnail: null }];
    assert.deepEqual(await transport.play(baseUrl, play), [
      { type: "state", ...first, at, number: 1 },
      { type: "moment", ...waits, at: null, number: null },
      { type: "attempt", ...waits, attempts: 1, at, number: 2 },
      { type: "state", ...running, at, number: 3 },
      { type: "moment", ...progresses, at: null, number: null },
      { type: "outputs", ...progresses, outputs: files, at, number: 4 },
      { type: "state", ...running, status: "completed", outputs: files, at, number: 5 },
    ]);
    assert.deepEqual(paths(deployment), [PATH, `/api/v1/runs/${RUN}`]);
    const [{ headers }] = deployment.requests;
    const sent = [headers.accept, headers["x-api-key"], headers["last-event-id"]];
    assert.deepEqual(sent, ["text/event-stream", KEY, undefined]);
  });

  test("that is aborted or left closes its stream", async (t) => {
    const deployment = await startDeployment(t, { [EVENTS]: stream(PENDING, OPEN), [DETAIL]: completed });
    // Chromium would wait 5 s for the end of the stream, to use the connection again.
    deployment.server.maxRequestsPerSocket = 1;
    const ends = await transport.play(deployment.baseUrl, async ({ connect, controller }) => {
      const deck = await connect();
      for await (const _ of deck.watchRun("run-1")) break;
      const watch = deck.watchRun("run-1", { signal: controller.signal });
      const first = await watch.next();
      const next = watch.next();
      controller.abort();
      return [first.value.status, (await next).done];
    });
    assert.deepEqual(ends, ["pending", true]);
    assert.equal(streams(deployment).length, 2);
    await closed(deployment);
  });
});

const whole = Buffer.from(
  `\ufeff: hello\n\n${event("state", { run_id: RUN, number: 1, status: "running", workflow_id: "pöster 🖼" })}`,
);
for (const [what, bytes, size] of /** @type {[string, Buffer, number][]} */ ([
  ["byte by byte", whole, 1],
  ["with CRLF", Buffer.from(whole.toString().replaceAll("\n", "\r\n")), 1],
  ["with CR", Buffer.from(whole.toString().replaceAll("\n", "\r")), 1],
  ["with CRLF in pieces of 7 bytes", Buffer.from(whole.toString().replaceAll("\n", "\r\n")), 7],
  ["with data on several lines", Buffer.from(whole.toString().replaceAll(',"', '\ndata: ,"')), 5],
  ["without spaces after the colons", Buffer.from(whole.toString().replaceAll(": ", ":")), 3],
  ["with fields that nobody knows", Buffer.from(`retry: 1\nodd\n: \n${whole.toString().slice(1)}`), 4],
])) {
  test(`an event that arrives ${what} is read`, async (t) => {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => [
      bytes.subarray(at * size, (at + 1) * size),
      () => new Promise(setImmediate),
    ]).flat();
    const { deck } = await deckWith(t, stream(...pieces, OPEN));
    for await (const { via, status, workflowId } of deck.watchRun(RUN)) {
      assert.deepEqual([via, status, workflowId], ["events", "running", "pöster 🖼"]);
      break;
    }
  });
}

test("the stream of a run that has completed begins with its outputs", async (t) => {
  const ended = [event("outputs", { run_id: RUN, number: 3, status: "completed", outputs: [FILE] }), WHOLE[3]];
  const there = await deckWith(t, stream(...ended));
  assert.deepEqual(await watched(there.deck.watchRun(RUN)), ["outputs completed", "state completed"]);
});

test("a stream that breaks after each event is resumed after the last one", async (t) => {
  const waits = skipWaits(t, isPause);
  const [first, second, third, fourth] = WHOLE;
  const there = await deckWith(t, stream(first, RESET), stream(second), stream(third, RESET), stream(fourth));
  assert.deepEqual(await watched(there.deck.watchRun(RUN)), ORDER);
  assert.deepEqual(
    streams(there).map(({ headers }) => headers["last-event-id"]),
    [undefined, "1", "2", "3"],
  );
  assert.equal(waits.length, 3);
  for (const [at, wait] of waits.entries()) {
    const pause = 500 * 2 ** at;
    assert(wait >= 0.75 * pause && wait <= 1.25 * pause, `${wait} ms after ${pause} ms`);
  }
});

for (const id of ["ü", "a b", "x".repeat(201), ""]) {
  test(`the id ${JSON.stringify(id).slice(0, 9)} is not sent, and the run's state is read again`, async (t) => {
    skipWaits(t, isPause);
    const odd = event("state", { run_id: RUN, number: 1, status: "pending" }, id);
    const there = await deckWith(t, stream(odd), stream(...WHOLE));
    assert.deepEqual(await watched(there.deck.watchRun(RUN)), ORDER);
    assert.deepEqual(
      streams(there).map(({ headers }) => headers["last-event-id"]),
      [undefined, undefined],
    );
  });
}

test("events in an odd order change nothing backwards", async (t) => {
  const there = await deckWith(
    t,
    stream(
      moment({ position: 1 }),
      state(5, "running", { attempts: 2 }),
      state(4, "pending"),
      attempt(5, 2),
      state(5, "running"),
      event("state", { run_id: "run-2", number: 9, status: "failed" }),
      event("ready", { runs: 1 }, "x"),
      state(7, "running"),
      outputs(8, "a.png"),
      outputs(9, "a.png"),
      state(6, "completed"),
      state(10, "running"),
    ),
  );
  const seen = await watched(there.deck.watchRun(RUN));
  assert.deepEqual(seen, ["moment unknown", "state running", "outputs running", "state completed"]);
});

for (const [what, data] of [
  ["that is not JSON", "{"],
  ["of another kind", "7"],
  ["without a run", "{}"],
]) {
  test(`an event ${what} ends the stream, and the run is polled`, async (t) => {
    const there = await deckWith(t, stream(PENDING, `event: state\ndata: ${data}\n\n`, OPEN));
    assert.deepEqual(await sources(there.deck.watchRun(RUN)), ["events pending", "detail completed"]);
    await closed(there);
  });
}

for (const [what, start, more] of [
  ["a line", "data: ", "x".repeat(2 ** 16)],
  ["data on many lines", "", `data: ${"x".repeat(2 ** 10)}\n`],
  ["a comment", ": ", "x".repeat(2 ** 16)],
]) {
  test(`${what} that never ends ends the stream after 1 MB, and the run is polled`, async (t) => {
    let sent = 0;
    const endless = async (_, response) => {
      while (!response.destroyed) {
        sent += more.length;
        await written(response, more);
      }
    };
    const there = await deckWith(t, stream(PENDING, start, endless));
    assert.deepEqual(await sources(there.deck.watchRun(RUN)), ["events pending", "detail completed"]);
    await closed(there);
    assert(sent < 2 ** 24, `${sent} bytes were sent`);
  });
}

test("the key's function is called for each stream", async (t) => {
  skipWaits(t, isPause);
  const { baseUrl, requests } = await startDeployment(t, {
    [EVENTS]: [stream(PENDING), stream(...WHOLE.slice(1))],
    [DETAIL]: completed,
  });
  let calls = 0;
  const deck = await flowdeck.connect({ baseUrl, apiKey: () => `key-${++calls}` });
  assert.deepEqual(await watched(deck.watchRun(RUN)), ORDER);
  assert.deepEqual(
    requests.map(({ headers }) => headers["x-api-key"]),
    ["key-1", "key-2", "key-3"],
  );
});

const bodies = {
  "without a body": () => null,
  "whose body cannot be read": () => ({}),
};
for (const [what, bodyOf] of Object.entries(bodies)) {
  test(`with a fetch whose response is ${what}, the run is polled`, async (t) => {
    const { baseUrl, ...there } = await startDeployment(t, { [EVENTS]: stream(...WHOLE), [DETAIL]: completed });
    const fetch = async (url, init) => {
      const response = await globalThis.fetch(url, init);
      const { status, headers } = response;
      return /** @type {any} */ ({ status, headers, body: bodyOf(), arrayBuffer: () => response.arrayBuffer() });
    };
    const deck = await flowdeck.connect({ baseUrl, apiKey: KEY, fetch });
    assert.deepEqual(await sources(deck.watchRun(RUN)), ["detail completed"]);
    assert.equal(streams(there).length, 1);
  });
}

test("a fetch whose body can only be iterated works", async (t) => {
  const { baseUrl } = await startDeployment(t, { [EVENTS]: stream(...WHOLE), [DETAIL]: completed });
  const fetch = async (url, init) => {
    const response = await globalThis.fetch(url, init);
    const { status, headers } = response;
    const body = { [Symbol.asyncIterator]: () => response.body[Symbol.asyncIterator]() };
    return /** @type {any} */ ({ status, headers, body, arrayBuffer: () => response.arrayBuffer() });
  };
  const deck = await flowdeck.connect({ baseUrl, apiKey: KEY, fetch });
  assert.deepEqual(await watched(deck.watchRun(RUN)), ORDER);
});

test("a fetch that ignores its signal leaves no stream open", async (t) => {
  const { baseUrl, ...there } = await startDeployment(t, { [EVENTS]: stream(PENDING, OPEN), [DETAIL]: completed });
  const fetch = (url, { signal: _, ...init }) => globalThis.fetch(url, init);
  const deck = await flowdeck.connect({ baseUrl, apiKey: KEY, fetch });
  for await (const _ of deck.watchRun(RUN)) break;
  await closed(there);
});

test("a fetch that answers after the abort leaves no stream open", async (t) => {
  const controller = new AbortController();
  const answered = gate();
  const { baseUrl, ...there } = await startDeployment(t, { [EVENTS]: stream(PENDING, OPEN) });
  const fetch = async (url, { signal: _, ...init }) => {
    const response = await globalThis.fetch(url, init);
    controller.abort();
    await answered.opened;
    return response;
  };
  const deck = await flowdeck.connect({ baseUrl, apiKey: KEY, fetch });
  assert.deepEqual(await watched(deck.watchRun(RUN, { signal: controller.signal })), []);
  answered.open();
  await closed(there);
});

for (const [when, answers] of /** @type {[string, (abort: () => void) => any][]} */ ([
  ["while the stream is opened", (abort) => ({ [EVENTS]: () => void abort() })],
  ["while the headers have arrived", (abort) => ({ [EVENTS]: stream(abort, OPEN) })],
  ["in the middle of an event", (abort) => ({ [EVENTS]: stream(PENDING, "event: sta", abort, OPEN) })],
  ["after an event", (abort) => ({ [EVENTS]: stream(PENDING, abort, OPEN) })],
  ["while the end is read", (abort) => ({ [EVENTS]: stream(...WHOLE), [DETAIL]: () => void abort() })],
  ["while the run is polled", (abort) => ({ [DETAIL]: () => void abort() })],
])) {
  test(`an abort ${when} ends the watch without an error, and leaves no connection`, async (t) => {
    const controller = new AbortController();
    const there = await deckOf(
      t,
      answers(() => controller.abort()),
    );
    const timers = openTimers(t);
    await watched(there.deck.watchRun(RUN, { signal: controller.signal }));
    await closed(there);
    assert.equal(timers.size, 0);
  });
}

test("an abort during the pause after a break ends the watch", async (t) => {
  const controller = new AbortController();
  const there = await deckWith(t, stream(PENDING));
  const own = globalThis.setTimeout;
  t.mock.method(globalThis, "setTimeout", (task, ms, ...more) => {
    if (isPause(ms)) queueMicrotask(() => controller.abort());
    return own(task, ms, ...more);
  });
  assert.deepEqual(await watched(there.deck.watchRun(RUN, { signal: controller.signal })), ["state pending"]);
  assert.equal(there.requests.length, 1);
});

test("an abort before the watch requests nothing", async (t) => {
  const there = await deckWith(t, stream(...WHOLE));
  assert.deepEqual(await watched(there.deck.watchRun(RUN, { signal: AbortSignal.abort() })), []);
  assert.equal(there.requests.length, 0);
});

for (const [what, id, options] of /** @type {[string, any, any][]} */ ([
  ["a run without an id", "", {}],
  ["a run as an object", { runId: RUN }, {}],
  ["an invalid signal", RUN, { signal: {} }],
  ["an interval of 0", RUN, { interval: 0 }],
  ["an invalid timeout", RUN, { timeout: -1 }],
  ["options as a number", RUN, 7],
])) {
  test(`${what} is rejected before anything is sent`, async (t) => {
    const { deck, requests } = await deckOf(t);
    await assert.rejects(deck.watchRun(id, options).next(), { name: "UsageError", message: /^watching a run: / });
    assert.equal(requests.length, 0);
  });
}
