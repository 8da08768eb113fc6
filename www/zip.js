// Packs files into a ZIP archive; loaded on first use.
import { downloadZip } from "client-zip";

/** @typedef {{ name: string, url?: string, text?: string }} PackedFile -- with its content, or where to read it */

/**
 * A `Blob` with these files, each under its name.
 * @param {PackedFile[]} files
 */
export async function pack(files) {
  const state = { name: "", refused: 0 };
  try {
    return await downloadZip(read(files, state)).blob();
  } catch (error) {
    // An error thrown while the archive is read arrives as an unspecific failed fetch; `state` has the reason.
    throw new Error(`${state.name} (${state.refused || /** @type {Error} */ (error).message})`);
  }
}

/**
 * Reads one file after the other, so that only one is in memory in addition to the archive; `state` holds
 * the current one.
 * @param {PackedFile[]} files
 * @param {{ name: string, refused: number }} state
 */
async function* read(files, state) {
  for (const { name, url = "", text } of files) {
    state.name = name;
    if (text !== undefined) {
      yield { name, input: text };
      continue;
    }
    const response = await fetch(url);
    if (!response.ok) {
      state.refused = response.status;
      throw new Error(`status ${response.status}`);
    }
    yield { name, input: response };
  }
}
