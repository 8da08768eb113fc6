// Which operation a request is for, and whether the app offers it. Everything that is not listed here is refused.

/**
 * @typedef {{ workflows: Set<string>, operations: Set<string>, maxBytes: number }} Settings
 * What an app offers.
 */

/**
 * The operations by method and by the end of the path; before it is where the app has put the route. `allowed` is the
 * name of the operation that an app offers; none for the description of what it offers.
 * @type {{ method: string, path: RegExp, operation: string, allowed?: string }[]}
 */
const ROUTES = [
  { method: "GET", path: /\/openapi\.json$/, operation: "describe" },
  { method: "POST", path: /\/api\/v1\/runs$/, operation: "submit", allowed: "submit" },
  { method: "GET", path: /\/api\/v1\/runs\/([^/]+)$/, operation: "read", allowed: "read" },
  { method: "GET", path: /\/api\/v1\/runs\/([^/]+)\/events$/, operation: "follow", allowed: "follow" },
  { method: "POST", path: /\/api\/v1\/runs\/([^/]+)\/cancel$/, operation: "cancel", allowed: "cancel" },
  // Links that the deployment has signed: they need no key, and get none.
  {
    method: "GET",
    path: /(\/api\/v1\/files\/[^/]+\/[^/]+|\/api\/v1\/previews\/[^/]+)$/,
    operation: "file",
    allowed: "read",
  },
];

/**
 * The operation of a request and its run or file, or the refusal.
 * @param {Request} request
 * @param {Settings} settings
 */
export function operationOf(request, { operations }) {
  const { pathname } = new URL(request.url);
  for (const { method, path, operation, allowed } of ROUTES) {
    const match = method === request.method ? path.exec(pathname) : null;
    if (!match || (allowed && !operations.has(allowed))) continue;
    // The path of a file is passed on as it is.
    const id = operation === "file" ? match[1] : runId(match[1] ?? "");
    if (id === undefined) break;
    if (method === "POST" && isForged(request)) return refuse(403, "the request comes from another site");
    return { operation, id };
  }
  // Not in the envelope: clients then know that the operation is missing, and not only its subject.
  return Response.json({ detail: "Not Found" }, { status: 404 });
}

/**
 * The id of a run, unless it would lead to another operation.
 * @param {string} encoded
 */
function runId(encoded) {
  try {
    const id = decodeURIComponent(encoded);
    return /^\.{1,2}$|[/\\]/.test(id) ? undefined : id;
  } catch {
    return undefined;
  }
}

/**
 * Whether a page of another site has made a browser send this. Browsers say so; other clients have no cookies to abuse.
 * @param {Request} request
 */
function isForged(request) {
  const site = request.headers.get("sec-fetch-site");
  return site !== null && site !== "same-origin" && site !== "none";
}

/**
 * An error in the envelope of the API.
 * @param {number} status
 * @param {string} why
 */
export const refuse = (status, why) =>
  Response.json({ status: "error", data: [], errors: why, meta: null }, { status, headers: PRIVATE });

/** No cache may keep an answer. */
export const PRIVATE = { "cache-control": "no-store", "x-content-type-options": "nosniff" };

/**
 * The OpenAPI document of what the app offers, from which clients learn that runs can be followed and repeated.
 * @param {Settings} settings
 */
export function describe({ operations }) {
  const run = { name: "run_id", in: "path", required: true, schema: { type: "string" } };
  const answers = { responses: { 200: { description: "The answer of the deployment." } } };
  const offered = [
    ["submit", "/api/v1/runs", "post", [query("workflow_id"), header("Idempotency-Key")]],
    ["read", "/api/v1/runs/{run_id}", "get", [run]],
    ["follow", "/api/v1/runs/{run_id}/events", "get", [run]],
    ["cancel", "/api/v1/runs/{run_id}/cancel", "post", [run]],
  ];
  const paths = offered
    .filter(([name]) => operations.has(String(name)))
    .map(([, path, method, parameters]) => [path, { [String(method)]: { parameters, ...answers } }]);
  const info = { title: "Runs of this app", version: "1" };
  return Response.json({ openapi: "3.1.0", info, paths: Object.fromEntries(paths) }, { headers: PRIVATE });
}

/** @param {string} name */
const query = (name) => ({ name, in: "query", required: true, schema: { type: "string" } });

/** @param {string} name */
const header = (name) => ({ name, in: "header", schema: { type: "string" } });
