// The bytes of a deployment's answers, as plain data: an answer is a list of steps for server.mjs.

/** The run of every row. */
export const RUN = "run-1";

/** When its events happened. */
const AT = "2026-11-27T17:10:00.123Z";

/** Steps after which nothing follows. */
export const RESET = { end: "reset" };
export const HOLD = { end: "hold" };

/** Waits until this many requests of an operation have arrived. */
export const after = (operation, requests) => ({ after: operation, requests });

/** Waits until this many seconds have passed on the clock of the scenario. */
export const pause = (seconds) => ({ pause: seconds });

/** Sends a text many times. */
export const repeated = (text, times) => ({ text, times });

/** Sends bytes that are not a text. */
export const bytes = (buffer) => ({ base64: Buffer.from(buffer).toString("base64") });

/** Uses this answer while fewer than `requests` requests of another operation have arrived. */
export const until = (operation, requests, steps) => ({ until: operation, requests, steps });

/**
 * The head of an answer; its body ends with the connection unless a header says otherwise.
 * @param {number} status
 * @param {Record<string, string | number>} [headers]
 */
export function head(status, headers = {}) {
  const lines = Object.entries({ "Content-Type": "application/json", ...CORS, Connection: "close", ...headers });
  return `HTTP/1.1 ${status} Status\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`;
}

const CORS = { "Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": "Retry-After" };

/**
 * A whole answer with a JSON body, or with a text.
 * @param {number} status
 * @param {unknown} body
 * @param {Record<string, string | number>} [headers]
 */
export function answer(status, body, headers) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return [head(status, { "Content-Length": Buffer.byteLength(text), ...headers }), text];
}

/**
 * An answer whose body lacks its end.
 * @param {string[]} answer
 */
export const cut = ([head, body]) => [head, body.slice(0, -9)];

export const ok = (data) => answer(200, envelope(data));
const envelope = (data) => ({ status: "success", data, errors: null, meta: null });

/** The answer of a framework without the operation. */
export const NOT_OFFERED = answer(404, { detail: "Not Found" });

/** An answer that refuses a request, as the service does. */
export const refused = (status, headers) =>
  answer(status, { status: "error", data: [], errors: "no, thanks", meta: null }, headers);

/** An answer that refuses a request and says when it may be repeated. */
export const busy = (status, seconds) => refused(status, { "Retry-After": seconds });

/** The answer of a proxy instead of the deployment. */
export const page = (status) => answer(status, "<!doctype html><h1>A proxy</h1>", { "Content-Type": "text/html" });

/** One chunk of a chunked body. */
export const chunk = (text) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
export const CHUNKED = { "Transfer-Encoding": "chunked" };
export const LAST_CHUNK = "0\r\n\r\n";

/** The run's detail. */
export const detail = (status, more) => ok(detailOf(status, more));
export const detailOf = (status, more) => ({ _id: RUN, workflow_id: "poster", status, outputs: [], ...more });
export const FILE = { filename: "a.png", url: "/files/a.png" };
export const RUNS = detail("running", { attempts: 1 });
export const COMPLETED = detail("completed", { attempts: 1, outputs: [FILE] });

/** The queue of one instance with the IDs of these running and pending tasks. */
export const queue = (running = [], pending = []) =>
  ok([{ comfy_uri: "http://10.0.0.1:8188", queue: { queue_running: tasks(running), queue_pending: tasks(pending) } }]);
const tasks = (ids) => ids.map((id, number) => [number, id]);

export const ACCEPTED = ok([{ run_id: RUN, workflow_id: "poster" }]);

/** A document that lists the submission, the details and the events of a run. */
export const DOCUMENT = answer(200, {
  paths: {
    "/api/v1/runs": { post: {} },
    "/api/v1/runs/{run_id}": { get: {} },
    "/api/v1/runs/{run_id}/events": { get: {} },
  },
});

const EVENT_STREAM = { "Content-Type": "text/event-stream", "Cache-Control": "no-store" };

/** A stream of events: its head, and pieces that are sent one by one. */
export const stream = (...pieces) => [head(200, EVENT_STREAM), ...pieces];
export const chunkedStream = (...pieces) => [head(200, { ...EVENT_STREAM, ...CHUNKED }), ...pieces];

/** One event as text. */
export function event(name, data, id = data.number) {
  return `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify({ run_id: RUN, ...data })}\n\n`;
}

const recorded = (name, number, more) =>
  event(name, { workflow_id: "poster", group_id: null, number, at: AT, ...more });

export const state = (number, status, more) => recorded("state", number, { status, ...more });
export const attempt = (number, attempts) => recorded("attempt", number, { status: "running", attempts });

/** The events of a run from its start to its end. */
export const PENDING = state(1, "pending");
export const RUNNING = state(2, "running", { attempts: 1 });
export const OUTPUTS = recorded("outputs", 3, { outputs: [FILE] });
export const END = state(4, "completed", { attempts: 1 });
