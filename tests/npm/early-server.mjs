// A server for early.test.mjs that answers and closes after the first 64 KiB of a request, in a given way.
// It runs in its own thread, because its client blocks meanwhile. `closed`, which both share, is 1 from then
// on.
import { once } from "node:events";
import { createServer } from "node:net";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

/** How much of a request it reads, in bytes. */
export const READ_LIMIT = 64 * 1024;

/** Starts a server that stops after the test. */
export async function startClosingServer(test, way, body) {
  const closed = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(new URL(import.meta.url), { workerData: { way, body, closed } });
  test.after(() => worker.terminate());
  const [port] = await once(worker, "message");
  return { baseUrl: `http://127.0.0.1:${port}`, closed };
}

function serve({ way, body, closed }) {
  const head = [
    "HTTP/1.1 413 Payload Too Large",
    "Content-Type: application/json",
    "Connection: close",
    `Content-Length: ${body.length}`,
    "\r\n",
  ].join("\r\n");
  const done = () => {
    Atomics.store(closed, 0, 1);
    Atomics.notify(closed, 0);
  };
  const ways = {
    "reads on": (socket) => socket.end(head + body, done).resume(),
    "closes at once": (socket) => socket.pause().write(head + body, () => socket.on("close", done).destroy()),
    "resets the connection": (socket) =>
      socket.pause().write(head + body, () => socket.on("close", done).resetAndDestroy()),
    "truncates its answer": (socket) =>
      socket.pause().write(head + body.slice(9), () => socket.on("close", done).resetAndDestroy()),
    "sends no answer": (socket) => socket.pause().on("close", done).resetAndDestroy(),
  };
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    let received = 0;
    const receive = (bytes) => {
      received += bytes.length;
      if (received >= READ_LIMIT) ways[way](socket.off("data", receive));
    };
    socket
      .on("data", receive)
      .on("end", () => socket.end())
      .on("error", () => {});
  });
  server.listen(0, "127.0.0.1", () =>
    parentPort.postMessage(/** @type {import("node:net").AddressInfo} */ (server.address()).port),
  );
}

if (!isMainThread && workerData?.closed) serve(workerData);
