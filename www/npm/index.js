// The package's public API. Everything beyond the first load is imported on demand.
import { platform } from "./platform.js";

export * from "./public.js";
export * from "./schema-calls.js";

// Another entry of the same app may contain them.
platform.more ??= () => import("./more.js");
platform.schemaPart ??= () => import("./schema-part.js");
