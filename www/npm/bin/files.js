// The files that the command reads and writes, and what failed with them in words. It does not know
// what stands in them.
import { fstat, stat } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";

/** What the caller can put right. */
export class Fault extends Error {}

const STDIN = "-";
const IS_URL = /^https?:/i;

/** What a person calls a source. */
export const sourceName = (path) => (path === STDIN ? "the standard input" : shown(path));

/** A source's text or bytes. */
export async function readSource(path) {
  if (path === STDIN) return text(process.stdin);
  if (IS_URL.test(path)) {
    throw new Fault(
      `reading ${shown(path)}: only files are read, and this is a URL; fetch it with the header X-API-KEY (curl -H "X-API-KEY: …" -o FILE URL) and give the file`,
    );
  }
  return readFile(path).catch((error) => {
    throw fault(`reading ${path}`, error, { ENOENT: MISSING, EISDIR: "it is a folder; give a file in it" });
  });
}

/** Writes what was asked for; `out` is checked by `keepSources` before. */
export async function writeOut(out, written) {
  await writeFile(out, written).catch((error) => {
    const folder = `there is no folder ${dirname(out)}; make it first, or choose another --out`;
    throw fault(`writing ${out || "--out"}`, error, {
      ENOENT: out === "" ? "the name is empty; name a file" : folder,
      ENOTDIR: folder,
      EISDIR: "it is a folder; name a file in it",
    });
  });
}

/** Refuses an `out` that is one of the sources, by whatever name or link. */
export async function keepSources(out, paths) {
  const target = await identity(out);
  if (target === undefined) return;
  for (const path of paths) {
    if ((await identity(path)) !== target) continue;
    throw new Fault(
      `writing ${out}: it is the workflow itself (${sourceName(path)}), which would be lost; name another file, such as ${otherName(out)}`,
    );
  }
}

const MISSING = "there is no such file; give the path of a workflow's file, or - for the standard input";

const REASONS = {
  EACCES: "it may not be accessed; change its permissions",
  EPERM: "it may not be accessed; change its permissions",
};

function fault(attempted, { code, message }, reasons) {
  return new Fault(`${attempted}: ${reasons[code] ?? REASONS[code] ?? message}`);
}

/** Which file a path leads to; undefined where it is none, such as a terminal. */
async function identity(path) {
  const looked = path === STDIN ? promisify(fstat)(0, { bigint: true }) : promisify(stat)(path, { bigint: true });
  // What cannot be looked at, reading or writing it says.
  const found = await looked.catch(() => undefined);
  return found?.isFile() ? `${found.dev} ${found.ino}` : undefined;
}

const otherName = (out) => `${out.replace(/(\.d)?\.[^./\\]*$/, "")}.d.ts`;

/** A path as it may be said: a URL may have a key in it. */
function shown(path) {
  if (!IS_URL.test(path)) return path;
  return path.replace(/[?#].*$/s, "").replace(/\/\/[^/]*@/, "//");
}
