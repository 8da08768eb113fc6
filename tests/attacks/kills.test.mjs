// The program is killed at random moments; no accepted run may be lost, and everything that is written is told, once.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Follower, recorded } from "./follower.mjs";
import { Program } from "./program.mjs";

const KILLS = Number(process.env.KILLS ?? 20);

test(`${KILLS} kills lose no accepted run and no event`, async (t) => {
  // More often than a run may be interrupted by default.
  const program = await Program.start({ args: ["--attempts", String(KILLS + 1)] });
  t.after(() => program.stop());
  const accepted = new Set();
  const follower = new Follower(program);
  const following = follower.follow();
  for (let kill = 0; kill < KILLS; kill += 1) {
    await program.connected();
    let alive = true;
    const caller = async () => {
      while (alive) {
        const form = new FormData();
        form.set("quote", `${kill}`);
        await program.run("quote-card", form).then(
          (run) => accepted.add(run),
          () => {},
        );
      }
    };
    const callers = [caller(), caller(), caller()];
    await new Promise((resolve) => setTimeout(resolve, 100 + Math.random() * 500));
    alive = false;
    await program.kill();
    await Promise.all(callers);
    program.log = "";
    await program.launch();
  }
  const statuses = {};
  for (const run of accepted) {
    const { status } = await program.ended(run);
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
  console.log(`  ${accepted.size} accepted runs: ${JSON.stringify(statuses)}`);
  assert.ok(accepted.size > KILLS);
  assert.deepEqual(Object.keys(statuses), ["completed"]);
  let events = 0;
  for (const run of accepted) {
    await follower.until(run, "state completed");
    const told = follower.told.get(run);
    const numbers = told.map((event) => Number.parseInt(event, 10));
    assert.deepEqual(
      numbers,
      numbers.map((_, index) => index + 1),
      `the events of ${run}`,
    );
    assert.deepEqual(told, await recorded(program, run));
    events += told.length;
  }
  console.log(`  ${events} events, each told once`);
  assert.equal(follower.beginnings, 1, "every stream but the first one resumed");
  follower.stop();
  await following;
});
