// The package with all its WebAssembly as text, for bundlers that do not copy other files.
import { texts } from "./inline-text.js";

texts.schema = () => import("./pkg/schema.inline.js");

export * from "./index.js";
