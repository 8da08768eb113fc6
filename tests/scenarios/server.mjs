// A deployment on raw sockets that plays a script: it sends exactly the bytes of the table, in its pieces, and then
// closes, resets or keeps the connection open. A script has a list of answers for each operation; each request takes
// the next one, and the last one is repeated. Preflight requests of browsers are always answered.

import { once } from "node:events";
import { connect, createServer } from "node:net";
import { TLSSocket } from "node:tls";
import { ACCEPTED, NOT_OFFERED, queue } from "./answers.mjs";
import { certificates } from "./certificates.mjs";

/** @typedef {string | Record<string, any>} Step */
/** @typedef {(Step[] | { until: string, requests: number, steps: Step[] })[]} Answers */
/** @typedef {Record<string, Answers>} Script */

/** Counts what the servers of this process receive and send. */
export const traffic = { count: 0 };

/** What a server without TLS answers to a handshake. */
const BAD_REQUEST = "HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n";
const HANDSHAKE = "\x16";

/** The clock of a scenario. The test advances it together with the client's clock. */
export class Clock {
  seconds = 0;
  /** @type {Set<() => void>} */
  #waiting = new Set();

  /** @param {number} seconds */
  advance(seconds) {
    this.seconds += seconds;
    for (const check of this.#waiting) check();
  }

  /** Resolves when this many seconds have passed. */
  passed(seconds) {
    const end = this.seconds + seconds;
    return until(this.#waiting, () => this.seconds >= end);
  }
}

/**
 * Resolves when a condition holds. It is checked at once, and whenever a function in `checks` is called.
 * @param {Set<() => void>} checks
 * @param {() => boolean} holds
 */
function until(checks, holds) {
  return new Promise((resolve) => {
    const check = () => {
      if (!holds()) return;
      checks.delete(check);
      resolve(undefined);
    };
    checks.add(check);
    check();
  });
}

/** The operation of a request, by its method and path. */
const OPERATIONS = /** @type {[RegExp, string][]} */ ([
  [/^POST \/api\/v1\/runs$/, "submission"],
  [/^GET \/api\/v1\/runs\/[^/]+$/, "detail"],
  [/^GET \/api\/v1\/(runs\/[^/]+\/)?events$/, "events"],
  [/^GET \/api\/v1\/comfy\/queue$/, "queue"],
  [/^GET \/openapi.json$/, "document"],
]);

/** @type {Script} */
const DEFAULTS = { submission: [ACCEPTED], queue: [queue()] };

const PREFLIGHT = [
  "HTTP/1.1 204 No Content",
  "Access-Control-Allow-Origin: *",
  "Access-Control-Allow-Headers: *",
  "Access-Control-Max-Age: 600",
  "Connection: close",
  "\r\n",
].join("\r\n");

export class ScenarioServer {
  #script;
  #clock;
  #isStopped;
  #server;
  /** @type {Set<import("node:net").Socket>} */
  #sockets = new Set();
  /**
   * The `Last-Event-ID` of each request of a stream.
   * @type {string[]}
   */
  lastIds = [];
  /** @type {Map<string, number>} */
  #received = new Map();
  /** @type {Set<() => void>} */
  #waiting = new Set();

  /**
   * @param {{ script: Script, tls?: string, stopped?: boolean }} row
   * @param {Clock} clock
   */
  constructor({ script, tls, stopped = false }, clock) {
    this.#clock = clock;
    this.#isStopped = stopped;
    this.#script = { ...DEFAULTS, ...script };
    this.#server = createServer({ noDelay: true, allowHalfOpen: true }, (socket) => this.#accept(socket, tls));
  }

  /** Starts it. */
  async start() {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    const { port } = /** @type {import("node:net").AddressInfo} */ (this.#server.address());
    this.port = this.#isStopped ? await silentPort(port) : port;
  }

  /** Breaks all connections and stops. */
  async stop() {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, "close");
  }

  /** How many requests of an operation have arrived. */
  received(operation) {
    return this.#received.get(operation) ?? 0;
  }

  /**
   * @param {import("node:net").Socket} socket
   * @param {string | undefined} tls
   */
  #accept(socket, tls) {
    traffic.count += 1;
    this.#sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => {
      traffic.count += 1;
      this.#sockets.delete(socket);
    });
    if (tls === "closes") return void socket.once("data", () => socket.destroy());
    if (tls === "stalls") return void socket.resume();
    if (!tls) return this.#serve(socket);
    const secure = new TLSSocket(socket, { isServer: true, ...certificates()[tls] });
    secure.on("error", () => socket.destroy());
    this.#serve(secure);
  }

  /** @param {import("node:net").Socket} socket */
  #serve(socket) {
    let head = "";
    const read = (bytes) => {
      traffic.count += 1;
      head += bytes.toString("latin1");
      if (head.startsWith(HANDSHAKE)) return void socket.end(BAD_REQUEST);
      const request = requestIn(head);
      if (!request) return;
      socket.off("data", read).resume();
      this.#play(socket, request).catch(() => socket.destroy());
    };
    socket.on("data", read);
    // A client that goes closes its side first.
    socket.on("end", () => socket.destroy());
  }

  /**
   * @param {import("node:net").Socket} socket
   * @param {{ request: string, lastId: string }} request
   */
  async #play(socket, { request, lastId }) {
    if (request.startsWith("OPTIONS ")) return void socket.end(PREFLIGHT);
    const operation = OPERATIONS.find(([pattern]) => pattern.test(request))?.[1] ?? "another";
    this.#received.set(operation, this.received(operation) + 1);
    if (operation === "events") this.lastIds.push(lastId);
    for (const check of this.#waiting) check();
    for (const step of this.#next(operation)) {
      if (socket.destroyed) return;
      if (step.end === "reset") return void socket.resetAndDestroy();
      if (step.end === "hold") return;
      if (step.pause) await this.#clock.passed(step.pause);
      else if (step.after) await until(this.#waiting, () => this.received(step.after) >= step.requests);
      else await sent(socket, bytesOf(step));
    }
    socket.end();
  }

  /** The steps of the next answer to an operation. */
  #next(operation) {
    const answers = this.#script[operation] ?? [NOT_OFFERED];
    const open = (answer) => !answer.until || this.received(answer.until) < answer.requests;
    const at = answers.findIndex(open);
    const answer = answers[at];
    if ("until" in answer) return answer.steps;
    // An answer is used once, and the last one again and again.
    if (at < answers.length - 1) this.#script[operation] = answers.toSpliced(at, 1);
    return answer;
  }
}

/** @param {any} step */
function bytesOf(step) {
  if (typeof step === "string") return Buffer.from(step);
  return step.base64 === undefined ? Buffer.from(step.text.repeat(step.times)) : Buffer.from(step.base64, "base64");
}

/** A port on which nothing listens: that of a client of this server, so that no other server gets it meanwhile. */
async function silentPort(port) {
  const client = connect(port, "127.0.0.1");
  client.on("error", () => {});
  await once(client, "connect");
  return client.localPort;
}

/** A request that has arrived with its body, as its method and path; null until then. */
function requestIn(text) {
  const [head, ...rest] = text.split("\r\n\r\n");
  if (rest.length === 0) return null;
  const body = rest.join("\r\n\r\n");
  const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
  const isChunked = /^transfer-encoding: *chunked/im.test(head);
  if (isChunked ? !body.endsWith("0\r\n\r\n") : body.length < length) return null;
  const request = /^(\S+ [^?\s]+)/.exec(head)?.[1] ?? "";
  return { request, lastId: /^last-event-id: *(\S*)/im.exec(head)?.[1] ?? "" };
}

/**
 * Sends bytes as a piece of their own: the reader in this process has taken them before the next ones are sent.
 * @param {import("node:net").Socket} socket
 * @param {Buffer} piece
 */
async function sent(socket, piece) {
  traffic.count += 1;
  await new Promise((resolve) => socket.write(piece, resolve));
  for (const _ of [1, 2]) await new Promise((resolve) => setImmediate(resolve));
  traffic.count += 1;
}
