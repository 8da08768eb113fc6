// The runs that a deck started, and when it forgets them, as seen in `mine` of watchQueue.
import assert from "node:assert/strict";
import { test } from "node:test";
import { deckOf, envelope } from "./deployment.mjs";

const QUEUE = "GET /api/v1/comfy/queue";
const queue =
  (...running) =>
  () =>
    envelope([
      { comfy_uri: "http://engine-a", queue: { queue_running: running.map((id, at) => [at, id]), queue_pending: [] } },
    ]);
const present = queue("run-1");
const absent = queue();
const failing = () => ({ status: 500, body: envelope([]) });
const times = (count, answer) => Array(count).fill(answer);

/** A deck that has started `run-1` on a deployment with these answers for its queue. */
async function startedDeck(t, answers) {
  const { deck } = await deckOf(t, { [QUEUE]: answers });
  await deck.run("poster", {});
  return deck;
}

/** The runs that the next update of a watch reports as mine. */
const mine = async (watch) => (await watch.next()).value.mine.map(({ runId }) => runId);

/** The runs that the update for the last of these answers reports as mine. */
async function lastMine(t, answers, options) {
  const deck = await startedDeck(t, [...answers]);
  const watch = deck.watchQueue({ interval: 1, ...options });
  t.after(() => watch.return());
  for (let updates = 1; updates < answers.length; updates++) await watch.next();
  return mine(watch);
}

for (const [what, answers, expected] of [
  ["missing from two snapshots", [present, absent, absent, present], ["run-1"]],
  ["missing from two snapshots, twice", [present, absent, absent, present, absent, absent, present], ["run-1"]],
  [
    "missing from two snapshots before the deployment failed",
    [present, absent, absent, failing, failing, present],
    ["run-1"],
  ],
  ["missing from three snapshots", [present, absent, absent, absent, present], []],
  ["that has not reached the queue yet", [...times(99, absent), present], ["run-1"]],
  ["that never reached the queue", [...times(100, absent), present], []],
]) {
  test(`a run ${what} is ${expected.length ? "still mine" : "forgotten"}`, async (t) => {
    assert.deepEqual(await lastMine(t, answers), expected);
  });
}

test("a run named by the caller is never forgotten", async (t) => {
  assert.deepEqual(await lastMine(t, [present, absent, absent, absent, present], { runs: ["run-1"] }), ["run-1"]);
});

test("a run missing from one watch stays mine for another that polls less often", async (t) => {
  const deck = await startedDeck(t, [present, present, ...times(5, absent), present, present]);
  const [often, seldom] = [deck.watchQueue({ interval: 1 }), deck.watchQueue({ interval: 1 })];
  t.after(() => Promise.all([often.return(), seldom.return()]));
  await mine(often);
  assert.deepEqual(await mine(seldom), ["run-1"]);
  for (let updates = 0; updates < 5; updates++) assert.deepEqual(await mine(often), []);
  assert.deepEqual(await mine(seldom), ["run-1"]);
  assert.deepEqual(await mine(often), ["run-1"]);
});

test("a watch that has ended does not keep runs from being forgotten", async (t) => {
  const deck = await startedDeck(t, [present, present, ...times(3, absent), present]);
  const [often, ended] = [deck.watchQueue({ interval: 1 }), deck.watchQueue({ interval: 1 })];
  t.after(() => often.return());
  await mine(often);
  await mine(ended);
  await ended.return();
  for (let updates = 0; updates < 3; updates++) await mine(often);
  assert.deepEqual(await mine(often), []);
});
