// Starts the playground, and hands it the functions that load further modules on demand.
import init, { start } from "./playground.js";

/** @type {Promise<typeof import("./schema.js")> | undefined} */
let loading;

// The schema code is a separate WebAssembly module, loaded on first use. If loading fails, the next use
// tries again.
function schemaWork() {
  loading ??= import("./schema.js").then(async (module) => {
    await module.default();
    return module;
  });
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

/** @type {Uint8Array | undefined} */
let usedClasses;

/**
 * Reads a file.
 * @param {File} file
 * @param {string | undefined} exposure An exposure document, whose fields count instead of the file's own.
 * @param {Uint8Array | undefined} classes The answer of `GET /object_info`.
 */
async function readSource(file, exposure, classes) {
  const { openFile, useClasses } = await schemaWork();
  if (classes !== usedClasses) {
    useClasses(classes && new TextDecoder().decode(classes));
    usedClasses = classes;
  }
  return openFile(new Uint8Array(await file.arrayBuffer()), exposure);
}

/**
 * Writes a code snippet or a schema document.
 * @param {"snippet" | "document"} kind
 * @param {string} format The snippet's language or the document's format.
 * @param {string} json
 */
async function write(kind, format, json) {
  return (await schemaWork())[kind](format, json);
}

/** @param {{ name: string, url: string }[]} files */
async function pack(files) {
  const packer = await import("./zip.js");
  return packer.pack(files);
}

/**
 * Starts the page as soon as that does not disturb the person who is typing.
 * @param {Promise<Response>} module The page's WebAssembly.
 * @param {unknown} early The call made before the page was loaded, if any.
 * @param {() => Promise<unknown>} atRest Resolves when the person is not typing.
 */
export async function begin(module, early, atRest) {
  await init({ module_or_path: module });
  await atRest();
  start(readSource, write, pack, early);
}
