// Saves an output in Node: streamed, and never over another file unless the caller says so.
import { randomUUID } from "node:crypto";
import { open, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { usage } from "./errors.js";

/** @import { SaveOptions } from "./types/results.js" */

/**
 * Writes an output to a file, or into a folder under its own name. Returns the file's path.
 * @param {string} filename
 * @param {string | null | undefined} path
 * @param {SaveOptions | null | undefined} options
 * @param {(use: (response: { body: any }) => Promise<void>) => Promise<void>} load
 */
export async function save(filename, path, options, load) {
  const action = `saving output “${filename}”`;
  if (path != null && (typeof path !== "string" || path === "")) {
    throw usage(`${action}: the path must be a string that is not empty`);
  }
  const target = await targetOf(filename, path ?? ".");
  const { overwrite = false } = options ?? {};
  // Before anything is loaded.
  if (!overwrite && (await kindOf(target)) !== "nothing") throw exists(action, target);
  // A file that is replaced keeps its content until the new one is complete.
  const written = overwrite ? join(dirname(target), `.${randomUUID()}.part`) : target;
  await load(async ({ body }) => {
    /** @param {any} cause */
    const refuse = (cause) => Promise.reject(notWritten(action, target, cause));
    const file = await open(written, "wx").catch(refuse);
    try {
      for await (const piece of body ?? []) await file.writeFile(piece).catch(refuse);
      await file.close();
      if (overwrite) await rename(written, target).catch(refuse);
    } catch (thrown) {
      await file.close().catch(() => {});
      await rm(written, { force: true });
      throw thrown;
    }
  });
  return target;
}

/**
 * @param {string} filename
 * @param {string} path
 */
async function targetOf(filename, path) {
  const isFolder = /[/\\]$/.test(path) || (await kindOf(path)) === "folder";
  return resolve(isFolder ? join(path, ownName(filename)) : path);
}

/**
 * The name of an output as that of a file in the chosen folder, whatever the deployment calls it.
 * @param {string} filename
 */
function ownName(filename) {
  const name = basename(filename.replaceAll("\\", "/")).replace(/[\p{Cc}<>:"|?*]/gu, "_");
  return ["", ".", ".."].includes(name) ? "output" : name;
}

/** @param {string} path */
async function kindOf(path) {
  const found = await stat(path).catch(() => null);
  if (!found) return "nothing";
  return found.isDirectory() ? "folder" : "file";
}

/**
 * @param {string} action
 * @param {string} path
 * @param {any} cause
 */
function notWritten(action, path, cause) {
  if (cause?.code === "EEXIST") return exists(action, path);
  return usage(`${action}: ${path} cannot be written: ${cause?.message}; choose another path`, cause);
}

/**
 * @param {string} action
 * @param {string} path
 */
const exists = (action, path) =>
  usage(`${action}: ${path} exists already; choose another path, or pass { overwrite: true }`);
