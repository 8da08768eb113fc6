// The real program as the target of attacks: on loopback, with a data folder of its own.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const binary = process.env.FLOWDECK_BIN || join(root, "target/release/flowdeck");

export const KEY = "correct-horse-battery-staple";

/** A megabyte. */
export const MB = 1 << 20;

export class Program {
  log = "";
  /** @type {{ args?: string[], workflows?: string, openFiles?: number }} */
  options = {};
  data = "";
  /** @type {import("node:child_process").ChildProcess} */
  #process;
  #port = 0;

  /**
   * @param {{ args?: string[], workflows?: string, openFiles?: number }} [options] `openFiles` is the hard limit of
   * open files
   */
  static async start(options = {}) {
    const program = new Program();
    program.options = options;
    program.data = await mkdtemp(join(tmpdir(), "flowdeck-attack-"));
    await program.launch();
    return program;
  }

  /** Starts it, again on the same port and data. */
  async launch() {
    const { args = [], workflows = join(root, "www/workflows"), openFiles } = this.options;
    const listen = ["--listen", `127.0.0.1:${this.#port}`];
    const command = [binary, "serve", ...listen, "--workflows", workflows, "--data", this.data, ...args];
    const limited = openFiles ? ["sh", "-c", `ulimit -n ${openFiles}; exec "$@"`, "sh", ...command] : command;
    const env = { ...process.env, FLOWDECK_FIRST_KEY: KEY, FLOWDECK_NO_SEARCH: "true" };
    this.#process = spawn(limited[0], limited.slice(1), { env, stdio: ["ignore", "pipe", "pipe"] });
    this.#process.stderr.on("data", (text) => {
      this.log += text;
    });
    for await (const line of createInterface({ input: this.#process.stdout })) {
      const port = /^open http:\/\/127\.0\.0\.1:(\d+)/.exec(line);
      if (!port) continue;
      this.#port = Number(port[1]);
      this.#process.stdout.resume();
      return;
    }
    throw new Error(`flowdeck ended before it listened:\n${this.log}`);
  }

  get port() {
    return this.#port;
  }

  /** A request with the key. */
  fetch(path, options = {}) {
    const headers = { "X-API-KEY": KEY, ...options.headers };
    return fetch(`http://127.0.0.1:${this.#port}${path}`, { ...options, headers });
  }

  /** The `data` of a GET. */
  async get(path) {
    const response = await this.fetch(path);
    return (await response.json()).data;
  }

  /** Starts a run and returns its id. */
  async run(workflow, body) {
    const response = await this.fetch(`/api/v1/runs?workflow_id=${workflow}`, { method: "POST", body });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${response.status}: ${JSON.stringify(answer)}`);
    return answer.data[0].run_id;
  }

  /** Waits until a run has ended, and returns it. */
  async ended(run) {
    for (;;) {
      const detail = await this.get(`/api/v1/runs/${run}`);
      if (!["pending", "running"].includes(detail.status)) return detail;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Waits until an engine has connected. */
  async connected() {
    while (!this.log.includes("connected to the engine instance")) await once(this.#process.stderr, "data");
  }

  /** A raw connection that has sent this text. */
  async raw(text) {
    const socket = connect(this.#port, "127.0.0.1");
    socket.on("error", () => {});
    await once(socket, "connect");
    socket.write(text);
    return socket;
  }

  /** The bytes that the answer to a raw request starts with, as text; empty if it is closed without one. */
  async answer(text) {
    const socket = await this.raw(text);
    const [bytes] = await Promise.race([once(socket, "data"), once(socket, "close").then(() => [""])]);
    socket.destroy();
    return String(bytes);
  }

  /** Resident memory in bytes: now and at its highest. */
  async memory() {
    const status = await readFile(`/proc/${this.#process.pid}/status`, "utf8");
    const size = (name) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)[1]) * 1024;
    return { now: size("VmRSS"), peak: size("VmHWM") };
  }

  /** The same, after the highest so far was set to what it is now. */
  async resetPeak() {
    await writeFile(`/proc/${this.#process.pid}/clear_refs`, "5");
    return this.memory();
  }

  async kill() {
    const ended = once(this.#process, "exit");
    this.#process.kill("SIGKILL");
    await ended;
  }

  async stop() {
    if (this.#process.exitCode === null && this.#process.signalCode === null) await this.kill();
    await rm(this.data, { recursive: true, force: true });
  }
}
