// The documents that people read, and the fenced blocks in them. Knows nothing of how a block is tested.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The documents, by their path in the project. */
export async function documents() {
  const files = await readdir(join(ROOT, "docs"), { recursive: true });
  const pages = files.filter((file) => file.endsWith(".md")).sort();
  return ["README.md", "CONTRIBUTING.md", ...pages.map((file) => join("docs", file)), "www/npm/README.md"];
}

/** The text of a document. */
export const textOf = (document) => readFile(join(ROOT, document), "utf8");

/**
 * A fenced block. `document` is its path in the project, and `name` says where it is.
 *
 * @typedef {{ document: string, line: number, language: string, code: string, name: string }} Block
 */

/** The blocks of a document, in order. @returns {Promise<Block[]>} */
export async function blocksOf(document) {
  const text = await textOf(document);
  return [...text.matchAll(/^```(\w*)[^\n]*\n(.*?)^```$/gms)].map(({ 1: language, 2: code, index }) => {
    const line = text.slice(0, index).split("\n").length;
    return { document, line, language, code, name: `${document}:${line} (${code.split("\n")[0].slice(0, 60)})` };
  });
}

/** The blocks of all documents. */
export async function allBlocks() {
  return (await Promise.all((await documents()).map(blocksOf))).flat();
}

/** A document without its blocks; the lines stay where they are. */
export const withoutBlocks = (text) => text.replace(/^```.*?^```$/gms, (block) => block.replace(/[^\n]/g, ""));
