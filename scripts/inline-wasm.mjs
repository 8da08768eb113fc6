// inline-wasm.mjs FILE.wasm…: writes FILE.inline.js next to each, a JavaScript module that contains the
// WebAssembly as text, for bundlers that do not copy other files.
import { readFile, writeFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";

for (const path of process.argv.slice(2)) {
  const text = gzipSync(await readFile(path), { level: 9 }).toString("base64");
  await writeFile(
    path.replace(/(_bg)?\.wasm$/, ".inline.js"),
    `// WebAssembly, gzipped, as base64.\nexport default "${text}";\n`,
  );
}
