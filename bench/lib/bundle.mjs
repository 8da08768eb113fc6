// Code as a consumer's build makes it: esbuild, for browsers, minified.
import { build } from "esbuild";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** The files of a bundle by path, its entry under `/main.js`; dynamic imports are files of their own. */
export async function bundle(source) {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: ROOT, sourcefile: "main.js" },
    entryNames: "main",
    outdir: "/",
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
