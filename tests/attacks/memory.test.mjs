// Submissions that are meant to exhaust memory.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { cutPng, inverted } from "./bombs.mjs";
import { MB, Program } from "./program.mjs";

/** A text that doubles 30 times. */
function doubling() {
  const nodes = { 1: { class_type: "InputText", inputs: { name: "text" } } };
  for (let n = 2; n < 32; n += 1) {
    const last = [String(n - 1), 0];
    nodes[n] = { class_type: "StringConcatenate", inputs: { string_a: last, string_b: last, delimiter: "" } };
  }
  nodes[32] = { class_type: "PreviewAny", inputs: { source: ["31", 0] } };
  return nodes;
}

let workflows;
/** @type {Program} */
let program;
before(async () => {
  workflows = await mkdtemp(join(tmpdir(), "flowdeck-workflows-"));
  await writeFile(join(workflows, "doubling.json"), JSON.stringify(doubling()));
  await writeFile(join(workflows, "inverted.json"), JSON.stringify(inverted));
  program = await Program.start({ workflows });
  await program.connected();
});
after(async () => {
  await program.stop();
  await rm(workflows, { recursive: true });
});

async function growth(limit, done) {
  const { now } = await program.memory();
  const result = await done();
  const { peak } = await program.memory();
  console.log(`  memory growth: ${((peak - now) / MB).toFixed(1)} MB`);
  assert.ok(peak - now < limit);
  return result;
}

test("a text that doubles without end fails its run", async () => {
  const form = new FormData();
  form.set("text", "x".repeat(1000));
  const detail = await growth(400 * MB, async () => program.ended(await program.run("doubling", form)));
  console.log(`  ${detail.status}: ${detail.error}`);
  assert.equal(detail.status, "failed");
  assert.match(detail.error, /text/);
});

test("a small file with a huge image is refused", async () => {
  const form = new FormData();
  form.set("photo", new Blob([cutPng(60_000)], { type: "image/png" }), "bomb.png");
  const detail = await growth(400 * MB, async () => program.ended(await program.run("inverted", form)));
  console.log(`  ${detail.status}: ${detail.error}`);
  assert.equal(detail.status, "failed");
});

test("100,000 parts and bodies of 300 MB are refused", async () => {
  const part = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n';
  const headers = { "Content-Type": "multipart/form-data; boundary=b" };
  const path = "/api/v1/runs?workflow_id=inverted";
  const send = (body) => program.fetch(path, { method: "POST", headers, body }).catch((why) => why);
  const answers = await growth(150 * MB, () =>
    Promise.all([send(part.repeat(100_000)), send(Buffer.alloc(300 * MB, "x")), send(part.repeat(1001))]),
  );
  for (const answer of answers) {
    console.log(`  ${answer.status ?? answer}`);
    assert.ok(answer instanceof Error || [400, 413, 422].includes(answer.status));
  }
  assert.equal((await program.fetch("/api/v1/comfy/queue")).status, 200);
});
