// Caddy in front of a service, started for a test and stopped after it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../e2e/nginx.mjs";

const program = process.env.CADDY || "caddy";

/** In Caddy's log, as soon as it accepts connections. */
const STARTED = /serving initial configuration/;

/** In its log, if another program took the port first. */
const PORT_TAKEN = /address already in use/;

/** It is not controlled by others, and asks nobody for a certificate. */
const OPTIONS = "{\n\tadmin off\n\tauto_https off\n}\n";

export class Caddy {
  #process;
  #folder;
  #log = "";

  /** Starts it with the site that this function returns for a port. */
  async startWith(site) {
    this.#folder = await mkdtemp(join(tmpdir(), "flowdeck-caddy-"));
    while (!(await this.#startAt(await freePort(), site)));
  }

  /** Whether it started at this port; another program may have taken it. */
  async #startAt(port, site) {
    this.port = port;
    this.#log = "";
    const file = join(this.#folder, "Caddyfile");
    await writeFile(file, OPTIONS + site(port));
    const env = { ...process.env, HOME: this.#folder, XDG_DATA_HOME: this.#folder, XDG_CONFIG_HOME: this.#folder };
    const args = ["run", "--config", file, "--adapter", "caddyfile"];
    const child = spawn(program, args, { env, stdio: ["ignore", "ignore", "pipe"] });
    this.#process = child;
    const isStarted = await new Promise((resolve, reject) => {
      child.on("error", reject);
      child.on("exit", () => resolve(false));
      child.stderr.on("data", (text) => {
        this.#log += text;
        if (STARTED.test(this.#log)) resolve(true);
      });
    });
    if (isStarted || PORT_TAKEN.test(this.#log)) return isStarted;
    throw new Error(`Caddy did not start:\n${this.#log}`);
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
