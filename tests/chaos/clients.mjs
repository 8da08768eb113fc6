// Clients that submit runs while the service comes and goes. They send a run again only if it was certainly not
// accepted, or with an idempotency key.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

const PAUSE = 100;
/** A refused submission: a full queue, no engine yet, or a full disk. */
const REFUSED = [429, 503, 507];

export class Clients {
  /** The values of accepted runs, by run id. */
  accepted = new Map();
  /** Names of runs that may or may not have been accepted: the connection broke, and they had no key. */
  uncertain = new Set();
  /** How many runs they may submit so far. */
  allowed = 0;
  #sent = 0;
  #pending = 0;

  /** @param {import("./service.mjs").Service} service */
  constructor(service, runs) {
    this.service = service;
    this.runs = runs;
  }

  /** Submits until there are as many accepted runs as wanted. Every second client uses idempotency keys. */
  async submitAll(clients) {
    const client = async (_, index) => {
      while (this.accepted.size < this.runs) {
        if (this.accepted.size + this.#pending < this.allowed) await this.#submit(index % 2 === 0);
        else await sleep(PAUSE / 5);
      }
    };
    await Promise.all(Array.from({ length: clients }, client));
  }

  async #submit(isKeyed) {
    this.#pending += 1;
    try {
      await this.#submitOnce(isKeyed);
    } finally {
      this.#pending -= 1;
    }
  }

  async #submitOnce(isKeyed) {
    const number = this.#sent;
    this.#sent += 1;
    const value = { name: `run-${String(number).padStart(6, "0")}`, color: (number * 40_503) & 0xffffff, isKeyed };
    const headers = isKeyed ? { "Idempotency-Key": randomUUID() } : {};
    for (;;) {
      const outcome = await this.#send(value, headers);
      if (outcome === "accepted") return;
      if (outcome === "unknown" && !isKeyed) {
        this.uncertain.add(value.name);
        return;
      }
      await sleep(PAUSE);
    }
  }

  async #send(value, headers) {
    const body = new FormData();
    body.set("name", value.name);
    body.set("color", String(value.color));
    let response;
    let answer;
    try {
      response = await this.service.fetch("/api/v1/runs?workflow_id=chaos", { method: "POST", headers, body });
      answer = await response.json();
    } catch (error) {
      return error.cause?.code === "ECONNREFUSED" ? "refused" : "unknown";
    }
    if (REFUSED.includes(response.status)) return "refused";
    if (!response.ok) throw new Error(`${response.status}: ${JSON.stringify(answer)}`);
    this.accepted.set(answer.data[0].run_id, value);
    return "accepted";
  }
}
