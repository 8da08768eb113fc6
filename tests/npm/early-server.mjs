// A server for early.test.mjs, in a thread of its own, so that it answers and closes while its client
// is busy: after the first 64 KiB of a request, in the `way` that it is told of. `closed`, shared with
// its client, is 1 from then on.
import { once } from "node:events";
import { createServer } from "node:net";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

/** How much of a request it takes, in bytes. */
export const TAKEN = 64 * 1024;

/** Starts one that ends with the test. */
export async function closing(test, way, body) {
  const closed = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(new URL(import.meta.url), { workerData: { way, body, closed } });
  test.after(() => worker.terminate());
  const [port] = await once(worker, "message");
  return { baseUrl: `http://127.0.0.1:${port}`, closed };
}

function serve({ way, body, closed }) {
  const head = `HTTP/1.1 413 Payload Too Large\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`;
  const done = () => {
    Atomics.store(closed, 0, 1);
    Atomics.notify(closed, 0);
  };
  const ways = {
    "goes on to take the form": (socket) => socket.end(head + body, done).resume(),
    "closes at once": (socket) => socket.pause().write(head + body, () => socket.on("close", done).destroy()),
    "resets the connection": (socket) =>
      socket.pause().write(head + body, () => socket.on("close", done).resetAndDestroy()),
    "cuts off its own words": (socket) =>
      socket.pause().write(head + body.slice(9), () => socket.on("close", done).resetAndDestroy()),
    "says nothing": (socket) => socket.pause().on("close", done).resetAndDestroy(),
  };
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    let taken = 0;
    const take = (bytes) => {
      taken += bytes.length;
      if (taken >= TAKEN) ways[way](socket.off("data", take));
    };
    socket
      .on("data", take)
      .on("end", () => socket.end())
      .on("error", () => {});
  });
  server.listen(0, "127.0.0.1", () =>
    parentPort.postMessage(/** @type {import("node:net").AddressInfo} */ (server.address()).port),
  );
}

if (!isMainThread && workerData?.closed) serve(workerData);
