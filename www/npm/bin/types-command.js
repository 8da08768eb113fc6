// The command `flowdeck types`: parses its arguments and reads the workflows. files.js reads and writes files, types.js
// generates the TypeScript.
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { connect, FlowdeckError, inputSchema } from "../node.js";
import {
  CommandError,
  keepSources,
  readExposure,
  readSource,
  sourceName,
  withoutExposures,
  writeOut,
} from "./files.js";
import { declarations } from "./types.js";

/**
 * @typedef {{
 *   workflow?: string | undefined, name?: string | undefined, out?: string | undefined, url?: string | undefined,
 * }} Options
 * @typedef {import("./types.js").Workflow} Workflow
 */

export const HELP = `flowdeck types FILE… [--workflow ID] [--name NAME] [--out FILE]
flowdeck types --url URL [--workflow ID] [--name NAME] [--out FILE]

Writes a TypeScript interface of each workflow's inputs, so that a wrong field name or type does
not compile:

    npx flowdeck types poster.json --out poster.d.ts
    await deck.run<PosterInputs>("poster", { title: "Hello" });

From a running service, it also writes the interface Workflows, for all IDs at once:

    npx flowdeck types --url http://127.0.0.1:8787 --out workflows.d.ts
    const deck = await connect<Workflows>();

FILE        a workflow as ComfyUI saves or exports it, or an image that carries one; a deployment's
            OpenAPI document or workflow listing (one interface per workflow); or a schema document;
            - reads the standard input. A saved exposure next to a workflow (poster.form.json for
            poster.json) chooses its fields, as on a deployment
--url       the service whose workflows are written; its key is in FLOWDECK_API_KEY
--workflow  the id of the only workflow in FILE to write
--name      the interface's name, for a single workflow (default: PosterInputs for the id poster or
            the file poster.json, Inputs for the standard input)
--out       the file to write, instead of the standard output
--help      show this help
`;

/**
 * Runs the command. Throws a `CommandError` for what the caller can fix.
 * @param {string[]} args
 */
export async function typesCommand(args) {
  const { values, positionals } = parsedArgs(args);
  if (values.help) process.stdout.write(HELP);
  else await types(positionals, values);
}

/** @param {string[]} args */
function parsedArgs(args) {
  const text = /** @type {const} */ ({ type: "string" });
  const help = /** @type {const} */ ({ type: "boolean", short: "h" });
  try {
    return parseArgs({
      args,
      options: { url: text, workflow: text, name: text, out: text, help },
      allowPositionals: true,
    });
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    throw new CommandError(`reading the arguments: ${message}; run flowdeck types --help to see the options`);
  }
}

/**
 * @param {string[]} named
 * @param {Options} options
 */
async function types(named, { url, workflow, name, out }) {
  const files = withoutExposures(named);
  if (files.length === 0 && url === undefined) {
    throw new CommandError("writing types: name a workflow file, or a service with --url");
  }
  if (name !== undefined && files.length > 1) throw new CommandError("writing types: --name is for one workflow only");
  if (out !== undefined) await keepSources(out, files);
  const read = await Promise.all([...files.map(readFile), ...(url === undefined ? [] : [readService(url)])]);
  const found = read.flat();
  const workflows = workflow === undefined ? found : chosen(found, workflow);
  if (name !== undefined && workflows.length > 1) {
    throw new CommandError(
      `writing types: --name is for one workflow only; choose one with --workflow: ${ids(workflows)}`,
    );
  }
  const written = declarations(workflows, name, workflow === undefined);
  await (out === undefined ? process.stdout.write(written) : writeOut(out, written));
}

/**
 * The workflows of a file; what could not be read goes to the standard error.
 * @param {string} path
 */
async function readFile(path) {
  const source = sourceName(path);
  const content = /** @type {Uint8Array<ArrayBuffer>} */ (await readSource(path));
  const exposure = await readExposure(path);
  const { schemas, problems } = await inputSchema(new Blob([content]), { exposure });
  for (const problem of problems) note(`${source}: ${located(problem)}`);
  if (problems.length > 0 && schemas.every(({ schema }) => schema.fields.length === 0)) {
    throw new CommandError(`reading ${source}: it has no fields; export the workflow from ComfyUI again`);
  }
  const nameless = schemas.filter(({ workflowId }) => workflowId === null).length;
  if (schemas.length > 1 && nameless > 0) {
    note(
      `${source}: ${nameless} of its ${schemas.length} workflows have no id; ` +
        "their interfaces are named after the file, in its order",
    );
  }
  const file = path === "-" ? undefined : basename(path);
  return schemas.map(({ workflowId: id, schema: { fields } }) => ({ file, id, fields }));
}

/**
 * The workflows that a service lists.
 * @param {string} url
 */
async function readService(url) {
  const { FLOWDECK_API_KEY: apiKey } = process.env;
  // Without a password that may be in it.
  const source = sourceName(url);
  const action = `reading the workflows of ${source}`;
  if (!apiKey) throw new CommandError(`${action}: FLOWDECK_API_KEY is not set; set it to a key of the service`);
  const listing = await listed(url, apiKey).catch((/** @type {unknown} */ thrown) => {
    throw thrown instanceof FlowdeckError ? new CommandError(`${action}: ${thrown.message}`) : thrown;
  });
  const { schemas, problems } = await inputSchema(listing);
  for (const problem of problems) note(`${source}: ${located(problem)}`);
  if (schemas.length === 0) throw new CommandError(`${action}: it has none; deploy one first`);
  return schemas.map(({ workflowId: id, schema: { fields } }) => ({ file: source, id, fields }));
}

/**
 * @param {string} baseUrl
 * @param {string} apiKey
 */
async function listed(baseUrl, apiKey) {
  const deck = await connect({ baseUrl, apiKey });
  return /** @type {object} */ ((await deck.workflows()).raw);
}

/**
 * @param {Workflow[]} found
 * @param {string} workflow
 */
function chosen(found, workflow) {
  const matching = found.filter(({ id }) => id === workflow);
  if (matching.length === 0) {
    throw new CommandError(`choosing a workflow: there is no “${workflow}”; available: ${ids(found)}`);
  }
  return matching;
}

/** @param {Workflow[]} workflows */
const ids = (workflows) =>
  workflows
    .map(({ id }) => id)
    .filter((id) => id !== null)
    .join(", ") || "none with an id; omit --workflow";

/**
 * A problem with its node: `node 6 (CLIPTextEncode) “Prompt”: …`.
 * @param {import("../types/schema.js").Problem} problem
 */
function located({ node, class: type, title, message }) {
  if (node === null) return message;
  return `node ${node}${type === null ? "" : ` (${type})`}${title === null ? "" : ` “${title}”`}: ${message}`;
}

/**
 * Prints a line to the standard error, without control characters: a node's title must not steer the terminal.
 * @param {string} line
 */
const note = (line) => process.stderr.write(`${line.replace(/\p{Cc}/gu, " ")}\n`);
