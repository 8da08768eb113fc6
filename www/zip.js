// Packs files into an archive; loaded when it is first asked for.
import { downloadZip } from "./lib/client-zip.js";

/** A `Blob` of the files at these addresses, each under its name. */
export async function pack(files) {
  return downloadZip(read(files)).blob();
}

// One after the other: only one is held in memory beside the archive.
async function* read(files) {
  for (const { name, url } of files) {
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
    yield { name, input: answer };
  }
}
