// A small HTTP server on loopback for one test.
import { once } from "node:events";
import { createServer, request as forward } from "node:http";

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

/**
 * A proxy that serves a program below a path, and removes the path from requests, as README.md describes.
 * @param {string} path its name
 * @param {() => number} port that of the program, which may start later
 */
export async function pathProxy(path, port) {
  return server((request, response) => {
    if (!request.url.startsWith(`/${path}/`)) return response.writeHead(404).end();
    const { method, headers } = request;
    const rest = request.url.slice(path.length + 1);
    const forwarded = forward({ host: "127.0.0.1", port: port(), path: rest, method, headers }, (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    });
    request.pipe(forwarded);
  });
}
