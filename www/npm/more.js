// The deferred modules as one, because each further import would add a line to the first load.
export * from "./foreign-file.js";
export * from "./operations.js";
export * from "./schema.js";
export * from "./supports.js";
export * from "./terms.js";
export * from "./watch.js";
export * from "./watch-run.js";
export * from "./webhook.js";
