// The code of docs/nextjs.md, each block a file of the app whose path its first line has.
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { blocksOf } from "../docs/blocks.mjs";

/**
 * Writes the documented files into an app. Returns their paths.
 * @param {string} app
 */
export async function writeDocumented(app) {
  const blocks = (await blocksOf("docs/nextjs.md")).filter(({ language }) => language === "js");
  const paths = [];
  for (const { code } of blocks) {
    const path = /^\/\/ (app\/\S+\.js)\n/.exec(code)?.[1];
    if (!path) throw new Error(`a block of docs/nextjs.md names no file:\n${code}`);
    await mkdir(join(app, dirname(path)), { recursive: true });
    await writeFile(join(app, path), code);
    paths.push(path);
  }
  return paths;
}
