// The faults: which ones, in which order, and how each is done and undone. A seed repeats the order.
import { setTimeout as sleep } from "node:timers/promises";
import { LOST_AFTER } from "./service.mjs";

/** For how long an engine is dead, in seconds. */
const DOWN = [0, 1, LOST_AFTER + 1];
/** For how long an engine is paused: not noticed, hardly noticed, and long enough to lose its runs. */
const PAUSED = [0.3, 3, 14];
/** The number of runs that are submitted around each fault. */
export const QUOTA = 40;

/**
 * `gap` is the number of its runs that are accepted before it happens.
 *
 * @typedef {{ kind: string, engine: number, gap: number, down?: number, paused?: number }} Fault
 */

const kinds = {
  async killEngine({ engine, down }) {
    await engine.child.kill();
    await sleep(down * 1000);
    await engine.child.start();
  },
  async pauseEngine({ engine, paused }) {
    engine.child.pause();
    await sleep(paused * 1000);
    engine.child.resume();
  },
  async killService({ service }) {
    await service.child.kill();
    await service.child.start();
  },
  /** The engine finishes runs, or forgets them, while the service is away. */
  async killBoth({ service, engine, down }) {
    await service.child.kill();
    await sleep(down * 500);
    await engine.child.kill();
    await Promise.all([engine.child.start(), service.child.start()]);
  },
};

/**
 * Every kind of fault once.
 *
 * @type {Fault[]}
 */
export const oneOfEach = [
  { kind: "killEngine", engine: 0, down: LOST_AFTER + 1, gap: 15 },
  { kind: "killService", engine: 0, gap: 15 },
  { kind: "pauseEngine", engine: 1, paused: 14, gap: 15 },
  { kind: "killBoth", engine: 1, down: 1, gap: 15 },
];

/** Faults without end. */
export function* faults(random, engines) {
  const names = Object.keys(kinds);
  const one = (list) => list[random(list.length)];
  for (;;)
    yield { kind: one(names), engine: random(engines), down: one(DOWN), paused: one(PAUSED), gap: random(QUOTA) };
}

/**
 * Does one fault and undoes it.
 *
 * @param {Fault} fault
 */
export async function strike({ kind, engine, down, paused }, { engines, service }) {
  await kinds[kind]({ engine: engines[engine], service, down, paused });
}

/**
 * A line about a fault.
 *
 * @param {Fault} fault
 */
export function describe({ kind, engine, down, paused }) {
  const seconds = { killEngine: down, killBoth: down, pauseEngine: paused }[kind];
  return kind === "killService" ? kind : `${kind} ${engine}, ${seconds} s`;
}
