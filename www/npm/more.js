// The modules loaded on demand, as one: each further import would cost the first load a line.
export * from "./schema.js";
export * from "./supports.js";
export * from "./watch.js";
