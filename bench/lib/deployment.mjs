// A deployment on a loopback port. It reads the whole body of a run, returns a given queue and serves
// the files of a page. It records requests, so that a measure can prove that every contender sent the
// same.
import { once } from "node:events";
import { createServer } from "node:http";
import { basename, extname } from "node:path";
import { RUN } from "../data/run.mjs";

const TYPES = {
  "": "text/html",
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};
const QUEUE = "/api/v1/comfy/queue";
const MAX_RECORDED = 2 ** 20;

// A cross-origin isolated page has a clock resolution of 5 µs instead of 100 µs.
const ISOLATED = { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" };

/**
 * Starts a deployment. `files` maps paths (or file names, for WebAssembly) to bytes. `answers` maps
 * API paths to functions that return JSON or a promise of it.
 *
 * @param {{ files?: Map<string, Uint8Array>, queue?: Uint8Array, answers?: Record<string, () => unknown> }} options
 */
export async function startDeployment({ files = new Map(), queue = Buffer.alloc(0), answers = {} } = {}) {
  const deployment = { files, requested: [], run: undefined };
  const handlers = { [QUEUE]: () => queue, ...answers };
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    if (request.method === "POST") return receive(deployment, request, response);
    if (pathname in handlers) return send(response, await handlers[pathname](), ".json");
    const bytes = deployment.files.get(pathname) ?? deployment.files.get(basename(pathname));
    if (bytes === undefined) return response.writeHead(404).end();
    deployment.requested.push([pathname, bytes]);
    send(response, bytes, extname(pathname));
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  deployment.url = `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}`;
  deployment.close = () => {
    server.closeAllConnections();
    server.close();
  };
  return deployment;
}

/** The form parts of the last run, parsed by Node. */
export async function parts({ run }) {
  const form = await new Response(Buffer.concat(run.chunks), { headers: { "content-type": run.type } }).formData();
  return Object.fromEntries(form);
}

function receive(deployment, request, response) {
  const run = { bytes: 0, chunks: [], type: request.headers["content-type"] };
  request.on("data", (chunk) => {
    run.bytes += chunk.length;
    if (run.bytes <= MAX_RECORDED) run.chunks.push(chunk);
  });
  request.on("end", () => {
    deployment.run = run;
    send(response, Buffer.from(RUN.answer), ".json");
  });
}

function send(response, bytes, extension) {
  const head = { "content-type": TYPES[extension], "content-length": bytes.length, "cache-control": "no-store" };
  response.writeHead(200, { ...head, ...ISOLATED }).end(bytes);
}
