// A deployment on a loopback port. It answers according to the contract or as a test defines, and records
// its requests. Pages of any origin may call it, unless an answer's `cors` is false.

import { once } from "node:events";
import { createServer } from "node:http";
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export const KEY = "k-3f9a2c71d5";

/** The built package's folder. */
export const PACKAGE = resolve(process.env.FLOWDECK_NPM ?? fileURLToPath(new URL("../../target/npm", import.meta.url)));

export const flowdeck = await import(pathToFileURL(`${PACKAGE}/node.js`).href);

/** The operations of the contract. */
export const OPERATIONS = { queue: "GET /api/v1/comfy/queue", run: "POST /api/v1/runs" };

export const envelope = (data) => ({ status: "success", data, errors: null, meta: null });

// Browsers ask again before every request, so that an answer without CORS is refused at once.
const CORS = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "*",
  "access-control-max-age": "0",
};

const CONTRACT = {
  [OPERATIONS.run]: (request) => envelope([{ run_id: "run-1", workflow_id: request.query.get("workflow_id") }]),
  [OPERATIONS.queue]: () => envelope([]),
};

const NOT_FOUND = () => ({ status: 404, body: envelope([]) });

/**
 * Starts a deployment that stops after the test. `answers` maps `METHOD /path` to an answer: a function of
 * the request that returns a body or `{status, headers, body}`, or nothing if it writes to `response`
 * itself. An answer whose `early` is true is called before the request's body is read. In an array of
 * answers, each request takes the next one, and the last is repeated. The result's `answers` may change at
 * any time. `arrived` is a promise of the first request. A request has the `parts` of its form, its `body`
 * and the `incoming` stream.
 */
export async function startDeployment(test, answers = {}, prefix = "") {
  const table = { ...CONTRACT, ...answers };
  const requests = [];
  let arrive;
  const arrived = new Promise((resolve) => (arrive = resolve));
  const server = createServer(async (incoming, response) => {
    try {
      await handle(incoming, response);
    } catch {
      response.destroy();
    }
  });

  async function handle(incoming, response) {
    const request = head(incoming);
    const path = request.path.slice(prefix.length);
    if (request.method === "OPTIONS") {
      const [answer] = [table[`${request.headers["access-control-request-method"]} ${path}`]].flat();
      return response.writeHead(204, answer?.cors === false ? {} : CORS).end();
    }
    const answer = next(table, `${request.method} ${path}`);
    if (!answer.early) Object.assign(request, await read(incoming));
    requests.push(request);
    arrive(request);
    send(response, answer(request, response), answer.cors === false ? {} : CORS);
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  test.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const baseUrl = `http://127.0.0.1:${portOf(server)}${prefix}`;
  return { baseUrl, server, answers: table, requests, arrived };
}

/** Starts a deployment and connects a deck to it. */
export async function deckOf(test, answers, prefix) {
  const deployment = await startDeployment(test, answers, prefix);
  const deck = await flowdeck.connect({ baseUrl: deployment.baseUrl, apiKey: KEY });
  return { ...deployment, deck };
}

/** @param {import("node:http").Server} server */
const portOf = (server) => /** @type {import("node:net").AddressInfo} */ (server.address()).port;

/** A port on which no server listens. */
export async function closedPort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const port = portOf(server);
  server.close();
  await once(server, "close");
  return port;
}

function next(table, operation) {
  const answer = table[operation] ?? NOT_FOUND;
  if (!Array.isArray(answer)) return answer;
  return answer.length > 1 ? answer.shift() : answer[0];
}

function head(incoming) {
  const url = new URL(incoming.url, "http://localhost");
  const { method, headers } = incoming;
  return { incoming, method, headers, path: url.pathname, query: url.searchParams, parts: [] };
}

async function read(incoming) {
  const chunks = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  return { body, parts: await parts(body, incoming.headers["content-type"] ?? "") };
}

// The form's parts, read by Node's own parser.
async function parts(body, type) {
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

function send(response, answer, cors) {
  if (answer === undefined) return;
  const { status = 200, headers = {}, body = answer } = "body" in answer ? answer : { body: answer };
  const text = typeof body === "string" ? body : JSON.stringify(body);
  response.writeHead(status, { "content-type": "application/json", ...cors, ...headers }).end(text);
}
