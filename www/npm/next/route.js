// A proxy for browsers, as a route of Next.js or of anything else that answers a Request with a Response. The key stays
// on the server, and only a few operations with the named workflows pass. Uses nothing else of the package.
import { describe, operationOf, refuse } from "./operations.js";
import { submit } from "./submit.js";
import { Upstream } from "./upstream.js";

/** @import { RouteOptions } from "./route.d.ts" */
/** @import { Settings } from "./operations.js" */

/** The bytes of a submission at most, unless the app says otherwise. */
const MAX_BYTES = 25_000_000;

const DEFAULT = ["submit", "read", "follow"];
const ALL = [...DEFAULT, "cancel"];

/**
 * A function that answers the requests of the package in a browser.
 * @param {RouteOptions} options
 * @returns {(request: Request) => Promise<Response>}
 */
export function flowdeckRoute(options) {
  const settings = checked(options);
  return async (request) => {
    const found = operationOf(request, settings);
    if (found instanceof Response) return found;
    if (found.operation === "describe") return describe(settings);
    const upstream = upstreamOf(options, request.signal);
    if (upstream) return answer(request, found, upstream, settings);
    return refuse(500, "this app is not configured: set FLOWDECK_URL and FLOWDECK_API_KEY on its server");
  };
}

/**
 * @param {Request} request
 * @param {{ operation: string, id: string }} found
 * @param {Upstream} upstream
 * @param {Settings} settings
 */
async function answer(request, { operation, id }, upstream, settings) {
  if (operation === "submit") return submit(request, upstream, settings);
  if (operation === "file") return upstream.file(request, id);
  // Also before it is followed or cancelled: the key sees runs of other workflows, too.
  const run = await upstream.json(`/api/v1/runs/${encodeURIComponent(id)}`);
  if (!run.ok) return run;
  const { data } = await run.clone().json();
  if (!settings.workflows.has(data?.workflow_id)) return refuse(404, `there is no run “${id}”`);
  if (operation === "follow") return upstream.events(request, id);
  return operation === "read"
    ? run
    : upstream.json(`/api/v1/runs/${encodeURIComponent(id)}/cancel`, { method: "POST" });
}

/**
 * @param {RouteOptions} options
 * @returns {Settings}
 */
function checked(options) {
  const { workflows, operations = DEFAULT, maxBytes = MAX_BYTES } = options ?? {};
  const must = (/** @type {boolean} */ condition, /** @type {string} */ why) => {
    if (!condition) throw new TypeError(`making a route: ${why}`);
  };
  const isText = (/** @type {unknown} */ value) => typeof value === "string" && value !== "";
  must(Array.isArray(workflows) && workflows.length > 0 && workflows.every(isText), "workflows must be a list of IDs");
  const isKnown = Array.isArray(operations) && operations.every((one) => ALL.includes(one));
  must(isKnown, `operations must be a list of ${ALL.join(", ")}`);
  must(Number.isSafeInteger(maxBytes) && maxBytes > 0, "maxBytes must be a whole number greater than 0");
  return { workflows: new Set(workflows), operations: new Set(operations), maxBytes };
}

/**
 * The deployment, as it is configured now: while an app is built, the environment of its server is missing. The key
 * from the environment is only sent to the address from there.
 * @param {RouteOptions} options
 * @param {AbortSignal} signal
 */
function upstreamOf({ baseUrl, apiKey, fetch }, signal) {
  const { FLOWDECK_URL, FLOWDECK_API_KEY } = globalThis.process?.env ?? {};
  const url = baseUrl ?? FLOWDECK_URL;
  const key = apiKey ?? (baseUrl === undefined ? FLOWDECK_API_KEY : undefined);
  return url && key ? new Upstream(url, key, fetch ?? globalThis.fetch, signal) : null;
}
