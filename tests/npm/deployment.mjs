// A deployment on a loopback port that answers as the contract says, or as a test tells it, and
// keeps what it was asked.
import { createServer } from "node:http";
import { once } from "node:events";
import { fileURLToPath, pathToFileURL } from "node:url";
import { resolve } from "node:path";

export const KEY = "k-3f9a2c71d5";

/** The built package's folder. */
export const PACKAGE = resolve(
  process.env.FLOWDECK_NPM ?? fileURLToPath(new URL("../../target/npm", import.meta.url)),
);

export const flowdeck = await import(pathToFileURL(`${PACKAGE}/index.js`));

export const envelope = (data) => ({ status: "success", data, errors: null, meta: null });

const CONTRACT = {
  "POST /api/v1/runs": (request) =>
    envelope([{ run_id: "run-1", workflow_id: request.query.get("workflow_id") }]),
  "GET /api/v1/comfy/queue": () => envelope([]),
};

/**
 * Starts one that ends with the test. `answers` maps `METHOD /path` to a function of the request
 * that gives a body, `{status, headers, body}`, or, having taken over `response`, nothing.
 */
export async function deployment(test, answers = {}, prefix = "") {
  const requests = [];
  const server = createServer(async (incoming, response) => {
    try {
      const request = await read(incoming);
      requests.push(request);
      const answer = { ...CONTRACT, ...answers }[`${request.method} ${request.path.slice(prefix.length)}`];
      send(response, answer ? answer(request, response) : { status: 404, body: envelope([]) });
    } catch {
      response.destroy();
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  test.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { baseUrl: `http://127.0.0.1:${server.address().port}${prefix}`, requests, server };
}

/** A deck for such a deployment. */
export async function deckOf(test, answers, prefix) {
  const there = await deployment(test, answers, prefix);
  const deck = await flowdeck.connect({ baseUrl: there.baseUrl, apiKey: KEY });
  return { ...there, deck };
}

/** A port on which nobody listens. */
export async function closedPort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

async function read(incoming) {
  const chunks = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const url = new URL(incoming.url, "http://there");
  const { method, headers } = incoming;
  const body = Buffer.concat(chunks);
  return { method, headers, path: url.pathname, query: url.searchParams, parts: await parts(headers, body) };
}

// Node's own parser of forms.
async function parts(headers, body) {
  const type = headers["content-type"] ?? "";
  if (!type.startsWith("multipart/form-data")) return [];
  const form = await new Response(body, { headers: { "content-type": type } }).formData();
  return Promise.all(
    [...form].map(async ([name, value]) =>
      typeof value === "string"
        ? [name, value]
        : [name, { name: value.name, type: value.type, bytes: [...new Uint8Array(await value.arrayBuffer())] }],
    ),
  );
}

function send(response, answer) {
  if (answer === undefined) return;
  const { status = 200, headers = {}, body = answer } = "body" in answer ? answer : { body: answer };
  const text = typeof body === "string" ? body : JSON.stringify(body);
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(text);
}
