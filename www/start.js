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

// Where the link carries the key, the workflows are asked for beside the loading of all else: a form
// is what people wait for. The client takes the answer in the place of its own first call.
function askEarly() {
  const key = new URLSearchParams(location.hash.slice(1)).get("key");
  if (!key) return undefined;
  const { href } = new URL("api/v1/comfy/workflows", location.href);
  const signal = AbortSignal.timeout(30_000);
  const ask = fetch(href, { headers: { "X-API-KEY": key }, cache: "no-store", redirect: "error", signal });
  const answer = ask.then(async (head) => [head, await head.arrayBuffer()]);
  const settled = answer.catch(() => {});
  // With the answer at hand the first picture has the form; a slow one is not waited for.
  const soon = () => Promise.race([settled, new Promise((resume) => setTimeout(resume, 50))]);
  return { address: href, key, answer, soon };
}

const early = askEarly();
const notice = document.getElementById("starting");
try {
  await init();
  await early?.soon();
  notice.remove();
  start(readSource, writeOut, pack, early);
} catch (error) {
  notice.setAttribute("role", "alert");
  notice.textContent = `flowdeck could not start: ${error.message}. Load the page again in a current browser with WebAssembly allowed.`;
  document.body.append(notice);
}
