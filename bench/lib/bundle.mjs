// Code as consumers' builds make it, for browsers and minified. Each gives the files of a bundle by
// path, its entry under `/main.js`.
import * as esbuild from "esbuild";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const ENTRY = fileURLToPath(new URL("../main.js", import.meta.url));

/** By esbuild; with `splitting`, dynamic imports are files of their own. */
export async function byEsbuild(source, { splitting = true } = {}) {
  const { outputFiles } = await esbuild.build({
    stdin: { contents: source, resolveDir: ROOT, sourcefile: ENTRY },
    entryNames: "main",
    outdir: "/",
    bundle: true,
    minify: true,
    splitting,
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

/** By Vite. */
export async function byVite(source) {
  const { build } = await import("vite");
  const given = {
    name: "source",
    resolveId: (id) => (id === ENTRY ? id : null),
    load: (id) => (id === ENTRY ? source : null),
  };
  const { output } = await build({
    root: ROOT,
    configFile: false,
    logLevel: "error",
    plugins: [given],
    build: {
      write: false,
      target: "es2022",
      modulePreload: false,
      rolldownOptions: { input: ENTRY, preserveEntrySignatures: "strict", output: { entryFileNames: "main.js" } },
    },
  });
  return new Map(output.map(({ fileName, code, source }) => [`/${fileName}`, Buffer.from(code ?? source)]));
}
