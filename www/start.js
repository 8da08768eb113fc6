// Starts the playground; says in the page what to do where it cannot.
import init, { start } from "./pkg/playground.js";

// The readers of a person's file come with the first one that is opened.
async function readSource(file) {
  const readers = await import("./pkg/schema.js");
  await readers.default();
  return JSON.stringify(readers.read(new Uint8Array(await file.arrayBuffer())));
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
  start(readSource, pack);
} catch (error) {
  notice.setAttribute("role", "alert");
  notice.textContent = `flowdeck could not start: ${error.message}. Load the page again in a current browser with WebAssembly allowed.`;
  document.body.append(notice);
}
