// Loads the WebAssembly modules, each once and on first use: calls and schemas, and the calls' chunk (later.js).
// Bundlers see the URLs and include the files; the inline modules serve bundlers that do not.
import { FlowdeckError, notLoaded } from "./errors.js";
import { Client, initSync, route } from "./pkg/calls.js";
import { platform } from "./platform.js";

export const calls = once(
  "calls",
  () => ({ Client, route, initSync }),
  () => new URL("./pkg/calls_bg.wasm", import.meta.url),
);
export const schemas = once(
  "schema",
  () => platform.schemaPart(),
  ({ address }) => address(),
);

/**
 * @template {import("./types/internal.js").Wasm} Module
 * @param {import("./types/internal.js").ModuleName} name
 * @param {() => Module | Promise<Module>} exportsOf
 * @param {(exports: Module) => URL} address
 */
export function once(name, exportsOf, address) {
  /** @type {Promise<Module> | undefined} */
  let loading;
  const load = async () => {
    /** @type {string | URL} */
    let url = "";
    try {
      const exports = await exportsOf();
      const locate = () => {
        url = address(exports);
        return url;
      };
      exports.initSync({ module: await platform.module(name, locate) });
      return exports;
    } catch (/** @type {any} */ cause) {
      // The next call tries again.
      loading = undefined;
      if (cause instanceof FlowdeckError) throw cause;
      throw notLoaded(cause, `pkg/${name}_bg.wasm`, String(url));
    }
  };
  return () => {
    loading ??= load();
    return loading;
  };
}
