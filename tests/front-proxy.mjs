// A proxy that a test puts in front of a service: started on a port chosen by the system, and stopped after the test.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.mjs";

/**
 * How a proxy is started.
 *
 * @typedef {{
 *   name: string, program: string, started: RegExp, portTaken: RegExp,
 *   prepare: (folder: string, site: string) => Promise<{ args: string[], env?: NodeJS.ProcessEnv }>,
 * }} Kind `started` is in its log as soon as it accepts connections, and `portTaken` if another program took the port
 *   first. `prepare` writes the configuration with this site into the folder.
 */

export class FrontProxy {
  #kind;
  #process;
  #folder;
  #log = "";

  /** @param {Kind} kind */
  constructor(kind) {
    this.#kind = kind;
  }

  /** Starts it with the site that this function returns for a port. */
  async startWith(site) {
    this.#folder = await mkdtemp(join(tmpdir(), `flowdeck-${this.#kind.name}-`));
    while (!(await this.#startAt(await freePort(), site)));
  }

  /** Whether it started at this port; another program may have taken it. */
  async #startAt(port, site) {
    const { name, program, started, portTaken, prepare } = this.#kind;
    this.port = port;
    this.#log = "";
    const { args, env } = await prepare(this.#folder, site(port));
    const child = spawn(program, args, { env, stdio: ["ignore", "ignore", "pipe"] });
    this.#process = child;
    const isStarted = await new Promise((resolve, reject) => {
      child.on("error", reject);
      child.on("exit", () => resolve(false));
      child.stderr.on("data", (text) => {
        this.#log += text;
        if (started.test(this.#log)) resolve(true);
      });
    });
    if (isStarted || portTaken.test(this.#log)) return isStarted;
    throw new Error(`${name} did not start:\n${this.#log}`);
  }

  async stop() {
    if (this.#process.exitCode === null) {
      const ended = once(this.#process, "exit");
      this.#process.kill("SIGTERM");
      await ended;
    }
    await rm(this.#folder, { recursive: true, force: true });
  }
}
