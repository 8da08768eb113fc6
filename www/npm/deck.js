// The calls to a deployment. What to send and what an answer means is the core's; this sends it.
import { calls, schemas } from "./core.js";
import { FlowdeckError, toError, usage } from "./errors.js";
import { guard } from "./guard.js";
import { platform } from "./platform.js";
import { toParts } from "./values.js";

/** What modules that are loaded later need of those that are loaded first. */
export const tools = { FlowdeckError, schemas, toParts, usage };
export const more = () => import("./more.js");

/** How long a call without a form may take, in milliseconds, where nobody says otherwise. */
const TIMEOUT = 30_000;

/** The most of an answer that an error keeps, in characters. */
const BODY = 64 * 1024;

export async function connect(options) {
  const { baseUrl, apiKey, fetch, timeout } = given(options, "connecting");
  must(typeof baseUrl === "string", `connecting: baseUrl must be a string; it is ${typeof baseUrl}`);
  must(
    typeof apiKey === "string" || typeof apiKey === "function",
    `connecting: apiKey must be a string, or a function that gives one; it is ${typeof apiKey}`,
  );
  must(fetch == null || typeof fetch === "function", "connecting: fetch must be a function");
  const { core } = await calls();
  const url = said(ask(core, ["baseUrl", href(baseUrl)]));
  // What can be judged before the first call is.
  if (typeof apiKey === "string") said(ask(core, ["request", "queue", url, "", "", apiKey.trim()]));
  return new Deck(
    { core, apiKey, fetch: fetch ?? undefined, timeout: milliseconds(timeout, "connecting") ?? TIMEOUT },
    url,
  );
}

export class Deck {
  #connection;
  // The runs it started, the latest last: what watchQueue takes for its own.
  #started = new Set();

  constructor(connection, baseUrl) {
    if (!connection?.core) throw usage("making a deck: call connect({ baseUrl, apiKey })");
    this.#connection = connection;
    // The address and no more is what a log shows of a deck.
    this.baseUrl = baseUrl;
    Object.freeze(this);
  }

  async run(workflowId, values, options) {
    const what = "starting a run";
    const { groupId, schema, additional, onUploadProgress: progress } = given(options, what);
    must(groupId == null || typeof groupId === "string", `${what}: groupId must be a string`);
    must(progress == null || typeof progress === "function", `${what}: onUploadProgress must be a function`);
    const parts = toParts(values);
    const id = word(workflowId, what, "workflow id");
    if (schema != null || additional != null) await this.#check(schema, additional, parts, id);
    const query = groupId == null ? "" : new URLSearchParams({ group_id: groupId }).toString();
    return this.#begun(await this.#ask("run", what, id, options, { query, parts, progress: progress ?? undefined }));
  }

  async regenerate(runId, options) {
    const what = "starting a run again";
    return this.#begun(await this.#ask("regenerate", what, word(runId, what, "run id"), options));
  }

  async queue(options) {
    const [entries, body] = await this.#ask("queue", "reading the queue", "", options);
    for (const { pending } of entries) pending.sort((left, right) => left.number - right.number);
    return raw({ instances: entries }, body);
  }

  async health(options) {
    return raw(...(await this.#ask("health", "reading the health", "", options)));
  }

  async workflows(options) {
    const [entries, body] = await this.#ask("workflows", "reading the workflows", "", options);
    for (const entry of entries) entry.schema &&= parsed(entry.schema);
    return raw(entries, body);
  }

  async runs(groupId, options) {
    const what = "reading the runs of a group";
    const { page, pageSize, sortBy, sortOrder } = given(options, what);
    const wanted = { page, page_size: pageSize, sort_by: sortBy, sort_order: sortOrder };
    const query = new URLSearchParams(Object.entries(wanted).filter(([, value]) => value != null)).toString();
    const [list, body] = await this.#ask("runs", what, word(groupId, what, "group id"), options, { query });
    for (const run of list.runs) this.#locate(run);
    return raw(list, body);
  }

  async getRun(runId, options) {
    const what = "reading a run";
    const [run, body] = await this.#ask("getRun", what, word(runId, what, "run id"), options);
    this.#locate(run);
    return raw(run, body);
  }

  async output(filename, options) {
    const what = "reading an output";
    const [output, body] = await this.#ask("output", what, word(filename, what, "file name"), options);
    if (output) output.downloadUrl = whole(output.downloadUrl, this.baseUrl);
    return raw(output, body);
  }

  async cancel(runId, options) {
    const what = "cancelling a run";
    await this.#ask("cancel", what, word(runId, what, "run id"), options);
  }

  async supports(operation, options) {
    const { supports } = await more();
    return supports(tools, this, operation, options, (given) =>
      this.#ask("openapi", "reading the description", "", given),
    );
  }

  async *watchQueue(options) {
    const { watchQueue } = await more();
    yield* watchQueue(tools, this, this.#started, given(options, "watching the queue"));
  }

  async runAndWait(workflowId, values, options) {
    const { runAndWait } = await more();
    return runAndWait(tools, this, workflowId, values, given(options, "starting a run"));
  }

  #locate({ outputs }) {
    for (const output of outputs) output.url = whole(output.url, this.baseUrl);
  }

  #begun([entries, body]) {
    for (const { runId } of entries) this.#started.add(runId);
    return raw({ ...entries[0], entries }, body);
  }

  async #check(schema, additional, parts, id) {
    const { check } = await more();
    const items = await check(tools, schema, additional, parts);
    if (items.length > 0) said(JSON.parse((await schemas()).refusal(this.baseUrl, id, JSON.stringify(items))));
  }

  /** Makes a call; gives its result and the answer's body. */
  async #ask(name, what, id, options, { query = "", parts, progress } = {}) {
    const { core, apiKey, fetch, timeout } = this.#connection;
    const { signal, timeout: own } = given(options, what);
    // An upload may take as long as it needs.
    const watch = guard(what, signal, milliseconds(own, what) ?? (parts ? 0 : timeout));
    try {
      for (let tries = 1; ; tries++) {
        const key = typeof apiKey === "string" ? apiKey.trim() : await askKey(apiKey, watch, what);
        const [method, url] = said(ask(core, ["request", name, this.baseUrl, id, query, key])).split(" ");
        const call = [name, this.baseUrl, id, key, `${tries}`];
        let body;
        let outcome;
        try {
          watch.signal.throwIfAborted();
          const told = progress && watch.heeding(progress);
          const response = await watch.race(
            platform.send({ method, url, key, parts, signal: watch.signal, progress: told, fetch }),
          );
          body = response.body;
          outcome = ask(core, ["answered", ...call, `${response.status}`, seconds(response.retryAfter)], body);
        } catch (thrown) {
          if (watch.fault) throw watch.fault.thrown;
          if (thrown instanceof WebAssembly.RuntimeError) throw thrown;
          outcome = ask(core, ["unanswered", ...call, watch.code, words(thrown)]);
        }
        const { wait, error, value } = outcome;
        if (error) throw toError(withCause({ ...error, body: text(body, key) }, signal));
        if (wait === undefined) return [value, body];
        // Those who failed together should not come back together.
        let timer;
        const rest = new Promise((resolve) => (timer = setTimeout(resolve, wait * (1 + Math.random() / 2))));
        await watch.race(rest).catch(() => clearTimeout(timer));
      }
    } finally {
      watch.end();
    }
  }
}

async function askKey(apiKey, watch, what) {
  try {
    const key = await watch.race(apiKey());
    must(typeof key === "string", `${what}: apiKey gave no string`);
    return key.trim();
  } catch (thrown) {
    // The abort is told by the request, which it ends.
    if (watch.signal.aborted) return "";
    if (thrown?.code === "usage") throw thrown;
    throw usage(`${what}: apiKey gave no key: ${words(thrown)}`, thrown);
  }
}

/** Asks the core: `{value}`, `{wait}` or `{error}`; see src/npm/calls.rs. */
function ask(core, words, body = new Uint8Array()) {
  return JSON.parse(core(JSON.stringify(words), body));
}

/** The value of an outcome, or the error it tells of. */
function said({ error, value }) {
  if (error) throw toError(error);
  return value;
}

/** A result with the answer it was read from, parsed when somebody looks. */
function raw(result, body) {
  if (result === null) return result;
  return Object.defineProperty(result, "raw", { get: () => JSON.parse(new TextDecoder().decode(body)) });
}

/** A file's whole address: a deployment behind a path seldom knows of that path. */
function whole(url, baseUrl) {
  if (!url) return url;
  try {
    const base = new URL(`${baseUrl}/`);
    const strange = /^\/(?!\/)/.test(url) && !url.startsWith(base.pathname);
    return new URL(strange ? `.${url}` : url, base).href;
  } catch {
    return url;
  }
}

/** A schema that a deployment gives as text; one that is no JSON is none. */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The body that an error keeps, without the key. */
function text(body, key) {
  if (!body) return null;
  const text = new TextDecoder().decode(body);
  // Before it is cut: half a key would not be found.
  return (key.length < 4 ? text : text.replaceAll(key, "<API_KEY>")).slice(0, BODY);
}

/** An aborted call carries its signal's reason. */
function withCause(error, signal) {
  const ended = signal?.aborted && (error.code === "aborted" || error.code === "timeout");
  return ended ? { ...error, cause: signal.reason } : error;
}

/** The seconds that a Retry-After asks for: their number, or a date; empty where it says nothing. */
function seconds(header) {
  if (!header || /^\s*\d+\s*$/.test(header)) return header?.trim() ?? "";
  const wait = Math.ceil((Date.parse(header) - Date.now()) / 1000);
  return Number.isNaN(wait) ? "" : `${Math.max(wait, 0)}`;
}

/** The words of what was thrown, which may be anything; Node gives some errors a code only. */
function words(thrown) {
  const say = (error) => (typeof error === "string" ? error : error?.message || error?.code || "");
  try {
    return [say(thrown), say(thrown?.cause)].filter(Boolean).join(": ");
  } catch {
    return "";
  }
}

function href(address) {
  try {
    return new URL(address.trim()).href;
  } catch {
    return "";
  }
}

function given(options, what) {
  must(options == null || typeof options === "object", `${what}: the options must be an object`);
  return options ?? {};
}

function word(value, what, noun) {
  must(typeof value === "string" && value.trim() !== "", `${what}: the ${noun} must be a string that is not empty`);
  return value;
}

function milliseconds(value, what) {
  const fits = value == null || (typeof value === "number" && value >= 0 && value <= 2 ** 31 - 1);
  must(fits, `${what}: timeout must be milliseconds, from 0 (never) to 2147483647`);
  return value;
}

function must(fits, message) {
  if (!fits) throw usage(message);
}
