// The service under test: `flowdeck serve` in front of engines, with one workflow whose output shows which run made it.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Child } from "./child.mjs";
import { binary, KEY, TOKEN } from "./program.mjs";
import { MIN_FREE, SmallDisk } from "./small-disk.mjs";

export const LOST_AFTER = 3;

/** An image of one color, saved under one name: both are the run's own. */
const workflow = {
  1: { class_type: "InputText", inputs: { name: "name", required: true } },
  2: { class_type: "InputNumber", inputs: { name: "color", default: 0, min: 0, max: 0xffffff, integer: true } },
  3: { class_type: "EmptyImage", inputs: { width: 1024, height: 1024, batch_size: 1, color: ["2", 0] } },
  4: { class_type: "SaveImage", inputs: { images: ["3", 0], filename_prefix: ["1", 0] } },
};

const rules = [
  ...["--lost-after", `${LOST_AFTER}s`],
  // More than the faults can use up: no run may fail.
  ...["--attempts", "100"],
  ...["--min-free-disk", MIN_FREE],
  // Backpressure, so that there is work until the last fault.
  ...["--queue-limit", "5"],
];

export class Service {
  port = 0;
  /** @type {Child} */
  child;
  /** @type {SmallDisk | undefined} */
  disk;

  /** Starts it in a folder of its own. */
  static async start(folder, engines) {
    const service = new Service();
    const workflows = join(folder, "workflows");
    await mkdir(workflows, { recursive: true });
    await writeFile(join(workflows, "chaos.json"), JSON.stringify(workflow));
    service.disk = await SmallDisk.mount(join(folder, "data"));
    const addresses = engines.flatMap(({ address }) => ["--engine", address]);
    const folders = ["--workflows", workflows, "--data", join(folder, "data")];
    const command = () => [
      binary,
      "serve",
      "--listen",
      `127.0.0.1:${service.port}`,
      ...folders,
      ...rules,
      ...addresses,
    ];
    const env = { FLOWDECK_FIRST_KEY: KEY, FLOWDECK_ENGINE_TOKEN: TOKEN };
    service.child = new Child(command, { env, ready: () => service.#listens() });
    await service.child.start();
    return service;
  }

  /** Whether it listens; the first start chooses the port. */
  async #listens() {
    const ports = [...this.child.log.matchAll(/^open http:\/\/127\.0\.0\.1:(\d+)/gm)];
    if (this.port === 0 && ports.length > 0) this.port = Number(ports.at(-1)[1]);
    if (this.port === 0) return false;
    return this.get("/api/v1/comfy/queue").then(
      () => true,
      () => false,
    );
  }

  /** A request with the key. */
  fetch(path, options = {}) {
    const headers = { "X-API-KEY": KEY, ...options.headers };
    return fetch(new URL(path, `http://127.0.0.1:${this.port}`), { ...options, headers });
  }

  /** The `data` of a GET. */
  async get(path) {
    const response = await this.fetch(path);
    const answer = await response.text();
    if (!response.ok) throw new Error(`GET ${path}: ${response.status}: ${answer}`);
    return JSON.parse(answer).data;
  }

  /** Every run that it lists. */
  async runs() {
    const all = [];
    for (let page = 1; ; page += 1) {
      const { runs, count } = await this.get(`/api/v1/runs?page=${page}&page_size=100&sort_order=asc`);
      all.push(...runs);
      if (runs.length === 0 || all.length >= count) return all;
    }
  }
}
