// The optional operations of a deployment, found in its OpenAPI document or else by probes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { deckOf, envelope } from "./deployment.mjs";

const OPTIONAL = ["health", "workflows", "objectInfo", "runs", "getRun", "output", "cancel", "regenerate"];
const described = (paths) => ({ "GET /openapi.json": () => ({ openapi: "3.1.0", info: {}, paths }) });

async function offered(deck, operations = OPTIONAL) {
  const answers = await Promise.all(operations.map((operation) => deck.supports(operation)));
  return operations.filter((_, at) => answers[at]);
}

test("the contract's two operations are always offered, and nothing is requested", async (t) => {
  const { deck, requests } = await deckOf(t);
  assert.deepEqual(await offered(deck, ["run", "queue"]), ["run", "queue"]);
  assert.equal(requests.length, 0);
});

test("the OpenAPI document lists the operations and is read once", async (t) => {
  const { deck, requests } = await deckOf(
    t,
    described({
      "/api/v1/runs": { post: {}, get: {} },
      "/api/v1/runs/{id}": { get: {} },
      "/api/v1/runs/{id}/cancel": { get: {} },
      "/api/v1/runs/{run_id}/regenerate": { post: {} },
      "/api/v1/comfy/workflows": { get: {} },
    }),
  );
  assert.equal(await deck.supports("health"), false);
  assert.deepEqual(await offered(deck), ["workflows", "runs", "getRun", "regenerate"]);
  assert.deepEqual(
    requests.map(({ path }) => path),
    ["/openapi.json"],
  );
});

test("paths of another shape are not operations", async (t) => {
  const { deck } = await deckOf(
    t,
    described({ "/api/v1/runs": { post: {} }, "/api/v1/comfy/health": null, "/api/v1/runs/{id}": 7 }),
  );
  assert.deepEqual(await offered(deck), []);
});

const noSuchRun = { status: 404, body: { status: "error", data: null, errors: "no such run" } };
const noSuchPath = { status: 404, body: { detail: "Not Found" } };

for (const [what, answers] of /** @type {[string, object][]} */ ([
  ["without a document", {}],
  ["whose document is an HTML page", { "GET /openapi.json": () => ({ body: "<!doctype html>" }) }],
  ["whose document is not an object", { "GET /openapi.json": () => ({ body: "7" }) }],
  ["whose document is null", { "GET /openapi.json": () => ({ body: "null" }) }],
  ["whose document has no paths", described(undefined)],
  ["whose document has empty paths", described({})],
  ["whose document describes something else", described({ "/": { get: {} }, "/api/v1/comfy/workflows": { get: {} } })],
  ["that requires another key for its document", { "GET /openapi.json": () => ({ status: 401, body: "" }) }],
  ["that forbids its document", { "GET /openapi.json": () => ({ status: 403, body: "" }) }],
  ["that answers 400 for its document", { "GET /openapi.json": () => ({ status: 400, body: "" }) }],
  ["whose document fails", { "GET /openapi.json": () => ({ status: 500, body: "" }) }],
  ["whose document is empty", { "GET /openapi.json": (_, response) => void response.writeHead(204).end() }],
])) {
  test(`on a deployment ${what}, each operation is probed with a GET`, async (t) => {
    const { deck, requests } = await deckOf(t, {
      ...answers,
      "GET /api/v1/comfy/health": () => envelope([]),
      "GET /api/v1/runs": () => envelope({ runs: [] }),
      "GET /api/v1/runs/flowdeck-supports-probe": () => noSuchRun,
      "GET /api/v1/runs/output": () => noSuchPath,
    });
    assert.deepEqual(await offered(deck), ["health", "runs", "getRun"]);
    assert(requests.every(({ method }) => method === "GET"));
  });
}

test("an output that is not ready shows that the operation is offered", async (t) => {
  const { deck } = await deckOf(t, { "GET /api/v1/runs/output": (_, response) => void response.writeHead(204).end() });
  assert.equal(await deck.supports("output"), true);
});

test("405 and 501 mean that an operation is not offered", async (t) => {
  const { deck } = await deckOf(t, {
    "GET /api/v1/comfy/health": () => ({ status: 405, body: "" }),
    "GET /api/v1/comfy/workflows": () => ({ status: 501, body: "" }),
  });
  assert.deepEqual(await offered(deck, ["health", "workflows"]), []);
});

const guarded = { "GET /openapi.json": () => ({ status: 401, body: "" }) };
const refused = () => ({ status: 401, body: "" });

for (const operation of OPTIONAL) {
  test(`a rejected key does not show whether ${operation} is offered`, async (t) => {
    const operations = [
      "comfy/health",
      "comfy/workflows",
      "comfy/object_info",
      "comfy/queue",
      "runs",
      "runs/output",
      "runs/flowdeck-supports-probe",
    ];
    const { deck } = await deckOf(t, {
      ...guarded,
      ...Object.fromEntries(operations.map((path) => [`GET /api/v1/${path}`, refused])),
    });
    await assert.rejects(deck.supports(operation), { name: "AuthenticationError" });
  });
}

test("a document that needs another key is read with that key", async (t) => {
  const shown = () => ({
    openapi: "3.1.0",
    paths: { "/api/v1/runs": { post: {} }, "/api/v1/runs/{id}/cancel": { post: {} } },
  });
  const { deck } = await deckOf(t, { "GET /openapi.json": [refused, shown], "GET /api/v1/comfy/queue": refused });
  await assert.rejects(deck.supports("cancel"), { name: "AuthenticationError" });
  assert.equal(await deck.supports("cancel"), true);
});

for (const [status, readings] of [
  [404, 1],
  [403, 1],
  [500, 2],
]) {
  const requested = readings === 1 ? "requested once" : "requested again the next time";
  test(`a document that is answered with ${status} is ${requested}`, async (t) => {
    const { deck, requests } = await deckOf(t, {
      "GET /openapi.json": () => ({ status, body: "" }),
      "GET /api/v1/comfy/health": () => envelope([]),
    });
    assert.deepEqual([await deck.supports("health"), await deck.supports("cancel")], [true, false]);
    assert.equal(requests.filter(({ path }) => path === "/openapi.json").length, readings);
  });
}

test("a document that redirects, such as to a sign-in page, is ignored", async (t) => {
  const { deck } = await deckOf(t, {
    "GET /openapi.json": () => ({ status: 302, headers: { location: "/login" }, body: "" }),
    "GET /api/v1/comfy/health": () => envelope([]),
  });
  assert.equal(await deck.supports("health"), true);
});

test("an abort while the document is read ends the call", async (t) => {
  const controller = new AbortController();
  const { deck, requests } = await deckOf(t, { "GET /openapi.json": () => void controller.abort() });
  await assert.rejects(deck.supports("health", { signal: controller.signal }), { name: "AbortError" });
  assert.equal(requests.length, 1);
});

for (const operation of ["openapi", "toString", "", undefined, 7]) {
  test(`${JSON.stringify(operation) ?? "undefined"} is not an operation`, async (t) => {
    const { deck, requests } = await deckOf(t);
    await assert.rejects(deck.supports(operation), {
      name: "UsageError",
      message: /is not an operation; choose from run, queue/,
    });
    assert.equal(requests.length, 0);
  });
}
