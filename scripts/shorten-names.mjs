// shorten-names.mjs NAME OPTION…: shortens the names of the imports and exports of NAME_bg.wasm, there and in the
// scripts beside it. wasm-bindgen's names take a tenth of the package's first load, and 11 KB of the page's.
// The options go to wasm-opt.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const [name, ...options] = process.argv.slice(2);
const [module, script] = [`${name}_bg.wasm`, `${name}.js`];
const shorten = [...options, "--minify-imports-and-exports-and-modules", module, "-o", module];
const { imports, exports } = JSON.parse(execFileSync("wasm-opt", shorten, { encoding: "utf8" }));
// It loads the chunks of a split module.
const loader = join(dirname(name), "__wasm_split.js");
let code = readFileSync(script, "utf8");
const quoted = (text) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/** Fails if there is nothing to replace: a name in only one of the two files would break the module. */
function replace(pattern, text) {
  const replaced = code.replace(pattern, text);
  if (replaced === code) throw new Error(`shortening names: ${script} does not contain ${pattern}`);
  code = replaced;
}

// Imports are members of an object literal; exports are members of `wasm`, which may leave some unused. Those from
// the loader become members of the same object, because all imports are from one module now.
for (const [from, long, short] of imports) {
  const isLoader = from.endsWith("__wasm_split.js");
  if (isLoader) replace("__proto__: null,", `__proto__: null,\n        "${short}": import1.${long},`);
  else replace(new RegExp(`^( {8})${quoted(long)}(?=[:(])`, "m"), `$1"${short}"`);
}
for (const [long, short] of exports) {
  code = code.replace(new RegExp(`\\bwasm\\.${quoted(long)}\\b`, "g"), `wasm["${short}"]`);
}
replace(`"./${basename(name)}_bg.js": import0`, '"a": import0');
writeFileSync(script, code);

if (existsSync(loader)) {
  code = readFileSync(loader, "utf8");
  const short = new Map(exports);
  replace(/const \{ (.*?),\s*\} = initSync/, (_, names) => {
    const pairs = names.split(", ").map((long) => `"${short.get(long)}": ${long}`);
    return `const { ${pairs.join(", ")} } = initSync`;
  });
  writeFileSync(loader, code);
}
