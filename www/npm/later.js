// The chunk of the calls' WebAssembly with the operations beyond `run` and `queue`; see src/npm_calls/later.rs.
import { shared } from "./pkg/later.js";

/** @import { Calls, Tools } from "./types/internal.js" */

/** @type {(() => Promise<Calls>) | undefined} */
let load;

/**
 * The calls, with every operation.
 * @param {Tools} tools
 */
export function later(tools) {
  load ??= tools.once(
    "later",
    async () => {
      const calls = await tools.calls();
      /** @param {{ module: WebAssembly.Module }} options */
      const initSync = ({ module }) => new WebAssembly.Instance(module, shared(calls.initSync()));
      return { ...calls, initSync };
    },
    () => new URL("./pkg/later_bg.wasm", import.meta.url),
  );
  return load();
}
