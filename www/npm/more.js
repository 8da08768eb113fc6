// What is loaded when it is asked for, as one: each further part would cost the first load a line.
export * from "./offer.js";
export * from "./schema.js";
export * from "./watch.js";
