// A running program and its OpenAPI document, in a folder for the files that a test generates from it.
import { execFile } from "node:child_process";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { KEY } from "../npm/deployment.mjs";
import { startProgram, WORKFLOWS } from "../npm/program.mjs";

export { KEY };

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The image that runs send. */
export const PHOTO = join(ROOT, "www/workflows/files/aurora.jpg");
/** The Python of the tests. */
export const PYTHON = process.env.PYTHON ?? join(ROOT, ".tools/python/bin/python");
/** The folder of the generators for TypeScript. */
export const GENERATORS = process.env.FLOWDECK_GENERATORS ?? join(ROOT, ".tools/clients");

/**
 * Starts the program with the sample workflows and those of the tests.
 * @param {Record<string, string>} [more] further workflows: their IDs and files
 */
export async function started(more = {}) {
  const folder = await mkdtemp(join(tmpdir(), "flowdeck-clients-"));
  const workflows = join(folder, "workflows");
  await cp(WORKFLOWS, workflows, { recursive: true });
  await cp(join(ROOT, "tests/clients/workflows"), workflows, { recursive: true });
  for (const [id, text] of Object.entries(more)) await writeFile(join(workflows, `${id}.json`), text);
  const { baseUrl, stop } = await startProgram(workflows);
  const response = await fetch(`${baseUrl}/openapi.json`, { headers: { "X-API-KEY": KEY } });
  const text = await response.text();
  const file = join(folder, "openapi.json");
  await writeFile(file, text);
  return {
    baseUrl,
    folder,
    file,
    text,
    document: JSON.parse(text),
    stop: async () => {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * What a program prints; the error of one that fails has that, too.
 * @param {string} program
 * @param {string[]} args
 * @param {import("node:child_process").ExecFileOptions} [options]
 * @returns {Promise<string>}
 */
export async function printed(program, args, options) {
  try {
    const { stdout } = await run(program, args, options);
    return String(stdout);
  } catch (error) {
    const { message, stdout, stderr } = /** @type {any} */ (error);
    throw new Error([message, stdout, stderr].join("\n"));
  }
}
