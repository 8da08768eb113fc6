// Memory under mixed load: callers submit, watch, download, cancel and hang up for SOAK_MINUTES (1), while the holder
// of one key does its worst.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { attack, madeKey } from "./attacker.mjs";
import { MB, Program } from "./program.mjs";

const MINUTES = Number(process.env.SOAK_MINUTES ?? 1);
/** What the load may leave behind: the histories of two embedded engines, and what is cached. */
const LEFT = 200 * MB;

const samples = fileURLToPath(new URL("../../www/workflows/files/", import.meta.url));

/** @type {Program} */
let program;
let photo;
let sound;
before(async () => {
  program = await Program.start();
  await program.connected();
  [photo, sound] = await Promise.all(["aurora.jpg", "melody.wav"].map((name) => readFile(join(samples, name))));
});
after(() => program.stop());

/** Counts of requests, by the status of their answers. */
const answers = {};
/** The runs whose outputs are downloaded next. */
const ended = [];
let isOver = false;

async function call(path, options) {
  const answer = await program.fetch(path, options).catch(() => null);
  const status = answer?.status ?? "broken";
  answers[status] = (answers[status] ?? 0) + 1;
  return answer;
}

async function read(path, options) {
  const answer = await call(path, options);
  return answer?.arrayBuffer().catch(() => null);
}

async function submitted(workflow, fields) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof Blob) body.set(name, value, `${name}.bin`);
    else body.set(name, value);
  }
  const answer = await call(`/api/v1/runs?workflow_id=${workflow}`, { method: "POST", body });
  const json = await answer?.json().catch(() => null);
  return json?.data?.[0]?.run_id;
}

async function detail(run) {
  const answer = await call(`/api/v1/runs/${run}`);
  const json = await answer?.json().catch(() => null);
  return json?.data;
}

async function untilEnded(run) {
  while (!isOver) {
    const found = await detail(run);
    if (found && !["pending", "running"].includes(found.status)) {
      ended.push(found);
      if (ended.length > 50) ended.shift();
      return;
    }
    await pause(100);
  }
}

const number = (limit) => Math.floor(Math.random() * limit);

/** Submissions of all kinds: texts, images, sound. */
const submissions = [
  () => submitted("quote-card", { quote: "w".repeat(1 + number(200)), author: "soak", seed: number(1 << 24) }),
  () => submitted("tint", { photo: new Blob([photo]), seed: number(1000) }),
  () => submitted("poster", { title: `Poster ${number(1e6)}`, photo: new Blob([photo]) }),
  () => submitted("ringtone", { audio: new Blob([sound]), start: "0", length: "2" }),
];

const callers = {
  async submit() {
    const run = await submissions[number(submissions.length)]();
    if (run) await untilEnded(run);
  },
  async watch() {
    for (const path of ["comfy/queue", "runs?limit=50", "comfy/workflows", "comfy/health"])
      await read(`/api/v1/${path}`);
    await pause(50);
  },
  async download() {
    const run = ended[number(ended.length)];
    for (const { url } of run?.outputs ?? []) {
      if (!url) continue;
      const path = new URL(url, "http://127.0.0.1").pathname + new URL(url, "http://127.0.0.1").search;
      await read(path);
      await read(`${path}&width=${64 + number(500)}`);
      await read(path, { headers: { Range: "bytes=0-999" } });
    }
    await pause(20);
  },
  async cancel() {
    const run = await submitted("slow-blur", { word: "soak" });
    if (run) await call(`/api/v1/runs/${run}/cancel`, { method: "POST" });
    await pause(200);
  },
  async hangUp() {
    const run = ended[number(ended.length)];
    const url = run?.outputs?.find((output) => output.url)?.url;
    if (url)
      await program.fetch(`${url}&width=${64 + number(500)}`, { signal: AbortSignal.timeout(5) }).catch(() => {});
    await pause(20);
  },
  async guess() {
    await read("/api/v1/runs", { headers: { "X-API-KEY": "not-the-key-of-this-service" } });
    await pause(500);
  },
};

async function repeat(caller) {
  while (!isOver) await callers[caller]();
}

async function memory() {
  const { now, peak } = await program.memory();
  return { now: now / MB, peak: peak / MB };
}

test(`memory stays bounded in ${MINUTES} min of mixed load`, { timeout: (MINUTES + 2) * 60_000 }, async (t) => {
  const idle = await memory();
  console.log(`  idle: ${idle.now.toFixed(0)} MB`);
  const crowd = [
    "submit",
    "submit",
    "submit",
    "submit",
    "watch",
    "watch",
    "download",
    "download",
    "cancel",
    "hangUp",
    "guess",
  ];
  const running = crowd.map(repeat);
  const hostile = attack(program, await madeKey(program, "hostile"), "poster", "uploads", "streams", "lists");
  t.after(() => hostile.stop());
  for (let minute = 1; minute <= MINUTES; minute += 1) {
    await pause(60_000);
    const { now, peak } = await memory();
    const total = Object.values(answers).reduce((sum, count) => sum + count, 0);
    console.log(`  ${minute} min: ${now.toFixed(0)} MB, at most ${peak.toFixed(0)} MB, ${total} requests`);
  }
  console.log(`  the holder of a hostile key: ${JSON.stringify(hostile.answers)}`);
  hostile.stop();
  isOver = true;
  await Promise.all(running);
  await pause(15_000);
  const left = await memory();
  console.log(`  15 s after: ${left.now.toFixed(0)} MB; ${JSON.stringify(answers)}`);
  const failed = Object.keys(answers).filter((status) => status === "broken" || (status >= "500" && status !== "503"));
  assert.deepEqual(failed, []);
  assert.ok((left.now - idle.now) * MB < LEFT);
});
