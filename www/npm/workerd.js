// The package for Cloudflare Workers, which compile WebAssembly when they are deployed.
import calls from "./pkg/calls_bg.wasm";
import follow from "./pkg/follow_bg.wasm";
import later from "./pkg/later_bg.wasm";
import schema from "./pkg/schema_bg.wasm";
import { setModules } from "./precompiled.js";

export * from "./public.js";
export * from "./schema-calls.js";

setModules({ calls, follow, later, schema });
