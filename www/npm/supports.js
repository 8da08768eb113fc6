// Which operations a deployment offers beyond the contract's two, and whether it takes idempotency keys. Imports
// nothing of the first load: a bundler would move that into a file of its own, so it is passed in as `tools`.
import { openEvents } from "./event-stream.js";
import { later } from "./later.js";
import { isUnknownId } from "./operations.js";

/** @import { Calling, Calls, Own, Tools } from "./types/internal.js" */
/** @typedef {import("./types/options.js").CallOptions | null | undefined} Options */
/** @typedef {Record<string, Record<string, unknown> | null> | null | undefined} Paths */

/** Stands for an id: no deployment has a run or an output of this name. */
const NO_ID = "flowdeck-supports-probe";

// scripts/declared-files.sh writes this list.
// operations
const OPERATIONS = [
  "run",
  "queue",
  "health",
  "workflows",
  "objectInfo",
  "runs",
  "getRun",
  "runEvents",
  "events",
  "output",
  "deleteRun",
  "deleteRuns",
  "cancel",
  "regenerate",
  "runToken",
];
// end

/**
 * Calls that find out about an operation without changing anything, if the OpenAPI document does not say. The other
 * operations have none.
 * @type {Record<string, (deck: Calling, options: Options, tools: Tools, own: Own) => Promise<boolean>>}
 */
const PROBES = {
  health: (deck, options) => isFound(deck.health(options ?? {})),
  workflows: (deck, options) => isFound(deck.workflows(options ?? {})),
  objectInfo: (deck, options) => isFound(deck.objectInfo(options ?? {})),
  runs: (deck, options) => isFound(deck.runs(NO_ID, { ...options, pageSize: 1 })),
  getRun: (deck, options) => isKnown(deck.getRun(NO_ID, options ?? {})),
  runEvents: (_, options, tools, own) => isKnown(opens(tools, own, "runEvents", NO_ID, options)),
  events: (_, options, tools, own) => isFound(opens(tools, own, "events", "", options)),
  output: (deck, options) => isKnown(deck.output(NO_ID, options ?? {})),
};

/** How long a run waits to learn whether it may have an idempotency key, in milliseconds. */
const LEARNING_TIMEOUT = 5000;

/** A new idempotency key. Pages that did not come over https have no `randomUUID`. */
const newKey = () => crypto.randomUUID?.() ?? crypto.getRandomValues(new BigUint64Array(2)).join("-");

/**
 * Whether each deck has learned about idempotency keys.
 * @type {WeakMap<Calling, Promise<unknown>>}
 */
const learning = new WeakMap();

/**
 * The `paths` read so far, by deck: a deployment's operations do not change while a page is open.
 * @type {WeakMap<Calling, { paths: Paths, isFinal: boolean }>}
 */
const documents = new WeakMap();

/**
 * Whether the deployment offers an operation, according to its /openapi.json. If that is missing, guarded
 * or broken, a call that changes nothing decides; those that change something have none and are then
 * false.
 * @param {Tools} tools
 * @param {Own} own
 * @param {string} operation
 * @param {Options} options
 */
export async function supports(tools, own, operation, options) {
  const { usage } = tools;
  const { deck } = own;
  if (!OPERATIONS.includes(operation)) {
    const names = OPERATIONS.join(", ");
    throw usage(`checking what is supported: “${operation}” is not an operation; choose from ${names}`);
  }
  if (operation === "run" || operation === "queue") return true;
  const { route } = await later(tools);
  const { paths, isFinal } = documents.get(deck) ?? (await readPaths(route, options, own));
  if (takesKeys(route, paths)) tools.repeating.set(deck, newKey);
  const offered = paths
    ? isListed(route, paths, operation)
    : await (PROBES[operation] ?? unknown)(deck, options, tools, own);
  // Not before the deployment has accepted the key: another key may see another document.
  if (isFinal) documents.set(deck, { paths, isFinal });
  return offered;
}

/**
 * Reads the deployment's /openapi.json, once for a deck: its submissions are only repeated if the deployment declares
 * the header `Idempotency-Key`. Without the document they are not.
 * @param {Tools} tools
 * @param {Own} own
 * @param {{ signal?: AbortSignal | null | undefined }} options
 */
export async function learn(tools, own, { signal }) {
  const { deck } = own;
  const read = async () => {
    const { route } = await later(tools);
    const known = documents.get(deck);
    const { paths } = known ?? (await readPaths(route, { signal, timeout: LEARNING_TIMEOUT }, own));
    if (paths) documents.set(deck, { paths, isFinal: true });
    if (takesKeys(route, paths)) tools.repeating.set(deck, newKey);
  };
  const failed = () => {
    if (signal?.aborted) learning.delete(deck);
  };
  if (!learning.has(deck)) learning.set(deck, read().catch(failed));
  await learning.get(deck);
}

/**
 * Whether the deployment's document lists the events of a run; undefined if none has been read.
 * @param {Tools} tools
 * @param {Own} own
 */
export async function listsEvents(tools, { deck }) {
  const { route } = await later(tools);
  const paths = documents.get(deck)?.paths;
  return paths ? isListed(route, paths, "runEvents") : undefined;
}

/**
 * Whether the document declares the header `Idempotency-Key` for submissions.
 * @param {Calls["route"]} route
 * @param {Paths} paths
 */
function takesKeys(route, paths) {
  const [method = "", path = ""] = route("run")?.split(" ") ?? [];
  const operation = /** @type {{ parameters?: unknown } | null | undefined} */ (paths?.[path]?.[method.toLowerCase()]);
  const parameters = operation?.parameters;
  return (
    Array.isArray(parameters) &&
    parameters.some((it) => it?.in === "header" && /^idempotency-key$/i.test(String(it.name)))
  );
}

/**
 * The `paths` of the OpenAPI document, or null if it is unusable; `isFinal` if another read would give the same.
 * @param {Calls["route"]} route
 * @param {Options} options
 * @param {Own} own
 */
async function readPaths(route, options, own) {
  try {
    const [, body] = await own.call("reading the OpenAPI document", options, "openapi");
    /** @type {{ paths: Paths }} */
    const { paths } = JSON.parse(new TextDecoder().decode(body));
    // A document without either of the contract's operations describes something else.
    const describes = isListed(route, paths, "run") || isListed(route, paths, "queue");
    return { paths: describes ? paths : null, isFinal: true };
  } catch (thrown) {
    const { code, status } = /** @type {Partial<import("./types/internal.js").ErrorDetails>} */ (thrown ?? {});
    if (code && ["aborted", "timeout", "usage"].includes(code)) throw thrown;
    // A deployment may guard its document, break it, or keep other pages from it. The probes then decide,
    // and report what is wrong with the key or the deployment.
    return { paths: null, isFinal: !(status && (status === 429 || status >= 500)) };
  }
}

/**
 * Whether `paths` has the operation, at the path the core's table of operations gives it. A run's id may
 * have any name there.
 * @param {Calls["route"]} route
 * @param {Paths} paths
 * @param {string} operation
 */
function isListed(route, paths, operation) {
  const [method = "", path] = route(operation)?.split(" ") ?? [];
  return Object.entries(paths ?? {}).some(
    ([template, methods]) =>
      template.replace(/\{[^/]+\}/, "{run_id}") === path && methods?.[method.toLowerCase()] !== undefined,
  );
}

/**
 * Whether a stream of events can be opened; closes it.
 * @param {Tools} tools
 * @param {Own} own
 * @param {"runEvents" | "events"} operation
 * @param {string} id
 * @param {Options} options
 */
async function opens(tools, own, operation, id, options) {
  const { signal, timeout } = tools.checkedCall(options, "checking what is supported");
  const opening = new AbortController();
  const signals = [opening.signal, ...(signal ? [signal] : [])];
  try {
    await openEvents(tools, own, id, { signal: AbortSignal.any(signals), timeout, operation });
    return true;
  } catch (/** @type {any} */ thrown) {
    if (thrown.status === 406 || thrown.code === "decode") return false;
    throw thrown;
  } finally {
    opening.abort();
  }
}

/**
 * Whether a call finds its operation. One that resolves to false shows that it is not offered.
 * @param {Promise<unknown>} call
 */
async function isFound(call) {
  try {
    return (await call) !== false;
  } catch (thrown) {
    if (codeOf(thrown) === "not_found") return false;
    throw thrown;
  }
}

/**
 * As `isFound`, for a call whose id does not exist.
 * @param {Promise<unknown>} call
 */
async function isKnown(call) {
  try {
    return (await call) !== false;
  } catch (thrown) {
    if (codeOf(thrown) !== "not_found") throw thrown;
    return isUnknownId(/** @type {import("./types/internal.js").ErrorDetails} */ (thrown));
  }
}

/**
 * There is no call to find out, but a rejected key or an unreachable deployment does not mean “no”.
 * @param {Calling} deck
 * @param {Options} options
 */
async function unknown(deck, options) {
  await deck.queue(options ?? {});
  return false;
}

/** @param {unknown} thrown */
const codeOf = (thrown) => /** @type {{ code?: string } | null | undefined} */ (thrown)?.code;
