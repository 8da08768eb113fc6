// What a page loads before it can start a run and read the queue, bundled by Vite.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { brotliCompressSync, constants } from "node:zlib";
import { build } from "vite";
import { PACKAGE } from "./deployment.mjs";

/** In bytes, with brotli at its best level. `make bench MEASURE=bytes` shows where they are. */
const BUDGET = 29_000;

const PAGE = `
  import { connect } from "flowdeck";
  export async function calls(apiKey) {
    const deck = await connect({ baseUrl: location.origin, apiKey });
    await deck.run("poster", { title: "a title" });
    await deck.queue();
  }`;

/** @param {string | Uint8Array} file */
function compressed(file) {
  const bytes = Buffer.from(file);
  const size = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return brotliCompressSync(bytes, { params: size }).length;
}

/** The files of the built page. */
async function bundle() {
  const page = { name: "page", resolveId: (/** @type {string} */ id) => (id === "page" ? "\0page" : null) };
  const result = await build({
    configFile: false,
    logLevel: "error",
    resolve: { alias: { flowdeck: join(PACKAGE, "index.js") } },
    plugins: [{ ...page, load: (id) => (id === "\0page" ? PAGE : null) }],
    build: {
      write: false,
      target: "es2022",
      modulePreload: false,
      rolldownOptions: { input: "page", preserveEntrySignatures: "strict", output: { entryFileNames: "page.js" } },
    },
  });
  return /** @type {import("vite").Rolldown.RolldownOutput} */ (result).output;
}

// Some Rust compilers cannot build the standard library for size.
const skip = !process.env.FLOWDECK_SMALL_STD;

test("a page that starts a run and reads the queue loads little, and other operations later", { skip }, async () => {
  const files = await bundle();
  const [entry] = files;
  assert.deepEqual(entry.imports, [], "the first load is one module");
  const calls = files.find(({ fileName }) => /calls_bg/.test(fileName));
  assert.ok(calls?.type === "asset", "Vite copies the WebAssembly");
  const size = compressed(entry.code) + compressed(calls.source);
  assert.ok(size <= BUDGET, `the first load has ${size} bytes, more than ${BUDGET}`);
  const later = files.find(({ fileName }) => /later_bg/.test(fileName));
  assert.ok(later && !entry.code.includes(later.fileName), "the chunk is loaded by a deferred module");
});
