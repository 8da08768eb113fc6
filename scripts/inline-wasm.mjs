// inline-wasm.mjs FILE.wasm…: writes FILE.inline.js beside each, a module that holds it as text,
// for bundlers that leave other files behind.
import { readFile, writeFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";

for (const path of process.argv.slice(2)) {
  const text = gzipSync(await readFile(path), { level: 9 }).toString("base64");
  await writeFile(
    path.replace(/(_bg)?\.wasm$/, ".inline.js"),
    `// WebAssembly, compressed by gzip, as base64.\nexport default "${text}";\n`,
  );
}
