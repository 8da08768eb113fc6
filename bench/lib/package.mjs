// The built npm package, as seen by a project that has installed it.
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Its folder: FLOWDECK_NPM or target/npm. */
export const PACKAGE = resolve(process.env.FLOWDECK_NPM ?? here("../../target/npm"));

/** Links it into node_modules, so that Node and bundlers resolve `import "flowdeck"`. */
export function install() {
  if (!existsSync(join(PACKAGE, "package.json"))) {
    throw new Error(`measuring flowdeck: there is no package in ${PACKAGE}; run make npm first`);
  }
  const link = here("../node_modules/flowdeck");
  rmSync(link, { recursive: true, force: true });
  symlinkSync(PACKAGE, link, "dir");
}

/** Its files by path. */
export function packageFiles() {
  const entries = readdirSync(PACKAGE, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(paths.map((path) => [path.slice(PACKAGE.length + 1), readFileSync(path)]));
}

/**
 * Its WebAssembly files by path and by file name, because each consumer's build puts them elsewhere.
 */
export function wasmFiles() {
  const binaries = [...packageFiles()].filter(([path]) => path.endsWith(".wasm"));
  return new Map(
    binaries.flatMap(([path, bytes]) => [
      [`/${path}`, bytes],
      [basename(path), bytes],
    ]),
  );
}

/** The path of the module that a page without a bundler imports. */
export function entryPath() {
  const { exports } = JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8"));
  return exports["."].default.replace(/^\.\//, "");
}
