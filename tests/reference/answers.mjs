// What the editor and ComfyUI said about each workflow, kept in a folder: a comparison takes an hour the first time,
// a minute after a change of flowdeck, and goes on where it was stopped.

import { createHash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";

/** The name of a workflow's text, whatever its file is called. */
export const nameOf = (text) => createHash("sha256").update(text).digest("hex");

/** Answers by the text of their workflow. */
export class Answers {
  #folder;

  static async in(folder) {
    const answers = new Answers();
    answers.#folder = folder;
    await mkdir(folder, { recursive: true });
    return answers;
  }

  #file(text) {
    return path.join(this.#folder, `${nameOf(text)}.json`);
  }

  /** The answer about a workflow, or `undefined`. */
  async get(text) {
    try {
      return JSON.parse(await readFile(this.#file(text), "utf8"));
    } catch (error) {
      if (error.code === "ENOENT") return undefined;
      throw error;
    }
  }

  async set(text, answer) {
    const file = this.#file(text);
    await writeFile(`${file}.part`, JSON.stringify(answer));
    await rename(`${file}.part`, file);
  }
}
