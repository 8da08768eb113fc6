// Engines that answer without end, with too much, with nonsense, or not at all.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { endless, plain, startEngine } from "./faulty-engine.mjs";
import { MB, Program } from "./program.mjs";

const workflow = {
  1: { class_type: "InputImage", inputs: { name: "photo", required: true } },
  9: { class_type: "SaveImage", inputs: { images: ["1", 0], filename_prefix: "a" } },
};
const dot = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

let workflows;
before(async () => {
  workflows = await mkdtemp(join(tmpdir(), "flowdeck-workflows-"));
  await writeFile(join(workflows, "save.json"), JSON.stringify(workflow));
});
after(() => rm(workflows, { recursive: true }));

async function started(t, replaced, args = []) {
  const engine = await startEngine(replaced);
  t.after(engine.stop);
  const program = await Program.start({ args: ["--engine", engine.address, ...args], workflows });
  t.after(() => program.stop());
  return program;
}

/** How much memory grew at its highest while this was done. */
async function growth(program, done) {
  const { now } = await program.memory();
  const result = await done();
  const { peak } = await program.memory();
  console.log(`  memory growth: ${((peak - now) / MB).toFixed(1)} MB`);
  assert.ok(peak - now < 100 * MB);
  return result;
}

/** Resolves when the log contains it. */
async function logged(program, text) {
  while (!text.test(program.log)) await new Promise((resolve) => setTimeout(resolve, 50));
}

function photo() {
  const form = new FormData();
  form.set("photo", new Blob([dot], { type: "image/png" }), "dot.png");
  return form;
}

const task = (n) => `[${n},"${"0".repeat(8)}-${n}",{},{},[]]`;
const million = `{"queue_running":[],"queue_pending":[${Array.from({ length: 1e6 }, (_, n) => task(n)).join(",")}]}`;
const refused = {
  "an endless queue": { "/queue": endless('{"queue_running":[],"queue_pending":[', `${task(1)},`) },
  "a queue of a million tasks": { "/queue": plain(200, million) },
  "a queue of another shape": { "/queue": plain(200, '{"queue_running":{}}') },
  "a redirected queue": { "/queue": plain(302, "", { location: "/elsewhere" }) },
  "endless node classes": { "/object_info": endless("{", '"A":{"input":{"required":{"a":["INT"]}}},') },
  "node classes of 200 MB": { "/object_info": plain(200, `{"A":"${"x".repeat(200 * MB)}"}`) },
  "node classes of 60 MB, all empty": {
    "/object_info": plain(200, `{${Array.from({ length: 4.5e6 }, (_, n) => `"${n}":{}`).join(",")}}`),
  },
  "an endless error": {
    "/queue": (request, response) => {
      response.writeHead(500);
      endless("", "why ")(request, response);
    },
  },
};
for (const [name, replaced] of Object.entries(refused)) {
  test(`${name} counts as a fault of the engine`, async (t) => {
    const program = await started(t, replaced);
    await growth(program, () => logged(program, /does not respond|lost the engine/));
    const [entry] = await program.get("/api/v1/comfy/health");
    console.log(`  ${JSON.stringify(entry)}`);
    const response = await program.fetch("/api/v1/runs?workflow_id=save", { method: "POST", body: photo() });
    assert.equal(response.status, 503);
    assert.ok(program.log.length < 20_000, program.log.slice(0, 20_000));
  });
}

const failing = {
  "an endless history": { "/history": endless('{"a":"', "x") },
  "a history of another shape": { "/history": plain(200, "[]") },
  "an endless output": { "/view": endless("", "x") },
  "a redirected output": { "/view": plain(302, "", { location: "/elsewhere" }) },
  "an output that never comes": { "/view": (_request, response) => void response.writeHead(200).flushHeaders() },
};
for (const [name, replaced] of Object.entries(failing)) {
  test(`a run with ${name} fails with its reason`, async (t) => {
    const program = await started(t, replaced, ["--max-output", "16"]);
    await program.connected();
    const run = await program.run("save", photo());
    const detail = await growth(program, () => program.ended(run));
    console.log(`  ${detail.status}: ${detail.error}`);
    assert.equal(detail.status, "failed");
    assert.ok(detail.error);
  });
}

test("an endless answer to a prompt does not hold the caller", async (t) => {
  const program = await started(t, { "/prompt": endless("{", "x") });
  await program.connected();
  const form = photo();
  const request = () => program.fetch("/api/v1/runs?workflow_id=save", { method: "POST", body: form });
  const response = await growth(program, request);
  console.log(`  ${response.status}: ${(await response.text()).slice(0, 200)}`);
});
