// Opens a stream of events. Knows neither when that is done nor what the events mean. Imports nothing of the first
// load; see supports.js.
import { later } from "./later.js";

/** @import { Own, Tools } from "./types/internal.js" */
/** @import { Signal } from "./polling.js" */
/** @typedef {NonNullable<ReturnType<typeof piecesOf>>} Pieces */

/**
 * Opens the stream of a run's events, or of all runs. Resolves to what reads its body piece by piece; to null if the
 * run has ended. It ends when the signal fires.
 * @param {Tools} tools
 * @param {Own} own
 * @param {string} runId
 * @param {{
 *   signal?: Signal, timeout?: number | null | undefined, lastId?: string, operation?: "runEvents" | "events",
 * }} options
 * @returns {Promise<Pieces | null>}
 */
export async function openEvents(tools, own, runId, { signal, timeout, lastId = "", operation = "runEvents" }) {
  const { Client } = await later(tools);
  const [baseUrl, apiKey, ms, send] = own.connection;
  const controller = new AbortController();
  /** @type {any} */
  let response;
  /** @type {(url: string, init: any) => Promise<any>} */
  const sendAside = async (url, init) => {
    // The core's signal ends with its call, but the stream goes on.
    init.signal.addEventListener("abort", () => controller.abort());
    const headers = { ...init.headers, Accept: "text/event-stream", ...(lastId && { "Last-Event-ID": lastId }) };
    const answer = await send(url, { ...init, headers, signal: controller.signal });
    if (answer.status < 200 || answer.status > 299) return answer;
    // A fetch may ignore its signal.
    if (init.signal.aborted) cancel(piecesOf(answer.body));
    response = answer;
    return { status: answer.status, headers: answer.headers, arrayBuffer: async () => new ArrayBuffer(0) };
  };
  try {
    const client = new Client(baseUrl, apiKey, ms, sendAside, false, false);
    await client.call(operation, runId, "", undefined, { signal, timeout: timeout ?? undefined, progress: null });
  } catch (thrown) {
    throw tools.fromCore(thrown);
  }
  const pieces = piecesOf(response.body);
  const close = () => {
    controller.abort();
    cancel(pieces);
  };
  if (response.status === 204) return null;
  const isStream = response.status === 200 && /^text\/event-stream\b/i.test(response.headers.get("content-type") ?? "");
  if (!isStream || !pieces) {
    close();
    throw tools.fromCore({
      message: "opening a stream of events: it is none",
      code: "decode",
      status: response.status,
    });
  }
  signal?.addEventListener("abort", close);
  if (signal?.aborted) close();
  return pieces;
}

/**
 * The pieces of a response's body; null if it has none that can be read. A platform's body has `getReader`; that of
 * a library or of Node's HTTP can be iterated.
 * @param {any} body
 */
function piecesOf(body) {
  if (typeof body?.getReader === "function") {
    /** @type {ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>} */
    const reader = body.getReader();
    return { next: () => reader.read(), cancel: () => reader.cancel() };
  }
  if (typeof body?.[Symbol.asyncIterator] !== "function") return null;
  /** @type {AsyncIterator<Uint8Array<ArrayBuffer>>} */
  const pieces = body[Symbol.asyncIterator]();
  return { next: () => pieces.next(), cancel: async () => body.destroy?.() };
}

/**
 * Closes a body that is not read to its end.
 * @param {Pieces | null} pieces
 */
const cancel = (pieces) => void pieces?.cancel().catch(() => {});
