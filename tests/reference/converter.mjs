// flowdeck's own conversion and check: the program `examples/convert.rs`, fed with one workflow a line.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** Conversion and check for an engine whose classes are in a file. */
export class Converter {
  #process;
  #lines;

  static start(classesFile) {
    const converter = new Converter();
    const args = ["run", "--quiet", "--package", "schema", "--example", "convert", "--", classesFile];
    converter.#process = spawn("cargo", args, { stdio: ["pipe", "pipe", "inherit"] });
    converter.#lines = createInterface({ input: converter.#process.stdout })[Symbol.asyncIterator]();
    return converter;
  }

  /**
   * What `examples/convert.rs` prints for the text of a workflow. A text and not its value, since JavaScript's numbers
   * cannot hold every seed.
   */
  async convert(text) {
    // Within JSON's strings, line breaks are escaped.
    this.#process.stdin.write(`${text.replace(/[\r\n]+/g, " ")}\n`);
    const { value, done } = await this.#lines.next();
    if (done) throw new Error("the converter ended; see its error above");
    return JSON.parse(value);
  }

  async close() {
    this.#process.stdin.end();
    await once(this.#process, "exit");
  }
}
