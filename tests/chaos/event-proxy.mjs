// A proxy in front of an engine that spoils its events: it drops kinds of them, lets a WebSocket be open and silent,
// breaks it for the client while the engine notices that only later, or lets none be opened. Everything else passes as
// it is.
import { once } from "node:events";
import { connect, createServer } from "node:net";

export class EventProxy {
  port = 0;
  /** Kinds of events that do not pass. */
  #dropped = new Set();
  /** Whether no WebSocket gets the answer to its handshake. */
  #swallows = false;
  /** The WebSockets: client, engine, and whether nothing passes. */
  #sockets = new Set();
  /** @type {import("node:net").Server | undefined} */
  #server;

  /** @param {number} enginePort */
  constructor(enginePort) {
    this.enginePort = enginePort;
  }

  /** Starts to accept connections; the first start chooses the port. */
  async start() {
    const server = createServer((client) => this.#forward(client));
    server.listen(this.port, "127.0.0.1");
    server.unref();
    await once(server, "listening");
    this.port = /** @type {import("node:net").AddressInfo} */ (server.address()).port;
    this.#server = server;
  }

  /** Refuses connections, as a port does on which nothing listens. */
  stop() {
    this.#server?.close();
  }

  /** Drops these kinds of events from now on. */
  drop(kinds) {
    this.#dropped = new Set(kinds);
  }

  /** Lets nothing pass on the present WebSockets any more, which stay open. */
  silence() {
    for (const socket of this.#sockets) socket.isSilent = true;
  }

  /** Breaks the present WebSockets for the client; the engine notices it after some milliseconds. */
  breakLate(delay) {
    for (const { client, engine } of this.#sockets) {
      engine.removeAllListeners("data");
      engine.resume();
      client.removeAllListeners("close");
      client.destroy();
      setTimeout(() => engine.destroy(), delay);
    }
    this.#sockets.clear();
  }

  /** Breaks the present WebSockets, and swallows the engine's answers to other handshakes, until told not to. */
  swallow(swallows) {
    this.#swallows = swallows;
    if (swallows) for (const { client } of this.#sockets) client.destroy();
  }

  #forward(client) {
    const engine = connect(this.enginePort, "127.0.0.1");
    const socket = { client, engine, isSilent: false, isSwallowed: false };
    const filter = new EventFilter((kind) => this.#dropped.has(kind));
    let isWebSocket = false;
    client.once("data", (data) => {
      isWebSocket = data.toString("latin1", 0, 8).startsWith("GET /ws");
      if (isWebSocket) this.#sockets.add(socket);
      socket.isSwallowed = isWebSocket && this.#swallows;
    });
    client.on("data", (data) => socket.isSilent || engine.write(data));
    engine.on("data", (data) => {
      if (!socket.isSilent && !socket.isSwallowed) client.write(isWebSocket ? filter.pass(data) : data);
    });
    for (const [one, other] of [
      [client, engine],
      [engine, client],
    ]) {
      one.on("error", () => {});
      one.on("end", () => socket.isSilent || other.end());
      one.on("close", () => {
        this.#sockets.delete(socket);
        other.destroy();
      });
    }
  }
}

/** Passes the bytes of a server's WebSocket, without the events that are dropped. */
export class EventFilter {
  #rest = Buffer.alloc(0);
  #isOpen = false;

  /** @param {(kind: string) => boolean} isDropped */
  constructor(isDropped) {
    this.isDropped = isDropped;
  }

  pass(data) {
    this.#rest = Buffer.concat([this.#rest, data]);
    const passed = [];
    if (!this.#isOpen) {
      const end = this.#rest.indexOf("\r\n\r\n");
      if (end < 0) return Buffer.alloc(0);
      passed.push(this.#take(end + 4));
      this.#isOpen = true;
    }
    for (let length = frameLength(this.#rest); length <= this.#rest.length; length = frameLength(this.#rest)) {
      const frame = this.#take(length);
      if (!this.isDropped(kindOf(frame))) passed.push(frame);
    }
    return Buffer.concat(passed);
  }

  #take(length) {
    const taken = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return taken;
  }
}

/** The length of the first frame with its header; more than there is while that is incomplete. */
function frameLength(bytes) {
  const headers = { 126: 4, 127: 10 };
  const short = (bytes[1] ?? 0) & 127;
  const header = headers[short] ?? 2;
  if (bytes.length < header) return header;
  if (short < 126) return header + short;
  return header + (short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2)));
}

/** The kind of an event, from the start of its JSON. */
function kindOf(frame) {
  return frame.toString("utf8", 2, 80).match(/"type":\s*"(\w+)"/)?.[1] ?? "";
}
