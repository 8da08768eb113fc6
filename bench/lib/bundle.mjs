// Bundles source code for browsers as consumers' builds do, minified. Returns the files by path; the
// entry is `/main.js`.

import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const ENTRY = fileURLToPath(new URL("../main.js", import.meta.url));

/** Bundles with esbuild; with `splitting`, each dynamic import becomes its own file. */
export async function bundleWithEsbuild(source, { splitting = true } = {}) {
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

/** Bundles with Vite. */
export async function bundleWithVite(source) {
  const { build } = await import("vite");
  const sourcePlugin = {
    name: "source",
    resolveId: (id) => (id === ENTRY ? id : null),
    load: (id) => (id === ENTRY ? source : null),
  };
  const result = await build({
    root: ROOT,
    configFile: false,
    logLevel: "error",
    plugins: [sourcePlugin],
    build: {
      write: false,
      target: "es2022",
      modulePreload: false,
      rolldownOptions: { input: ENTRY, preserveEntrySignatures: "strict", output: { entryFileNames: "main.js" } },
    },
  });
  const { output } = /** @type {import("vite").Rolldown.RolldownOutput} */ (result);
  return new Map(
    output.map((file) => [`/${file.fileName}`, Buffer.from(file.type === "chunk" ? file.code : file.source)]),
  );
}
