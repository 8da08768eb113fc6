// A proxy in front of an engine that notes when the engine's events about the end of tasks pass.
import { once } from "node:events";
import { connect, createServer } from "node:net";

const SUCCESS = /"execution_success"[^}]*?"prompt_id":\s*"([^"]+)"/g;
/** More than one event of the kind above. */
const KEPT = 4096;

/**
 * Starts the proxy. `passed(id)` resolves with the time at which the success of a task has passed.
 * @param {string} engineUrl
 */
export async function startEventClock(engineUrl) {
  const { hostname, port } = new URL(engineUrl);
  const times = new Map();
  const waiting = new Map();
  const note = (id) => {
    if (times.has(id)) return;
    times.set(id, performance.now());
    waiting.get(id)?.(times.get(id));
  };
  const server = createServer((client) => {
    const engine = connect(Number(port), hostname);
    let text = "";
    engine.on("data", (bytes) => {
      // Events are short texts in frames of their own; their frames need not be told apart.
      text = (text + bytes.toString("latin1")).slice(-KEPT);
      for (const [, id] of text.matchAll(SUCCESS)) note(id);
      client.write(bytes);
    });
    client.on("data", (bytes) => engine.write(bytes));
    // Otherwise a small event would wait until the one before was acknowledged.
    for (const socket of [client, engine]) socket.setNoDelay();
    for (const [one, other] of [
      [client, engine],
      [engine, client],
    ]) {
      one.on("error", () => {});
      one.on("end", () => other.end());
      one.on("close", () => other.destroy());
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${address.port}`,
    passed: (id) => times.get(id) ?? new Promise((resolve) => waiting.set(id, resolve)),
    close: () => server.close(),
  };
}
