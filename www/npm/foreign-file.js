// Files of another window, such as a frame's, or of a library, such as jsdom's. Imports nothing of the first load;
// see supports.js.

/** @import { FormPart, Tools } from "./types/internal.js" */

/**
 * Replaces foreign files in parts by files of the platform with the same bytes, before anything is sent.
 * @param {Tools} tools
 * @param {FormPart[]} parts
 */
export async function adopt({ isForeign, platform, usage }, parts) {
  const Own = platform.Blob ?? Blob;
  for (const part of parts) {
    if (!isForeign(part)) continue;
    const file = /** @type {Blob} */ (/** @type {unknown} */ (part[1]));
    try {
      part[1] = cloned(file, Own) ?? new Own([await bytesOf(file)], { type: file.type });
    } catch (/** @type {any} */ cause) {
      const why = `“${part[0]}” is a file of another window or library: ${cause?.message ?? cause}`;
      throw usage(`reading the values of a run: ${why}; give new File([bytes], name, { type })`, cause);
    }
  }
}

/**
 * A file of another window, without reading it.
 * @param {Blob} file
 * @param {typeof Blob} Own
 */
function cloned(file, Own) {
  try {
    const clone = structuredClone(file);
    return clone instanceof Own ? clone : null;
  } catch {
    return null;
  }
}

/**
 * The bytes of a file. Older versions of jsdom offer only its FileReader.
 * @param {Blob} file
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function bytesOf(file) {
  if (typeof file.arrayBuffer === "function") return new Uint8Array(await file.arrayBuffer());
  if (!globalThis.FileReader) throw new Error("it cannot be read, because it has no arrayBuffer()");
  const reader = new FileReader();
  const read = new Promise((resolve, reject) => {
    reader.onload = () => resolve(reader.result);
    reader.onerror = () => reject(reader.error);
  });
  reader.readAsArrayBuffer(file);
  return new Uint8Array(await read);
}
