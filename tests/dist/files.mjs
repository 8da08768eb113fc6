// The files of target/dist, and of what they installed.
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "../docs/blocks.mjs";

/** What people install. */
export const DIST = join(ROOT, "target/dist");

/** The checksum of a file, in hexadecimal. */
export async function sha256(file) {
  return createHash("sha256")
    .update(await readFile(file))
    .digest("hex");
}

/** The paths of all files in a folder, sorted; none if it does not exist. */
export async function filesIn(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => !entry.isDirectory());
  return files.map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(folder.length + 1)).sort();
}
