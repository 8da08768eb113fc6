// Code as a consumer's build makes it: esbuild, for browsers, minified.
import { build } from "esbuild";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/**
 * The files of a bundle by path, its entry under `/main.js`; dynamic imports are files of their own.
 * `conditions` are those by which a package chooses its modules, in place of esbuild's.
 */
export async function bundle(source, conditions) {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: ROOT, sourcefile: "main.js" },
    entryNames: "main",
    outdir: "/",
    conditions,
    bundle: true,
    minify: true,
    splitting: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    define: { "process.env.NODE_ENV": '"production"' },
    legalComments: "none",
    logLevel: "error",
    write: false,
  });
  return new Map(outputFiles.map(({ path, contents }) => [path, Buffer.from(contents)]));
}
