// Loads the two WebAssembly modules, each once and on first use: calls and schemas.
// Bundlers see the URLs and include the files; inline.js serves bundlers that do not.
import { NetworkError } from "./errors.js";
import * as glue from "./pkg/calls.js";
import { platform } from "./platform.js";

/** @type {() => Promise<import("./types/internal.js").Calls>} */
export const calls = once(
  "calls",
  () => glue,
  () => new URL("./pkg/calls_bg.wasm", import.meta.url),
);
/** @type {() => Promise<import("./types/internal.js").Schemas>} */
export const schemas = once(
  "schema",
  () => import("./pkg/schema.js"),
  () => new URL("./pkg/schema_bg.wasm", import.meta.url),
);

/**
 * @template {import("./types/internal.js").Calls | import("./types/internal.js").Schemas} Module
 * @param {import("./types/internal.js").ModuleName} name
 * @param {() => Module | Promise<Module>} exportsOf
 * @param {() => URL} address
 */
function once(name, exportsOf, address) {
  /** @type {Promise<Module> | undefined} */
  let loading;
  const load = async () => {
    // Evaluated only when needed: in a classic script `import.meta.url` is missing.
    /** @type {string | URL} */
    let url = "";
    try {
      const exports = await exportsOf();
      const locate = () => {
        url = address();
        return url;
      };
      await exports.default({ module_or_path: await platform.source(name, locate) });
      return exports;
    } catch (cause) {
      // The next call tries again.
      loading = undefined;
      const remedy = `serve pkg/${name}_bg.wasm next to the package's modules`;
      const reason = cause instanceof Error ? cause.message : cause;
      const message = `loading flowdeck's WebAssembly: ${reason}; ${remedy} (GET ${url})`;
      throw new NetworkError(message, { code: "network", method: "GET", url: String(url), cause });
    }
  };
  return () => {
    loading ??= load();
    return loading;
  };
}
