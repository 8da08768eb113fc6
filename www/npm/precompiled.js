// The package without WebAssembly of its own, for platforms that compile it before the program runs. All its code is
// in static imports.
import { usage } from "./errors.js";
import "./fetch-form.js";
import * as more from "./more.js";
import { platform } from "./platform.js";
import * as schemaPart from "./schema-part.js";

export * from "./public.js";
export * from "./schema-calls.js";

/** @type {Partial<import("./types/precompiled.js").Modules>} */
let given = {};

platform.more = async () => more;
platform.schemaPart = async () => schemaPart;
platform.module = async (name) => {
  const module = given[name];
  if (module) return module;
  throw usage(
    `loading flowdeck's WebAssembly: the module “${name}” is missing; pass it to setModules before this call`,
  );
};

/** @param {import("./types/precompiled.js").Modules} modules */
export function setModules(modules) {
  const entries = ["calls", "follow", "later", "schema"].map((name) => [
    name,
    modules?.[/** @type {"calls"} */ (name)],
  ]);
  given = Object.fromEntries(entries.map(([name, module]) => [name, module && checked(String(name), module)]));
}

/**
 * A module of this realm: Next.js compiles them in another one.
 * @param {string} name
 * @param {unknown} module
 */
function checked(name, module) {
  if ({}.toString.call(module) === "[object WebAssembly.Module]") {
    return module instanceof WebAssembly.Module ? module : Object.setPrototypeOf(module, WebAssembly.Module.prototype);
  }
  const example = `import ${name} from "flowdeck/${name}.wasm"`;
  throw usage(`setting flowdeck's modules: ${name} must be a WebAssembly.Module, as in ${example}`);
}
