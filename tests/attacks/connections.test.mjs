// Connections that hold on to what others need.
import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { KEY, MB, Program } from "./program.mjs";

const many = (count, make) => Promise.all(Array.from({ length: count }, make));
const closed = (socket) => (socket.closed ? undefined : once(socket.resume(), "close"));

test("500 requests with unfinished headers are closed and cost little memory", async (t) => {
  const program = await Program.start();
  t.after(() => program.stop());
  const before = await program.memory();
  const sockets = await many(500, () => program.raw("GET /api/v1/comfy/queue HTTP/1.1\r\nX-Slow: "));
  for (const socket of sockets) socket.write("x".repeat(16_000));
  assert.equal((await program.fetch("/api/v1/comfy/queue")).status, 200);
  const { peak } = await program.memory();
  console.log(`  memory growth: ${((peak - before.now) / MB).toFixed(1)} MB`);
  assert.ok(peak - before.now < 64 * MB);
  await Promise.all(sockets.map(closed));
});

test("headers of more than 32 KB are refused", async (t) => {
  const program = await Program.start();
  t.after(() => program.stop());
  const answer = await program.answer(`GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ${"x".repeat(MB)}\r\n\r\n`);
  assert.match(answer, /^(HTTP\/1\.1 4|$)/);
  assert.equal((await program.fetch("/api/v1/comfy/queue")).status, 200);
});

test("bodies without progress are ended", async (t) => {
  const program = await Program.start();
  t.after(() => program.stop());
  const head = `POST /api/v1/runs?workflow_id=poster HTTP/1.1\r\nHost: localhost\r\nX-API-KEY: ${KEY}\r\n`;
  const type = "Content-Type: multipart/form-data; boundary=b\r\n";
  const sockets = await many(50, () => program.raw(`${head}${type}Content-Length: 1000\r\n\r\n--b\r\n`));
  await Promise.all(sockets.map(closed));
  assert.equal((await program.fetch("/api/v1/comfy/queue")).status, 200);
});

test("a body that announces too much is refused before it is read", async (t) => {
  const program = await Program.start({ args: ["--max-upload", "1"] });
  t.after(() => program.stop());
  const head = `POST /api/v1/runs?workflow_id=poster HTTP/1.1\r\nHost: localhost\r\nX-API-KEY: ${KEY}\r\n`;
  const type = "Content-Type: multipart/form-data; boundary=b\r\n";
  assert.match(await program.answer(`${head}${type}Content-Length: ${3 * MB}\r\n\r\n`), /^HTTP\/1\.1 413 /);
});

test("with few open files, idle connections leave room for callers with the key", async (t) => {
  const program = await Program.start({ openFiles: 128 });
  t.after(() => program.stop());
  const sockets = await many(400, () => program.raw("").catch(() => undefined));
  t.after(() => {
    for (const socket of sockets) socket?.destroy();
  });
  for (let n = 0; n < 20; n += 1) assert.equal((await program.fetch("/api/v1/comfy/queue")).status, 200);
});

test("10,000 idle connections are survived", async (t) => {
  const program = await Program.start();
  t.after(() => program.stop());
  const before = await program.memory();
  const sockets = [];
  for (let batch = 0; batch < 20; batch += 1) {
    sockets.push(...(await many(500, () => program.raw("").catch(() => undefined))));
  }
  assert.equal((await program.fetch("/api/v1/comfy/queue")).status, 200);
  const { peak } = await program.memory();
  console.log(`  memory growth: ${((peak - before.now) / MB).toFixed(1)} MB`);
  for (const socket of sockets) socket?.destroy();
  assert.ok(peak - before.now < 300 * MB);
});
