// What a deployment offers beyond the contract: by its own description, else by asking.
import assert from "node:assert/strict";
import { test } from "node:test";
import { deckOf, envelope } from "./deployment.mjs";

const BEYOND = ["health", "workflows", "runs", "getRun", "output", "cancel", "regenerate"];
const described = (paths) => ({ "GET /openapi.json": () => ({ openapi: "3.1.0", info: {}, paths }) });

async function offered(deck, operations = BEYOND) {
  const answers = await Promise.all(operations.map((operation) => deck.supports(operation)));
  return operations.filter((_, at) => answers[at]);
}

test("the contract's two operations are there, and nobody is asked", async (t) => {
  const { deck, requests } = await deckOf(t);
  assert.deepEqual(await offered(deck, ["run", "queue"]), ["run", "queue"]);
  assert.equal(requests.length, 0);
});

test("a description says what there is, and is read once", async (t) => {
  const { deck, requests } = await deckOf(t, described({
    "/api/v1/runs": { post: {}, get: {} }, "/api/v1/runs/{id}": { get: {} }, "/api/v1/runs/{id}/cancel": { get: {} },
    "/api/v1/runs/{run_id}/regenerate": { post: {} }, "/api/v1/comfy/workflows": { get: {} },
  }));
  assert.equal(await deck.supports("health"), false);
  assert.deepEqual(await offered(deck), ["workflows", "runs", "getRun", "regenerate"]);
  assert.deepEqual(requests.map(({ path }) => path), ["/openapi.json"]);
});

for (const [what, paths] of [["an empty description", {}], ["paths of another shape", { "/api/v1/comfy/health": null, "/api/v1/runs": 7 }]]) {
  test(`by ${what} nothing is offered`, async (t) => {
    const { deck } = await deckOf(t, described(paths));
    assert.deepEqual(await offered(deck), []);
  });
}

const nobody = { status: 404, body: { status: "error", data: null, errors: "no such run" } };
const unknown = { status: 404, body: { detail: "Not Found" } };

for (const [what, answers] of [
  ["without a description", {}],
  ["whose description is an HTML page", { "GET /openapi.json": () => ({ body: "<!doctype html>" }) }],
  ["whose description has no paths", { "GET /openapi.json": () => ({ body: "7" }) }],
]) {
  test(`a deployment ${what} is asked for each, and never to change anything`, async (t) => {
    const { deck, requests } = await deckOf(t, {
      ...answers,
      "GET /api/v1/comfy/health": () => envelope([]), "GET /api/v1/runs": () => envelope({ runs: [] }),
      "GET /api/v1/runs/flowdeck-asks-what-is-offered": () => nobody, "GET /api/v1/runs/output": () => unknown,
    });
    assert.deepEqual(await offered(deck), ["health", "runs", "getRun"]);
    assert(requests.every(({ method }) => method === "GET"));
  });
}

test("an output that is not ready, of an operation that is there, is offered", async (t) => {
  const { deck } = await deckOf(t, { "GET /api/v1/runs/output": (_, response) => void response.writeHead(204).end() });
  assert.equal(await deck.supports("output"), true);
});

test("405 and 501 say that it is not offered", async (t) => {
  const { deck } = await deckOf(t, {
    "GET /api/v1/comfy/health": () => ({ status: 405, body: "" }), "GET /api/v1/comfy/workflows": () => ({ status: 501, body: "" }),
  });
  assert.deepEqual(await offered(deck, ["health", "workflows"]), []);
});

test("a key that is refused says nothing of what is offered", async (t) => {
  const { deck } = await deckOf(t, { "GET /openapi.json": () => ({ status: 401, body: "" }) });
  await assert.rejects(deck.supports("health"), { name: "AuthenticationError" });
});

for (const operation of ["openapi", "toString", "", undefined, 7]) {
  test(`${JSON.stringify(operation) ?? "undefined"} is no operation`, async (t) => {
    const { deck, requests } = await deckOf(t);
    await assert.rejects(deck.supports(operation), { name: "UsageError", message: /is no operation; choose from run, queue/ });
    assert.equal(requests.length, 0);
  });
}
