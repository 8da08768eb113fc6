// A deployment on loopback that offers the two operations of the contract and nothing else. A test sets its
// queue and inspects its requests. It also serves the page's files, as a static host does.
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const site = process.env.FLOWDECK_SITE || fileURLToPath(new URL("../../target/site", import.meta.url));

const TYPES = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};

const CORS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Headers": "X-API-KEY",
  "Access-Control-Max-Age": "600",
  "Access-Control-Expose-Headers": "Retry-After",
};

export class MinimalDeployment {
  #server;
  #failure = null;

  constructor() {
    this.key = `minimal-${randomUUID()}`;
    /** The queue it returns: entries made by `instance`. */
    this.queue = [];
    /** What it reports besides the queue. */
    this.meta = null;
    /** The submissions it received: `{runId, workflowId, body}`. */
    this.submissions = [];
    /** How often its queue was read. */
    this.polls = 0;
    /** The other requests it received under /api, as `METHOD path`. */
    this.otherRequests = [];
  }

  async start() {
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch((error) => response.destroy(error));
    });
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    this.address = `http://127.0.0.1:${this.#server.address().port}/`;
    /** The link that opens the page connected to this deployment. */
    this.link = `${this.address}#key=${this.key}`;
  }

  async stop() {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  /** Both operations answer with this status until `recover`. */
  fail(status, headers = {}) {
    this.#failure = { status, headers };
  }

  recover() {
    this.#failure = null;
  }

  /** Whether a key is one of its own. */
  accepts(key) {
    return key === this.key;
  }

  /** Answers a request for a further operation of another kind of deployment. Returns whether it has one. */
  async further(_request, _response, _url) {
    return false;
  }

  /** A run was submitted. */
  started(_runId, _workflowId) {}

  async #answer(request, response) {
    const url = new URL(request.url, this.address);
    const { pathname, searchParams } = url;
    if (!pathname.startsWith("/api/")) return this.#file(pathname, response);
    if (request.method === "OPTIONS") return send(response, 204, "", CORS);
    if (this.accepts(request.headers["x-api-key"]) && (await this.further(request, response, url))) return;
    const operation = `${request.method} ${pathname}`;
    const offered = ["POST /api/v1/runs", "GET /api/v1/comfy/queue"].includes(operation);
    if (!offered) {
      this.otherRequests.push(operation);
      return json(response, 404, { detail: "Not Found" });
    }
    const body = await read(request);
    if (!this.accepts(request.headers["x-api-key"])) return json(response, 401, { detail: "Invalid API key" });
    if (this.#failure) return json(response, this.#failure.status, { detail: "not now" }, this.#failure.headers);
    if (request.method === "GET") {
      this.polls += 1;
      return json(response, 200, { status: "success", data: this.queue, errors: null, meta: this.meta });
    }
    const run = { run_id: randomUUID(), workflow_id: searchParams.get("workflow_id") };
    this.submissions.push({ runId: run.run_id, workflowId: run.workflow_id, body });
    this.started(run.run_id, run.workflow_id);
    return json(response, 200, { status: "success", data: [run], errors: null, meta: null });
  }

  async #file(pathname, response) {
    const path = normalize(pathname === "/" ? "/index.html" : decodeURIComponent(pathname));
    try {
      const body = await readFile(join(site, path));
      send(response, 200, body, { "Content-Type": TYPES[extname(path)] ?? "application/octet-stream" });
    } catch {
      send(response, 404, "no such file", { "Content-Type": "text/plain" });
    }
  }
}

/** The queue entry of one engine instance: the IDs of its running and of its pending tasks, in order. */
export function instance(address, running = [], pending = []) {
  const tasks = (ids) => ids.map((id, number) => [number, id]);
  return { comfy_uri: address, queue: { queue_running: tasks(running), queue_pending: tasks(pending) } };
}

/** Many instances, each with one running task and `waiting` pending ones. */
export function many(instances, waiting) {
  const id = (place, task) =>
    `${String(place).padStart(4, "0")}${String(task).padStart(4, "0")}-0000-4000-8000-${"0".repeat(12)}`;
  return Array.from({ length: instances }, (_, place) =>
    instance(
      `http://10.0.${place >> 8}.${place & 255}:8188`,
      [id(place, 0)],
      Array.from({ length: waiting }, (_, task) => id(place, task + 1)),
    ),
  );
}

async function read(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Answers with JSON. */
export function json(response, status, value, headers = {}) {
  send(response, status, JSON.stringify(value), { "Content-Type": "application/json", ...CORS, ...headers });
}

function send(response, status, body, headers) {
  response.writeHead(status, { "Cache-Control": "no-store", ...headers });
  response.end(body);
}
