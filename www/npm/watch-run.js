// Watches a run, or starts one and waits for its end. Imports nothing of the first load; see supports.js.
import { follow, offersEvents } from "./follow.js";
import { checkedInterval } from "./polling.js";
import { learn, listsEvents } from "./supports.js";

/** @import { Signal } from "./polling.js" */
/** @import { Observation, Own, Tools } from "./types/internal.js" */
/** @import { Run, RunOutcome, RunUpdate } from "./types/results.js" */

/**
 * What happens to a run until it ends. The signal's abort ends the watch.
 * @param {Tools} tools
 * @param {Own} own
 * @param {string} runId
 * @param {import("./types/options.js").WatchRunOptions | null | undefined} options
 */
export async function* watchRun(tools, own, runId, options) {
  const action = "watching a run";
  const { signal, timeout, interval } = tools.checkedOptions(options, action);
  const checked = { signal, timeout, interval: checkedInterval(tools, interval, action) };
  const id = tools.checkedId(runId, action, "run id");
  tools.checkedCall(checked, action);
  if (signal?.aborted) return;
  // A deployment without a description is asked for the stream itself.
  const usesEvents = offersEvents(own) ?? (await listsEvents(tools, own)) ?? true;
  try {
    for await (const { events } of follow(tools, own, id, { ...checked, usesEvents })) yield* events;
  } catch (thrown) {
    if (!signal?.aborted) throw thrown;
  }
}

/**
 * Starts a run and waits for its end.
 * @param {Tools} tools
 * @param {Own} own
 * @param {string} workflowId
 * @param {object} values
 * @param {import("./types/options.js").RunAndWaitOptions | null | undefined} options
 */
export async function runAndWait(tools, own, workflowId, values, options) {
  const action = "starting a run";
  const checked = tools.checkedOptions(options, action);
  const { signal, timeout, onUpdate } = checked;
  const interval = checkedInterval(tools, checked.interval, action);
  if (onUpdate != null && typeof onUpdate !== "function") {
    throw tools.usage(`${action}: onUpdate must be a function`);
  }
  const run = await own.run(workflowId, values, checked, () => learn(tools, own, checked));
  try {
    // Unlike a watch, it requests nothing that the deployment does not describe.
    const usesEvents = offersEvents(own) ?? (await listsEvents(tools, own)) ?? false;
    return await end(run, follow(tools, own, run.runId, { signal, timeout, interval, usesEvents }), onUpdate);
  } catch (thrown) {
    throw thrown instanceof tools.FlowdeckError ? withRunId(thrown, run, signal) : thrown;
  }
}

/**
 * The outcome of a run.
 * @param {Run} run
 * @param {AsyncIterable<Observation>} observations
 * @param {import("./types/options.js").RunAndWaitOptions["onUpdate"]} onUpdate
 */
async function end(run, observations, onUpdate) {
  for await (const { via, known, detail, ended } of observations) {
    const { status, position, instance, outputs, error, progress } = known;
    const seen = { via, status, ended, position, instance, outputs, error, progress, detail };
    const update = /** @type {RunUpdate} */ ({ ...run, ...seen });
    // If it throws, or its promise rejects, the waiting ends with that.
    await onUpdate?.(update);
    if (ended) return /** @type {RunOutcome} */ (update);
  }
  throw new Error(`waiting for run “${run.runId}”: it cannot be followed`);
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
