// The package for bundlers that do not copy other files: the calls contain their WebAssembly as text, and
// only apps that import a function of schemas or webhooks contain the schema part. In other apps, a run with the option
// `schema` or `additional` loads it from a file next to the bundle.
import { NetworkError } from "./errors.js";
import "./inline-text.js";
import { platform } from "./platform.js";

export { checkValues, inputSchema, schemaChanges, suggestInputs, verifyWebhook } from "./inline-schema.js";
export * from "./public.js";

// Another entry in the same bundle may contain these parts.
platform.more ??= () => import("./more.js");
platform.schemaPart ??= async () => {
  let url = "pkg/schema.js";
  try {
    // A classic script has no `import.meta.url`.
    url = new URL(url, import.meta.url ?? location.href).href;
    const functions = await import(/* @vite-ignore */ /* webpackIgnore: true */ url);
    return { ...functions, address: () => new URL("schema_bg.wasm", url) };
  } catch (cause) {
    const remedy =
      'import connect from "flowdeck/inline", which contains it, or serve pkg/schema.js and pkg/schema_bg.wasm';
    const message = `loading flowdeck's WebAssembly: this bundle lacks the schema part; ${remedy} (GET ${url})`;
    throw new NetworkError(message, { code: "network", method: "GET", url, cause });
  }
};
