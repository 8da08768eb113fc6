#!/usr/bin/env node
// The command `flowdeck`: reads its arguments and says what failed. Files are read and written in
// files.js, and what is written is made in types.js.
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { inputSchema } from "../node.js";
import { Fault, keepSources, readSource, sourceName, writeOut } from "./files.js";
import { declarations } from "./types.js";

const HELP = `flowdeck types FILE… [--workflow ID] [--name NAME] [--out FILE]

Writes a TypeScript interface of each workflow's inputs, so that a wrong field name or type does
not compile:

    npx flowdeck types poster.json --out poster.d.ts
    await deck.run<PosterInputs>("poster", { title: "Hello" });

FILE        a workflow as ComfyUI saves or exports it, or a picture that carries one; a deployment's
            OpenAPI document or listing of its workflows, of which each becomes an interface; or a
            schema document; - reads it from the standard input
--workflow  the id of the one workflow to write, of those in FILE
--name      the interface's name, of one workflow (the id poster or the file poster.json gives
            PosterInputs, the standard input Inputs)
--out       the file to write, instead of the standard output
--version   the package's version
--help      this
`;

async function main() {
  const { values, positionals } = given();
  const [command, ...files] = positionals;
  if (values.help || command === "help") return process.stdout.write(HELP);
  if (values.version) return process.stdout.write(`flowdeck ${await version()}\n`);
  if (command !== "types") {
    throw new Fault(
      `${command ? `there is no command ${command}` : "no command given"}; flowdeck --help says what there is`,
    );
  }
  await types(files, values);
}

function given() {
  const text = { type: "string" };
  const options = {
    workflow: text,
    name: text,
    out: text,
    version: { type: "boolean" },
    help: { type: "boolean", short: "h" },
  };
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw new Fault(`reading the arguments: ${error.message}; flowdeck --help says what there is`);
  }
}

const version = async () => JSON.parse(await readFile(new URL("../package.json", import.meta.url), "utf8")).version;

async function types(files, { workflow, name, out }) {
  if (files.length === 0) throw new Fault("writing types: name a workflow's file");
  if (name !== undefined && files.length > 1) throw new Fault("writing types: --name is for one workflow alone");
  if (out !== undefined) await keepSources(out, files);
  const found = (await Promise.all(files.map(read))).flat();
  const workflows = workflow === undefined ? found : chosen(found, workflow);
  if (name !== undefined && workflows.length > 1) {
    throw new Fault(`writing types: --name is for one workflow alone; choose one with --workflow: ${ids(workflows)}`);
  }
  const written = declarations(workflows, name);
  await (out === undefined ? process.stdout.write(written) : writeOut(out, written));
}

/** The workflows of a file; what could not be read of it goes to the standard error. */
async function read(path) {
  const source = sourceName(path);
  const { schemas, problems } = await inputSchema(new Blob([await readSource(path)]));
  for (const problem of problems) note(`${source}: ${words(problem)}`);
  if (problems.length > 0 && schemas.every(({ schema }) => schema.fields.length === 0)) {
    throw new Fault(`reading ${source}: it gives no fields; export the workflow from ComfyUI again`);
  }
  const nameless = schemas.filter(({ workflowId }) => workflowId === null).length;
  if (schemas.length > 1 && nameless > 0) {
    note(
      `${source}: ${nameless} of its ${schemas.length} workflows have no id; their interfaces are named after the file, in its order`,
    );
  }
  const file = path === "-" ? undefined : basename(path);
  return schemas.map(({ workflowId: id, schema: { fields } }) => ({ file, id, fields }));
}

function chosen(found, workflow) {
  const one = found.filter(({ id }) => id === workflow);
  if (one.length === 0) throw new Fault(`choosing a workflow: there is no “${workflow}”; there are: ${ids(found)}`);
  return one;
}

const ids = (workflows) =>
  workflows
    .map(({ id }) => id)
    .filter((id) => id !== null)
    .join(", ") || "none with an id; leave --workflow out";

/** A problem with its place: `node 6 (CLIPTextEncode) “Prompt”: …`. */
function words({ node, class: type, title, message }) {
  if (node === null) return message;
  return `node ${node}${type === null ? "" : ` (${type})`}${title === null ? "" : ` “${title}”`}: ${message}`;
}

/** A line on the standard error; what a file calls its nodes cannot steer the terminal. */
const note = (line) => process.stderr.write(`${line.replace(/\p{Cc}/gu, " ")}\n`);

main().catch((error) => {
  // What is not the caller's fault is ours, and keeps its stack.
  process.stderr.write(`error: ${error instanceof Fault ? error.message : error?.stack}\n`);
  process.exitCode = 1;
});
