// The deployment behind a route: requests with the key, and answers without anything that a browser should not get. The
// headers of the browser are never passed on, except for those that are named here.
import { PRIVATE, refuse } from "./operations.js";

/** How long an answer may take that is no stream and no upload, in milliseconds. */
const TIMEOUT = 30_000;

/** The largest JSON answer, in bytes. */
const MAX_JSON = 16_000_000;

/** What a browser may ask about a file, and what it learns of it. */
const OF_FILES = ["range", "if-range", "if-none-match", "if-modified-since"];
const ABOUT_FILES = [
  "accept-ranges",
  "content-disposition",
  "content-range",
  "content-security-policy",
  "content-type",
  "etag",
  "last-modified",
];

/** Keeps a file from acting as a page of the app, whatever the deployment says. */
const SANDBOX = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

export class Upstream {
  #baseUrl;
  #apiKey;
  #fetch;
  #signal;

  /**
   * @param {string} baseUrl
   * @param {string} apiKey
   * @param {typeof globalThis.fetch} fetch
   * @param {AbortSignal} signal That of the browser's request.
   */
  constructor(baseUrl, apiKey, fetch, signal) {
    this.#baseUrl = baseUrl.replace(/\/+$/, "");
    this.#apiKey = apiKey;
    this.#fetch = fetch;
    this.#signal = signal;
  }

  /**
   * The answer of an operation, which is JSON.
   * @param {string} path
   * @param {{
   *   method?: string, headers?: Record<string, string>, body?: ReadableStream | null, isLong?: boolean
   * }} [init]
   */
  async json(path, { isLong = false, headers = {}, ...init } = {}) {
    const answer = await this.#send(path, { ...init, headers: this.#keyed(headers) }, isLong);
    if (!answer) return noAnswer();
    if (isRefusedKey(answer)) return this.#refusedKey(answer);
    const text = await limitedText(answer).catch(() => null);
    const isJson = /^application\/json\b/i.test(answer.headers.get("content-type") ?? "");
    if (text === null || (answer.status !== 204 && !isJson))
      return refuse(502, "the deployment answered something else");
    const retryAfter = answer.headers.get("retry-after");
    const passed = { ...PRIVATE, "content-type": "application/json", ...(retryAfter && { "retry-after": retryAfter }) };
    return new Response(answer.status === 204 ? null : text, { status: answer.status, headers: passed });
  }

  /**
   * The events of a run, as they arrive.
   * @param {Request} request
   * @param {string} runId
   */
  async events(request, runId) {
    const lastId = request.headers.get("last-event-id");
    const headers = this.#keyed({ accept: "text/event-stream", ...(lastId && { "last-event-id": lastId }) });
    const answer = await this.#send(`/api/v1/runs/${encodeURIComponent(runId)}/events`, { headers }, true);
    if (!answer) return noAnswer();
    if (isRefusedKey(answer)) return this.#refusedKey(answer);
    const isStream = /^text\/event-stream\b/i.test(answer.headers.get("content-type") ?? "");
    if (answer.status === 204) return new Response(null, { status: 204 });
    if (isStream && answer.status === 200) {
      // The last one is for proxies that would collect the events.
      const passed = { ...PRIVATE, "content-type": "text/event-stream", "x-accel-buffering": "no" };
      return new Response(answer.body, { headers: passed });
    }
    await answer.body?.cancel();
    const retryAfter = answer.headers.get("retry-after");
    const refused = refuse(answer.status >= 400 ? answer.status : 502, "the run cannot be followed by events now");
    if (retryAfter) refused.headers.set("retry-after", retryAfter);
    return refused;
  }

  /**
   * An output or a preview by its signed link. It gets no key: the link is its permission.
   * @param {Request} request
   * @param {string} path
   */
  async file(request, path) {
    const headers = new Headers();
    for (const name of OF_FILES) {
      const value = request.headers.get(name);
      if (value !== null) headers.set(name, value);
    }
    // So that its length is that of the file.
    headers.set("accept-encoding", "identity");
    const answer = await this.#send(path + new URL(request.url).search, { headers }, true);
    if (!answer) return noAnswer();
    const passed = new Headers({ ...PRIVATE, "content-security-policy": SANDBOX });
    for (const name of ABOUT_FILES) {
      const value = answer.headers.get(name);
      if (value !== null) passed.set(name, value);
    }
    return new Response(answer.body, { status: answer.status, headers: passed });
  }

  /** @param {Record<string, string>} headers */
  #keyed(headers) {
    return { ...headers, "x-api-key": this.#apiKey };
  }

  /**
   * An answer, or null if there is none. Redirects are not followed: they could take the key elsewhere.
   * @param {string} path
   * @param {RequestInit} init
   * @param {boolean} isLong
   */
  async #send(path, init, isLong) {
    const signals = isLong ? [this.#signal] : [this.#signal, AbortSignal.timeout(TIMEOUT)];
    /** @type {RequestInit & { duplex?: "half" }} */
    const options = { ...init, redirect: "manual", cache: "no-store", signal: AbortSignal.any(signals) };
    if (init.body) options.duplex = "half";
    try {
      const send = this.#fetch;
      const answer = await send(this.#baseUrl + path, options);
      return answer.status === 0 || (answer.status >= 300 && answer.status < 400 && answer.status !== 304)
        ? null
        : answer;
    } catch {
      return null;
    }
  }

  /**
   * The app's own fault, which its operator has to see, and no visitor.
   * @param {Response} answer
   */
  async #refusedKey(answer) {
    await answer.body?.cancel();
    console.error(`flowdeck: the deployment refused the key of this app with status ${answer.status}; check it`);
    return refuse(502, "this app cannot use its deployment; its log says why");
  }
}

/** @param {Response} answer */
const isRefusedKey = ({ status }) => status === 401 || status === 403;

const noAnswer = () => refuse(502, "the deployment did not answer; try again");

/**
 * The text of an answer, unless it is too large.
 * @param {Response} answer
 */
async function limitedText(answer) {
  const decoder = new TextDecoder();
  let size = 0;
  let text = "";
  const reader = answer.body?.getReader();
  for (;;) {
    const piece = await reader?.read();
    if (!piece || piece.done) return text + decoder.decode();
    size += piece.value.byteLength;
    if (size > MAX_JSON) {
      await reader?.cancel();
      return null;
    }
    text += decoder.decode(piece.value, { stream: true });
  }
}
