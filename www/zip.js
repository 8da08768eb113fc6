// Packs files into an archive; loaded when it is first asked for.
import { downloadZip } from "client-zip";

/** A `Blob` of the files at these addresses, each under its name. */
export async function pack(files) {
  const at = {};
  try {
    return await downloadZip(read(files, at)).blob();
  } catch (error) {
    // What is thrown while an archive is read comes out as a failed fetch of nothing in particular.
    throw new Error(`${at.name} (${at.refused ?? error.message})`);
  }
}

// One after the other: only one is held in memory beside the archive. `at` says which.
async function* read(files, at) {
  for (const { name, url } of files) {
    at.name = name;
    const answer = await fetch(url);
    if (!answer.ok) throw (at.refused = answer.status);
    yield { name, input: answer };
  }
}
