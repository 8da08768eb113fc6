// Plays the table of scenarios with the native client.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { check, play } from "./playing.mjs";
import { rows } from "./table.mjs";

const PROGRAM =
  process.env.FLOWDECK_SCENARIO ?? fileURLToPath(new URL("../../target/debug/examples/scenario", import.meta.url));

/** The program of native.rs, which gets commands and answers them by lines. */
async function nativeClient() {
  const program = spawn(PROGRAM, { stdio: ["pipe", "pipe", "inherit"] });
  await once(program, "spawn");
  after(() => program.kill());
  const waiting = new Map();
  createInterface({ input: program.stdout }).on("line", (line) => {
    const { look, id = `look ${look}`, outcome } = JSON.parse(line);
    waiting.get(id)(outcome);
    waiting.delete(id);
  });
  const send = (command) => program.stdin.write(`${JSON.stringify(command)}\n`);
  const asked = (name, command) => {
    const answer = new Promise((resolve) => waiting.set(name, resolve));
    send(command);
    return answer;
  };
  let count = 0;
  return {
    begin: (task) => asked(++count, { id: count, task }),
    look: () => asked(`look ${++count}`, { look: count }),
    advance: (ms) => send({ advance: ms }),
  };
}

const own = rows.filter(({ only, operation }) => (!only || only.includes("native")) && operation !== "runAndWait");
const results = await play(await nativeClient(), own);
for (const [index, row] of own.entries()) test(row.name, () => check(row, results[index]));
