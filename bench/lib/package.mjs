// The built npm package, as a project that installed it sees it.
import { existsSync, readFileSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Its folder: target/npm, or the one that FLOWDECK_NPM names. */
export const PACKAGE = resolve(process.env.FLOWDECK_NPM ?? here("../../target/npm"));

/** From here on `import "flowdeck"` finds it, in Node and in a bundler. */
export function install() {
  if (!existsSync(join(PACKAGE, "package.json"))) {
    throw new Error(`measuring flowdeck: no package is in ${PACKAGE}; run make npm first`);
  }
  const link = here("../node_modules/flowdeck");
  rmSync(link, { recursive: true, force: true });
  symlinkSync(PACKAGE, link, "dir");
}

/** Its files, by their path in it. */
export function files() {
  const entries = readdirSync(PACKAGE, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(paths.map((path) => [path.slice(PACKAGE.length + 1), readFileSync(path)]));
}

/**
 * Its WebAssembly, for a server: by path and by file name, since where a consumer's build puts it is
 * the consumer's matter.
 */
export function wasm() {
  const binaries = [...files()].filter(([path]) => path.endsWith(".wasm"));
  return new Map(
    binaries.flatMap(([path, bytes]) => [
      [`/${path}`, bytes],
      [basename(path), bytes],
    ]),
  );
}

/** The module that a page without a bundler imports by its address. */
export function entry() {
  const { exports } = JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8"));
  return exports["."].default.replace(/^\.\//, "");
}
