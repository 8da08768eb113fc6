// The end of a call before its answer: by the caller's signal or by the time that is over.
import { usage } from "./errors.js";

/**
 * A signal of our own, which fires with the caller's and when `timeout` milliseconds are over: so its
 * reason is always the usual one, whatever the caller's is.
 */
export function guard(what, caller, timeout) {
  const controller = new AbortController();
  const { signal } = controller;
  const abort = () => controller.abort();
  let late = false;
  let fault = null;
  const fail = (thrown) => {
    // What ended the call before it is what the call tells of.
    if (!signal.aborted) fault = { thrown };
    abort();
  };
  if (caller) {
    if (typeof caller.aborted !== "boolean" || typeof caller.addEventListener !== "function") {
      throw usage(`${what}: signal must be an AbortSignal`);
    }
    caller.addEventListener("abort", abort);
    if (caller.aborted) abort();
  }
  const timer = timeout && setTimeout(() => ((late = true), abort()), timeout);
  return {
    signal,
    /** Why no answer came: the code of an error. */
    get code() {
      if (caller?.aborted) return nameOf(caller.reason) === "TimeoutError" ? "timeout" : "aborted";
      return late ? "timeout" : "network";
    },
    /** What the caller's own function threw, as `{thrown}`; it ended the call. */
    get fault() {
      return fault;
    },
    /** `tell`, a function of the caller's: what it throws, or its promise rejects with, ends the call. */
    heeding(tell) {
      return (word) => {
        if (signal.aborted) return;
        try {
          tell(word)?.then?.(undefined, fail);
        } catch (thrown) {
          fail(thrown);
        }
      };
    },
    /** Settles as `promise` does, or rejects at the abort. */
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

// A reason may be anything, even what throws when it is looked at.
function nameOf(reason) {
  try {
    return reason?.name;
  } catch {
    return undefined;
  }
}
