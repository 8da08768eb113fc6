// The service that Prometheus scrapes, and the work that it gets.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Program } from "./program.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const binary = process.env.FLOWDECK_BIN || join(root, "target/release/flowdeck");

export const KEY = "monitoring-test-key-1234";

/** An image of one color. */
const workflow = {
  1: { class_type: "InputNumber", inputs: { name: "color", default: 0, min: 0, max: 0xffffff, integer: true } },
  2: { class_type: "EmptyImage", inputs: { width: 64, height: 64, batch_size: 1, color: ["1", 0] } },
  3: { class_type: "SaveImage", inputs: { images: ["2", 0], filename_prefix: "image" } },
};

export class Service {
  /** @type {Program} */
  program;
  /** The host and port of the service, and of its listener for monitoring. */
  target = "";
  metricsTarget = "";

  /** Starts it on free ports, with a data folder in `folder`. */
  static async start(folder, args = []) {
    const service = new Service();
    const workflows = join(folder, "workflows");
    await mkdir(workflows, { recursive: true });
    await writeFile(join(workflows, "image.json"), JSON.stringify(workflow));
    const folders = ["--workflows", workflows, "--data", join(folder, "data")];
    const listen = ["--listen", "127.0.0.1:0", "--metrics-listen", "127.0.0.1:0"];
    service.program = await Program.start([binary, "serve", ...listen, ...folders, ...args], {
      ready: /^press Ctrl-C/m,
      env: { FLOWDECK_FIRST_KEY: KEY, FLOWDECK_NO_SEARCH: "true" },
    });
    service.target = /^listening on (\S+)$/m.exec(service.program.log)[1];
    service.metricsTarget = /^metrics on (\S+)$/m.exec(service.program.log)[1];
    return service;
  }

  /** A request with the first key. */
  fetch(path, options = {}) {
    const headers = { "X-API-KEY": KEY, ...options.headers };
    return fetch(`http://${this.target}${path}`, { ...options, headers });
  }

  /** Submits a run. Returns the status of the answer. */
  async submit(workflow, values) {
    const body = new FormData();
    for (const [name, value] of Object.entries(values)) body.set(name, value);
    const response = await this.fetch(`/api/v1/runs?workflow_id=${workflow}`, { method: "POST", body });
    await response.body?.cancel();
    return response.status;
  }

  /** Makes a key that may read metrics, and nothing else. */
  async metricsKey() {
    const body = JSON.stringify({ name: "prometheus", may: ["metrics"] });
    const headers = { "Content-Type": "application/json" };
    const response = await this.fetch("/api/v1/comfy/keys", { method: "POST", headers, body });
    return (await response.json()).data.key;
  }

  async stop() {
    await this.program.stop();
  }
}

/** Keeps a service busy with runs and with requests that it refuses, until it is stopped. */
export class Load {
  #isStopped = false;
  #work;

  constructor(service) {
    this.#work = this.#keepBusy(service);
  }

  async #keepBusy(service) {
    while (!this.#isStopped) {
      const status = await service.submit("image", { color: 255 });
      if (![200, 429].includes(status)) throw new Error(`a run was answered with ${status}:\n${service.program.log}`);
      await service.submit("nothing", { color: 255 });
      const queue = await service.fetch("/api/v1/comfy/queue");
      await queue.body?.cancel();
    }
  }

  async stop() {
    this.#isStopped = true;
    await this.#work;
  }
}
