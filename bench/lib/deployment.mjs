// A deployment on a loopback port: it reads a run's body whole, gives the queue it was handed, and
// serves the files of a page. What it was asked is kept, so that a measure can prove that every
// contender sent the same.
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
const KEPT = 2 ** 20;

// An isolated page has a clock of 5 µs in place of 100.
const ISOLATED = { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" };

/**
 * Starts one; `files` maps paths, or for WebAssembly file names, to bytes, `answers` further paths to
 * functions that give JSON or a promise of it.
 */
export async function deployment({ files = new Map(), queue = Buffer.alloc(0), answers = {} } = {}) {
  const there = { files, requested: [], run: undefined };
  const given = { [QUEUE]: () => queue, ...answers };
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://there");
    if (request.method === "POST") return receive(there, request, response);
    if (pathname in given) return send(response, await given[pathname](), ".json");
    const bytes = there.files.get(pathname) ?? there.files.get(basename(pathname));
    if (bytes === undefined) return response.writeHead(404).end();
    there.requested.push([pathname, bytes]);
    send(response, bytes, extname(pathname));
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  there.url = `http://127.0.0.1:${server.address().port}`;
  there.close = () => {
    server.closeAllConnections();
    server.close();
  };
  return there;
}

/** The parts of the run that came last, by Node's own parser of forms. */
export async function parts({ run }) {
  const form = await new Response(Buffer.concat(run.chunks), { headers: { "content-type": run.type } }).formData();
  return Object.fromEntries(form);
}

function receive(there, request, response) {
  const run = { bytes: 0, chunks: [], type: request.headers["content-type"] };
  request.on("data", (chunk) => {
    run.bytes += chunk.length;
    if (run.bytes <= KEPT) run.chunks.push(chunk);
  });
  request.on("end", () => {
    there.run = run;
    send(response, Buffer.from(RUN.answer), ".json");
  });
}

function send(response, bytes, extension) {
  const head = { "content-type": TYPES[extension], "content-length": bytes.length, "cache-control": "no-store" };
  response.writeHead(200, { ...head, ...ISOLATED }).end(bytes);
}
