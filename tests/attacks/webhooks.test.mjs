// The program is killed at random moments while deliveries of webhooks are pending. Every state of a run that was
// written is delivered at least once, none that was not, and doubles have the same id.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { test } from "node:test";
import { Program } from "./program.mjs";

const KILLS = Number(process.env.KILLS ?? 60);
const WEBHOOKS = "/api/v1/comfy/webhooks";

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** How often a delivery is refused at most: its next attempt is then a few seconds later. */
const MAX_REFUSALS = 2;

/** A receiver on loopback that refuses or delays some calls until it is told to be good. */
class Receiver {
  isGood = false;
  /** How often each delivery was refused, by its id. */
  #refusals = new Map();
  /** Every call. @type {{ id: string, body: string, isAccepted: boolean }[]} */
  calls = [];
  #server = createServer((request, response) => this.#answer(request, response));

  async start() {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return `http://127.0.0.1:${this.#server.address().port}/hooks`;
  }

  stop() {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #answer(request, response) {
    const chunks = [];
    try {
      for await (const chunk of request) chunks.push(chunk);
    } catch {
      // The program was killed.
      return;
    }
    const id = request.headers["webhook-id"];
    const refusals = this.#refusals.get(id) ?? 0;
    const mood = this.isGood ? 1 : Math.random();
    if (mood > 0.3 && mood < 0.6) await pause(400);
    const isAccepted = mood >= 0.3 || refusals >= MAX_REFUSALS;
    if (!isAccepted) this.#refusals.set(id, refusals + 1);
    this.calls.push({ id, body: String(Buffer.concat(chunks)), isAccepted });
    // A status that does not slow the receiver down.
    response.writeHead(isAccepted ? 204 : 404).end();
  }
}

/** Every entry of a list that has pages. */
async function all(program, path, name) {
  const entries = [];
  for (let page = 1; ; page += 1) {
    const data = await program.get(`${path}page=${page}&page_size=100&sort_order=asc`);
    entries.push(...data[name]);
    if (entries.length >= data.count || data[name].length === 0) return entries;
  }
}

/** Submits runs until the program is killed after a random time, and starts it again. */
async function load(program, kill) {
  await program.connected();
  let alive = true;
  const caller = async () => {
    while (alive) {
      const form = new FormData();
      form.set("quote", `${kill}`);
      await program.run("quote-card", form).catch(() => {});
      await pause(50);
    }
  };
  const callers = [caller(), caller()];
  await pause(100 + Math.random() * 400);
  alive = false;
  await program.kill();
  await Promise.all(callers);
  program.log = "";
  await program.launch();
}

test(`${KILLS} kills lose no delivery`, async (t) => {
  const args = ["--attempts", String(KILLS + 1), "--webhook-allow", "127.0.0.0/8", "--queue-limit", "100000"];
  const program = await Program.start({ args });
  const receiver = new Receiver();
  t.after(async () => {
    receiver.stop();
    await program.stop();
  });
  const body = JSON.stringify({ url: await receiver.start() });
  const headers = { "content-type": "application/json" };
  assert.equal((await program.fetch(WEBHOOKS, { method: "POST", headers, body })).status, 200);
  for (let kill = 0; kill < KILLS; kill += 1) await load(program, kill);

  receiver.isGood = true;
  const runs = await all(program, "/api/v1/runs?", "runs");
  for (const run of runs) assert.equal((await program.ended(run._id)).status, "completed");
  while ((await program.get(`${WEBHOOKS}/deliveries?state=pending`)).count > 0) {
    await pause(200);
  }

  const outbox = await all(program, `${WEBHOOKS}/deliveries?`, "deliveries");
  const accepted = new Map(receiver.calls.filter((call) => call.isAccepted).map((call) => [call.id, call.body]));
  assert.deepEqual([...accepted.keys()].sort(), outbox.map((delivery) => delivery.id).sort());
  const bodies = new Map();
  for (const { id, body } of receiver.calls) {
    assert.equal(bodies.get(id) ?? body, body, "a double has the same body");
    bodies.set(id, body);
  }
  assert.deepEqual([...bodies.keys()].sort(), [...accepted.keys()].sort(), "nothing else was reported");
  const ends = outbox.filter((delivery) => delivery.event !== "run.started");
  assert.ok(ends.every((delivery) => delivery.event === "run.completed"));
  assert.deepEqual(ends.map((delivery) => delivery.run_id).sort(), runs.map((run) => run._id).sort());
  const doubles = receiver.calls.length - accepted.size;
  console.log(`  ${runs.length} runs, ${outbox.length} deliveries, ${receiver.calls.length} calls (${doubles} again)`);
});
