// The schema part: the functions of its WebAssembly, and where that is. Loaded on first use.
export * from "./pkg/schema.js";

export const address = () => new URL("./pkg/schema_bg.wasm", import.meta.url);
