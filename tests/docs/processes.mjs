// The program as a child process: it is started, and stopped when its test is over.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { ROOT } from "./blocks.mjs";

/** The built program. */
export const PROGRAM = resolve(process.env.FLOWDECK_BIN || join(ROOT, "target/release/flowdeck"));

/** The built page. */
export const SITE = resolve(process.env.FLOWDECK_SITE || join(ROOT, "target/site"));

/**
 * Starts a program and waits for a line of its standard output. Returns the match, and a function that stops it.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {RegExp} ready
 * @param {import("node:child_process").SpawnOptions} [options]
 */
export async function started(program, args, ready, options = {}) {
  const child = spawn(program, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  const failed = once(child, "error").then(([error]) => Promise.reject(error));
  failed.catch(() => {});
  let log = "";
  child.stderr.on("data", (text) => {
    log += text;
  });
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await ended;
  };
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  for (;;) {
    const { value, done } = await Promise.race([lines.next(), failed]);
    if (done) throw new Error(`${program} ${args.join(" ")} ended before it was ready:\n${log}`);
    const match = ready.exec(value);
    if (!match) continue;
    child.stdout.resume();
    return { match, stop };
  }
}

/** Starts the service on a free loopback port. `url` is its address. */
export async function startService(args, options) {
  const all = ["serve", "--listen", "127.0.0.1:0", ...args];
  const { match, stop } = await started(PROGRAM, all, /^listening on (\S+)$/, options);
  return { address: match[1], stop };
}
