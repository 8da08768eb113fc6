// Who uses the events of a run: runAndWait, and how supports finds them.
import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { deckOf, envelope } from "./deployment.mjs";
import {
  closed,
  DOCUMENT,
  deckWith,
  described,
  EVENTS,
  OPEN,
  offered,
  PATH,
  PENDING,
  paths,
  RUN,
  stream,
  streams,
  WHOLE,
} from "./event-streams.mjs";

test("runAndWait follows the events that the deployment describes, and reads the whole run at the end", async (t) => {
  const there = await deckWith(t, stream(...WHOLE));
  there.answers[DOCUMENT] = offered;
  const updates = [];
  const outcome = await there.deck.runAndWait("poster", {}, { onUpdate: (update) => void updates.push(update) });
  assert.deepEqual(
    updates.map(({ via, status, ended, detail }) => [via, status, ended, detail !== null]),
    [
      ["events", "pending", false, false],
      ["events", "running", false, false],
      ["events", "running", false, false],
      ["detail", "completed", true, true],
    ],
  );
  assert.deepEqual(outcome, updates.at(-1));
  assert.deepEqual([outcome.outputs, outcome.detail.outputs.length], [outcome.detail.outputs, 1]);
  assert.deepEqual(paths(there), ["/openapi.json", "/api/v1/runs", PATH, `/api/v1/runs/${RUN}`]);
});

test("runAndWait asks for no events that the deployment does not describe", async (t) => {
  const there = await deckWith(t, stream(...WHOLE));
  assert.equal((await there.deck.runAndWait("poster", {})).via, "detail");
  assert.equal(streams(there).length, 0);
});

test("without details, runAndWait ends with what the events say", async (t) => {
  const there = await deckOf(t, { [EVENTS]: stream(...WHOLE), [DOCUMENT]: offered });
  const { via, status, ended, outputs, detail } = await there.deck.runAndWait("poster", {});
  assert.deepEqual([via, status, ended, outputs.length, detail], ["events", "completed", true, 1, null]);
});

for (const [what, onUpdate] of /** @type {[string, any][]} */ ([
  [
    "throws",
    () => {
      throw "mine";
    },
  ],
  ["returns a promise that rejects", () => Promise.reject("mine")],
])) {
  test(`the waiting ends if onUpdate ${what}, and the stream is closed`, async (t) => {
    const there = await deckWith(t, stream(PENDING, OPEN));
    there.answers[DOCUMENT] = offered;
    await assert.rejects(there.deck.runAndWait("poster", {}, { onUpdate }), (thrown) => thrown === "mine");
    await closed(there);
  });
}

test("an abort ends the waiting and its stream, not the run", async (t) => {
  const controller = new AbortController();
  const there = await deckWith(t, stream(PENDING, OPEN));
  there.answers[DOCUMENT] = offered;
  const waiting = there.deck.runAndWait(
    "poster",
    {},
    { signal: controller.signal, onUpdate: () => controller.abort("enough") },
  );
  await assert.rejects(waiting, { name: "AbortError", cause: "enough", runId: RUN });
  await closed(there);
});

const probe = "GET /api/v1/runs/flowdeck-supports-probe/events";
const all = "GET /api/v1/events";
const unknownRun = () => ({ status: 404, body: envelope(null) });
const noSuchPath = () => ({ status: 404, body: { detail: "Not Found" } });
const page = () => ({ headers: { "content-type": "text/html" }, body: "<!doctype html>" });
for (const [what, answers, ofRuns, ofAll] of /** @type {[string, any, boolean, boolean][]} */ ([
  ["whose document lists those of a run", { [DOCUMENT]: offered }, true, false],
  ["whose document calls the id otherwise", { [DOCUMENT]: () => described("/api/v1/runs/{x}/events") }, true, false],
  ["whose document lists those of all runs", { [DOCUMENT]: () => described("/api/v1/events") }, false, true],
  ["that does not know the run", { [probe]: unknownRun, [all]: unknownRun }, true, false],
  ["that opens streams", { [probe]: stream(PENDING, OPEN), [all]: stream(OPEN) }, true, true],
  ["that does not know the paths", { [probe]: noSuchPath, [all]: noSuchPath }, false, false],
  [
    "that answers 406",
    { [probe]: () => ({ status: 406, body: "" }), [all]: () => ({ status: 406, body: "" }) },
    false,
    false,
  ],
  ["that answers with a page", { [probe]: page, [all]: page }, false, false],
])) {
  test(`supports finds the events of a deployment ${what}`, async (t) => {
    const there = await deckOf(t, answers);
    const found = [await there.deck.supports("runEvents"), await there.deck.supports("events")];
    assert.deepEqual(found, [ofRuns, ofAll]);
    const sockets = there.requests.slice(1).map(({ incoming }) => incoming.socket);
    if (answers[all] && ofAll) await Promise.all(sockets.map((socket) => socket.destroyed || once(socket, "close")));
  });
}

test("a rejected key does not show whether events are offered", async (t) => {
  const refused = () => ({ status: 401, body: "" });
  const { deck } = await deckOf(t, { [probe]: refused, [all]: refused });
  for (const operation of ["runEvents", "events"]) {
    await assert.rejects(deck.supports(operation), { name: "AuthenticationError" });
    await assert.rejects(deck.supports(operation, { signal: {} }), { name: "UsageError" });
  }
});
