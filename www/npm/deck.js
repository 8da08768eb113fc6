// The calls to a deployment. The core makes them; this module checks the options and completes the results.
import { calls, once, schemas } from "./core.js";
import { FlowdeckError, fromCore, notLoaded, usage } from "./errors.js";
import { platform } from "./platform.js";
import { isFile, isForeign, toParts } from "./values.js";

/**
 * The functions of the first load that deferred modules use.
 * @type {import("./types/internal.js").Tools}
 */
export const tools = {
  FlowdeckError,
  calls,
  checkedCall,
  checkedId,
  checkedOptions,
  fromCore,
  isFile,
  isForeign,
  once,
  platform,
  queryOf,
  repeating: new WeakMap(),
  schemas,
  toParts,
  usage,
  withRaw,
};
export const more = () => platform.more().catch((cause) => Promise.reject(notLoaded(cause, "more.js", "more.js")));

/** @import { Answer, CheckedOptions, Client, FormPart, OperationName } from "./types/internal.js" */
/** @typedef {import("./types/options.js").CallOptions | null | undefined} CallOptions */

/** Reasons why an instance takes no runs; of several, the first counts. */
const CONDITIONS = /** @type {const} */ (["hung", "stopped", "draining"]);

/** @param {Partial<import("./types/options.js").ConnectOptions> | null} [options] */
export async function connect(options) {
  const { fetch, timeout, strict, ...given } = checkedOptions(options, "connecting");
  const { baseUrl, apiKey } = /** @type {any} */ (platform.address?.(given) ?? given);
  must(typeof baseUrl === "string", `connecting: baseUrl must be a string; it is ${typeof baseUrl}`);
  must(
    typeof apiKey === "string" || typeof apiKey === "function",
    `connecting: apiKey must be a string, or a function that returns one; it is ${typeof apiKey}`,
  );
  must(fetch == null || typeof fetch === "function", "connecting: fetch must be a function");
  const { Client } = await calls();
  const ms = milliseconds(timeout, "connecting");
  const { fetchParts, wrapped } = platform;
  // Read at each call, because it may be replaced.
  /** @type {import("./types/options.js").Fetch} */
  const browsers = (url, init) => globalThis.fetch(url, init);
  const own = (fetch ? wrapped?.(fetch) : fetchParts) ?? fetch ?? browsers;
  const isBrowser = own === browsers && "XMLHttpRequest" in globalThis;
  const sendsParts = own !== browsers && own !== fetch;
  /** @type {import("./types/internal.js").Connection} */
  const connection = [baseUrl, apiKey, ms, own];
  return new Deck(
    inCore(() => new Client(...connection, isBrowser, sendsParts)),
    connection,
    strict,
    fetch,
  );
}

export class Deck {
  /**
   * What deferred modules use of it.
   * @type {import("./types/internal.js").Own}
   */
  #own;

  /**
   * @param {Client} client
   * @param {import("./types/internal.js").Connection} connection
   * @param {boolean | null} [strict]
   * @param {import("./types/options.js").Fetch | null} [fetch]
   */
  constructor(client, connection, strict, fetch) {
    if (!client?.baseUrl) throw usage("making a deck: call connect({ baseUrl, apiKey })");
    this.#own = {
      call: this.#call.bind(this),
      client,
      connection,
      deck: this,
      fetch,
      record: this.#record.bind(this),
      run: this.#run.bind(this),
      started: new Set(),
      strict,
    };
    // The only property, so that a log shows the address and nothing else.
    this.baseUrl = client.baseUrl;
    Object.freeze(this);
  }

  /**
   * @param {string} workflowId
   * @param {object} values
   * @param {import("./types/options.js").RunOptions | null} [options]
   */
  async run(workflowId, values, options) {
    return this.#run(workflowId, values, options);
  }

  /**
   * @param {string} workflowId
   * @param {object} values
   * @param {import("./types/options.js").RunOptions | null | undefined} options
   * @param {() => Promise<void>} [prepare] Called before a valid run is sent.
   */
  async #run(workflowId, values, options, prepare) {
    const action = "starting a run";
    const checked = checkedOptions(options, action);
    const { groupId, priority, idempotencyKey, schema, additional, onUploadProgress: progress } = checked;
    const strict = checked.strict ?? this.#own.strict;
    must(groupId == null || typeof groupId === "string", `${action}: groupId must be a string`);
    if ((priority ?? idempotencyKey ?? strict) != null) {
      (await more()).checkTerms(tools, action, { priority, idempotencyKey, strict });
    }
    must(progress == null || typeof progress === "function", `${action}: onUploadProgress must be a function`);
    const parts = toParts(values);
    const id = checkedId(workflowId, action, "workflow id");
    if (parts.some(isForeign)) await (await more()).adopt(tools, parts);
    if (schema != null || additional != null) {
      await (await more()).accept(tools, this.baseUrl, id, schema, additional, parts, strict);
    }
    const query = queryOf({ group_id: groupId, priority, strict });
    /** @type {(progress: import("./types/options.js").UploadProgress) => unknown} */
    const report = ({ loaded, total }) => progress?.({ loaded, total });
    const call = checkedCall(options, action, progress && report);
    await prepare?.();
    const newKey = tools.repeating.get(this);
    call.repeats = !!newKey;
    call.key = idempotencyKey ?? newKey?.();
    const answer = await answered(this.#own.client.call("run", id, query, parts, call));
    const run = this.#record(answer);
    // The run is accepted, whatever becomes of the warning.
    if (textOf(answer[1]).includes("unknown_fields")) await more().then((m) => m.warnOf(run, additional), noop);
    return run;
  }

  /**
   * @param {string} runId
   * @param {CallOptions} [options]
   */
  regenerate(runId, options) {
    return this.#later("regenerate", runId, options);
  }

  /** @param {CallOptions} [options] */
  async queue(options) {
    const [{ instances, count, ids, own, ...named }, body] = await this.#call("reading the queue", options, "queue");
    for (const instance of instances) {
      instance.pending.sort(byNumber);
      instance.condition = CONDITIONS.find((condition) => named[condition].includes(instance.address)) ?? null;
    }
    return withRaw({ instances, waiting: { count: Math.max(count, ids.length), ids, own } }, body);
  }

  /** @param {CallOptions} [options] */
  health(options) {
    return this.#later("health", options);
  }

  /** @param {CallOptions} [options] */
  workflows(options) {
    return this.#later("workflows", options);
  }

  /** @param {CallOptions} [options] */
  objectInfo(options) {
    return this.#later("objectInfo", options);
  }

  /**
   * @param {string} groupId
   * @param {import("./types/options.js").RunsOptions | null} [options]
   */
  runs(groupId, options) {
    return this.#later("runs", groupId, options);
  }

  /**
   * @param {string} runId
   * @param {CallOptions} [options]
   */
  getRun(runId, options) {
    return this.#later("getRun", runId, options);
  }

  /**
   * @param {string} filename
   * @param {CallOptions} [options]
   */
  output(filename, options) {
    return this.#later("output", filename, options);
  }

  /**
   * @param {string} runId
   * @param {CallOptions} [options]
   */
  cancel(runId, options) {
    return this.#later("cancel", runId, options);
  }

  /**
   * @param {string} runId
   * @param {CallOptions} [options]
   */
  deleteRun(runId, options) {
    return this.#later("deleteRun", runId, options);
  }

  /**
   * @param {string} groupId
   * @param {CallOptions} [options]
   */
  deleteRuns(groupId, options) {
    return this.#later("deleteRuns", groupId, options);
  }

  /**
   * @param {string} runId
   * @param {import("./types/options.js").RunTokenOptions | null} [options]
   */
  runToken(runId, options) {
    return this.#later("runToken", runId, options);
  }

  /**
   * @param {string} operation
   * @param {CallOptions} [options]
   */
  supports(operation, options) {
    return this.#later("supports", operation, options);
  }

  /** @param {import("./types/options.js").WatchOptions | null} [options] */
  async *watchQueue(options) {
    yield* await this.#later("watchQueue", options);
  }

  /**
   * @param {string} runId
   * @param {import("./types/options.js").WatchRunOptions | null} [options]
   */
  async *watchRun(runId, options) {
    yield* await this.#later("watchRun", runId, options);
  }

  /**
   * @param {string} workflowId
   * @param {object} values
   * @param {import("./types/options.js").RunAndWaitOptions | null} [options]
   */
  runAndWait(workflowId, values, options) {
    return this.#later("runAndWait", workflowId, values, options);
  }

  /**
   * Calls a function of the deferred modules.
   * @param {keyof import("./types/internal.js").Deferred} name
   * @param {unknown[]} args
   */
  async #later(name, ...args) {
    const { [name]: deferred } = /** @type {Record<string, any>} */ (await more());
    return deferred(tools, this.#own, ...args);
  }

  /** @param {[entries: import("./types/results.js").RunEntry[], body: Uint8Array]} answer */
  #record([entries, body]) {
    for (const { runId } of entries) this.#own.started.add(runId);
    return withRaw({ ...entries[0], entries }, body);
  }

  /**
   * Makes a call without a form.
   * @param {string} action The attempted action, for messages.
   * @param {CallOptions} options
   * @param {OperationName} operation
   * @param {string} id
   * @param {string} query
   */
  async #call(action, options, operation, id = "", query = "") {
    return answered(this.#own.client.call(operation, id, query, undefined, checkedCall(options, action)));
  }
}

/**
 * The value and the body of an answer.
 * @param {Promise<Answer>} call
 * @returns {Promise<[value: any, body: Uint8Array]>} The value has the operation's shape in src/api/shapes.rs.
 */
async function answered(call) {
  try {
    const answer = await call;
    const { body } = answer;
    return [answer.read(), body];
  } catch (thrown) {
    throw fromCore(thrown);
  }
}

/**
 * @template Result
 * @param {() => Result} work
 */
function inCore(work) {
  try {
    return work();
  } catch (thrown) {
    throw fromCore(thrown);
  }
}

/**
 * A result with `raw`, the answer it was read from, which is parsed on access.
 * @template Result
 * @param {Result} result
 * @param {Uint8Array} body
 * @returns {Result & { raw: unknown }}
 */
function withRaw(result, body) {
  const target = /** @type {Result & { raw: unknown }} */ (result);
  if (result === null) return target;
  return Object.defineProperty(target, "raw", { get: () => JSON.parse(textOf(body)) });
}

/** @param {Uint8Array} body */
const textOf = (body) => new TextDecoder().decode(body);

const noop = () => {};

/**
 * The parameters that are given, encoded.
 * @param {Record<string, string | number | boolean | null | undefined>} parameters
 */
function queryOf(parameters) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value != null) query.set(name, String(value));
  return query.toString();
}

/**
 * @param {{ number: number }} left
 * @param {{ number: number }} right
 */
const byNumber = (left, right) => left.number - right.number;

/**
 * @template {object} Options
 * @param {Options | null | undefined} options
 * @param {string} action
 * @returns {Options}
 */
function checkedOptions(options, action) {
  must(options == null || typeof options === "object", `${action}: the options must be an object`);
  return options ?? /** @type {Options} */ ({});
}

/**
 * The options of a call for the core.
 * @param {CallOptions} options
 * @param {string} action
 * @param {CheckedOptions["progress"]} [progress]
 * @returns {CheckedOptions}
 */
function checkedCall(options, action, progress) {
  const { signal, timeout } = checkedOptions(options, action);
  const isSignal = !signal || (typeof signal.aborted === "boolean" && typeof signal.addEventListener === "function");
  must(isSignal, `${action}: signal must be an AbortSignal`);
  return { signal, timeout: milliseconds(timeout, action), progress };
}

/**
 * @param {string} value
 * @param {string} action
 * @param {string} noun
 */
function checkedId(value, action, noun) {
  must(typeof value === "string" && value.trim() !== "", `${action}: the ${noun} must be a string that is not empty`);
  must(value.isWellFormed?.() ?? true, `${action}: the ${noun} is not valid Unicode`);
  return value;
}

/**
 * Whole milliseconds.
 * @param {number | null | undefined} value
 * @param {string} action
 */
function milliseconds(value, action) {
  const isValid = value == null || (typeof value === "number" && value >= 0 && value <= 2 ** 31 - 1);
  must(isValid, `${action}: timeout must be milliseconds, from 0 (never) to 2147483647`);
  return value == null ? undefined : Math.ceil(value);
}

/**
 * @param {boolean} condition
 * @param {string} message
 */
function must(condition, message) {
  if (!condition) throw usage(message);
}
