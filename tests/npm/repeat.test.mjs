// Submissions with a priority or an idempotency key, and when they are sent again.
import assert from "node:assert/strict";
import { test } from "node:test";
import { deckOf, envelope, startDeployment } from "./deployment.mjs";
import { forEachTransport } from "./transports.mjs";

const POST = "POST /api/v1/runs";
const DOCUMENT = "GET /openapi.json";
const HEADER = { name: "Idempotency-Key", in: "header", schema: { type: "string" } };

/** An OpenAPI document whose operation for runs has these parameters. */
const described = (parameters) => () => ({ openapi: "3.1.0", paths: { "/api/v1/runs": { post: { parameters } } } });
const declared = described([{ name: "workflow_id", in: "query" }, HEADER]);

/** A deployment that accepts a run for each new key, and drops its first answers. */
function dropping(times) {
  const runs = new Map();
  let left = times;
  return (request, response) => {
    const key = request.headers["idempotency-key"] ?? `none-${runs.size}`;
    if (!runs.has(key)) runs.set(key, `run-${runs.size + 1}`);
    left -= 1;
    if (left >= 0) return void response.destroy();
    return envelope([{ run_id: runs.get(key), workflow_id: "w" }]);
  };
}

const submissions = (requests) => requests.filter(({ method, path }) => `${method} ${path}` === POST);
const keys = (requests) => submissions(requests).map(({ headers }) => headers["idempotency-key"]);
const unique = (list) => new Set(list).size;
const ended = { "GET /api/v1/runs/run-1": () => envelope({ _id: "run-1", status: "completed" }) };
/** On a kept-alive connection Node or the browser may itself repeat a request. */
const single = (deployment) => Object.assign(deployment.server, { maxRequestsPerSocket: 1 });

for (const priority of ["low", "normal", "high"]) {
  test(`the priority ${priority} is sent next to the workflow's id`, async (t) => {
    const { deck, requests } = await deckOf(t);
    await deck.run("w", {}, { priority, groupId: "g" });
    assert.deepEqual(
      [...requests[0].query],
      [
        ["workflow_id", "w"],
        ["group_id", "g"],
        ["priority", priority],
      ],
    );
  });
}

for (const priority of ["urgent", "High", "", 1, {}, true]) {
  test(`${JSON.stringify(priority)} is not a priority, and nothing is sent`, async (t) => {
    const { deck, requests } = await deckOf(t);
    await assert.rejects(deck.run("w", {}, { priority }), { name: "UsageError", message: /low, normal or high/ });
    await assert.rejects(deck.runAndWait("w", {}, { priority }), { name: "UsageError" });
    assert.equal(requests.length, 0);
  });
}

for (const idempotencyKey of ["", " ", "a b", "schlüssel", "a\n", "x".repeat(256), 7, {}, true]) {
  test(`${JSON.stringify(idempotencyKey).slice(0, 20)} is not an idempotency key, and nothing is sent`, async (t) => {
    const { deck, requests } = await deckOf(t);
    await assert.rejects(deck.run("w", {}, { idempotencyKey }), { name: "UsageError", message: /1 to 255 visible/ });
    assert.equal(requests.length, 0);
  });
}

forEachTransport("an idempotency key", (transport) => {
  test("the caller's key is sent as it is", async (t) => {
    const { baseUrl, requests } = await startDeployment(t);
    await transport.play(
      baseUrl,
      async ({ connect, progress, key }) =>
        void (await (await connect()).run("w", {}, { ...progress, idempotencyKey: key })),
      { key: `"\\!~${"x".repeat(251)}` },
    );
    assert.deepEqual(keys(requests), [`"\\!~${"x".repeat(251)}`]);
  });

  test("a submission whose answer is lost is sent again with its key, and starts one run", async (t) => {
    const deployment = await startDeployment(t, { [POST]: dropping(2), [DOCUMENT]: declared });
    single(deployment);
    const runId = await transport.play(deployment.baseUrl, async ({ connect, progress }) => {
      const deck = await connect();
      await deck.supports("getRun");
      return (await deck.run("w", { title: "Hi" }, progress)).runId;
    });
    assert.equal(runId, "run-1");
    assert.deepEqual([submissions(deployment.requests).length, unique(keys(deployment.requests))], [3, 1]);
    for (const { parts } of submissions(deployment.requests)) assert.deepEqual(parts, [["title", "Hi"]]);
  });

  test("without a declared header there is no key, and no submission is repeated", async (t) => {
    const deployment = await startDeployment(t, { [POST]: dropping(1), [DOCUMENT]: described([]) });
    single(deployment);
    const name = await transport.play(deployment.baseUrl, async ({ connect, progress }) => {
      const deck = await connect();
      await deck.supports("getRun");
      return deck.run("w", {}, progress).catch(({ name }) => name);
    });
    assert.equal(name, "NetworkError");
    assert.deepEqual(keys(deployment.requests), [undefined]);
  });
});

for (const status of [502, 503, 504]) {
  test(`a submission with a key is sent again after a ${status}, at most twice`, async (t) => {
    const { deck, requests } = await deckOf(t, { [POST]: () => ({ status, body: "" }), [DOCUMENT]: declared });
    await deck.supports("getRun");
    await assert.rejects(deck.run("w", {}), { name: "HttpError", status });
    assert.deepEqual([keys(requests).length, unique(keys(requests))], [3, 1]);
  });
}

for (const status of [400, 401, 404, 422, 429, 500]) {
  test(`a submission with a key is not sent again after a ${status}`, async (t) => {
    const { deck, requests } = await deckOf(t, { [POST]: () => ({ status, body: "" }), [DOCUMENT]: declared });
    await deck.supports("getRun");
    await assert.rejects(deck.run("w", {}), { status });
    assert.equal(submissions(requests).length, 1);
  });
}

test("each run has a key of its own", async (t) => {
  const { deck, requests } = await deckOf(t, { [DOCUMENT]: declared });
  await deck.supports("getRun");
  await Promise.all([deck.run("w", {}), deck.run("w", {}), deck.run("w", {}, { idempotencyKey: "mine" })]);
  assert.equal(unique(keys(requests)), 3);
  assert(keys(requests).includes("mine"));
});

test("the caller's key alone does not make a submission repeatable", async (t) => {
  const { deck, requests, server } = await deckOf(t, { [POST]: dropping(1) });
  single({ server });
  await assert.rejects(deck.run("w", {}, { idempotencyKey: "mine" }), { name: "NetworkError" });
  assert.deepEqual(keys(requests), ["mine"]);
});

test("run requests nothing but the run", async (t) => {
  const { deck, requests } = await deckOf(t, { [DOCUMENT]: declared });
  await deck.run("w", {});
  assert.deepEqual(
    requests.map(({ path }) => path),
    ["/api/v1/runs"],
  );
});

test("runAndWait reads the document once, and sends a key", async (t) => {
  const { deck, requests, server } = await deckOf(t, { [POST]: dropping(1), [DOCUMENT]: declared, ...ended });
  single({ server });
  await Promise.all([deck.runAndWait("w", {}), deck.runAndWait("w", {}).catch(() => {})]);
  await deck.runAndWait("w", {}).catch(() => {});
  assert.equal(requests.filter(({ path }) => path === "/openapi.json").length, 1);
  assert.equal(unique(keys(requests)), 3);
  assert(!keys(requests).includes(undefined));
});

for (const [what, answer] of /** @type {[string, any][]} */ ([
  ["without a document", () => ({ status: 404, body: "" })],
  ["whose document is broken", () => ({ body: "{" })],
  ["whose document is null", () => ({ body: "null" })],
  ["whose document fails", () => ({ status: 500, body: "" })],
  ["that guards its document", () => ({ status: 401, body: "" })],
  ["that declares another header", described([{ name: "X-Other", in: "header" }])],
  ["that declares a query parameter of this name", described([{ ...HEADER, in: "query" }])],
  ["whose parameters are an object", described({ 0: HEADER })],
  ["whose parameters are odd", described([null, 7, "Idempotency-Key", { in: "header" }])],
])) {
  test(`a deployment ${what} gets the run once and without a key`, async (t) => {
    const { deck, requests } = await deckOf(t, { [DOCUMENT]: answer, ...ended });
    assert.equal((await deck.runAndWait("w", {})).status, "completed");
    assert.deepEqual(keys(requests), [undefined]);
  });
}

test("the name of the header may have other capitals", async (t) => {
  const { deck, requests } = await deckOf(t, {
    [DOCUMENT]: described([{ ...HEADER, name: "idempotency-key" }]),
    ...ended,
  });
  await deck.runAndWait("w", {});
  assert.match(keys(requests)[0], /^[!-~]{1,255}$/);
});

test("invalid values are refused before the document is read", async (t) => {
  const { deck, requests } = await deckOf(t, { [DOCUMENT]: declared });
  await assert.rejects(deck.runAndWait("w", { odd: {} }), { name: "UsageError" });
  assert.equal(requests.length, 0);
});

test("an abort while the document is read ends the call, and the next one reads it again", async (t) => {
  const controller = new AbortController();
  const { deck, requests } = await deckOf(t, {
    [DOCUMENT]: [() => void controller.abort(), declared],
    ...ended,
  });
  await assert.rejects(deck.runAndWait("w", {}, { signal: controller.signal }), { name: "AbortError" });
  assert.deepEqual(keys(requests), []);
  await deck.runAndWait("w", {});
  assert.match(keys(requests)[0], /./);
});
