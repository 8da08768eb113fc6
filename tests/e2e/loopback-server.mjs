// A small HTTP server on loopback for one test.
import { once } from "node:events";
import { createServer } from "node:http";

/** Starts it; `answer` handles Node's request and response. */
export async function server(answer) {
  const server = createServer(answer);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    address: `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}/`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
