// Watching the queue, and a run until it has ended. Polling is the contract: there are no events.
// Its tools are given, as schema.js says.
import { PATIENCE, watcher } from "./started.js";

/** Milliseconds between two looks. */
const INTERVAL = 1000;

/** How many times longer the wait becomes while nothing changes. */
const SLOWEST = 5;

const FINAL = ["completed", "failed", "cancelled"];

/**
 * Snapshots of the queue, each with what is new in it. A failure that may pass is told in `error`,
 * with the last snapshot and its age; the signal's abort ends it.
 */
export async function* watchQueue(tools, deck, started, options) {
  const interval = pace(tools, options, "watching the queue");
  const { runs } = options;
  if (runs != null && !(Array.isArray(runs) && runs.every((id) => typeof id === "string"))) {
    throw tools.usage("watching the queue: runs must be an array of run ids");
  }
  const { looked, end } = watcher(started);
  try {
    yield* updates(deck, started, options, interval, looked);
  } finally {
    end();
  }
}

async function* updates(deck, started, { signal, timeout, runs }, interval, looked) {
  let shown = null;
  let at = null;
  let slower = 1;
  for (;;) {
    await seen(signal);
    let next = shown;
    let error = null;
    try {
      next = await deck.queue({ signal, timeout });
      at = Date.now();
    } catch (thrown) {
      if (signal?.aborted) return;
      if (!passes(thrown)) throw thrown;
      error = thrown;
    }
    const changes = differences(shown ?? next, next);
    const found = next && places(next);
    const mine = next ? ranks([...(runs ?? []), ...started], found) : [];
    if (!error) looked(found);
    yield { instances: next?.instances ?? [], ...changes, mine, age: at === null ? null : Date.now() - at, error };
    shown = next;
    const still = Object.values(changes).every((list) => list.length === 0);
    slower = still ? Math.min(slower * 1.25, SLOWEST) : 1;
    await rest(interval * slower, signal);
    if (signal?.aborted) return;
  }
}

/**
 * Starts a run and waits for its end: by the run's detail where the deployment offers it, otherwise by
 * the queue, which tells only that it is gone.
 */
export async function runAndWait(tools, deck, workflowId, values, options) {
  const { signal, onUpdate } = options;
  const interval = pace(tools, options, "starting a run");
  if (onUpdate != null && typeof onUpdate !== "function")
    throw tools.usage("starting a run: onUpdate must be a function");
  const run = await deck.run(workflowId, values, options);
  try {
    return await ended(deck, run, { signal, onUpdate, interval });
  } catch (thrown) {
    throw thrown instanceof tools.FlowdeckError ? ofRun(thrown, run, signal) : thrown;
  }
}

/** The error with its run, which goes on, whatever ended the waiting. */
function ofRun(error, { runId }, signal) {
  const told = `waiting for run “${runId}”: the signal ended the waiting, not the run; getRun or the queue tells of it`;
  return new error.constructor(signal?.aborted ? told : error.message, Object.assign(error, { runId }));
}

async function ended(deck, run, { signal, onUpdate, interval }) {
  let look = byDetail;
  const state = { missed: 0 };
  for (;;) {
    const found = await look(deck, run, state, signal);
    if (found === "not offered") {
      look = byQueue;
      continue;
    }
    if (found) {
      const told = { ...run, ...found };
      // What it throws, or its promise rejects with, ends the waiting.
      await onUpdate?.(told);
      if (found.ended) return told;
    }
    await rest(interval, signal);
  }
}

async function byDetail(deck, { runId }, _, signal) {
  try {
    const detail = await deck.getRun(runId, { signal });
    const { status, outputs, error, progress } = detail;
    return {
      via: "detail",
      status,
      ended: FINAL.includes(status),
      position: null,
      instance: null,
      outputs,
      error,
      progress,
      detail,
    };
  } catch (error) {
    if (error.code === "not_found") return "not offered";
    if (signal?.aborted || !passes(error)) throw error;
    return null;
  }
}

async function byQueue(deck, { runId }, state, signal) {
  let queue;
  try {
    queue = await deck.queue({ signal });
  } catch (error) {
    if (signal?.aborted || !passes(error)) throw error;
    return null;
  }
  const [place] = ranks([runId], places(queue));
  state.missed = place ? 0 : state.missed + 1;
  const told = { via: "queue", outputs: [], error: null, progress: null, detail: null };
  if (place) return { ...told, status: place.state, ended: false, position: place.position, instance: place.instance };
  // Whether it gave something or broke, nobody says.
  return state.missed < PATIENCE ? null : { ...told, status: "unknown", ended: true, position: null, instance: null };
}

/** Where each task is: run id to `{instance, state, position}`; what runs is at 0, what waits from 1. */
function places({ instances }) {
  const places = new Map();
  for (const { address: instance, running, pending } of instances) {
    for (const { id } of running) places.set(id, { instance, state: "running", position: 0 });
    pending.forEach(({ id }, before) => places.set(id, { instance, state: "pending", position: before + 1 }));
  }
  return places;
}

function ranks(runIds, places) {
  const mine = [...new Set(runIds)].filter((runId) => places.has(runId));
  return mine.map((runId) => ({ runId, ...places.get(runId) }));
}

/** What came, began, moved and went between two snapshots. */
function differences(before, after) {
  const changes = { added: [], started: [], moved: [], finished: [] };
  if (!before || !after || before === after) return changes;
  const [was, is] = [places(before), places(after)];
  for (const [id, now] of is) {
    const then = was.get(id);
    if (now.state === "running" && then?.state !== "running") changes.started.push({ id, ...now });
    else if (!then) changes.added.push({ id, ...now });
    else if (then.instance !== now.instance || then.position !== now.position)
      changes.moved.push({ id, ...now, from: then });
  }
  for (const [id, then] of was) if (!is.has(id)) changes.finished.push({ id, ...then });
  return changes;
}

/** Whether the next look may do. */
function passes({ code, status }) {
  return ["network", "timeout", "queue_full"].includes(code) || (code === "http" && status >= 500);
}

function pace({ usage }, { interval = INTERVAL }, what) {
  if (typeof interval === "number" && interval > 0 && interval <= 2 ** 31 - 1) return interval;
  throw usage(`${what}: interval must be milliseconds greater than 0`);
}

function rest(ms, signal) {
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

/** Until somebody can see the page: a hidden one asks nothing. */
function seen(signal) {
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
