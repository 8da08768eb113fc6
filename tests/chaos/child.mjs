// A child process that can be killed, paused and started again. Does not know what it runs.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";

/** How often a start is tried: another connection may use the port for a moment. */
const STARTS = 20;

const running = new Set();
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

export class Child {
  log = "";
  /** @type {import("node:child_process").ChildProcess | undefined} */
  #process;

  /**
   * @param {() => string[]} command what to start, asked again at each start
   * @param {{ env?: Record<string, string>, ready: () => Promise<boolean> | boolean }} options `ready` says whether
   * it can be used
   */
  constructor(command, { env, ready }) {
    this.command = command;
    this.env = env;
    this.ready = ready;
  }

  /** Starts it, and waits until it can be used. */
  async start() {
    for (let left = STARTS; ; left -= 1) {
      if (await this.#try()) return;
      if (left === 0) throw new Error(`${this.command().join(" ")} does not start:\n${this.log.slice(-4000)}`);
      await sleep(500);
    }
  }

  async #try() {
    const [program, ...args] = this.command();
    const child = spawn(program, args, { env: { ...process.env, ...this.env }, stdio: ["ignore", "pipe", "pipe"] });
    this.#process = child;
    running.add(child);
    let ended = false;
    child.on("exit", () => {
      ended = true;
      running.delete(child);
    });
    const append = (text) => {
      this.log += text;
    };
    child.stdout.on("data", append);
    child.stderr.on("data", append);
    while (!ended) {
      if (await this.ready()) return true;
      await sleep(50);
    }
    return false;
  }

  async kill() {
    const child = this.#process;
    if (!child || !running.has(child)) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  }

  pause() {
    this.#process?.kill("SIGSTOP");
  }

  resume() {
    this.#process?.kill("SIGCONT");
  }
}
