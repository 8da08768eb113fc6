// precompress.mjs FOLDER [gzip]: writes `<file>.br` and `<file>.gz` next to every file that compresses well, or only
// the latter.
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const COMPRESSIBLE = /\.(css|html|js|json|map|svg|txt|wasm)$/;
const SMALLEST = 512;

const [folder, only] = process.argv.slice(2);

function compress(path) {
  const bytes = readFileSync(path);
  if (bytes.length < SMALLEST) return;
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  if (only === "gzip") return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }));
}

for (const name of readdirSync(folder, { encoding: "utf8", recursive: true })) {
  const path = join(folder, name);
  if (COMPRESSIBLE.test(name) && statSync(path).isFile()) compress(path);
}
