// One key does its worst: 4,096 slow uploads, 2,048 streams and lists of large runs at once. Others hardly notice, and
// the operator can revoke it in the middle.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { attack, madeKey } from "./attacker.mjs";
import { MB, Program } from "./program.mjs";

const LARGE = 7.9 * MB;
/** What a measurement on a busy machine varies by anyway, in milliseconds. */
const NOISE = 4;

const echo = {
  1: { class_type: "InputText", inputs: { name: "text" } },
  2: { class_type: "PreviewAny", inputs: { source: ["1", 0] } },
};
const picture = {
  1: { class_type: "InputImage", inputs: { name: "photo" } },
  2: { class_type: "PreviewImage", inputs: { images: ["1", 0] } },
};

let workflows;
/** @type {Program} */
let program;
let hostile;
let other;
before(async () => {
  workflows = await mkdtemp(join(tmpdir(), "flowdeck-workflows-"));
  await writeFile(join(workflows, "echo.json"), JSON.stringify(echo));
  await writeFile(join(workflows, "picture.json"), JSON.stringify(picture));
  program = await Program.start({ workflows });
  await program.connected();
  [hostile, other] = [await madeKey(program, "hostile"), await madeKey(program, "other")];
});
after(async () => {
  await program.stop();
  await rm(workflows, { recursive: true });
});

const as = (key, path, options = {}) => program.fetch(path, { ...options, headers: { "X-API-KEY": key } });

async function submitted(key, text) {
  const body = new FormData();
  body.set("text", text);
  for (;;) {
    const response = await as(key, "/api/v1/runs?workflow_id=echo", { method: "POST", body });
    const answer = await response.json();
    if (response.ok) return answer.data[0].run_id;
    assert.ok([429, 503].includes(response.status), JSON.stringify(answer));
    await pause(200);
  }
}

/** How long something takes, in milliseconds. */
async function timed(done) {
  const begun = performance.now();
  await done();
  return performance.now() - begun;
}

const quantile = (times, part) => times.toSorted((a, b) => a - b)[Math.ceil(times.length * part) - 1];

/** What another key sees: the slowest of a hundred reads, and from a submission to its end. */
async function measured() {
  const paths = ["/api/v1/runs?page_size=20", "/api/v1/comfy/queue", "/api/v1/comfy/workflows"];
  const reads = [];
  const runs = [];
  for (let round = 0; round < 200; round += 1) {
    let run;
    const whole = timed(async () => {
      run = await submitted(other, `hello ${round}`);
      for (;;) {
        const detail = (await (await as(other, `/api/v1/runs/${run}`)).json()).data;
        if (!["pending", "running"].includes(detail.status)) return;
        await pause(5);
      }
    });
    runs.push(await whole);
    for (const path of [...paths, `/api/v1/runs/${run}`, ...paths])
      reads.push(
        await timed(async () => {
          const response = await as(other, path);
          assert.equal(response.status, 200, path);
          await response.arrayBuffer();
        }),
      );
  }
  return { read: quantile(reads, 0.99), run: quantile(runs, 0.5) };
}

test("others and the operator are served while one key does its worst", { timeout: 600_000 }, async (t) => {
  for (let run = 0; run < 25; run += 1) await submitted(hostile, `${run} ${"x".repeat(LARGE)}`);
  while ((await program.get("/api/v1/comfy/queue")).some((engine) => engine.running?.length || engine.pending?.length))
    await pause(200);
  const alone = await measured();
  const { now } = await program.resetPeak();
  const running = attack(program, hostile, "picture", "uploads", "streams", "lists");
  t.after(() => running.stop());
  while (Object.values(running.answers).reduce((sum, count) => sum + count, 0) < 4000) await pause(200);
  const meanwhile = await measured();
  const { peak } = await program.memory();
  const grown = (peak - now) / MB;
  const ms = (time) => `${time.toFixed(1)} ms`;
  console.log(`  alone: p99 of reads ${ms(alone.read)}, run ${ms(alone.run)}`);
  console.log(`  meanwhile: p99 of reads ${ms(meanwhile.read)}, run ${ms(meanwhile.run)}, ${grown.toFixed(0)} MB more`);
  console.log(`  the attacker: ${JSON.stringify(running.answers)}`);
  const revoked = await program.fetch("/api/v1/comfy/keys/hostile", { method: "DELETE" });
  assert.equal(revoked.status, 200);
  assert.ok(meanwhile.read <= 5 * Math.max(alone.read, NOISE));
  assert.ok(meanwhile.run <= 2 * Math.max(alone.run, NOISE));
  assert.ok(grown <= 300);
});

test("readers of links that read nothing cost little", async (t) => {
  const run = await submitted(other, "y".repeat(LARGE));
  const { outputs } = await program.ended(run);
  const path = outputs[0].url.replace(/^http:\/\/[^/]*/, "");
  const { now } = await program.resetPeak();
  const sockets = [];
  t.after(() => {
    for (const socket of sockets) socket.destroy();
  });
  const statuses = {};
  for (let count = 0; count < 3600; count += 1) {
    const socket = await program.raw(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    // Until the first bytes: then it waits.
    socket.once("data", (bytes) => {
      const status = String(bytes).slice(9, 12);
      statuses[status] = (statuses[status] ?? 0) + 1;
      socket.pause();
    });
    sockets.push(socket);
  }
  while (Object.values(statuses).reduce((sum, count) => sum + count, 0) < 3600) await pause(50);
  const { peak } = await program.memory();
  console.log(`  memory growth: ${((peak - now) / MB).toFixed(1)} MB; ${JSON.stringify(statuses)}`);
  assert.equal((await program.fetch("/api/v1/runs")).status, 200);
  assert.ok(peak - now < 120 * MB);
});
