// Requests without the key, in every disguise.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { KEY, Program } from "./program.mjs";

/** @type {Program} */
let program;
before(async () => {
  program = await Program.start();
});
after(() => program.stop());

const paths = [
  "/api/v1/runs",
  "/api/v1/runs?workflow_id=poster",
  "/api/v1/runs/output?filename=a/b",
  "/api/v1/runs/3f2b8c1e-7d4a-4f6b-9a0e-5c1d2e3f4a5b",
  "/api/v1/comfy/queue",
  "/api/v1/comfy/health",
  "/api/v1/comfy/workflows",
  "/api/v1/comfy/workflows/poster/runs",
];
const disguises = [
  (path) => path,
  (path) => `/${path}`,
  (path) => path.replace("/v1", "/./v1"),
  (path) => path.replace("/api", "/x/../api"),
  (path) => path.replace("api", "%61pi"),
  (path) => path.replace("/v1/", "%2Fv1%2F"),
  (path) => path.replace("?", "%3F"),
  (path) => path.toUpperCase(),
  (path) => `http://127.0.0.1${path}`,
];
const methods = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND"];

test("no method and no spelling of a path gets an answer of the API without the key", async () => {
  for (const path of paths) {
    for (const disguise of disguises) {
      for (const method of methods) {
        const request = `${method} ${disguise(path)} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
        const answer = await program.answer(request);
        assert.doesNotMatch(answer, /"status":\s*"success"/, request);
        assert.doesNotMatch(answer, /HTTP\/1.1 5/, request);
      }
    }
  }
});

test("keys in other places, other spellings or several headers are not accepted", async () => {
  const headers = [
    `Authorization: Bearer ${KEY}`,
    `Cookie: X-API-KEY=${KEY}`,
    `X-API-KEY: ${KEY}x`,
    `X-API-KEY: ${KEY.toUpperCase()}`,
    "X-API-KEY:",
    `X-API-KEY: wrong\r\nX-API-KEY: ${KEY}`,
    `X_API_KEY: ${KEY}`,
  ];
  for (const header of headers) {
    const target = `/api/v1/comfy/queue?X-API-KEY=${KEY}`;
    const answer = await program.answer(
      `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${header}\r\n\r\n`,
    );
    assert.match(answer, /^HTTP\/1\.1 40[0-9] /, header);
  }
});

test("a second request hidden in the body of a first one is not answered", async () => {
  const hidden = `GET /api/v1/comfy/queue HTTP/1.1\r\nHost: localhost\r\nX-API-KEY: ${KEY}\r\n\r\n`;
  const disguised = [
    `Content-Length: ${hidden.length}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
    `Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n${hidden}`,
    `Content-Length: 0\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
    `Transfer-Encoding:\x0bchunked\r\n\r\n0\r\n\r\n${hidden}`,
  ];
  for (const rest of disguised) {
    const answer = await program.answer(`POST /api/v1/runs HTTP/1.1\r\nHost: localhost\r\n${rest}`);
    assert.match(answer, /^(HTTP\/1\.1 40|$)/, rest);
  }
});

test("3,000 wrong keys fill no log and delay no valid key", async () => {
  const wrong = Array.from({ length: 3000 }, (_, n) =>
    program.fetch("/api/v1/comfy/queue", { headers: { "X-API-KEY": `wrong-${n}` } }).catch(() => {}),
  );
  await Promise.race(wrong);
  const start = performance.now();
  const valid = await program.fetch("/api/v1/comfy/queue");
  console.log(`  a valid key among wrong ones: ${Math.round(performance.now() - start)} ms`);
  assert.equal(valid.status, 200);
  const statuses = new Set((await Promise.all(wrong)).map((answer) => answer?.status));
  assert.deepEqual([...statuses].sort(), [403, 429]);
  const lines = program.log.split("\n").filter((line) => line.includes("key"));
  console.log(`  log lines about wrong keys: ${lines.length}`);
  assert.ok(lines.length >= 1 && lines.length < 100);
  assert.ok(!program.log.includes(KEY) && !program.log.includes("wrong-"));
});
