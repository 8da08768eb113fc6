// What the commands of the documents run against: a reader's folder, two engines, a service with a workflow folder, the
// same service with https, and a receiver of webhooks. Everything is on loopback.
import { execFile } from "node:child_process";
import { once } from "node:events";
import { chmod, copyFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { blocksOf, ROOT } from "./blocks.mjs";
import { PROGRAM, SITE, started, startService } from "./processes.mjs";

const execute = promisify(execFile);
const here = join(ROOT, "tests/docs");
const samples = join(ROOT, "www/workflows");

/** Of the engines. At least 16 characters. */
const TOKEN = "token-of-the-documents";

export class Stage {
  key = "key-of-the-documents";
  /** The texts of the documents that stand for something of the reader's, and what it is here. */
  #substitutes = new Map();
  #stops = [];
  /** The bodies that the receiver of webhooks got. */
  received = [];

  /** Starts it; `isEncrypted` adds the service with https. */
  static async start({ isEncrypted = false } = {}) {
    const stage = new Stage();
    try {
      await stage.#start(isEncrypted);
    } catch (error) {
      await stage.stop();
      throw error;
    }
    return stage;
  }

  async #start(isEncrypted) {
    this.base = await mkdtemp(join(tmpdir(), "flowdeck-docs-"));
    this.#stops.push(() => rm(this.base, { recursive: true, force: true }));
    this.folder = join(this.base, "reader");
    this.installRoot = join(this.base, "root");
    await Promise.all([this.folder, this.installRoot].map((folder) => mkdir(folder)));
    await this.#fillFolder();
    const [one, other, receiver] = await Promise.all([this.#engine("one"), this.#engine("other"), this.#receiver()]);
    const args = ["--engine", one, "--workflows", "my-workflows", "--webhook-allow", "127.0.0.1/32"];
    const tls = ["--tls-cert", "fullchain.pem", "--tls-key", "privkey.pem", "--data", "tls-data", "--engine", one];
    const services = [args, ...(isEncrypted ? [tls] : [])].map((one) => this.#service(one));
    const [plain, encrypted = ""] = await Promise.all(services);
    this.url = `http://${plain}`;
    for (const [text, substitute] of [
      ["http://127.0.0.1:8787", this.url],
      ["https://flow.example.org:8787", `https://localhost:${encrypted.split(":")[1]}`],
      ["http://127.0.0.1:8188", one],
      ["http://10.0.0.7:8188", other],
      ["http://10.0.0.8:8188", other],
      ["https://example.com/hooks", receiver],
      ["https%3A%2F%2Fexample.com%2Fhooks", encodeURIComponent(receiver)],
      ["version 0.3.60", `version flowdeck-${await ownVersion()}`],
      ["FLOWDECK_API_KEY=…", `FLOWDECK_API_KEY=${this.key}`],
    ]) {
      this.#substitutes.set(text, substitute);
    }
  }

  /** The files that the documents suppose. */
  async #fillFolder() {
    const [settings, unit] = await Promise.all(["toml", "ini"].map(unitBlock));
    const certificate =
      "-x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost -addext subjectAltName=DNS:localhost";
    const files = ["-keyout", "privkey.pem", "-out", "fullchain.pem", "-addext", "basicConstraints=critical,CA:FALSE"];
    await Promise.all([
      mkdir(join(this.folder, "flowdeck-data"), { mode: 0o700 }),
      ...["workflows", "my-workflows"].map((name) => cp(samples, join(this.folder, name), { recursive: true })),
      copyFile(join(samples, "poster.json"), join(this.folder, "poster.json")),
      copyFile(join(samples, "files/dusk.jpg"), join(this.folder, "photo.png")),
      writeFile(join(this.base, ".curlrc"), "silent\nshow-error\nfail-with-body\n"),
      writeFile(join(this.folder, "flowdeck.toml"), settings),
      writeFile(join(this.folder, "flowdeck.service"), unit),
      execute("openssl", ["req", ...certificate.split(" "), ...files], { cwd: this.folder }),
    ]);
    await copyFile(join(this.folder, "fullchain.pem"), join(this.folder, "authority.pem"));
    await chmod(join(this.folder, "privkey.pem"), 0o600);
    await cp(samples, join(this.folder, "ComfyUI/user/default/workflows"), { recursive: true });
  }

  async #engine(name) {
    const args = ["engine", "--data", join(this.base, `engine-${name}`)];
    const { match, stop } = await started(PROGRAM, args, /^engine: (\S+)$/, { env: this.environment });
    this.#stops.push(stop);
    return match[1];
  }

  async #service(args) {
    const { address, stop } = await startService(args, { cwd: this.folder, env: this.environment });
    this.#stops.push(stop);
    return address;
  }

  async #receiver() {
    const server = createServer(async (request, response) => {
      const chunks = [];
      for await (const chunk of request) chunks.push(chunk);
      this.received.push(JSON.parse(Buffer.concat(chunks).toString()));
      response.writeHead(204).end();
      server.emit("received");
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    this.#stops.push(() => new Promise((resolve) => server.close(resolve).closeAllConnections()));
    this.receiver = server;
    const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
    return `http://127.0.0.1:${port}/hooks`;
  }

  /** Where commands run: the documents' programs come first. */
  get environment() {
    const { PATH, HOME, LANG } = process.env;
    return {
      HOME,
      LANG,
      PATH: `${join(here, "bin")}:${PATH}`,
      DOCS_TESTS: here,
      PROJECT: ROOT,
      CURL_HOME: this.base,
      INSTALL_ROOT: this.installRoot,
      FLOWDECK_BIN: PROGRAM,
      FLOWDECK_SITE: SITE,
      // The data of the reader; those of the person who runs the tests stay as they are.
      XDG_DATA_HOME: join(this.base, "share"),
      FLOWDECK_API_KEY: this.key,
      FLOWDECK_FIRST_KEY: this.key,
      FLOWDECK_ENGINE_TOKEN: TOKEN,
      // What runs on the machine of the tests does not count.
      FLOWDECK_NO_SEARCH: "true",
      FLOWDECK_URL: this.url ?? "",
    };
  }

  /** A text of the documents for this stage. */
  substituted(text) {
    const longestFirst = [...this.#substitutes].sort(([one], [other]) => other.length - one.length);
    for (const [before, after] of longestFirst) text = text.replaceAll(before, after);
    return text;
  }

  /** From now on, this text of the documents stands for something else. */
  substitute(text, substitute) {
    this.#substitutes.set(text, substitute);
  }

  /** A request with the key. */
  fetch(path, options = {}) {
    return fetch(this.url + path, { ...options, headers: { "X-API-KEY": this.key, ...options.headers } });
  }

  /** Starts a run of Slow blur and returns its ID. */
  async run(query = "") {
    const body = new FormData();
    body.set("size", "256");
    const response = await this.fetch(`/api/v1/runs?workflow_id=slow-blur${query}`, { method: "POST", body });
    const answer = await response.json();
    if (!response.ok) throw new Error(JSON.stringify(answer));
    return answer.data[0].run_id;
  }

  /** Waits until a run has ended, by its events. */
  async ended(run) {
    const response = await this.fetch(`/api/v1/runs/${run}/events`);
    await response.text();
    return run;
  }

  async stop() {
    for (const stop of this.#stops.reverse()) await stop();
  }
}

/** The version in Cargo.toml. */
const ownVersion = async () => (await projectFile("Cargo.toml")).match(/^version = "(.+)"$/m)[1];

/** The first block of docs/operate.md in a language: the settings of the unit, or the unit. */
async function unitBlock(language) {
  const blocks = await blocksOf("docs/operate.md");
  return blocks.find((block) => block.language === language).code;
}

/** Reads a file of the project. */
export const projectFile = (path) => readFile(join(ROOT, path), "utf8");
