// Loads the WebAssembly, each part once and on first use: the calls, and schema work apart from
// them. Bundlers see the URLs and take the files along; for those that do not, there is inline.js.
import { NetworkError } from "./errors.js";
import * as glue from "./pkg/calls.js";
import { platform } from "./platform.js";

export const calls = once(
  "calls",
  () => glue,
  () => new URL("./pkg/calls_bg.wasm", import.meta.url),
);
export const schemas = once(
  "schema",
  () => import("./pkg/schema.js"),
  () => new URL("./pkg/schema_bg.wasm", import.meta.url),
);

function once(name, exportsOf, address) {
  let loading;
  const load = async () => {
    // Read where it is needed only: in a classic script no module has an address.
    let url = "";
    try {
      const exports = await exportsOf();
      await exports.default({ module_or_path: await platform.source(name, () => (url = address())) });
      return exports;
    } catch (cause) {
      // The next call tries again.
      loading = undefined;
      const way = `serve pkg/${name}_bg.wasm next to the package's modules`;
      const message = `loading flowdeck's WebAssembly: ${cause?.message ?? cause}; ${way} (GET ${url})`;
      throw new NetworkError(message, { code: "network", method: "GET", url: String(url), cause });
    }
  };
  return () => (loading ??= load());
}
