// A Prometheus that scrapes targets several times a second, on a free port and in a folder of its own.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Program } from "./program.mjs";

const binary = process.env.PROMETHEUS || "prometheus";

/** How often it scrapes, and evaluates rules. */
const INTERVAL = "250ms";

export class Prometheus {
  /** @type {Program} */
  #program;
  #url = "";

  /**
   * Starts it with jobs, each an item of `scrape_configs` in YAML.
   * @param {string} folder
   * @param {string[]} jobs
   * @param {string} rules the text of a file of rules
   */
  static async start(folder, jobs, rules) {
    const prometheus = new Prometheus();
    await writeFile(join(folder, "rules.yml"), rules);
    await writeFile(join(folder, "prometheus.yml"), configuration(jobs));
    prometheus.#program = await Program.start(
      [
        binary,
        "--config.file=prometheus.yml",
        "--storage.tsdb.path=prometheus-data",
        "--web.listen-address=127.0.0.1:0",
      ],
      { ready: /Server is ready to receive web requests/, cwd: folder },
    );
    const port = /address=127\.0\.0\.1:([1-9]\d*)/.exec(prometheus.#program.log)[1];
    prometheus.#url = `http://127.0.0.1:${port}/api/v1`;
    return prometheus;
  }

  async #get(path) {
    const response = await fetch(`${this.#url}${path}`);
    const answer = await response.json();
    if (answer.status !== "success") throw new Error(`${path}: ${answer.error}`);
    return answer.data;
  }

  /** The numbers of the series that a query finds now. */
  async numbers(query) {
    const { result } = await this.#get(`/query?query=${encodeURIComponent(query)}`);
    return result.map(({ value }) => Number(value[1])).filter(Number.isFinite);
  }

  /** All rules, with their state and errors. */
  async rules() {
    const { groups } = await this.#get("/rules");
    return groups.flatMap((group) => group.rules);
  }

  async stop() {
    await this.#program.stop();
  }
}

/** A configuration with these jobs. JSON is YAML, too. */
function configuration(jobs) {
  const times = { scrape_interval: INTERVAL, scrape_timeout: INTERVAL, evaluation_interval: INTERVAL };
  return `global: ${JSON.stringify(times)}\nrule_files: [rules.yml]\nscrape_configs:\n${jobs.join("")}`;
}
