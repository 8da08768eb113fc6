// Loads the WebAssembly core, once and on first use: in Node from disk, elsewhere by its URL next
// to this module. Bundlers see the URL and take the file along.
import init, * as exports from "./pkg/flowdeck.js";
import { NetworkError } from "./errors.js";

let loading;

export function core() {
  loading ??= load();
  return loading;
}

async function load() {
  const url = new URL("./pkg/flowdeck_bg.wasm", import.meta.url);
  try {
    await init({ module_or_path: (await fromDisk(url)) ?? url });
    return exports;
  } catch (cause) {
    // The next call tries again.
    loading = undefined;
    const way = "serve pkg/flowdeck_bg.wasm next to the package's modules";
    const message = `loading flowdeck's WebAssembly: ${cause?.message ?? cause}; ${way} (GET ${url})`;
    throw new NetworkError(message, { code: "network", method: "GET", url: String(url), cause });
  }
}

// Not an import, which a bundler for browsers would have to resolve.
async function fromDisk(url) {
  const fs = url.protocol === "file:" && globalThis.process?.getBuiltinModule?.("node:fs/promises");
  return fs ? fs.readFile(url) : undefined;
}
