// Ways in which a deployment misbehaves, each as an answer for `startDeployment`. Their names are the rows
// of docs/errors.md.
import { envelope } from "./deployment.mjs";

// Many answers repeat the key, as a careless server may: nothing that shows them may show it.
const keyOf = (request) => request.headers["x-api-key"];
const page = (request) => `<!doctype html><title>Bad gateway</title><h1>502</h1><p>${keyOf(request)}</p>`;
const refused = (request) => ({ status: "error", data: [], errors: "no, thanks", meta: { key: keyOf(request) } });
const CORS = { "access-control-allow-origin": "*", "access-control-expose-headers": "Retry-After" };
const json = { "content-type": "application/json", ...CORS };

/** @param {(request: any) => unknown} body */
const status =
  (status, headers = {}, body = refused) =>
  (request) => ({ status, headers: { ...CORS, ...headers }, body: body(request) });
const success = (body, headers = {}) => status(200, headers, body);
const withOptions = (options, answer) => Object.assign(answer, options);

/** The answer according to the contract. */
export const correct = (request) =>
  request.method === "POST" ? envelope([{ run_id: "run-1", workflow_id: "poster" }]) : envelope([]);

/** Sends the correct answer a few bytes at a time. */
function drip(request, response) {
  const left = Buffer.from(JSON.stringify(correct(request)));
  response.writeHead(200, { ...json, "content-length": left.length });
  const drop = (at) => {
    if (at >= left.length) response.end();
    else response.write(left.subarray(at, at + 8), () => setImmediate(drop, at + 8));
  };
  drop(0);
}

/** Sends spaces, one at a time, until the client closes the connection. */
function dripForever(_, response) {
  response.writeHead(200, json);
  const drop = () => response.destroyed || response.write(" ", () => setTimeout(drop, 1));
  drop();
}

function resetMidway(_, response) {
  response.writeHead(200, { ...json, "content-length": 1000 });
  response.write('{"status":"success"', () => response.destroy());
}

const unknownLocations = (request) => [
  { loc: [], msg: "nowhere", type: "odd" },
  { loc: ["body", "size", 0, keyOf(request)], msg: `too big for ${keyOf(request)}`, type: "less_than" },
  { loc: "body", msg: 7 },
  null,
];

/** The answers by name, for `queue` and `run` alike. */
export const misbehaviours = {
  "resets the connection": (_, response) => void response.destroy(),
  "resets the connection before reading the request": withOptions(
    { early: true },
    (_, response) => void response.destroy(),
  ),
  "resets in the middle of its answer": resetMidway,
  "never answers": () => undefined,
  "answers a few bytes at a time": drip,
  "answers byte by byte and never ends": dripForever,
  "answers with truncated JSON": success((request) => `{"status":"success","data":[{"run_id":"${keyOf(request)}`),
  "answers with unrelated JSON": success((request) => ({ hello: [keyOf(request)] })),
  "answers with an empty body": success(() => ""),
  "answers 200 with an HTML page": success(page, { "content-type": "text/html" }),
  "answers as text/plain": (request) => ({ headers: { "content-type": "text/plain" }, body: correct(request) }),
  "answers 204": (_, response) => void response.writeHead(204, CORS).end(),
  "answers 400": status(400),
  "answers 401": status(401),
  "answers 403": status(403),
  "answers 404": status(404),
  "answers 405": status(405),
  "answers 408": status(408),
  "answers 413": status(413),
  "answers 413 before reading the request": withOptions({ early: true }, status(413, { connection: "close" })),
  "answers 422 with errors at unknown locations": status(422, {}, (request) => ({ detail: unknownLocations(request) })),
  "answers 422 of another shape": status(422, {}, () => ({ detail: 7 })),
  "answers 429": status(429),
  "answers 429, Retry-After in seconds": status(429, { "retry-after": "1" }),
  "answers 429, Retry-After over 10 s": status(429, { "retry-after": "3600" }),
  "answers 429, Retry-After as a date": (request, response) => {
    const date = new Date(Date.now() + 1000).toUTCString();
    response.writeHead(429, { ...json, "retry-after": date }).end(JSON.stringify(refused(request)));
  },
  "answers 500 with an HTML page": status(500, { "content-type": "text/html" }, page),
  "answers 501": status(501),
  "answers 502": status(502, { "content-type": "text/html" }, page),
  "answers 503": status(503),
  "answers 503 with Retry-After": status(503, { "retry-after": "1" }),
  "answers 504": status(504),
  redirects: status(302, { location: "/elsewhere" }),
  "sends no CORS headers": withOptions({ cors: false }, (request) => correct(request)),
};
