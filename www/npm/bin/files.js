// Reads and writes the command's files, and explains failures. Does not know their content.
import { fstat, stat } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join, parse, resolve } from "node:path";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";

/** An error that the caller can fix: shown without a stack. */
export class CommandError extends Error {}

const STDIN = "-";
const IS_URL = /^https?:/i;

/**
 * A source's name in messages.
 * @param {string} path
 */
export const sourceName = (path) => (path === STDIN ? "the standard input" : shown(path));

/**
 * A source's bytes.
 * @param {string} path
 */
export async function readSource(path) {
  if (path === STDIN) return buffer(process.stdin);
  if (IS_URL.test(path)) {
    throw new CommandError(
      `reading ${shown(path)}: only files can be read, and this is a URL; ` +
        'fetch it with the header X-API-KEY (curl -H "X-API-KEY: …" -o FILE URL) and give the file; ' +
        "for the workflows of a service, use --url",
    );
  }
  return readFile(path).catch((error) => {
    throw explained(`reading ${path}`, error, { ENOENT: MISSING, EISDIR: "it is a folder; give a file in it" });
  });
}

const EXPOSURE_END = ".form.json";

/**
 * The files that are not saved exposures: a pattern such as `*.json` names these too, next to their workflows.
 * @param {string[]} paths
 */
export function withoutExposures(paths) {
  const workflows = paths.filter((path) => !path.endsWith(EXPOSURE_END));
  const read = new Set(workflows.map((path) => resolve(exposurePath(path))));
  const lost = paths.find((path) => !workflows.includes(path) && !read.has(resolve(path)));
  if (lost === undefined) return workflows;
  const workflow = lost.replace(EXPOSURE_END, ".json");
  throw new CommandError(
    `reading ${shown(lost)}: it is a saved exposure, which is read with its workflow; name that, such as ${workflow}`,
  );
}

/**
 * Where the saved exposure of a workflow file is: `poster.form.json` for `poster.json`.
 * @param {string} path
 */
const exposurePath = (path) => join(dirname(path), `${parse(path).name}${EXPOSURE_END}`);

/**
 * The bytes of the saved exposure next to a workflow file, if there is one.
 * @param {string} path
 */
export async function readExposure(path) {
  if (path === STDIN) return undefined;
  const name = exposurePath(path);
  return readFile(name).catch((error) => {
    if (error.code === "ENOENT") return undefined;
    throw explained(`reading ${name}`, error, {});
  });
}

/**
 * Writes the output; `out` has passed `keepSources`.
 * @param {string} out
 * @param {string} written
 */
export async function writeOut(out, written) {
  await writeFile(out, written).catch((error) => {
    const folder = `there is no folder ${dirname(out)}; create it first, or choose another --out`;
    throw explained(`writing ${out || "--out"}`, error, {
      ENOENT: out === "" ? "the name is empty; name a file" : folder,
      ENOTDIR: folder,
      EISDIR: "it is a folder; name a file in it",
    });
  });
}

/**
 * Refuses an `out` that is one of the sources, by any name or link.
 * @param {string} out
 * @param {string[]} paths
 */
export async function keepSources(out, paths) {
  const target = await identity(out);
  if (target === undefined) return;
  for (const path of paths.flatMap((path) => [path, exposurePath(path)])) {
    if ((await identity(path)) !== target) continue;
    const what = path.endsWith(EXPOSURE_END) ? "a saved exposure" : "the workflow itself";
    throw new CommandError(
      `writing ${out}: it is ${what} (${sourceName(path)}), which would be overwritten; ` +
        `name another file, such as ${otherName(out)}`,
    );
  }
}

const MISSING = "there is no such file; give the path of a workflow file, or - for the standard input";

/** @type {Record<string, string>} */
const REASONS = {
  EACCES: "access is denied; change its permissions",
  EPERM: "access is denied; change its permissions",
};

/**
 * @param {string} action
 * @param {NodeJS.ErrnoException} error
 * @param {Record<string, string>} reasons
 */
function explained(action, { code = "", message }, reasons) {
  return new CommandError(`${action}: ${reasons[code] ?? REASONS[code] ?? message}`);
}

/**
 * The identity of the file behind a path; undefined if it is not a file, such as a terminal.
 * @param {string} path
 */
async function identity(path) {
  const stats = path === STDIN ? promisify(fstat)(0, { bigint: true }) : promisify(stat)(path, { bigint: true });
  // If it is not accessible, reading or writing it reports why.
  const found = await stats.catch(() => undefined);
  return found?.isFile() ? `${found.dev} ${found.ino}` : undefined;
}

/** @param {string} out */
const otherName = (out) => `${out.replace(/(\.d)?\.[^./\\]*$/, "")}.d.ts`;

/**
 * A path as it may be shown: a URL may contain a key.
 * @param {string} path
 */
function shown(path) {
  if (!IS_URL.test(path)) return path;
  return path.replace(/[?#].*$/s, "").replace(/\/\/[^/]*@/, "//");
}
