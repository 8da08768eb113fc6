// The real program, started for a test and stopped after it. Knows nothing of pages.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const program = process.env.FLOWDECK_BIN || join(root, "target/release/flowdeck");
const site = process.env.FLOWDECK_SITE || join(root, "target/site");

/** The workflows that come with flowdeck. */
export const samples = join(root, "www/workflows");
/** The workflows that only tests need, some of them broken. */
export const fixtures = join(root, "tests/e2e/workflows");

const printedLink = /http:\/\/127\.0\.0\.1:(\d+)\/#key=(\S+)/;

export class Service {
  #options;
  #process;
  #log = "";

  /** @param {{ engines: number, queueLimit?: number, workflows: string }} options */
  constructor(options) {
    this.#options = options;
    this.port = 0;
  }

  /** Starts it, on its former port and with its former key and data if it ran before. */
  async start() {
    this.data ??= await mkdtemp(join(tmpdir(), "flowdeck-e2e-"));
    const env = { ...process.env };
    delete env.FLOWDECK_API_KEY;
    if (this.key) env.FLOWDECK_API_KEY = this.key;
    const child = spawn(program, this.#arguments(), { env, stdio: ["ignore", "pipe", "pipe"] });
    this.#process = child;
    child.stderr.on("data", (text) => (this.#log += text));
    const [link, port, key] = await this.#printedLink(child);
    this.link = link;
    this.port = Number(port);
    this.key = decodeURIComponent(key);
    this.address = `http://127.0.0.1:${port}/`;
  }

  #arguments() {
    const { engines, queueLimit, workflows } = this.#options;
    const given = {
      listen: `127.0.0.1:${this.port}`, engines, site, workflows, data: this.data, "queue-limit": queueLimit,
    };
    const set = Object.entries(given).filter(([, value]) => value !== undefined);
    return ["serve", ...set.flatMap(([name, value]) => [`--${name}`, String(value)])];
  }

  async #printedLink(child) {
    const failed = once(child, "error").then(([error]) => Promise.reject(error));
    failed.catch(() => {});
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    for (;;) {
      const { value, done } = await Promise.race([lines.next(), failed]);
      if (done) throw new Error(`flowdeck ended before it printed its link:\n${this.#log}`);
      const found = printedLink.exec(value);
      if (found) return found;
    }
  }

  /** What it wrote to its log so far. */
  get log() {
    return this.#log;
  }

  /** Ends it as a crash would. */
  async kill() {
    await this.#end("SIGKILL");
  }

  /** Ends it as Ctrl-C does, removes its data and gives its exit status. */
  async stop() {
    const status = await this.#end("SIGINT");
    await rm(this.data, { recursive: true, force: true });
    return status;
  }

  async #end(signal) {
    const child = this.#process;
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, "exit");
      child.kill(signal);
      await ended;
    }
    return child.exitCode;
  }

  /** The `data` of an answer to a GET, for what a test wants to know beside the page. */
  async get(path) {
    const answer = await fetch(new URL(path, this.address), { headers: { "X-API-KEY": this.key } });
    if (!answer.ok) throw new Error(`GET ${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()).data;
  }
}
