// A program that a test starts, and the line by which it says that it is ready.
import { spawn } from "node:child_process";
import { once } from "node:events";

const running = new Set();
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

export class Program {
  log = "";
  /** @type {import("node:child_process").ChildProcess} */
  #process;

  /**
   * Starts a command, and returns once what it prints matches `ready`.
   * @param {string[]} command
   * @param {{ ready: RegExp, env?: Record<string, string>, cwd?: string }} options
   */
  static async start(command, { ready, env = {}, cwd }) {
    const program = new Program();
    const [file, ...args] = command;
    const child = spawn(file, args, { cwd, env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
    program.#process = child;
    running.add(child);
    child.on("exit", () => running.delete(child));
    await new Promise((resolve, reject) => {
      const read = (text) => {
        program.log += text;
        if (ready.test(program.log)) resolve(undefined);
      };
      child.stdout.on("data", read);
      child.stderr.on("data", read);
      child.on("error", reject);
      child.on("exit", () => reject(new Error(`${file} ended before it was ready:\n${program.log}`)));
    });
    return program;
  }

  /** Stops it, and waits until it has ended. */
  async stop() {
    if (this.#process.exitCode !== null) return;
    const ended = once(this.#process, "exit");
    this.#process.kill("SIGTERM");
    await ended;
  }
}
