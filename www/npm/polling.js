// What every watch has in common: its interval, its pauses, and which failures do not end it. Requests nothing.

/** @import { Tools } from "./types/internal.js" */
/** @typedef {AbortSignal | null | undefined} Signal */

/** Milliseconds between two polls. */
const INTERVAL = 1000;

/**
 * Whether the next poll may succeed.
 * @param {unknown} thrown
 */
export function isTemporary(thrown) {
  const { code, status } = /** @type {{ code?: string, status?: number }} */ (thrown ?? {});
  return ["network", "timeout", "queue_full"].includes(code ?? "") || (code === "http" && (status ?? 0) >= 500);
}

/**
 * @param {Tools} tools
 * @param {number | undefined} interval
 * @param {string} action
 */
export function checkedInterval({ usage }, interval = INTERVAL, action) {
  if (typeof interval === "number" && interval > 0 && interval <= 2 ** 31 - 1) return interval;
  throw usage(`${action}: interval must be milliseconds greater than 0`);
}

/**
 * Resolves after this many milliseconds, or on abort.
 * @param {number} ms
 * @param {Signal} signal
 */
export const delay = (ms, signal) => alarm(ms, signal).passed;

/**
 * `passed` resolves after this many milliseconds, on abort, or if it is stopped.
 * @param {number} ms
 * @param {Signal} signal
 */
export function alarm(ms, signal) {
  let stop = () => {};
  /** @type {Promise<void>} */
  const passed = new Promise((resolve) => {
    const timer = setTimeout(() => stop(), ms);
    stop = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
      resolve();
    };
    signal?.addEventListener("abort", stop);
    if (signal?.aborted) stop();
  });
  return { passed, stop };
}
