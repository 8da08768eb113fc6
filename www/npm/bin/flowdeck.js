#!/usr/bin/env node
// The command `flowdeck`: reads its arguments and says what failed. Files are read and written in
// files.js, and what is written is made in types.js.
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { inputSchema } from "../node.js";
import { Fault, keepSources, readSource, sourceName, writeOut } from "./files.js";
import { declarations } from "./types.js";

const HELP = `flowdeck types FILE… [--name NAME] [--out FILE]

Writes a TypeScript interface of each workflow's inputs, so that a wrong field name or type does
not compile:

    npx flowdeck types poster.json --out poster.d.ts
    await deck.run<PosterInputs>("poster", { title: "Hello" });

FILE    a workflow as ComfyUI saves or exports it; - reads it from the standard input
--name  the interface's name, of one workflow (poster.json gives PosterInputs)
--out   the file to write, instead of the standard output
--help  this
`;

async function main() {
  const { values, positionals } = given();
  const [command, ...files] = positionals;
  if (values.help || command === "help") return process.stdout.write(HELP);
  if (command !== "types") {
    throw new Fault(`${command ? `there is no command ${command}` : "no command given"}; flowdeck --help says what there is`);
  }
  if (files.length === 0) throw new Fault("writing types: name a workflow's file");
  if (values.name !== undefined && files.length > 1) throw new Fault("writing types: --name is for one workflow alone");
  if (values.out !== undefined) await keepSources(values.out, files);
  const workflows = await Promise.all(files.map(read));
  const written = declarations(workflows, values.name);
  await (values.out === undefined ? process.stdout.write(written) : writeOut(values.out, written));
}

function given() {
  const options = { name: { type: "string" }, out: { type: "string" }, help: { type: "boolean", short: "h" } };
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw new Fault(`reading the arguments: ${error.message}; flowdeck --help says what there is`);
  }
}

/** A workflow's file name and fields; what could not be read of it goes to the standard error. */
async function read(path) {
  const file = sourceName(path);
  const workflow = await readSource(path);
  const { schema, problems } = await inputSchema(new Blob([workflow]));
  for (const { message } of problems) process.stderr.write(`${file}: ${message}\n`);
  if (schema.fields.length === 0 && problems.length > 0) {
    throw new Fault(`reading ${file}: it gives no fields; export the workflow from ComfyUI again`);
  }
  return { file: basename(file), fields: schema.fields };
}

main().catch((error) => {
  // What is not the caller's fault is ours, and keeps its stack.
  process.stderr.write(`error: ${error instanceof Fault ? error.message : error?.stack}\n`);
  process.exitCode = 1;
});
