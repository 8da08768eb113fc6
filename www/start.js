// Starts the playground, and gives it what it loads when that is asked for.
import init, { start } from "./playground.js";

// Schema work is a part of its own, which comes when it is first asked for; one that could not be
// loaded is tried again the next time.
let loading;

function schemaWork() {
  loading ??= import("./schema.js").then(async (part) => {
    await part.default();
    return part;
  });
  loading.catch(() => (loading = undefined));
  return loading;
}

async function readSource(file) {
  const { read } = await schemaWork();
  return JSON.stringify(read(new Uint8Array(await file.arrayBuffer())));
}

// What a developer takes along: `snippet` or `document`, each of a language or format and JSON text.
async function writeOut(what, how, json) {
  return (await schemaWork())[what](how, json);
}

// So does what packs outputs into an archive.
async function pack(files) {
  const packer = await import("./zip.js");
  return packer.pack(files);
}

/**
 * Starts it, once the person is `atRest` whom it would disturb; `early` is the call that was made before it
 * was there, if any.
 */
export async function begin(early, atRest) {
  await init();
  await atRest();
  start(readSource, writeOut, pack, early);
}
