// check-deferred.mjs MAIN CHUNK FOLDER: fails if a deferred function is in the page's first load. A function that the
// sources in FOLDER give to a `Deferred` must be in the module CHUNK and not in MAIN: whatever else calls it moves it,
// with all that it calls, to the first load. Both modules still have the names of their functions.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What a closure that is given to a `Deferred` calls around the deferred function. */
const AROUND = new Set(["spawn_local", "Box::pin"]);

const [main = "", chunk = "", folder = ""] = process.argv.slice(2);

const inMain = names(main).map(readable);
const inChunk = names(chunk).map(readable);
const deferred = sources(folder).flatMap(deferredIn);
if (deferred.length === 0) throw new Error(`checking the first load: no deferred functions in ${folder}`);
const moved = deferred.filter(({ path, isGiven }) => {
  const isInMain = inMain.some((name) => name === path || name.startsWith(`${path}::{closure`));
  return isInMain || (isGiven && !inChunk.some((name) => isSame(name, path)));
});
if (moved.length > 0) {
  const list = moved.map(({ path }) => path).join(", ");
  const remedy = "find what calls it without its Deferred (docs/loading.md)";
  throw new Error(`checking the first load: the deferred chunk has lost ${list}; ${remedy}`);
}

/** Whether a name in the chunk is that of this function. A mangled method also has the module of its `impl`. */
function isSame(name, path) {
  const [, method] = /(?:^|::)([A-Z]\w*::\w+)$/.exec(path) ?? [];
  return name === path || (method !== undefined && name.endsWith(`::${method}`));
}

/** The Rust files in a folder, without tests. */
function sources(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return files.filter((file) => /\.rs$/.test(file) && !/(^|\/)tests?(\.rs$|\/)/.test(file));
}

/** The functions that a file gives to a `Deferred`: each itself, or in a closure that may contain its code. */
function deferredIn(file) {
  const source = readFileSync(join(folder, file), "utf8");
  const module = file.replace(/\.rs$/, "").split("/");
  const used = new Map([...source.matchAll(/^use ([^;]*);/gm)].flatMap(([, tree]) => flattened(tree)));
  const resolved = (path) => resolve(path.split("::"), module, used);
  const fills = source.matchAll(/\b[A-Z_]{2,}\s*\.fill\(([^;]*?)\);$/gm);
  return [...fills].flatMap(([, given]) => {
    if (!given.startsWith("|")) return [{ path: resolved(given), isGiven: true }];
    const called = [...given.matchAll(/(?<![.\w:])(?:\w+::)*\w+(?=\()/g)].map(([path]) => path);
    return called.filter((path) => !AROUND.has(path)).map((path) => ({ path: resolved(path), isGiven: false }));
  });
}

/** The names that a `use` imports, with their paths. */
function flattened(tree, before = "") {
  const [, start = "", inner] = /^\s*([\w:]*)(?:\{([\s\S]*)\})?\s*$/.exec(tree) ?? [];
  const path = before + start;
  if (inner === undefined) return path ? [[path.split("::").at(-1), path]] : [];
  return inner.split(/,(?![^{]*\})/).flatMap((branch) => flattened(branch, path));
}

/** The path from the crate's root. */
function resolve([first = "", ...rest], module, used) {
  const imported = used.get(first);
  if (imported) return resolve([...imported.split("::"), ...rest], module, new Map());
  if (first === "crate") return rest.join("::");
  if (first !== "super") return [...module, first, ...rest].join("::");
  return rest[0] === "super" ? resolve(rest, module.slice(0, -1), used) : [...module.slice(0, -1), ...rest].join("::");
}

/** The names of a module's functions. */
function names(path) {
  const [section] = WebAssembly.Module.customSections(new WebAssembly.Module(readFileSync(path)), "name");
  if (!section) throw new Error(`checking the first load: ${path} has no names`);
  const bytes = Buffer.from(section);
  let at = 0;
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++];
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  };
  const text = () => {
    const length = number();
    at += length;
    return bytes.toString("utf8", at - length, at);
  };
  // Subsection 1 has the functions: an index and a name each.
  while (bytes[at++] !== 1) at += number();
  number();
  return Array.from({ length: number() }, () => {
    number();
    return text();
  });
}

/** A name as a path from the crate's root, without types and checksums; of a closure the start of its function's. */
function readable(name) {
  if (name.startsWith("_RNv")) return identifiers(name.slice(4)).slice(1).join("::");
  // wasm-bindgen writes `<page[5b8a]::form::Sender>::send` and `page[5b8a]::form::send`.
  return name
    .replace(/\w+\[[0-9a-f]+\]::/g, "")
    .replace(/>::/g, "::")
    .replace(/^<+/, "");
}

/** The identifiers in a mangled name: each after its length. Skips back references and disambiguators. */
function identifiers(mangled) {
  const found = [];
  for (let rest = mangled; rest; ) {
    const [skipped] = /^[Bs][0-9a-zA-Z]*_/.exec(rest) ?? [];
    const [start, length] = /^([1-9]\d*)_?/.exec(rest) ?? [];
    const end = (start?.length ?? 0) + Number(length ?? 0);
    if (start) found.push(rest.slice(start.length, end));
    rest = rest.slice(skipped?.length || end || 1);
  }
  return found;
}
