// flowdeck's own conversion: the program `examples/convert.rs`, fed with one workflow a line.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** The conversion for an engine whose classes are in a file. */
export class Converter {
  #process;
  #lines;

  static start(classesFile) {
    const converter = new Converter();
    const args = ["run", "--quiet", "--no-default-features", "--example", "convert", "--", classesFile];
    converter.#process = spawn("cargo", args, { stdio: ["pipe", "pipe", "inherit"] });
    converter.#lines = createInterface({ input: converter.#process.stdout })[Symbol.asyncIterator]();
    return converter;
  }

  /** `{prompt, problems}` of a workflow. */
  async convert(workflow) {
    this.#process.stdin.write(`${JSON.stringify(workflow)}\n`);
    const { value, done } = await this.#lines.next();
    if (done) throw new Error("the converter ended; see its error above");
    return JSON.parse(value);
  }

  async close() {
    this.#process.stdin.end();
    await once(this.#process, "exit");
  }
}
