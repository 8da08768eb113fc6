// The operations beyond `run` and `queue`. Imports nothing of the first load; see supports.js.
import { later } from "./later.js";
import { completeOutput } from "./output-files.js";

/** @import { CallOptions } from "./types/options.js" */
/** @import { Own, Tools } from "./types/internal.js" */

/**
 * @param {Tools} tools
 * @param {Own} own
 * @param {string} runId
 * @param {CallOptions | null | undefined} options
 */
export async function regenerate(tools, own, runId, options) {
  const action = "starting a run again";
  const id = tools.checkedId(runId, action, "run id");
  return own.record(await call(tools, own, action, options, "regenerate", id));
}

/**
 * @param {Tools} tools
 * @param {Own} own
 * @param {CallOptions | null | undefined} options
 */
export async function health(tools, own, options) {
  return tools.withRaw(...(await call(tools, own, "reading the health", options, "health")));
}

/**
 * @param {Tools} tools
 * @param {Own} own
 * @param {CallOptions | null | undefined} options
 */
export async function workflows(tools, own, options) {
  const [entries, body] = await call(tools, own, "reading the workflows", options, "workflows");
  for (const entry of entries) entry.schema &&= parsed(entry.schema);
  return tools.withRaw(entries, body);
}

/**
 * @param {Tools} tools
 * @param {Own} own
 * @param {CallOptions | null | undefined} options
 */
export async function objectInfo(tools, own, options) {
  const [, body] = await call(tools, own, "reading the node classes", options, "objectInfo");
  return new TextDecoder().decode(body);
}

/**
 * @param {Tools} tools
 * @param {Own} own
 * @param {string} groupId
 * @param {import("./types/options.js").RunsOptions | null | undefined} options
 */
export async function runs(tools, own, groupId, options) {
  const action = "reading the runs of a group";
  const { page, pageSize, sortBy, sortOrder } = tools.checkedOptions(options, action);
  const query = tools.queryOf({ page, page_size: pageSize, sort_by: sortBy, sort_order: sortOrder });
  const id = tools.checkedId(groupId, action, "group id");
  const [list, body] = await call(tools, own, action, options, "runs", id, query);
  for (const run of list.runs) resolveOutputs(tools, own, run);
  return tools.withRaw(list, body);
}

/**
 * @param {Tools} tools
 * @param {Own} own
 * @param {string} runId
 * @param {CallOptions | null | undefined} options
 */
export async function getRun(tools, own, runId, options) {
  const action = "reading a run";
  const id = tools.checkedId(runId, action, "run id");
  const [run, body] = await call(tools, own, action, options, "getRun", id);
  resolveOutputs(tools, own, run);
  return tools.withRaw(run, body);
}

/**
 * @param {Tools} tools
 * @param {Own} own
 * @param {string} filename
 * @param {CallOptions | null | undefined} options
 */
export async function output(tools, own, filename, options) {
  const action = "reading an output";
  const name = tools.checkedId(filename, action, "file name");
  const [link, body] = await call(tools, own, action, options, "output", name);
  if (link) link.downloadUrl = resolved(own, link.downloadUrl);
  return tools.withRaw(link, body);
}

/**
 * @param {Tools} tools
 * @param {Own} own
 * @param {string} runId
 * @param {CallOptions | null | undefined} options
 */
export async function cancel(tools, own, runId, options) {
  const action = "cancelling a run";
  const id = tools.checkedId(runId, action, "run id");
  await call(tools, own, action, options, "cancel", id);
}

/**
 * @param {Tools} tools
 * @param {Own} own
 * @param {string} runId
 * @param {CallOptions | null | undefined} options
 */
export async function deleteRun(tools, own, runId, options) {
  const action = "deleting a run";
  const id = tools.checkedId(runId, action, "run id");
  await call(tools, own, action, options, "deleteRun", id);
}

/**
 * @param {Tools} tools
 * @param {Own} own
 * @param {string} groupId
 * @param {CallOptions | null | undefined} options
 */
export async function deleteRuns(tools, own, groupId, options) {
  const action = "deleting the runs of a group";
  const id = tools.checkedId(groupId, action, "group id");
  return tools.withRaw(...(await call(tools, own, action, options, "deleteRuns", id)));
}

/**
 * @param {Tools} tools
 * @param {Own} own
 * @param {string} runId
 * @param {import("./types/options.js").RunTokenOptions | null | undefined} options
 */
export async function runToken(tools, own, runId, options) {
  const action = "making a token for a run";
  const { expiresIn } = tools.checkedOptions(options, action);
  if (expiresIn != null && !(Number.isInteger(expiresIn) && expiresIn > 0)) {
    throw tools.usage(`${action}: expiresIn must be a whole number of seconds greater than 0`);
  }
  const id = tools.checkedId(runId, action, "run id");
  const query = tools.queryOf({ expires_in: expiresIn });
  return tools.withRaw(...(await call(tools, own, action, options, "runToken", id, query)));
}

/**
 * Makes a call once its operation has loaded.
 * @param {Tools} tools
 * @param {Own} own
 * @param {Parameters<Own["call"]>} call
 */
async function call(tools, own, ...[action, options, ...call]) {
  tools.checkedOptions(options, action);
  await later(tools);
  return own.call(action, options, ...call);
}

/**
 * Makes the URLs of a run's outputs and of its preview absolute, and the outputs readable.
 * @param {Tools} tools
 * @param {Own} own
 * @param {{ outputs: import("./types/results.js").RunOutput[], preview: string | null }} run
 */
export function resolveOutputs(tools, own, run) {
  run.preview = resolved(own, run.preview);
  for (const file of run.outputs) {
    file.url = resolved(own, file.url);
    file.thumbnail = resolved(own, file.thumbnail);
    completeOutput(tools, own, file);
  }
}

/**
 * A file's absolute URL.
 * @template {string | null} Url
 * @param {Own} own
 * @param {Url} url
 */
function resolved({ client }, url) {
  return url && (client.resolve(url) ?? url);
}

/**
 * Whether a deployment offers the operation that failed, but does not know the id: then it answers in its envelope,
 * and otherwise with its framework's page.
 * @param {Partial<import("./types/internal.js").ErrorDetails>} error
 */
export const isUnknownId = ({ status, body }) => status === 404 && /"(errors|data)"\s*:/.test(body ?? "");

/**
 * A schema that a deployment gives as text; null if it is not JSON.
 * @param {string} text
 */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
