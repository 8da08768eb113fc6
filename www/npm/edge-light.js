// The package for edge runtimes in the manner of Vercel's, which compile WebAssembly when an app is built.
import calls from "./pkg/calls_bg.wasm?module";
import follow from "./pkg/follow_bg.wasm?module";
import later from "./pkg/later_bg.wasm?module";
import schema from "./pkg/schema_bg.wasm?module";
import { setModules } from "./precompiled.js";

export * from "./public.js";
export * from "./schema-calls.js";

setModules({ calls, follow, later, schema });
