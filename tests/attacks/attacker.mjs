// Starts the holder of a key who does its worst, in a process of its own.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const script = fileURLToPath(new URL("hostile-key.mjs", import.meta.url));

/** Makes a key with the usual rights. */
export async function madeKey(program, name) {
  const response = await program.fetch("/api/v1/comfy/keys", {
    method: "POST",
    body: JSON.stringify({ name }),
    headers: { "Content-Type": "application/json" },
  });
  return (await response.json()).data.key;
}

/**
 * Starts attacks on a program, with submissions of a workflow that has a field `photo`; `answers` are what the attacker
 * has counted last.
 */
export function attack(program, key, workflow, ...attacks) {
  const child = spawn(process.execPath, [script, String(program.port), key, workflow, ...attacks], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const running = { answers: {}, stop: () => child.kill() };
  createInterface({ input: child.stdout }).on("line", (line) => {
    running.answers = JSON.parse(line);
  });
  return running;
}
