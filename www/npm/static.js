// The package with all its code and WebAssembly in static imports, for places where `import()` is forbidden.
import { compileText } from "./compile-text.js";
import "./fetch-form.js";
import * as more from "./more.js";
import calls from "./pkg/calls.inline.js";
import follow from "./pkg/follow.inline.js";
import later from "./pkg/later.inline.js";
import schema from "./pkg/schema.inline.js";
import { platform } from "./platform.js";
import * as schemaPart from "./schema-part.js";

export * from "./public.js";
export * from "./schema-calls.js";

const texts = { calls, follow, later, schema };
platform.more = async () => more;
platform.schemaPart = async () => schemaPart;
platform.module = (name) => compileText(texts[name]);
