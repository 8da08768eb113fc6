// The deferred modules as one, because each further import would add a line to the first load.
export * from "./schema.js";
export * from "./supports.js";
export * from "./watch.js";
