// The faults: which ones, in which order, and how each is done and undone. A seed repeats the order.
import { setTimeout as sleep } from "node:timers/promises";
import { LOST_AFTER } from "./service.mjs";

/** For how long an engine is dead, in seconds. */
const DOWN = [0, 1, LOST_AFTER + 1];
/** For how long an engine is paused: not noticed, hardly noticed, and long enough to lose its runs. */
const PAUSED = [0.3, 3, 14];
/** For how long events are spoiled: until the service notices, and beyond. */
const SPOILED = [3, 14];
/** For how long the disk of the service is full. */
const FILLED = [1, 5, 12];
/** Events whose absence hides the end of a run, or its start, or everything. */
const DROPPED = [
  ["execution_success", "status"],
  ["execution_start", "executing", "progress_state"],
  ["executed"],
  ["status"],
  ["status", "execution_start", "execution_success", "executed", "executing", "progress_state"],
];
/** The number of runs that are submitted around each fault. */
export const QUOTA = 40;

/**
 * `gap` is the number of its runs that are accepted before it happens.
 *
 * @typedef {{ kind: string, engine: number, gap: number, down?: number, paused?: number, spoiled?: number,
 *   dropped?: string[], filled?: number, killed?: number }} Fault
 */

const kinds = {
  async killEngine({ engine, down }) {
    await engine.kill();
    await sleep(down * 1000);
    await engine.start();
  },
  async pauseEngine({ engine, paused }) {
    engine.child.pause();
    await sleep(paused * 1000);
    engine.child.resume();
  },
  async dropEvents({ engine, spoiled, dropped }) {
    engine.proxy.drop(dropped);
    await sleep(spoiled * 1000);
    engine.proxy.drop([]);
  },
  /** The WebSockets stay open, and nothing comes or goes. */
  async silenceEvents({ engine }) {
    engine.proxy.silence();
  },
  /** The engine notices the end of the old WebSocket after the service has opened another. */
  async breakEventsLate({ engine, spoiled }) {
    engine.proxy.breakLate(spoiled * 1000);
  },
  /** No WebSocket can be opened, while requests pass. */
  async swallowEvents({ engine, spoiled }) {
    engine.proxy.swallow(true);
    await sleep(spoiled * 1000);
    engine.proxy.swallow(false);
  },
  async killService({ service }) {
    await service.child.kill();
    await service.child.start();
  },
  /** Another program takes every byte of the service's disk; the service may have to start meanwhile. */
  async fillDisk({ service, filled, killed }) {
    await service.disk?.fill();
    if (killed) {
      await service.child.kill();
      await service.child.start();
    }
    await sleep(filled * 1000);
    await service.disk?.free();
  },
  /** The engine finishes runs, or forgets them, while the service is away. */
  async killBoth({ service, engine, down }) {
    await service.child.kill();
    await sleep(down * 500);
    await engine.kill();
    await Promise.all([engine.start(), service.child.start()]);
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
  { kind: "dropEvents", engine: 0, spoiled: 3, dropped: DROPPED[0], gap: 15 },
  { kind: "breakEventsLate", engine: 1, spoiled: 3, gap: 15 },
  { kind: "swallowEvents", engine: 0, spoiled: LOST_AFTER + 4, gap: 15 },
  { kind: "fillDisk", engine: 0, filled: 5, killed: 1, gap: 15 },
];

/** Faults without end. */
export function* faults(random, engines) {
  const names = Object.keys(kinds);
  const one = (list) => list[random(list.length)];
  for (;;)
    yield {
      kind: one(names),
      engine: random(engines),
      down: one(DOWN),
      paused: one(PAUSED),
      spoiled: one(SPOILED),
      dropped: one(DROPPED),
      filled: one(FILLED),
      killed: random(2),
      gap: random(QUOTA),
    };
}

/**
 * Does one fault and undoes it.
 *
 * @param {Fault} fault
 */
export async function strike({ kind, engine, ...how }, { engines, service }) {
  await kinds[kind]({ engine: engines[engine], service, ...how });
}

/**
 * A line about a fault.
 *
 * @param {Fault} fault
 */
export function describe({ kind, engine, down, paused, spoiled, dropped, filled, killed }) {
  const how = {
    killEngine: `${down} s`,
    killBoth: `${down} s`,
    pauseEngine: `${paused} s`,
    dropEvents: `${dropped?.join(", ")} for ${spoiled} s`,
    fillDisk: `${filled} s${killed ? ", and the service starts" : ""}`,
    breakEventsLate: `noticed after ${spoiled} s`,
    swallowEvents: `${spoiled} s`,
  }[kind];
  const where = ["killService", "fillDisk"].includes(kind) ? "" : ` ${engine}`;
  return how ? `${kind}${where}, ${how}` : kind + where;
}
