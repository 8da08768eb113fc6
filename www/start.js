// Starts the playground; says in the page what to do where it cannot.
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

const notice = document.getElementById("starting");
try {
  await init();
  notice.remove();
  start(readSource, writeOut, pack);
} catch (error) {
  notice.setAttribute("role", "alert");
  notice.textContent = `flowdeck could not start: ${error.message}. Load the page again in a current browser with WebAssembly allowed.`;
  document.body.append(notice);
}
