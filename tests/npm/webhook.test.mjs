// The verification of webhooks: which requests are genuine, in whatever form a server gives them.
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { test } from "node:test";
import { runInNewContext } from "node:vm";
import { flowdeck } from "./deployment.mjs";

const { verifyWebhook } = flowdeck;

const KEY = Buffer.from("0123456789abcdef0123456789abcdef");
const SECRET = `whsec_${KEY.toString("base64")}`;
const DATA = {
  id: "run-1",
  workflow_id: "poster",
  status: "completed",
  outputs: [{ filename: "run-1/ü.png", url: "https://flow.example.com/api/v1/files/x" }],
};
const EVENT = { type: "run.completed", timestamp: "2026-11-27T14:02:11.480Z", data: DATA };
const BODY = JSON.stringify(EVENT);

const seconds = (from = 0) => String(Math.floor(Date.now() / 1000) + from);

/** The headers of a request with this body. */
function signed(body = BODY, timestamp = seconds(), key = KEY) {
  const signature = createHmac("sha256", key).update(`msg_1.${timestamp}.`).update(body).digest("base64");
  return { "webhook-id": "msg_1", "webhook-timestamp": timestamp, "webhook-signature": `v1,${signature}` };
}

test("the event of a genuine request has the run in the shape of its detail", async () => {
  const { type, timestamp, data } = await verifyWebhook(signed(), BODY, SECRET);
  assert.deepEqual([type, timestamp], [EVENT.type, EVENT.timestamp]);
  const { runId, workflowId, status, outputs, error, raw } = /** @type {any} */ (data);
  assert.deepEqual([runId, workflowId, status, error], ["run-1", "poster", "completed", null]);
  assert.deepEqual(outputs, [{ ...DATA.outputs[0], thumbnail: null }]);
  assert.deepEqual(raw, EVENT);
  assert(!Object.keys(data).includes("raw"));
});

test("the data of a test is as it was sent", async () => {
  for (const data of [{ hello: [1] }, "hello", null]) {
    const body = JSON.stringify({ type: "webhook.test", timestamp: "", data });
    const event = await verifyWebhook(signed(body), body, SECRET);
    assert.deepEqual([event.type, event.data], ["webhook.test", data]);
  }
});

for (const [what, headers] of /** @type {[string, (headers: any) => any][]} */ ([
  ["a Headers", (headers) => new Headers(headers)],
  ["a Map", (headers) => new Map(Object.entries(headers))],
  [
    "an object with other capitals",
    (headers) => Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value])),
  ],
  [
    "an object with lists",
    (headers) => Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
  ],
  ["an object without a prototype", (headers) => Object.assign(Object.create(null), headers)],
  [
    "signatures that were joined",
    (headers) => ({ ...headers, "webhook-signature": `v1,AAAA, ${headers["webhook-signature"]}` }),
  ],
])) {
  test(`the headers may be ${what}`, async () => {
    assert.equal((await verifyWebhook(headers(signed()), BODY, SECRET)).type, "run.completed");
  });
}

test("the headers and the body of a request in Node are taken as they are", async (t) => {
  let verified;
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    verified = await verifyWebhook(request.headers, Buffer.concat(chunks), SECRET).catch((error) => error);
    response.end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  await fetch(`http://127.0.0.1:${port}`, { method: "POST", headers: signed(), body: BODY });
  assert.equal(verified.type, "run.completed");
});

const bytes = new TextEncoder().encode(BODY);
for (const [what, body] of /** @type {[string, any][]} */ ([
  ["bytes", bytes],
  ["a part of a larger buffer", new Uint8Array([0, ...bytes, 0]).subarray(1, -1)],
  ["an ArrayBuffer", bytes.buffer],
  ["an ArrayBuffer of another window", runInNewContext("Uint8Array.from(bytes).buffer", { bytes: [...bytes] })],
  ["a DataView", new DataView(bytes.buffer)],
])) {
  test(`the body may be ${what}`, async () => {
    assert.equal((await verifyWebhook(signed(), body, SECRET)).type, "run.completed");
  });
}

for (const [what, body, message] of /** @type {[string, any, RegExp][]} */ ([
  ["a parsed object", EVENT, /exactly as they were received; this is an object: .* before anything parses it/],
  ["a promise", Promise.resolve(BODY), /this is a promise: await it first/],
  ["undefined", undefined, /it is undefined/],
  ["null", null, /it is null/],
  ["a number", 7, /it is number/],
])) {
  test(`${what} is not a body`, async () => {
    await assert.rejects(verifyWebhook(signed(), body, SECRET), { name: "UsageError", code: "usage", message });
  });
}

for (const [what, headers] of /** @type {[string, any][]} */ ([
  ["no headers", undefined],
  ["null", null],
  ["a text", "webhook-id: 1"],
])) {
  test(`${what} in place of headers is a UsageError`, async () => {
    await assert.rejects(verifyWebhook(headers, BODY, SECRET), { name: "UsageError", message: /the headers must be/ });
  });
}

for (const secret of ["", "whsec_", "whsec_%", undefined, null, 7, KEY]) {
  test(`${JSON.stringify(secret)} is not a secret`, async () => {
    await assert.rejects(verifyWebhook(signed(), BODY, /** @type {any} */ (secret)), {
      name: "UsageError",
      message: /^verifying a webhook: the secret /,
    });
  });
}

for (const [what, code, headers, body = BODY] of /** @type {[string, string, any, string?][]} */ ([
  ["without headers", "webhook_headers", {}],
  ["without a signature", "webhook_headers", { ...signed(), "webhook-signature": undefined }],
  ["with an empty id", "webhook_headers", { ...signed(), "webhook-id": "" }],
  ["with a header of another kind", "webhook_headers", { ...signed(), "webhook-id": 7 }],
  ["of another time format", "webhook_timestamp", { ...signed(), "webhook-timestamp": EVENT.timestamp }],
  ["that is an hour old", "webhook_timestamp", signed(BODY, seconds(-3600))],
  ["from the future", "webhook_timestamp", signed(BODY, seconds(3600))],
  ["that was signed with another secret", "webhook_signature", signed(BODY, seconds(), Buffer.from("other"))],
  ["whose body was changed", "webhook_signature", signed(), BODY.replace("poster", "Poster")],
  ["whose body was parsed and written again", "webhook_signature", signed(), JSON.stringify(EVENT, null, 1)],
  ["whose time was changed", "webhook_signature", { ...signed(), "webhook-timestamp": seconds(-60) }],
  ["whose id was changed", "webhook_signature", { ...signed(), "webhook-id": "msg_2" }],
  ["with another kind of signature", "webhook_signature", { ...signed(), "webhook-signature": "v1a,AAAA" }],
])) {
  test(`a request ${what} is refused with the code ${code}`, async () => {
    await assert.rejects(verifyWebhook(headers, body, SECRET), (/** @type {any} */ error) => {
      assert(error instanceof flowdeck.FlowdeckError);
      assert.deepEqual([error.name, error.code, error.status, error.url], ["FlowdeckError", code, null, null]);
      assert.match(error.message, /^verifying a webhook: .*(; |: )/);
      assert(!error.message.includes(SECRET));
      return true;
    });
  });
}

for (const body of ["", "{", "7", '{"type":"run.completed"}', '{"type":"run.completed","data":{"status":"x"}}']) {
  test(`the genuine body ${JSON.stringify(body)} is a DecodeError`, async () => {
    await assert.rejects(verifyWebhook(signed(body), body, SECRET), { name: "DecodeError", code: "decode" });
  });
}
