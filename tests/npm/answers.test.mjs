// The answers of a deployment, over every transport: results, errors, retries and redirects.
import assert from "node:assert/strict";
import { test } from "node:test";
import { envelope, KEY, OPERATIONS, startDeployment } from "./deployment.mjs";
import { forEachOperation, forEachTransport, sendTo } from "./transports.mjs";

const refused = (text) => ({ status: "error", data: [], errors: text, meta: null });
const reset = (_, response) => void response.destroy();
const MAX_BODY = 64 * 1024;

const RESULTS = {
  queue: { instances: [], waiting: { count: 0, ids: [], own: [] } },
  run: { runId: "run-1", workflowId: "poster", entries: [{ runId: "run-1", workflowId: "poster" }] },
};

/** Bodies that are not an answer of a deployment. */
const BODIES = [
  "<!doctype html><h1>502</h1>",
  '{"status":"success","data":[{"comfy_uri":"http',
  "",
  '{"status":"success"}',
  '{"data":"none"}',
];

forEachOperation("an answer", (transport, operation) => {
  const [method, path] = OPERATIONS[operation].split(" ");

  test("the answer is read", async (t) => {
    const { value, error, requests } = await sendTo(t, transport, operation);
    assert.deepEqual([value, error, requests.length], [RESULTS[operation], undefined, 1]);
  });

  test("an error has its status, body and address", async (t) => {
    const answer = () => ({ status: 500, body: refused("no, thanks") });
    const { error, baseUrl } = await sendTo(t, transport, operation, answer);
    const { name, ours, status } = error;
    assert.deepEqual([name, ours, status, error.method, error.url], ["HttpError", true, 500, method, baseUrl + path]);
    assert.deepEqual(JSON.parse(error.body), refused("no, thanks"));
  });

  test("an error without an answer has neither status nor body", async (t) => {
    const { error } = await sendTo(t, transport, operation, reset);
    assert.deepEqual([error.name, error.status, error.body], ["NetworkError", null, null]);
  });

  test("a success with another body is a DecodeError that keeps the body", async (t) => {
    for (const body of BODIES) {
      const { error } = await sendTo(t, transport, operation, () => ({ body }));
      assert.deepEqual([error.name, error.code, error.status, error.body], ["DecodeError", "decode", 200, body]);
    }
  });

  test("a 422 with another body is a ValidationError that keeps the body", async (t) => {
    const headers = { "content-type": "text/html" };
    for (const body of [...BODIES, '{"detail":7}']) {
      const { error } = await sendTo(t, transport, operation, () => ({ status: 422, headers, body }));
      assert.deepEqual([error.name, error.body, error.items], ["ValidationError", body, []]);
    }
  });
});

forEachOperation("retries and redirects", (transport, operation) => {
  for (const status of [429, 503]) {
    test(`the error of a ${status} says when to try again, and the call is not retried before`, async (t) => {
      const headers = { "access-control-expose-headers": "Retry-After", "retry-after": "70" };
      const answer = () => ({ status, headers, body: refused("full") });
      const { error, requests } = await sendTo(t, transport, operation, answer);
      assert.deepEqual([error.name, error.retryAfter, requests.length], ["QueueFullError", 70, 1]);
    });
  }

  const times = operation === "run" ? "once" : "three times";
  for (const [what, answer] of Object.entries({ "a 502": () => ({ status: 502, body: "" }), "no answer": reset })) {
    test(`if there is only ${what}, the call is sent ${times}`, async (t) => {
      const deployment = await startDeployment(t, { [OPERATIONS[operation]]: answer });
      // On a kept-alive connection the browser itself may repeat a request.
      deployment.server.maxRequestsPerSocket = 1;
      await transport.play(deployment.baseUrl, ({ send, operation }) => send(operation), { operation });
      assert.equal(deployment.requests.length, operation === "run" ? 1 : 3);
    });
  }

  for (const status of [302, 307]) {
    test(`a redirect with status ${status} is refused`, async (t) => {
      const other = await startDeployment(t);
      const headers = { location: other.baseUrl + OPERATIONS[operation].split(" ")[1] };
      const { error } = await sendTo(t, transport, operation, () => ({ status, headers, body: "" }));
      assert.equal(error.name, "NetworkError");
      // XMLHttpRequest follows it before the package can refuse it.
      if (transport.name !== "XMLHttpRequest in Chromium") assert.equal(other.requests.length, 0);
    });
  }
});

forEachOperation("the body of an error", (transport, operation) => {
  const item = { loc: ["body", "a", KEY], msg: `not ${KEY}`, type: KEY };
  const body = { ...refused(`wrong key ${KEY}`), detail: [item] };
  for (const [what, answer, place] of /** @type {[string, object, (error: any) => string][]} */ ([
    ["message", { status: 403, body }, ({ message }) => message],
    ["items", { status: 422, body }, ({ items }) => JSON.stringify(items)],
    ["body", { body: `{"${KEY}` }, ({ body }) => body],
  ])) {
    test(`the key is hidden in the ${what} of an error`, async (t) => {
      const { error } = await sendTo(t, transport, operation, () => answer);
      assert.match(place(error), /<API_KEY>/);
      assert(!JSON.stringify(error).includes(KEY), error.shown);
    });
  }

  test("the body of an error is cut, but not within the key", async (t) => {
    const start = "x".repeat(MAX_BODY - 6);
    const { error } = await sendTo(t, transport, operation, () => ({ status: 500, body: start + KEY + KEY }));
    assert.deepEqual([error.body.length, error.body.slice(start.length)], [MAX_BODY, "<API_K"]);
  });
});

forEachTransport("the answer to a run", (transport) => {
  test("the messages of a 422 are found by field", async (t) => {
    const detail = [
      { loc: ["body", "size"], msg: "must be at most 8", type: "less_than_equal" },
      { loc: ["query", "workflow_id"], msg: "unknown", type: "value_error" },
      { loc: ["body", "size", 0], msg: "and whole", type: "int_parsing" },
    ];
    const { baseUrl } = await startDeployment(t, { [OPERATIONS.run]: () => ({ status: 422, body: { detail } }) });
    const found = await transport.play(baseUrl, async ({ connect, progress }) => {
      const deck = await connect();
      const error = await deck.run("poster", { size: 9 }, progress).catch((error) => error);
      return { items: error.items, fields: ["size", "workflow_id"].map((name) => error.fieldErrors(name)) };
    });
    assert.deepEqual(found, { items: detail, fields: [["must be at most 8", "and whole"], []] });
  });

  test("a large answer is read whole", async (t) => {
    const ids = Array.from({ length: 20_000 }, (_, at) => `run-${at}`);
    const data = ids.map((run_id) => ({ run_id, workflow_id: "poster" }));
    const { value } = await sendTo(t, transport, "run", () => envelope(data));
    assert.deepEqual(
      value.entries.map(({ runId }) => runId),
      ids,
    );
  });
});
