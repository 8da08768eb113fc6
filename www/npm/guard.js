// Ends a call before its answer: by the caller's signal, by a timeout, or because the caller's callback
// throws. Knows nothing about requests.
import { usage } from "./errors.js";

/**
 * A signal of our own that fires with the caller's signal or after `timeout` milliseconds (0: never),
 * so that its reason is always the default one, whatever the caller's is.
 * @param {string} action The attempted action, for messages.
 * @param {AbortSignal | null | undefined} caller
 * @param {number | null | undefined} timeout
 */
export function guard(action, caller, timeout) {
  const controller = new AbortController();
  const { signal } = controller;
  const abort = () => controller.abort();
  let late = false;
  /** @type {{ thrown: unknown } | null} */
  let failure = null;
  /** @param {unknown} thrown */
  const fail = (thrown) => {
    // If the call has ended already, it reports what ended it.
    if (!signal.aborted) failure = { thrown };
    abort();
  };
  if (caller) {
    if (typeof caller.aborted !== "boolean" || typeof caller.addEventListener !== "function") {
      throw usage(`${action}: signal must be an AbortSignal`);
    }
    caller.addEventListener("abort", abort);
    if (caller.aborted) abort();
  }
  const expire = () => {
    late = true;
    abort();
  };
  const timer = timeout ? setTimeout(expire, timeout) : undefined;
  return {
    signal,
    /** The error code that says why no answer came. */
    get code() {
      if (caller?.aborted) return nameOf(caller.reason) === "TimeoutError" ? "timeout" : "aborted";
      return late ? "timeout" : "network";
    },
    /** `{thrown}` if the caller's callback threw, which ended the call. */
    get failure() {
      return failure;
    },
    /**
     * Wraps a callback of the caller: if it throws, or its promise rejects, the call ends.
     * @template Argument
     * @param {(argument: Argument) => unknown} callback
     * @returns {(argument: Argument) => void}
     */
    guarded(callback) {
      return (argument) => {
        if (signal.aborted) return;
        try {
          const result = /** @type {PromiseLike<unknown> | undefined} */ (callback(argument));
          result?.then?.(undefined, fail);
        } catch (thrown) {
          fail(thrown);
        }
      };
    },
    /**
     * Settles as `promise` does, or rejects on abort.
     * @template Value
     * @param {Value | PromiseLike<Value>} promise
     * @returns {Promise<Value>}
     */
    race(promise) {
      return new Promise((resolve, reject) => {
        if (signal.aborted) reject(signal.reason);
        signal.addEventListener("abort", () => reject(signal.reason), { once: true });
        Promise.resolve(promise).then(resolve, reject);
      });
    },
    end() {
      clearTimeout(timer);
      caller?.removeEventListener("abort", abort);
    },
  };
}

/**
 * A reason may be anything, even an object that throws when it is read.
 * @param {any} reason
 */
function nameOf(reason) {
  try {
    return reason?.name;
  } catch {
    return undefined;
  }
}
