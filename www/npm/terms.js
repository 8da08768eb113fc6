// The terms of a run that few calls name, and the warning about fields that a workflow does not have. Imports nothing
// of the first load; see supports.js.

/** @import { Run } from "./types/results.js" */
/** @import { RunOptions } from "./types/options.js" */
/** @import { Tools } from "./types/internal.js" */

/** How many warnings are remembered, so that each is shown once. */
const REMEMBERED = 1000;

/** What was warned of: the workflow and the name. */
const warned = new Set();

/**
 * @param {Tools} tools
 * @param {string} action
 * @param {Pick<RunOptions, "priority" | "idempotencyKey" | "strict">} terms
 */
export function checkTerms({ usage }, action, { priority, idempotencyKey, strict }) {
  if (priority != null && !["low", "normal", "high"].includes(priority)) {
    throw usage(`${action}: priority must be low, normal or high`);
  }
  if (idempotencyKey != null && !(typeof idempotencyKey === "string" && /^[!-~]{1,255}$/.test(idempotencyKey))) {
    throw usage(`${action}: idempotencyKey must have 1 to 255 visible ASCII characters`);
  }
  if (strict != null && typeof strict !== "boolean") throw usage(`${action}: strict must be true or false`);
}

/**
 * Warns of the fields that the workflow of a run does not have, each once. Those that the caller declares are meant.
 * @param {Run} run
 * @param {RunOptions["additional"]} additional
 */
export function warnOf(run, additional) {
  for (const { name, similar } of unknownFields(run)) {
    const key = JSON.stringify([run.workflowId, name]);
    if (warned.has(key) || (additional && Object.hasOwn(additional, name))) continue;
    if (warned.size < REMEMBERED) warned.add(key);
    const advice = similar === undefined ? "check its name" : `did you mean “${similar}”?`;
    console.warn(`flowdeck: the workflow “${run.workflowId}” has no field “${name}”; ${advice}`);
  }
}

/**
 * The fields as the deployment reports them; none if it reports something else.
 * @param {Run} run
 * @returns {{ name: string, similar?: string }[]}
 */
function unknownFields({ raw }) {
  const { meta } = /** @type {{ meta?: { unknown_fields?: unknown } | null }} */ (raw ?? {});
  const fields = meta?.unknown_fields;
  return Array.isArray(fields) ? fields.filter((field) => typeof field?.name === "string") : [];
}
