// The route for browsers (`flowdeck/next`): what passes it, and what does not.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { envelope, flowdeck, KEY, PACKAGE, startDeployment } from "./deployment.mjs";

const { flowdeckRoute } = await import(pathToFileURL(join(PACKAGE, "next/route.js")).href);

/** Where the app has its route. */
const MOUNT = "https://app.example.org/api/flowdeck";
const ALL = ["submit", "read", "follow", "cancel"];
const OWN = { _id: "own", workflow_id: "poster", status: "completed", outputs: [] };
const OTHER = { ...OWN, _id: "other", workflow_id: "secret" };
const EVENTS = ["running", "completed"]
  .map((status, at) => `event: state\ndata: {"run_id":"own","status":"${status}","number":${at + 1}}\n\n`)
  .join("");

const events = (_request, response) => {
  response.writeHead(200, { "content-type": "text/event-stream", "set-cookie": "a=b" }).end(EVENTS);
};

const ANSWERS = {
  "GET /api/v1/runs/own": () => ({ headers: { "set-cookie": "a=b", "x-secret": "1" }, body: envelope(OWN) }),
  "GET /api/v1/runs/other": () => envelope(OTHER),
  "GET /api/v1/runs/own/events": events,
  "GET /api/v1/runs/other/events": events,
  "POST /api/v1/runs/own/cancel": () => envelope("Run cancelled successfully"),
  "GET /api/v1/files/own/a.svg": (_request, response) => {
    response.writeHead(200, { "content-type": "image/svg+xml", "set-cookie": "a=b" }).end("<svg/>");
  },
};

/**
 * A route in front of a deployment with these answers.
 * @param {import("node:test").TestContext} t
 * @param {object} [options]
 * @param {object} [answers]
 */
async function routed(t, options, answers = ANSWERS) {
  const deployment = await startDeployment(t, answers);
  const { baseUrl } = deployment;
  const handle = flowdeckRoute({ workflows: ["poster"], baseUrl, apiKey: KEY, ...options });
  const call = (method, path, init) => handle(new Request(MOUNT + path, { method, ...init }));
  return { ...deployment, handle, call };
}

const form = (size = 1) => {
  const body = new FormData();
  body.set("title", "x".repeat(size));
  return { body };
};

test("a submission reaches the deployment with the key of the server and nothing else of the browser", async (t) => {
  const { call, requests } = await routed(t);
  const headers = {
    cookie: "session=1",
    authorization: "Bearer 1",
    "x-api-key": "another",
    "x-forwarded-for": "10.0.0.1",
    referer: "https://app.example.org/",
    "idempotency-key": "order-7",
  };
  const query = "workflow_id=poster&group_id=g&strict=true&webhook_url=http://evil&priority=high";
  const answer = await call("POST", `/api/v1/runs?${query}`, { ...form(), headers });
  assert.equal((await answer.json()).data[0].run_id, "run-1");
  const [request] = requests;
  assert.deepEqual(request.parts, [["title", "x"]]);
  assert.deepEqual(
    [...request.query],
    [
      ["workflow_id", "poster"],
      ["group_id", "g"],
      ["strict", "true"],
    ],
  );
  assert.deepEqual([request.headers["x-api-key"], request.headers["idempotency-key"]], [KEY, "order-7"]);
  for (const name of ["cookie", "authorization", "x-forwarded-for", "referer"]) {
    assert.equal(request.headers[name], undefined, name);
  }
});

test("the package works through the route, without a key, and follows the run by its events", async (t) => {
  const { handle, requests } = await routed(t);
  const seen = [];
  const fetch = (url, init) => handle(new Request(url, init));
  const deck = await flowdeck.connect({ baseUrl: MOUNT, apiKey: "", fetch });
  const { runId } = await deck.run("poster", { title: "Hello" });
  assert.equal(runId, "run-1");
  for await (const { via, status } of deck.watchRun("own")) seen.push([via, status]);
  assert.deepEqual(
    [seen[0], seen.at(-1)],
    [
      ["events", "running"],
      ["events", "completed"],
    ],
  );
  assert.equal(await deck.supports("runEvents"), true);
  assert.equal(await deck.supports("cancel"), false);
  assert.ok(requests.every(({ headers }) => headers["x-api-key"] === KEY));
});

test("only the named workflows can be run, and only their runs be read, followed and cancelled", async (t) => {
  const { call, requests } = await routed(t, { operations: ALL });
  for (const id of ["secret", "poster@v1", ""]) {
    const answer = await call("POST", `/api/v1/runs?workflow_id=${id}`, form());
    assert.deepEqual([answer.status, (await answer.json()).detail[0].type], [422, "unknown_workflow"], id);
  }
  assert.equal(requests.length, 0);
  for (const [method, path] of [
    ["GET", "/api/v1/runs/other"],
    ["GET", "/api/v1/runs/other/events"],
    ["POST", "/api/v1/runs/other/cancel"],
  ]) {
    const answer = await call(method, path);
    assert.deepEqual([answer.status, (await answer.text()).includes("secret")], [404, false], path);
  }
  assert.ok(requests.every(({ method, path }) => method === "GET" && path === "/api/v1/runs/other"));
  assert.equal((await call("POST", "/api/v1/runs/own/cancel")).status, 200);
});

test("everything that the app does not offer is refused without asking the deployment", async (t) => {
  const { call, requests } = await routed(t);
  for (const [method, path] of [
    ["POST", "/api/v1/runs/own/cancel"],
    ["DELETE", "/api/v1/runs/own"],
    ["POST", "/api/v1/runs/own/regenerate"],
    ["POST", "/api/v1/runs/own/token"],
    ["GET", "/api/v1/runs"],
    ["GET", "/api/v1/events"],
    ["GET", "/api/v1/comfy/queue"],
    ["GET", "/api/v1/comfy/workflows"],
    ["POST", "/api/v1/comfy/keys"],
    ["PUT", "/api/v1/comfy/workflows/poster"],
    ["GET", "/api/v1/runs/..%2Fcomfy%2Fkeys"],
    ["GET", "/api/v1/runs/%2e%2e"],
    ["GET", "/api/v1/runs/%E0"],
    ["GET", "/metrics"],
    ["GET", "/"],
  ]) {
    assert.equal((await call(method, path)).status, 404, `${method} ${path}`);
  }
  assert.equal(requests.length, 0);
});

test("a page of another site cannot make a browser submit or cancel", async (t) => {
  const { call, requests } = await routed(t, { operations: ALL });
  for (const site of ["cross-site", "same-site"]) {
    const headers = { "sec-fetch-site": site };
    assert.equal((await call("POST", "/api/v1/runs?workflow_id=poster", { ...form(), headers })).status, 403);
    assert.equal((await call("POST", "/api/v1/runs/own/cancel", { headers })).status, 403);
  }
  assert.equal(requests.length, 0);
  const headers = { "sec-fetch-site": "same-origin" };
  assert.equal((await call("POST", "/api/v1/runs?workflow_id=poster", { ...form(), headers })).status, 200);
});

test("a submission that is too large is refused, whatever its length says", async (t) => {
  const { call, requests } = await routed(t, { maxBytes: 1000 });
  const path = "/api/v1/runs?workflow_id=poster";
  const type = { "content-type": "multipart/form-data; boundary=b" };
  const said = await call("POST", path, { body: "x", headers: { ...type, "content-length": "1001" } });
  assert.equal(said.status, 413);
  assert.equal(requests.length, 0);
  const body = new Blob(["x".repeat(5000)]).stream();
  const unsaid = await call("POST", path, { body, headers: type, duplex: "half" });
  assert.equal(unsaid.status, 413);
  assert.equal((await call("POST", path, form(10))).status, 200);
  const other = await call("POST", path, { body: "{}", headers: { "content-type": "application/json" } });
  assert.equal(other.status, 415);
});

test("answers have no cookies and no other headers of the deployment, and are not cached", async (t) => {
  const { call } = await routed(t);
  for (const path of ["/api/v1/runs/own", "/api/v1/runs/own/events", "/api/v1/files/own/a.svg?signature=1"]) {
    const answer = await call("GET", path);
    assert.equal(answer.status, 200, path);
    assert.deepEqual(
      ["set-cookie", "x-secret"].map((name) => answer.headers.get(name)),
      [null, null],
      path,
    );
    assert.equal(answer.headers.get("cache-control"), "no-store");
    await answer.text();
  }
});

test("a file gets no key, and cannot act as a page of the app", async (t) => {
  const { call, requests } = await routed(t);
  const answer = await call("GET", "/api/v1/files/own/a.svg?signature=1", { headers: { range: "bytes=0-" } });
  assert.equal(await answer.text(), "<svg/>");
  assert.match(answer.headers.get("content-security-policy"), /sandbox/);
  const [{ headers, query }] = requests;
  assert.deepEqual([headers["x-api-key"], headers.range, query.get("signature")], [undefined, "bytes=0-", "1"]);
});

test("a refused key is a fault of the server, which tells the visitor nothing", async (t) => {
  const error = t.mock.method(console, "error", () => {});
  const refused = () => ({ status: 403, body: { errors: `the key ${KEY} is wrong` } });
  const { call } = await routed(t, {}, { "GET /api/v1/runs/own": refused });
  const answer = await call("GET", "/api/v1/runs/own");
  const text = await answer.text();
  assert.equal(answer.status, 502);
  assert.ok(!text.includes(KEY) && text.includes("its log says why"), text);
  assert.equal(error.mock.callCount(), 1);
  assert.ok(!String(error.mock.calls[0].arguments[0]).includes(KEY));
});

test("errors that help pass, and an answer that is no JSON or a redirect does not", async (t) => {
  const busy = () => ({ status: 503, headers: { "retry-after": "7" }, body: envelope([]) });
  const { call } = await routed(
    t,
    {},
    {
      "GET /api/v1/runs/busy": busy,
      "GET /api/v1/runs/page": (_request, response) => void response.writeHead(200).end("<h1>Hello</h1>"),
      "GET /api/v1/runs/moved": (_request, response) =>
        void response.writeHead(302, { location: "http://evil/" }).end(),
    },
  );
  const answer = await call("GET", "/api/v1/runs/busy");
  assert.deepEqual([answer.status, answer.headers.get("retry-after")], [503, "7"]);
  for (const id of ["page", "moved"]) assert.equal((await call("GET", `/api/v1/runs/${id}`)).status, 502, id);
});

test("without a configuration every call is answered with an error, and mistakes throw at once", async () => {
  const handle = flowdeckRoute({ workflows: ["poster"] });
  const answer = await handle(new Request(`${MOUNT}/api/v1/runs/own`));
  assert.deepEqual([answer.status, (await answer.json()).errors.includes("FLOWDECK_URL")], [500, true]);
  for (const [options, why] of /** @type {[any, string][]} */ ([
    [undefined, "workflows"],
    [{ workflows: [] }, "workflows"],
    [{ workflows: "poster" }, "workflows"],
    [{ workflows: ["poster"], operations: ["delete"] }, "operations"],
    [{ workflows: ["poster"], maxBytes: 0 }, "maxBytes"],
  ])) {
    assert.throws(() => flowdeckRoute(options), { name: "TypeError", message: new RegExp(why) });
  }
});

test("the key of the environment only goes to the address of the environment", async (t) => {
  const { baseUrl, requests } = await startDeployment(t, ANSWERS);
  const before = { ...process.env };
  t.after(() => Object.assign(process.env, before));
  process.env.FLOWDECK_API_KEY = KEY;
  t.after(() => {
    for (const name of ["FLOWDECK_URL", "FLOWDECK_API_KEY"]) if (!(name in before)) delete process.env[name];
  });
  const own = new Request(`${MOUNT}/api/v1/runs/own`);
  assert.equal((await flowdeckRoute({ workflows: ["poster"], baseUrl })(own.clone())).status, 500);
  assert.equal(requests.length, 0);
  process.env.FLOWDECK_URL = baseUrl;
  assert.equal((await flowdeckRoute({ workflows: ["poster"] })(own.clone())).status, 200);
  assert.equal(requests[0].headers["x-api-key"], KEY);
});
