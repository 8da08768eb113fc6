// A deployment on loopback that also reports runs: their details, and their events as a stream. A test decides what
// happens to the runs, and how the stream behaves.
import { json, MinimalDeployment } from "./minimal-deployment.mjs";

/** The answers that are not a stream, by name. */
const REFUSALS = {
  missing: (response) => json(response, 404, { detail: "Not Found" }),
  otherMethods: (response) => json(response, 405, { detail: "Method Not Allowed" }),
  notAcceptable: (response) => json(response, 406, { detail: "Not Acceptable" }),
  html: (response) => response.writeHead(200, { "Content-Type": "text/html" }).end("<h1>Dashboard</h1>"),
  busy: (response) => json(response, 503, { detail: "too many streams" }, { "Retry-After": "1" }),
};

export class EventDeployment extends MinimalDeployment {
  /** The recorded events, with their IDs in the service. */
  #log = [];
  #open = new Set();

  constructor() {
    super();
    /** The details it reports, by the run's ID. */
    this.runs = new Map();
    /** The details that were read: each with the `runId`, and whether a stream was open. */
    this.detailReads = [];
    /** The streams that were requested: each with the `lastId` that the page sent and its `key`. */
    this.requested = [];
    /** How the next stream behaves: "good", "silent", or one of the refusals. */
    this.streams = "good";
    /** Other keys it accepts. */
    this.otherKeys = new Set();
    /** Whether it has forgotten earlier events, so that a stream cannot be resumed. */
    this.isForgetful = false;
  }

  /** How many streams are open. */
  get openStreams() {
    return this.#open.size;
  }

  accepts(key) {
    return super.accepts(key) || this.otherKeys.has(key);
  }

  /** A run that was submitted, with its detail. */
  started(runId, workflowId) {
    this.runs.set(runId, { _id: runId, workflow_id: workflowId, status: "pending", outputs: [] });
    this.record("state", runId);
  }

  /** Changes a run's detail, and reports its state. */
  change(runId, change) {
    Object.assign(this.runs.get(runId), change);
    this.record("state", runId);
  }

  /** Records an event about a run as it is now, and sends it. */
  record(name, runId, more = {}) {
    const { workflow_id, status, attempts, error } = this.runs.get(runId);
    const number = this.#log.filter(({ data }) => data.run_id === runId).length + 1;
    const data = { run_id: runId, workflow_id, group_id: null, number, at: new Date().toISOString(), status };
    const event = { id: this.#log.length + 1, name, data: { ...data, attempts, error, ...more } };
    this.#log.push(event);
    this.send(written(event));
  }

  /** Sends how far a run is. */
  moment(runId, moment) {
    this.send(written({ name: "moment", data: { run_id: runId, ...moment } }));
  }

  /** Sends bytes to every open stream. */
  send(text) {
    for (const stream of this.#open) stream.write(text);
  }

  /** Breaks every open stream. */
  breakStreams() {
    for (const stream of this.#open) stream.destroy();
  }

  async further(request, response, { pathname }) {
    if (request.method !== "GET") return false;
    if (pathname === "/api/v1/events") {
      this.#stream(request, response);
      return true;
    }
    const runId = /^\/api\/v1\/runs\/([^/]+)$/.exec(pathname)?.[1];
    if (runId === undefined || !this.runs.has(runId)) return false;
    this.detailReads.push({ runId, isStreaming: this.openStreams > 0 });
    json(response, 200, { status: "success", data: this.runs.get(runId), errors: null, meta: null });
    return true;
  }

  #stream(request, response) {
    const lastId = request.headers["last-event-id"];
    this.requested.push({ lastId, key: request.headers["x-api-key"] });
    const refuse = REFUSALS[this.streams];
    if (refuse) return refuse(response);
    this.#open.add(response);
    response.on("close", () => this.#open.delete(response));
    response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
    response.flushHeaders();
    if (this.streams === "silent") return;
    const isResumed = lastId !== undefined && !this.isForgetful;
    response.write(isResumed ? this.#after(Number(lastId)) : this.#beginning());
  }

  #after(lastId) {
    const missed = this.#log.filter(({ id }) => id > lastId);
    return `: \n\n${missed.map(written).join("")}`;
  }

  #beginning() {
    const open = [...this.runs.values()].filter(({ status }) => ["pending", "running"].includes(status));
    const states = open.map(({ _id, status }) => written({ name: "state", data: { run_id: _id, status } }));
    return states.join("") + written({ id: this.#log.length, name: "ready", data: { runs: open.length } });
  }
}

/**
 * An event as it is sent.
 * @param {{ id?: number, name: string, data: unknown }} event
 */
function written({ id, name, data }) {
  return `${id === undefined ? "" : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
