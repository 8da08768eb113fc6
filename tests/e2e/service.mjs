// The real program, started for a test and stopped after it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
/** The program that the tests start. */
export const program = process.env.FLOWDECK_BIN || join(root, "target/release/flowdeck");
const site = process.env.FLOWDECK_SITE || join(root, "target/site");

/** The workflows that come with flowdeck. */
export const samples = join(root, "www/workflows");
/** Poster and Slow blur without examples: small, fast, and empty when they are opened. */
export const plain = join(root, "tests/e2e/plain-workflows");
/** Workflows for tests only, some of them broken. */
export const fixtures = join(root, "tests/e2e/workflows");
/** Workflows for tests that play what a run saved. */
export const mediaWorkflows = join(root, "tests/e2e/media-workflows");
/** A video of 64 × 48 pixels at 25 frames per second, for 0.32 s. */
export const clip = join(root, "src/media/tests/b_frames.mp4");

const printedLines = /^listening on 127\.0\.0\.1:(\d+)$.*^open (\S+)#key=(\S+)$/ms;

export class Service {
  #options;
  /** @type {import("node:child_process").ChildProcess} */
  #process;
  #log = "";
  /** @type {string} */
  data;

  /**
   * @param {{
   *   engines?: number, env?: NodeJS.ProcessEnv, depth?: number, queueLimit?: number, workflows: string,
   *   publicUrl?: string, allowOrigin?: string, keep?: string,
   * }} options
   */
  constructor(options) {
    this.#options = options;
    this.port = 0;
  }

  /** Starts it. After a stop, it reuses the previous port, key and data. */
  async start() {
    this.data ??= await mkdtemp(join(tmpdir(), "flowdeck-e2e-"));
    // What runs on the machine of the tests does not count.
    const env = { ...process.env, FLOWDECK_NO_SEARCH: "true", ...this.#options.env };
    delete env.FLOWDECK_FIRST_KEY;
    const child = spawn(program, this.#arguments(), { env, stdio: ["ignore", "pipe", "pipe"] });
    this.#process = child;
    child.stderr.on("data", (text) => (this.#log += text));
    const [, port, address, key] = await this.#printedLines(child);
    this.link = `${address}#key=${key}`;
    this.port = Number(port);
    this.key = decodeURIComponent(key);
    this.address = address;
  }

  #arguments() {
    const { engines, depth, queueLimit, workflows, publicUrl, allowOrigin, keep } = this.#options;
    const flags = {
      listen: `127.0.0.1:${this.port}`,
      engines,
      depth,
      site,
      workflows,
      data: this.data,
      "queue-limit": queueLimit,
      "public-url": publicUrl,
      "allow-origin": allowOrigin,
      keep,
    };
    const set = Object.entries(flags).filter(([, value]) => value !== undefined);
    return ["serve", ...set.flatMap(([name, value]) => [`--${name}`, String(value)])];
  }

  async #printedLines(child) {
    const failed = once(child, "error").then(([error]) => Promise.reject(error));
    failed.catch(() => {});
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    for (let text = ""; ; ) {
      const { value, done } = await Promise.race([lines.next(), failed]);
      if (done) throw new Error(`flowdeck ended before it printed its link:\n${this.#log}`);
      text += `${value}\n`;
      const printed = printedLines.exec(text);
      if (printed) return printed;
    }
  }

  /** Its log so far. */
  get log() {
    return this.#log;
  }

  /** Kills it, as a crash would. */
  async kill() {
    await this.#end("SIGKILL");
  }

  /** Stops it as Ctrl-C does, unless it was killed before, and removes its data. */
  async stop() {
    if (this.#process.signalCode !== "SIGKILL") {
      await this.#end("SIGINT");
      if (this.#process.exitCode !== 0) throw new Error(`flowdeck did not end cleanly at Ctrl-C:\n${this.#log}`);
    }
    await rm(this.data, { recursive: true, force: true });
  }

  async #end(signal) {
    if (this.#process.exitCode !== null) return;
    const ended = once(this.#process, "exit");
    this.#process.kill(signal);
    await ended;
  }

  /** Starts a run, and returns its ID. */
  async run(workflow, body) {
    const headers = { "X-API-KEY": this.key };
    const url = new URL(`/api/v1/runs?workflow_id=${workflow}`, this.address);
    const response = await fetch(url, { method: "POST", headers, body });
    return (await response.json()).data[0].run_id;
  }

  /** The bytes of a run's first output. */
  async output(run) {
    const { outputs } = await this.get(`/api/v1/runs/${run}`);
    const response = await fetch(new URL(outputs[0].url, this.address));
    return Buffer.from(await response.arrayBuffer());
  }

  /** The `data` of the response to a GET, to check what the page does not show. */
  async get(path) {
    const response = await fetch(new URL(path, this.address), { headers: { "X-API-KEY": this.key } });
    if (!response.ok) throw new Error(`GET ${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()).data;
  }
}
