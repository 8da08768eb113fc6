// Streams of a run's events as a deployment sends them, each as an answer for `startDeployment`.
import { deckOf, envelope } from "./deployment.mjs";

export const RUN = "run-1";
export const EVENTS = `GET /api/v1/runs/${RUN}/events`;
export const DETAIL = `GET /api/v1/runs/${RUN}`;
export const PATH = `/api/v1/runs/${RUN}/events`;

const HEADERS = {
  "content-type": "text/event-stream",
  "cache-control": "no-store",
  "access-control-allow-origin": "*",
};

const AT = "2026-11-27T17:10:00.123Z";

/** One event as text. */
export function event(name, data, id = data.number) {
  return `${id === undefined ? "" : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

const recorded = (name) => (number, more) =>
  event(name, { run_id: RUN, workflow_id: "poster", group_id: null, number, at: AT, ...more });

export const state = (number, status, more) => recorded("state")(number, { status, ...more });
export const attempt = (number, attempts) => recorded("attempt")(number, { status: "running", attempts });
export const outputs = (number, ...names) =>
  recorded("outputs")(number, { outputs: names.map((filename) => ({ filename, url: `/files/${filename}` })) });
export const moment = (more) => event("moment", { run_id: RUN, ...more });

/** The detail of the run. */
export const detail = (status, more) => () =>
  envelope({ _id: RUN, workflow_id: "poster", status, outputs: [], ...more });

/** Keeps a stream open. */
export const OPEN = Symbol("open");

/** Breaks a stream's connection. */
export const RESET = Symbol("reset");

/**
 * An answer that sends these pieces of a stream and ends it. A piece may also be a function, which is called and
 * awaited.
 */
export const stream =
  (...pieces) =>
  (request, response) => {
    response.writeHead(200, HEADERS).flushHeaders();
    send(pieces, request, response).catch(() => response.destroy());
  };

async function send(pieces, request, response) {
  for (const piece of pieces) {
    if (piece === OPEN || response.destroyed) return;
    if (piece === RESET) return void response.destroy();
    if (typeof piece === "function") await piece(request, response);
    else await written(response, piece);
  }
  response.end();
}

/** Writes a piece, and waits until it has been sent or its reader is gone. */
export const written = (response, piece) => new Promise((resolve) => response.write(piece, resolve));

/** A promise that the test resolves by calling it. */
export function gate() {
  let open = () => {};
  const opened = new Promise((resolve) => {
    open = () => resolve(undefined);
  });
  return { open, opened };
}

/** Resolves when the connections of all streams that were requested have closed. */
export function closed({ requests }) {
  const sockets = requests.filter(({ path }) => path === PATH).map(({ incoming }) => incoming.socket);
  return Promise.all(
    sockets.map((socket) => socket.destroyed || new Promise((resolve) => socket.on("close", resolve))),
  );
}

/** Skips waits of some durations, which are recorded; all other timers stay as they are. */
export function skipWaits(t, isSkipped) {
  const waits = [];
  const own = globalThis.setTimeout;
  t.mock.method(globalThis, "setTimeout", (task, ms, ...more) => {
    const skips = isSkipped(ms);
    if (skips) waits.push(ms);
    return own(task, skips ? 0 : ms, ...more);
  });
  return waits;
}

/** The timers that are set from now on and neither pass nor are cleared. */
export function openTimers(t) {
  const open = new Set();
  const { setTimeout: set, clearTimeout: clear } = globalThis;
  t.mock.method(globalThis, "setTimeout", (task, ms, ...more) => {
    const run = (...given) => {
      open.delete(timer);
      task(...given);
    };
    const timer = set(run, ms, ...more);
    open.add(timer);
    return timer;
  });
  t.mock.method(globalThis, "clearTimeout", (timer) => {
    open.delete(timer);
    clear(timer);
  });
  return open;
}

/** What a watch yields, as texts: `type status`. */
export async function watched(watch) {
  const seen = [];
  for await (const { type, status } of watch) seen.push(`${type} ${status}`);
  return seen;
}

/** The wait before polling. */
export const isGrace = (ms) => ms === 4000;

/** The pauses after a stream broke, and no other wait of the package. */
export const isPause = (ms) => ms >= 375 && ms <= 45_000 && ![1000, 4000, 30_000, 40_000].includes(ms);

export const QUEUE = "GET /api/v1/comfy/queue";
export const DOCUMENT = "GET /openapi.json";

/** A document with these paths besides the contract's. */
export const described = (...paths) => ({
  paths: Object.fromEntries([["/api/v1/runs", { post: {} }], ...paths.map((path) => [path, { get: {} }])]),
});

/** The document of a deployment with details and events. */
export const offered = () => described("/api/v1/runs/{run_id}", "/api/v1/runs/{run_id}/events");

export const FILE = { filename: "a.png", url: "/files/a.png" };
export const completed = detail("completed", { outputs: [FILE], attempts: 1 });

/** The events of a run from its start to its end, and what a watch makes of them. */
export const PENDING = state(1, "pending");
export const RUNNING = state(2, "running", { attempts: 1 });
export const WHOLE = [PENDING, RUNNING, outputs(3, "a.png"), state(4, "completed", { attempts: 1 })];
export const ORDER = ["state pending", "state running", "outputs running", "state completed"];

/** The paths of all requests. */
export const paths = ({ requests }) => requests.map(({ path }) => path);

/** The requests of streams. */
export const streams = ({ requests }) => requests.filter(({ path }) => path === PATH);

/** A deck on a deployment with this stream, and a run that has completed. */
export const deckWith = (t, ...answers) => deckOf(t, { [EVENTS]: answers, [DETAIL]: completed });

/** The states that a watch reports, each with its source. */
export async function sources(watch) {
  const seen = [];
  for await (const { type, via, status } of watch) if (type === "state") seen.push(`${via} ${status}`);
  return seen;
}
