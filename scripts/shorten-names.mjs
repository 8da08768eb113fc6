// shorten-names.mjs NAME OPTION…: shortens the names of the imports and exports of NAME_bg.wasm, there and in
// NAME.js. wasm-bindgen's names take a tenth of the package's first load. The options go to wasm-opt.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

const [name, ...options] = process.argv.slice(2);
const [module, script] = [`${name}_bg.wasm`, `${name}.js`];
const shorten = [...options, "--minify-imports-and-exports-and-modules", module, "-o", module];
const { imports, exports } = JSON.parse(execFileSync("wasm-opt", shorten, { encoding: "utf8" }));
let code = readFileSync(script, "utf8");
const quoted = (text) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/** Fails if there is nothing to replace: a name in only one of the two files would break the module. */
function replace(pattern, text) {
  const replaced = code.replace(pattern, text);
  if (replaced === code) throw new Error(`shortening names: ${script} does not contain ${pattern}`);
  code = replaced;
}

// Imports are members of an object literal; exports are members of `wasm`, which may leave some unused.
for (const [, long, short] of imports) replace(new RegExp(`^( {8})${quoted(long)}(?=[:(])`, "m"), `$1"${short}"`);
for (const [long, short] of exports) {
  code = code.replace(new RegExp(`\\bwasm\\.${quoted(long)}\\b`, "g"), `wasm["${short}"]`);
}
replace(`"./${name.split("/").pop()}_bg.js": import0`, '"a": import0');
writeFileSync(script, code);
