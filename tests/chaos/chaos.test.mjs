// Faults at random while clients submit: no accepted run may be lost, fail, or be executed twice unmarked.
// CHAOS_RUNS and CHAOS_ENGINES set the size; CHAOS_SHORT makes each fault happen once. The logs are in target/chaos.
import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { failed, miscounted, missing, surplus, wrongOutputs } from "./checks.mjs";
import { Clients } from "./clients.mjs";
import { Engine, engineName } from "./engines.mjs";
import { describe, faults, oneOfEach, QUOTA, strike } from "./faults.mjs";
import { generator, seed } from "./random.mjs";
import { Service } from "./service.mjs";

const isShort = Boolean(process.env.CHAOS_SHORT);
const RUNS = Number(process.env.CHAOS_RUNS || (isShort ? oneOfEach.length * QUOTA : 1000));
const ENGINES = Number(process.env.CHAOS_ENGINES || (isShort || process.env.COMFYUI_DIR ? 2 : 4));
const CLIENTS = 8;

const logs = fileURLToPath(new URL("../../target/chaos/", import.meta.url));
const folder = await mkdtemp(join(tmpdir(), "flowdeck-chaos-"));
const engines = [];
/** @type {Service} */
let service;
after(async () => {
  await service?.child.kill();
  await Promise.all(engines.map(({ child }) => child.kill()));
  await mkdir(logs, { recursive: true });
  await writeFile(join(logs, "service.log"), service?.child.log ?? "");
  for (const [n, { child }] of engines.entries()) await writeFile(join(logs, `engine-${n}.log`), child.log);
  await service?.disk?.unmount();
  await rm(folder, { recursive: true, force: true });
});

/** Faults until all runs are accepted; in the short form each once. */
async function strikeAll(clients) {
  const counts = {};
  const accepted = async (count) => {
    while (clients.accepted.size < count) await sleep(20);
  };
  for (const fault of isShort ? oneOfEach : faults(generator(seed), ENGINES)) {
    const before = clients.allowed;
    if (before >= RUNS) break;
    clients.allowed = Math.min(before + QUOTA, RUNS);
    await accepted(Math.min(before + fault.gap, clients.allowed));
    console.log(`  ${clients.accepted.size} accepted; ${describe(fault)}`);
    await strike(fault, { engines, service });
    await accepted(clients.allowed);
    counts[fault.kind] = (counts[fault.kind] ?? 0) + 1;
  }
  return counts;
}

/** Every run of the service, when all have ended. */
async function ended() {
  for (;;) {
    const runs = await service.runs();
    if (runs.every(({ status }) => !["pending", "running"].includes(status))) return runs;
    await sleep(200);
  }
}

test(`${RUNS} runs survive faults of ${ENGINES} × ${engineName} and of the service`, async () => {
  console.log(`  CHAOS_SEED=${seed}`);
  for (let n = 0; n < ENGINES; n += 1) engines.push(await Engine.start(join(folder, `engine-${n}`)));
  service = await Service.start(folder, engines);
  const clients = new Clients(service, RUNS);
  const [counts] = await Promise.all([strikeAll(clients), clients.submitAll(CLIENTS)]);

  const runs = await ended();
  const executions = await Promise.all(engines.map((engine) => engine.executions()));
  const repeated = runs.filter(({ attempts }) => attempts > 1).length;
  console.log(`  ${clients.accepted.size} accepted, ${clients.uncertain.size} uncertain; faults:`, counts);
  console.log(`  ${runs.length} runs ended, ${repeated} of them after more than one attempt`);

  const { accepted, uncertain } = clients;
  assert.deepEqual(missing(runs, accepted), [], "accepted runs are missing");
  assert.deepEqual(surplus(runs, accepted, uncertain), [], "runs exist twice, or nobody submitted them");
  assert.deepEqual(failed(runs), [], "runs did not complete");
  assert.deepEqual(miscounted(runs, executions), [], "runs were executed more often than their attempts say, or never");
  assert.deepEqual(await wrongOutputs(service, accepted), [], "outputs are missing or wrong");
});
