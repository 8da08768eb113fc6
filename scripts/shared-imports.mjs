// shared-imports.mjs LOADER OUT: writes a module with what a chunk imports of its main module's exports. The splitter's
// LOADER knows that, but it can only load the chunk by fetch, which the package does not do everywhere.
import { readFile, writeFile } from "node:fs/promises";

const [loader = "", out = ""] = process.argv.slice(2);
const [, pairs] = (await readFile(loader, "utf8")).match(/const \{ (.*?),?\s*\} = initSync/) ?? [];
if (!pairs) throw new Error(`reading what the chunk imports: ${loader} has another form`);
const names = pairs.split(", ").map((pair) => pair.split(": ").at(-1));
await writeFile(
  out,
  `// What the chunk imports, from the exports of the calls' WebAssembly.
export const shared = ({ ${pairs} }) => ({ __wasm_split: { ${names.join(", ")} } });
`,
);
