// The stream of a run's events: opened by the core, and opened again when it breaks. It makes a watch faster, but
// nothing depends on it: if it cannot be used, it ends without an error, and the watch polls (follow.js). Imports
// nothing of the first load; see supports.js.
import { EventReader, piecesOf } from "./event-stream.js";
import { later } from "./later.js";
import { isUnknownId, resolveOutputs } from "./operations.js";
import { delay, isTemporary } from "./polling.js";

/** @import { ErrorDetails, EventStream, Own, StreamedEvent, Tools } from "./types/internal.js" */
/** @import { ServerSentEvent } from "./event-stream.js" */
/** @import { Signal } from "./polling.js" */
/**
 * @typedef {NonNullable<ReturnType<typeof piecesOf>>} Pieces
 * @typedef {{
 *   signal?: Signal, timeout?: number | null | undefined, lastId?: string, operation?: "runEvents" | "events",
 * }} OpeningOptions
 */

/** A stream from which nothing arrives for this long is broken, in milliseconds. A service sends comments meanwhile. */
const SILENCE = 40_000;

/** The pause before a stream is opened again, in milliseconds; doubled while streams break early. */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 30_000;

/** The longest wait that a timer takes, in milliseconds. It ends a longer one at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** A stream that has lasted this long did not break early, in milliseconds. */
const STEADY = 5000;

const TYPES = ["state", "attempt", "outputs", "moment"];

/**
 * Whether each deployment offers events, as far as a stream has shown.
 * @type {WeakMap<Own, boolean>}
 */
const offers = new WeakMap();

/**
 * Whether the deployment offers events; undefined if no stream has been opened yet.
 * @param {Own} own
 */
export const offersEvents = (own) => offers.get(own);

/**
 * What arrives of a run's events; `isAlive` says whether the stream works. Ends with the run, and if the deployment
 * offers no stream, refuses it, or sends something else.
 * @param {Tools} tools
 * @param {Own} own
 * @param {string} runId
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<{ isAlive: boolean, event: StreamedEvent | null }, void, void>}
 */
export async function* runEvents(tools, own, runId, signal) {
  const read = await runEventReader(tools, own, runId);
  let lastId = "";
  let pause = FIRST_PAUSE;
  for (;;) {
    const began = Date.now();
    let retryAfter = 0;
    try {
      const stream = await openEvents(tools, own, runId, { signal, timeout: SILENCE, lastId });
      // A deployment that has sent events offers them, even if something answers in its place while it restarts.
      if (!offers.get(own)) offers.set(own, stream !== null);
      if (!stream?.events) return;
      try {
        for await (const sent of stream.events) {
          const event = sent && (await read(sent));
          if (sent) lastId = sendable(sent.id);
          // A stream begins with the run's state, but a resumed one may have nothing to say for long.
          if (event || lastId) yield { isAlive: true, event };
        }
      } finally {
        stream.close();
      }
    } catch (/** @type {any} */ thrown) {
      if (!isTemporary(thrown)) return;
      retryAfter = (thrown.retryAfter ?? 0) * 1000;
    }
    if (signal.aborted) return;
    if (Date.now() - began >= STEADY) pause = FIRST_PAUSE;
    yield { isAlive: false, event: null };
    // Clients that lost their streams together do not return together.
    const jittered = pause * (0.75 + Math.random() / 2);
    await delay(Math.min(Math.max(retryAfter, jittered), LONGEST_TIMER), signal);
    pause = Math.min(2 * pause, LONGEST_PAUSE);
  }
}

/**
 * The id of an event, if a header can carry it. Without one, the next stream begins with the run's state.
 * @param {string} id
 */
const sendable = (id) => (/^[!-~]{1,200}$/.test(id) ? id : "");

/**
 * A function that reads an event of this run; null for others. An event has members of the run's detail, so the core
 * reads it like one, from an answer that was never sent.
 * @param {Tools} tools
 * @param {Own} own
 * @param {string} runId
 * @returns {Promise<(event: ServerSentEvent) => Promise<StreamedEvent | null>>}
 */
async function runEventReader(tools, own, runId) {
  const { Client } = await later(tools);
  const body = { text: "" };
  const answer = async () => ({
    status: 200,
    headers: { get: () => null },
    arrayBuffer: async () => new TextEncoder().encode(body.text).buffer,
  });
  const client = new Client(own.client.baseUrl, "", 0, answer, false, true);
  return async ({ name, data }) => {
    if (!TYPES.includes(name)) return null;
    body.text = `{"data":${data}}`;
    try {
      const options = { signal: null, timeout: undefined, progress: null };
      const run = /** @type {any} */ ((await client.call("getRun", runId, "", undefined, options)).read());
      const { number, at } = JSON.parse(data);
      if (run.runId !== runId) return null;
      resolveOutputs(tools, own, run);
      const counted = Number.isSafeInteger(number) ? number : null;
      return {
        type: /** @type {StreamedEvent["type"]} */ (name),
        run,
        number: counted,
        at: typeof at === "string" ? at : null,
      };
    } catch (thrown) {
      throw tools.fromCore(thrown);
    }
  };
}

/**
 * Opens the stream of a run's events, or of all runs; null if the deployment offers none. Without `events`, the run has
 * ended.
 * @param {Tools} tools
 * @param {Own} own
 * @param {string} runId
 * @param {OpeningOptions} options
 * @returns {Promise<EventStream | null>}
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
  const client = new Client(baseUrl, apiKey, ms, sendAside, false, false);
  try {
    await client.call(operation, runId, "", undefined, { signal, timeout: timeout ?? undefined, progress: null });
  } catch (thrown) {
    const error = tools.fromCore(thrown);
    if (!isMissing(error)) throw error;
    return null;
  }
  return streamOf(response, controller, signal);
}

/**
 * @param {any} response
 * @param {AbortController} controller
 * @param {Signal} signal
 * @returns {EventStream | null}
 */
function streamOf(response, controller, signal) {
  const pieces = piecesOf(response.body);
  const close = () => {
    signal?.removeEventListener("abort", close);
    controller.abort();
    cancel(pieces);
  };
  if (response.status === 204) return { events: null, close };
  const isStream = response.status === 200 && /^text\/event-stream\b/i.test(response.headers.get("content-type") ?? "");
  if (!isStream || !pieces) {
    close();
    return null;
  }
  signal?.addEventListener("abort", close);
  if (signal?.aborted) close();
  return { events: eventsIn(pieces, close), close };
}

/**
 * The events in a body, and null for a piece that completes none. Ends with the body, however that ends.
 * @param {Pieces} pieces
 * @param {() => void} close
 */
async function* eventsIn(pieces, close) {
  const reader = new EventReader();
  for (;;) {
    const silence = setTimeout(close, SILENCE);
    const piece = await pieces.next().catch(() => null);
    clearTimeout(silence);
    if (!piece || piece.done) return;
    const events = reader.read(piece.value);
    if (events.length === 0) yield null;
    yield* events;
  }
}

/**
 * Whether an error means that the deployment has no such operation. A run that it does not know means less.
 * @param {ErrorDetails} error
 */
const isMissing = (error) => [404, 405, 406, 501].includes(error.status ?? 0) && !isUnknownId(error);

/**
 * Closes a body that is not read to its end.
 * @param {Pieces | null} pieces
 */
const cancel = (pieces) => void pieces?.cancel().catch(() => {});
