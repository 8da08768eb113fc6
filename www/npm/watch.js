// Watches the queue. Imports nothing of the first load; see supports.js.
import { checkedInterval, delay, isTemporary } from "./polling.js";
import { watcher } from "./started.js";

/** @import { Signal } from "./polling.js" */
/** @import { Calling, Own, Tools } from "./types/internal.js" */
/** @import { Place, Queue } from "./types/results.js" */

/** By which factor the wait may grow while nothing changes. */
const SLOWEST = 5;

/**
 * Snapshots of the queue, each with its changes. A temporary failure is reported in `error`,
 * with the last snapshot and its age; the signal's abort ends the watch.
 * @param {Tools} tools
 * @param {Own} own
 * @param {import("./types/options.js").WatchOptions | null | undefined} options
 */
export async function* watchQueue(tools, { deck, started }, options) {
  const action = "watching the queue";
  const checked = tools.checkedOptions(options, action);
  const interval = checkedInterval(tools, checked.interval, action);
  const { runs } = checked;
  if (runs != null && !(Array.isArray(runs) && runs.every((id) => typeof id === "string"))) {
    throw tools.usage(`${action}: runs must be an array of run ids`);
  }
  const { saw, end } = watcher(started);
  try {
    yield* updates(deck, started, checked, interval, saw);
  } finally {
    end();
  }
}

/**
 * @param {Calling} deck
 * @param {Set<string>} started
 * @param {import("./types/options.js").WatchOptions} options
 * @param {number} interval
 * @param {(places: Map<string, Place>) => void} saw
 */
async function* updates(deck, started, { signal, timeout, runs }, interval, saw) {
  /** @type {Queue | null} */
  let last = null;
  /** @type {number | null} */
  let time = null;
  let factor = 1;
  for (;;) {
    await visible(signal);
    /** @type {Queue | null} */
    let next = last;
    /** @type {import("./types/errors.js").FlowdeckError | null} */
    let error = null;
    try {
      next = await deck.queue({ signal, timeout });
      time = Date.now();
    } catch (thrown) {
      if (signal?.aborted) return;
      if (!isTemporary(thrown)) throw thrown;
      error = /** @type {import("./types/errors.js").FlowdeckError} */ (thrown);
    }
    const changes = differences(last ?? next, next);
    const places = next ? placesIn(next) : new Map();
    const mine = placesOf([...(runs ?? []), ...started], places);
    if (!error) saw(places);
    const { instances, waiting } = next ?? { instances: [], waiting: { count: 0, ids: [], own: [] } };
    yield { instances, waiting, ...changes, mine, age: time === null ? null : Date.now() - time, error };
    last = next;
    const isUnchanged = Object.values(changes).every((list) => list.length === 0);
    factor = isUnchanged ? Math.min(factor * 1.25, SLOWEST) : 1;
    await delay(interval * factor, signal);
    if (signal?.aborted) return;
  }
}

/**
 * The place of each task, by run id; a running task has position 0, a waiting one counts from 1. Of the runs that
 * wait in the service it has the caller's: only of them are all known.
 * @param {Queue} queue
 */
export function placesIn({ instances, waiting }) {
  /** @type {Map<string, Place>} */
  const places = new Map();
  for (const { runId, position } of waiting.own) {
    places.set(runId, { instance: null, state: "pending", position: position ?? waiting.ids.indexOf(runId) + 1 });
  }
  for (const { address: instance, running, pending } of instances) {
    for (const { id } of running) places.set(id, { instance, state: "running", position: 0 });
    for (const [index, { id }] of pending.entries())
      places.set(id, { instance, state: "pending", position: index + 1 });
  }
  return places;
}

/**
 * The places of these runs, if they are in the queue.
 * @param {string[]} runIds
 * @param {Map<string, Place>} places
 */
function placesOf(runIds, places) {
  return [...new Set(runIds)].flatMap((runId) => {
    const place = places.get(runId);
    return place ? [{ runId, ...place }] : [];
  });
}

/**
 * The tasks added, started, moved and finished between two snapshots.
 * @param {Queue | null} before
 * @param {Queue | null} after
 */
function differences(before, after) {
  /** @type {Pick<import("./types/results.js").QueueUpdate, "added" | "started" | "moved" | "finished">} */
  const changes = { added: [], started: [], moved: [], finished: [] };
  if (!before || !after || before === after) return changes;
  const [old, current] = [placesIn(before), placesIn(after)];
  for (const [id, now] of current) {
    const from = old.get(id);
    if (now.state === "running" && from?.state !== "running") changes.started.push({ id, ...now });
    else if (!from) changes.added.push({ id, ...now });
    else if (from.instance !== now.instance || from.position !== now.position) changes.moved.push({ id, ...now, from });
  }
  for (const [id, from] of old) if (!current.has(id)) changes.finished.push({ id, ...from });
  return changes;
}

/**
 * Resolves once the page is visible, or on abort: a hidden page does not poll.
 * @param {Signal} signal
 * @returns {Promise<void> | undefined}
 */
function visible(signal) {
  const page = globalThis.document;
  if (page?.visibilityState !== "hidden") return undefined;
  return new Promise((resolve) => {
    const done = () => {
      if (page.visibilityState === "hidden" && !signal?.aborted) return;
      page.removeEventListener("visibilitychange", done);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    page.addEventListener("visibilitychange", done);
    signal?.addEventListener("abort", done);
    done();
  });
}
