// What has arrived for somebody who waits for it, and the timers. Knows nothing about what it means.

/** @import { Signal } from "./polling.js" */
/** @typedef {(now: number, random: number) => void} Taking */

export class Inbox {
  #signal;
  /** @type {(() => void)[]} */
  #arrived = [];
  #wake = () => {};
  /**
   * What stops each timer.
   * @type {Map<unknown, () => void>}
   */
  #timers = new Map();

  /** @param {Signal} signal Ends the waiting. */
  constructor(signal) {
    this.#signal = signal;
  }

  /**
   * Adds something, which is taken by calling it. It arrives now, however late it is taken.
   * @param {Taking} taking
   */
  put(taking) {
    const now = Date.now();
    this.#arrived.push(() => taking(now, Math.random()));
    this.#wake();
  }

  /**
   * The next thing, as soon as there is one; undefined on abort.
   * @returns {Promise<(() => void) | undefined>}
   */
  next() {
    const signal = this.#signal;
    return new Promise((resolve) => {
      const done = () => {
        signal?.removeEventListener("abort", done);
        this.#wake = () => {};
        resolve(signal?.aborted ? undefined : this.#arrived.shift());
      };
      this.#wake = done;
      signal?.addEventListener("abort", done);
      if (signal?.aborted || this.#arrived.length > 0) done();
    });
  }

  /**
   * Sets a timer, in place of the one with the same name. When it passes, `taking` is added.
   * @param {unknown} name
   * @param {number} ms
   * @param {Taking} taking
   */
  setTimer(name, ms, taking) {
    this.stopTimer(name);
    const timer = setTimeout(() => this.put(taken), ms);
    const stop = () => clearTimeout(timer);
    this.#timers.set(name, stop);
    /** @type {Taking} */
    const taken = (now, random) => {
      // One that was stopped or set anew meanwhile does not count.
      if (this.#timers.get(name) !== stop) return;
      this.#timers.delete(name);
      taking(now, random);
    };
  }

  /**
   * Stops a timer.
   * @param {unknown} name
   */
  stopTimer(name) {
    this.#timers.get(name)?.();
    this.#timers.delete(name);
  }

  /** Stops every timer. */
  end() {
    for (const stop of this.#timers.values()) stop();
  }
}
