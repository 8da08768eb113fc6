// The runs of a deck, and when it forgets them: seen by what watchQueue counts as mine.
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
const there = queue("run-1");
const away = queue();
const broken = () => ({ status: 500, body: envelope([]) });
const times = (count, answer) => Array(count).fill(answer);

/** A deck that has started `run-1`, of a deployment whose queue answers so. */
async function startedDeck(t, answers) {
  const { deck } = await deckOf(t, { [QUEUE]: answers });
  await deck.run("poster", {});
  return deck;
}

/** The next look of a watch: the runs that it counts as mine. */
const mine = async (watch) => (await watch.next()).value.mine.map(({ runId }) => runId);

/** What the last of these looks counts as mine. */
async function lastOf(t, answers, options) {
  const deck = await startedDeck(t, [...answers]);
  const watch = deck.watchQueue({ interval: 1, ...options });
  t.after(() => watch.return());
  for (let looks = 1; looks < answers.length; looks++) await watch.next();
  return mine(watch);
}

for (const [what, answers, expected] of [
  ["that was missing from the queue in two looks", [there, away, away, there], ["run-1"]],
  ["that was missing from it in two looks, twice", [there, away, away, there, away, away, there], ["run-1"]],
  ["that was missing from it while the deployment was ill", [there, away, away, broken, broken, there], ["run-1"]],
  ["that left it three looks ago", [there, away, away, away, there], []],
  ["that has not reached it yet", [...times(99, away), there], ["run-1"]],
  ["that never reached it", [...times(100, away), there], []],
]) {
  test(`a run ${what} is ${expected.length ? "still mine" : "forgotten"}`, async (t) => {
    assert.deepEqual(await lastOf(t, answers), expected);
  });
}

test("a run that the caller named is never forgotten", async (t) => {
  assert.deepEqual(await lastOf(t, [there, away, away, away, there], { runs: ["run-1"] }), ["run-1"]);
});

test("a run that one watch misses stays mine for another that looks less often", async (t) => {
  const deck = await startedDeck(t, [there, there, ...times(5, away), there, there]);
  const [often, seldom] = [deck.watchQueue({ interval: 1 }), deck.watchQueue({ interval: 1 })];
  t.after(() => Promise.all([often.return(), seldom.return()]));
  await mine(often);
  assert.deepEqual(await mine(seldom), ["run-1"]);
  for (let looks = 0; looks < 5; looks++) assert.deepEqual(await mine(often), []);
  assert.deepEqual(await mine(seldom), ["run-1"]);
  assert.deepEqual(await mine(often), ["run-1"]);
});

test("a watch that has ended keeps no run from being forgotten", async (t) => {
  const deck = await startedDeck(t, [there, there, ...times(3, away), there]);
  const [often, ended] = [deck.watchQueue({ interval: 1 }), deck.watchQueue({ interval: 1 })];
  t.after(() => often.return());
  await mine(often);
  await mine(ended);
  await ended.return();
  for (let looks = 0; looks < 3; looks++) await mine(often);
  assert.deepEqual(await mine(often), []);
});
