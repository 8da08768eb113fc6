// Watches the queue, and a run until it ends. Polling is the contract: there are no events. Imports
// nothing of the first load; see supports.js.
import { PATIENCE, watcher } from "./started.js";

/** @import { Calling, Tools } from "./types/internal.js" */
/** @import { Place, Queue, Run } from "./types/results.js" */
/**
 * @typedef {AbortSignal | null | undefined} Signal
 * @typedef {(deck: Calling, run: Run, state: { missed: number }, signal: Signal) => Promise<any>} Look
 */

/** Milliseconds between two polls. */
const INTERVAL = 1000;

/** By which factor the wait may grow while nothing changes. */
const SLOWEST = 5;

const FINAL = ["completed", "failed", "cancelled"];

/**
 * Snapshots of the queue, each with its changes. A temporary failure is reported in `error`,
 * with the last snapshot and its age; the signal's abort ends the watch.
 * @param {Tools} tools
 * @param {Calling} deck
 * @param {Set<string>} started
 * @param {import("./types/options.js").WatchOptions} options
 */
export async function* watchQueue(tools, deck, started, options) {
  const action = "watching the queue";
  const interval = checkedInterval(tools, options.interval, action);
  const { runs } = options;
  if (runs != null && !(Array.isArray(runs) && runs.every((id) => typeof id === "string"))) {
    throw tools.usage(`${action}: runs must be an array of run ids`);
  }
  const { saw, end } = watcher(started);
  try {
    yield* updates(deck, started, options, interval, saw);
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
 * Starts a run and waits for its end: by the run's detail if the deployment offers it, otherwise by the
 * queue, which shows only that the run is gone.
 * @param {Tools} tools
 * @param {Calling} deck
 * @param {() => Promise<Run>} start
 * @param {import("./types/options.js").RunAndWaitOptions} options
 */
export async function runAndWait(tools, deck, start, options) {
  const action = "starting a run";
  const { signal, onUpdate } = options;
  const interval = checkedInterval(tools, options.interval, action);
  if (onUpdate != null && typeof onUpdate !== "function") {
    throw tools.usage(`${action}: onUpdate must be a function`);
  }
  const run = await start();
  try {
    return await end(deck, run, { signal, onUpdate, interval });
  } catch (thrown) {
    throw thrown instanceof tools.FlowdeckError ? withRunId(thrown, run, signal) : thrown;
  }
}

/**
 * The error with the id of its run, which continues whatever ended the waiting.
 * @param {import("./errors.js").FlowdeckError} error
 * @param {Run} run
 * @param {Signal} signal
 */
function withRunId(error, { runId }, signal) {
  const reason = "the signal ended the waiting, not the run; follow it with getRun or the queue";
  const aborted = `waiting for run “${runId}”: ${reason}`;
  const ErrorClass = /** @type {new (message: string, details: object) => Error} */ (error.constructor);
  return new ErrorClass(signal?.aborted ? aborted : error.message, Object.assign(error, { runId }));
}

/**
 * The outcome of a run.
 * @param {Calling} deck
 * @param {Run} run
 * @param {{
 *   signal: Signal, onUpdate: import("./types/options.js").RunAndWaitOptions["onUpdate"], interval: number,
 * }} options
 */
async function end(deck, run, { signal, onUpdate, interval }) {
  /** @type {Look} */
  let look = byDetail;
  const state = { missed: 0 };
  for (;;) {
    const found = await look(deck, run, state, signal);
    if (found === "not offered") {
      look = byQueue;
      continue;
    }
    if (found) {
      const update = { ...run, ...found };
      // If it throws, or its promise rejects, the waiting ends with that.
      await onUpdate?.(update);
      if (found.ended) return update;
    }
    await delay(interval, signal);
  }
}

/** @type {Look} */
async function byDetail(deck, { runId }, _state, signal) {
  try {
    const detail = await deck.getRun(runId, { signal });
    const { status, position, outputs, error, progress } = detail;
    const ended = FINAL.includes(status);
    return { via: "detail", status, ended, position, instance: null, outputs, error, progress, detail };
  } catch (thrown) {
    if (/** @type {{ code?: string }} */ (thrown).code === "not_found") return "not offered";
    if (signal?.aborted || !isTemporary(thrown)) throw thrown;
    return null;
  }
}

/** @type {Look} */
async function byQueue(deck, { runId }, state, signal) {
  let queue;
  try {
    queue = await deck.queue({ signal });
  } catch (thrown) {
    if (signal?.aborted || !isTemporary(thrown)) throw thrown;
    return null;
  }
  const place = placesIn(queue).get(runId);
  state.missed = place ? 0 : state.missed + 1;
  const update = { via: "queue", outputs: [], error: null, progress: null, detail: null };
  if (place) {
    return { ...update, status: place.state, ended: false, position: place.position, instance: place.instance };
  }
  if (state.missed < PATIENCE) return null;
  // The queue does not show whether the run succeeded.
  return { ...update, status: "unknown", ended: true, position: null, instance: null };
}

/**
 * The place of each task, by run id; a running task has position 0, a waiting one counts from 1. Of the runs that
 * wait in the service it has the caller's: only of them are all known.
 * @param {Queue} queue
 */
function placesIn({ instances, waiting }) {
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
 * Whether the next poll may succeed.
 * @param {unknown} thrown
 */
function isTemporary(thrown) {
  const { code, status } = /** @type {{ code?: string, status?: number }} */ (thrown);
  return ["network", "timeout", "queue_full"].includes(code ?? "") || (code === "http" && (status ?? 0) >= 500);
}

/**
 * @param {Tools} tools
 * @param {number | undefined} interval
 * @param {string} action
 */
function checkedInterval({ usage }, interval = INTERVAL, action) {
  if (typeof interval === "number" && interval > 0 && interval <= 2 ** 31 - 1) return interval;
  throw usage(`${action}: interval must be milliseconds greater than 0`);
}

/**
 * Resolves after this many milliseconds, or on abort.
 * @param {number} ms
 * @param {Signal} signal
 * @returns {Promise<void>}
 */
function delay(ms, signal) {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener("abort", done);
    if (signal?.aborted) done();
  });
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
