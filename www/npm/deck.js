// The calls to a deployment. The core decides what to send and what an answer means; this module sends.
import { calls, schemas } from "./core.js";
import { FlowdeckError, toError, usage } from "./errors.js";
import { guard } from "./guard.js";
import { platform } from "./platform.js";
import { toParts } from "./values.js";

/**
 * The functions of the first load that deferred modules use.
 * @type {import("./types/internal.js").Tools}
 */
export const tools = { FlowdeckError, calls, schemas, toParts, usage };
export const more = () => import("./more.js");

/** The default timeout of a call without a form, in milliseconds. */
const TIMEOUT = 30_000;

/** How much of an answer an error keeps, in characters. */
const MAX_BODY = 64 * 1024;

/** @import { FormPart } from "./types/internal.js" */
/**
 * @typedef {import("./types/internal.js").Calls["core"]} Core
 * @typedef {import("./types/options.js").CallOptions | null | undefined} CallOptions
 * @typedef {object} Connection
 * @property {Core} core
 * @property {string | (() => string | Promise<string>)} apiKey
 * @property {import("./types/options.js").Fetch | undefined} fetch
 * @property {number} timeout
 */

/** @param {import("./types/options.js").ConnectOptions} options */
export async function connect(options) {
  const { baseUrl, apiKey, fetch, timeout } = checkedOptions(options, "connecting");
  must(typeof baseUrl === "string", `connecting: baseUrl must be a string; it is ${typeof baseUrl}`);
  must(
    typeof apiKey === "string" || typeof apiKey === "function",
    `connecting: apiKey must be a string, or a function that returns one; it is ${typeof apiKey}`,
  );
  must(fetch == null || typeof fetch === "function", "connecting: fetch must be a function");
  const { core } = await calls();
  const url = unwrap(ask(core, ["baseUrl", href(baseUrl)]));
  // A key that no header can carry fails here rather than at the first call.
  if (typeof apiKey === "string") unwrap(ask(core, ["request", "queue", url, "", "", apiKey.trim()]));
  return new Deck(
    { core, apiKey, fetch: fetch ?? undefined, timeout: milliseconds(timeout, "connecting") ?? TIMEOUT },
    url,
  );
}

export class Deck {
  /** @type {Connection} */
  #connection;
  /**
   * The runs it started, the latest last: watchQueue reports them as `mine`.
   * @type {Set<string>}
   */
  #started = new Set();

  /**
   * @param {Connection} connection
   * @param {string} baseUrl
   */
  constructor(connection, baseUrl) {
    if (!connection?.core) throw usage("making a deck: call connect({ baseUrl, apiKey })");
    this.#connection = connection;
    // The only property, so that a log shows the address and nothing else.
    this.baseUrl = baseUrl;
    Object.freeze(this);
  }

  /**
   * @param {string} workflowId
   * @param {object} values
   * @param {import("./types/options.js").RunOptions | null} [options]
   */
  async run(workflowId, values, options) {
    const action = "starting a run";
    const { groupId, schema, additional, onUploadProgress: progress } = checkedOptions(options, action);
    must(groupId == null || typeof groupId === "string", `${action}: groupId must be a string`);
    must(progress == null || typeof progress === "function", `${action}: onUploadProgress must be a function`);
    const parts = toParts(values);
    const id = checkedId(workflowId, action, "workflow id");
    if (schema != null || additional != null) await this.#check(schema, additional, parts, id);
    const query = groupId == null ? "" : new URLSearchParams({ group_id: groupId }).toString();
    return this.#record(
      await this.#call("run", action, id, options, { query, parts, progress: progress ?? undefined }),
    );
  }

  /**
   * @param {string} runId
   * @param {CallOptions} [options]
   */
  async regenerate(runId, options) {
    const action = "starting a run again";
    return this.#record(await this.#call("regenerate", action, checkedId(runId, action, "run id"), options));
  }

  /** @param {CallOptions} [options] */
  async queue(options) {
    const [entries, body] = await this.#call("queue", "reading the queue", "", options);
    for (const { pending } of entries) pending.sort(byNumber);
    return withRaw({ instances: entries }, body);
  }

  /** @param {CallOptions} [options] */
  async health(options) {
    return withRaw(...(await this.#call("health", "reading the health", "", options)));
  }

  /** @param {CallOptions} [options] */
  async workflows(options) {
    const [entries, body] = await this.#call("workflows", "reading the workflows", "", options);
    for (const entry of entries) entry.schema &&= parsed(entry.schema);
    return withRaw(entries, body);
  }

  /**
   * @param {string} groupId
   * @param {import("./types/options.js").RunsOptions | null} [options]
   */
  async runs(groupId, options) {
    const action = "reading the runs of a group";
    const { page, pageSize, sortBy, sortOrder } = checkedOptions(options, action);
    const query = new URLSearchParams();
    const members = { page, page_size: pageSize, sort_by: sortBy, sort_order: sortOrder };
    for (const [name, value] of Object.entries(members)) if (value != null) query.set(name, String(value));
    const id = checkedId(groupId, action, "group id");
    const [list, body] = await this.#call("runs", action, id, options, { query: query.toString() });
    for (const run of list.runs) this.#resolveOutputs(run);
    return withRaw(list, body);
  }

  /**
   * @param {string} runId
   * @param {CallOptions} [options]
   */
  async getRun(runId, options) {
    const action = "reading a run";
    const [run, body] = await this.#call("getRun", action, checkedId(runId, action, "run id"), options);
    this.#resolveOutputs(run);
    return withRaw(run, body);
  }

  /**
   * @param {string} filename
   * @param {CallOptions} [options]
   */
  async output(filename, options) {
    const action = "reading an output";
    const [output, body] = await this.#call("output", action, checkedId(filename, action, "file name"), options);
    if (output) output.downloadUrl = resolved(output.downloadUrl, this.baseUrl);
    return withRaw(output, body);
  }

  /**
   * @param {string} runId
   * @param {CallOptions} [options]
   */
  async cancel(runId, options) {
    const action = "cancelling a run";
    await this.#call("cancel", action, checkedId(runId, action, "run id"), options);
  }

  /**
   * @param {string} operation
   * @param {CallOptions} [options]
   */
  async supports(operation, options) {
    const { supports } = await more();
    return supports(tools, this, operation, options, (options) =>
      this.#call("openapi", "reading the OpenAPI document", "", options),
    );
  }

  /** @param {import("./types/options.js").WatchOptions | null} [options] */
  async *watchQueue(options) {
    const { watchQueue } = await more();
    yield* watchQueue(tools, this, this.#started, checkedOptions(options, "watching the queue"));
  }

  /**
   * @param {string} workflowId
   * @param {object} values
   * @param {import("./types/options.js").RunAndWaitOptions | null} [options]
   */
  async runAndWait(workflowId, values, options) {
    const { runAndWait } = await more();
    return runAndWait(tools, this, workflowId, values, checkedOptions(options, "starting a run"));
  }

  /** @param {{ outputs: { url: string | null }[] }} run */
  #resolveOutputs({ outputs }) {
    for (const output of outputs) output.url = resolved(output.url, this.baseUrl);
  }

  /** @param {[entries: import("./types/results.js").RunEntry[], body: Uint8Array]} answer */
  #record([entries, body]) {
    for (const { runId } of entries) this.#started.add(runId);
    return withRaw({ ...entries[0], entries }, body);
  }

  /**
   * @param {import("./types/schema.js").InputSchema | null | undefined} schema
   * @param {import("./types/schema.js").AdditionalFields | null | undefined} additional
   * @param {FormPart[]} parts
   * @param {string} id
   */
  async #check(schema, additional, parts, id) {
    const { check } = await more();
    const items = await check(tools, schema, additional, parts);
    if (items.length > 0) unwrap(JSON.parse((await schemas()).refusal(this.baseUrl, id, JSON.stringify(items))));
  }

  /**
   * Makes a call and its retries; resolves to its result and the answer's body.
   * @param {string} name
   * @param {string} action The attempted action, for messages.
   * @param {string} id
   * @param {CallOptions} options
   * @param {{
   *   query?: string, parts?: FormPart[],
   *   progress?: ((progress: import("./types/options.js").UploadProgress) => void) | undefined,
   * }} form
   * @returns {Promise<[value: any, body: Uint8Array]>} The value has the operation's shape in src/api/shapes.rs.
   */
  async #call(name, action, id, options, { query = "", parts, progress } = {}) {
    const { core, apiKey, fetch, timeout } = this.#connection;
    const { signal, timeout: own } = checkedOptions(options, action);
    // An upload may take as long as it needs.
    const guarded = guard(action, signal, milliseconds(own, action) ?? (parts ? 0 : timeout));
    const onProgress = progress && guarded.guarded(progress);
    try {
      for (let attempt = 1; ; attempt++) {
        const key = typeof apiKey === "string" ? apiKey.trim() : await askKey(apiKey, guarded, action);
        const [method, url] = unwrap(ask(core, ["request", name, this.baseUrl, id, query, key])).split(" ");
        const call = [name, this.baseUrl, id, key, `${attempt}`];
        const request = { method, url, key, parts, signal: guarded.signal, progress: onProgress, fetch };
        const { outcome, body } = await send(core, call, request, guarded);
        const { wait, error, value } = outcome;
        if (error) throw toError(withCause({ ...error, body: text(body, key) }, signal));
        if (wait === undefined) return [value, body ?? new Uint8Array()];
        await delay(wait, guarded);
      }
    } finally {
      guarded.end();
    }
  }
}

/**
 * Sends one attempt; resolves to the core's decision about the answer, or about its absence.
 * @param {Core} core
 * @param {string[]} call
 * @param {import("./types/internal.js").SendRequest} request
 * @param {ReturnType<typeof guard>} guarded
 */
async function send(core, call, request, guarded) {
  /** @type {Uint8Array | undefined} */
  let body;
  try {
    guarded.signal.throwIfAborted();
    const response = await guarded.race(platform.send(request));
    body = response.body;
    const outcome = ask(core, ["answered", ...call, `${response.status}`, seconds(response.retryAfter)], body);
    return { outcome, body };
  } catch (thrown) {
    if (guarded.failure) throw guarded.failure.thrown;
    if (thrown instanceof WebAssembly.RuntimeError) throw thrown;
    return { outcome: ask(core, ["unanswered", ...call, guarded.code, messageOf(thrown)]), body };
  }
}

/**
 * Waits before a retry, with up to 50% of random delay added: clients that failed together should not
 * retry together.
 * @param {number} wait
 * @param {ReturnType<typeof guard>} guarded
 */
async function delay(wait, guarded) {
  /** @type {ReturnType<typeof setTimeout>} */
  let timer;
  const passed = new Promise((resolve) => {
    timer = setTimeout(resolve, wait * (1 + Math.random() / 2));
  });
  await guarded.race(passed).catch(() => clearTimeout(timer));
}

/**
 * @param {() => string | Promise<string>} apiKey
 * @param {ReturnType<typeof guard>} guarded
 * @param {string} action
 */
async function askKey(apiKey, guarded, action) {
  try {
    const key = await guarded.race(apiKey());
    must(typeof key === "string", `${action}: apiKey did not return a string`);
    return key.trim();
  } catch (thrown) {
    // The request fails with the abort.
    if (guarded.signal.aborted) return "";
    if (/** @type {{ code?: string } | null} */ (thrown)?.code === "usage") throw thrown;
    throw usage(`${action}: apiKey failed: ${messageOf(thrown)}`, thrown);
  }
}

/**
 * Asks the core: `{value}`, `{wait}` or `{error}`; see src/npm/calls.rs.
 * @param {Core} core
 * @param {string[]} request
 * @param {Uint8Array} [body]
 * @returns {import("./types/internal.js").Outcome<any>}
 */
function ask(core, request, body = new Uint8Array()) {
  return JSON.parse(core(JSON.stringify(request), body));
}

/**
 * The value of an outcome; throws its error.
 * @template Value
 * @param {import("./types/internal.js").Outcome<Value>} outcome
 * @returns {Value}
 */
function unwrap({ error, value }) {
  if (error) throw toError(error);
  return /** @type {Value} */ (value);
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
  return Object.defineProperty(target, "raw", { get: () => JSON.parse(new TextDecoder().decode(body)) });
}

/**
 * @param {{ number: number }} left
 * @param {{ number: number }} right
 */
const byNumber = (left, right) => left.number - right.number;

/**
 * A file's absolute URL. A deployment behind a path prefix seldom knows that prefix.
 * @template {string | null} Url
 * @param {Url} url
 * @param {string} baseUrl
 * @returns {Url | string}
 */
function resolved(url, baseUrl) {
  if (!url) return url;
  try {
    const base = new URL(`${baseUrl}/`);
    const lacksPrefix = /^\/(?!\/)/.test(url) && !url.startsWith(base.pathname);
    return new URL(lacksPrefix ? `.${url}` : url, base).href;
  } catch {
    return url;
  }
}

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

/**
 * The body that an error keeps, without the key.
 * @param {Uint8Array | undefined} body
 * @param {string} key
 */
function text(body, key) {
  if (!body) return null;
  const text = new TextDecoder().decode(body);
  // Redacted before it is cut: half a key would not be found.
  return (key.length < 4 ? text : text.replaceAll(key, "<API_KEY>")).slice(0, MAX_BODY);
}

/**
 * An aborted call carries its signal's reason.
 * @param {import("./types/internal.js").ErrorDetails} error
 * @param {AbortSignal | null | undefined} signal
 */
function withCause(error, signal) {
  const aborted = signal?.aborted && (error.code === "aborted" || error.code === "timeout");
  return aborted ? { ...error, cause: signal.reason } : error;
}

/**
 * The seconds in a Retry-After header, which holds a number or a date; empty if it holds neither.
 * @param {string | null} header
 */
function seconds(header) {
  if (!header || /^\s*\d+\s*$/.test(header)) return header?.trim() ?? "";
  const wait = Math.ceil((Date.parse(header) - Date.now()) / 1000);
  return Number.isNaN(wait) ? "" : `${Math.max(wait, 0)}`;
}

/**
 * The message of a thrown value, which may be anything; some of Node's errors have only a code.
 * @param {any} thrown
 */
function messageOf(thrown) {
  /** @param {any} error */
  const message = (error) => (typeof error === "string" ? error : error?.message || error?.code || "");
  try {
    return [message(thrown), message(thrown?.cause)].filter(Boolean).join(": ");
  } catch {
    return "";
  }
}

/** @param {string} address */
function href(address) {
  try {
    return new URL(address.trim()).href;
  } catch {
    return "";
  }
}

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
 * @param {string} value
 * @param {string} action
 * @param {string} noun
 */
function checkedId(value, action, noun) {
  must(typeof value === "string" && value.trim() !== "", `${action}: the ${noun} must be a string that is not empty`);
  return value;
}

/**
 * @param {number | null | undefined} value
 * @param {string} action
 */
function milliseconds(value, action) {
  const isValid = value == null || (typeof value === "number" && value >= 0 && value <= 2 ** 31 - 1);
  must(isValid, `${action}: timeout must be milliseconds, from 0 (never) to 2147483647`);
  return value;
}

/**
 * @param {boolean} condition
 * @param {string} message
 */
function must(condition, message) {
  if (!condition) throw usage(message);
}
