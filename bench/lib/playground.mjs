// The built playground and the program that serves it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const PROGRAM = resolve(process.env.FLOWDECK_BIN ?? here("../../target/release/flowdeck"));
const LINK = /http:\/\/127\.0\.0\.1:\d+\/#key=\S+/;

/** Its folder: FLOWDECK_SITE or target/site. */
export const SITE = resolve(process.env.FLOWDECK_SITE ?? here("../../target/site"));

/** The folder of a hand-written page. */
export const handWritten = (name) => here(`../contenders/${name}`);

/** The files of a page by path; its index.html is also `/`. */
export function siteFiles(folder) {
  if (!existsSync(join(folder, "index.html"))) {
    throw new Error(`measuring the page: there is no page in ${folder}; run make site first`);
  }
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name));
  const files = new Map(paths.map((path) => [path.slice(folder.length), readFileSync(path)]));
  return files.set("/", files.get("/index.html"));
}

/** Starts `flowdeck serve` with this folder as its site and the bundled workflows. */
export async function serve(site) {
  const data = mkdtempSync(join(tmpdir(), "flowdeck-bench-"));
  const options = { listen: "127.0.0.1:0", engines: 1, site, workflows: here("../../www/workflows"), data };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  // The program prints only a key that it keeps itself.
  const { FLOWDECK_FIRST_KEY: _, ...others } = process.env;
  const env = { ...others, FLOWDECK_NO_SEARCH: "true" };
  const program = spawn(PROGRAM, ["serve", ...args], { env, stdio: ["ignore", "pipe", "ignore"] });
  const close = async () => {
    program.kill("SIGINT");
    await once(program, "exit");
    rmSync(data, { recursive: true });
  };
  return { link: await printedLink(program), close };
}

async function printedLink(program) {
  const failed = once(program, "error").then(([why]) => Promise.reject(why));
  failed.catch(() => {});
  const lines = createInterface(program.stdout)[Symbol.asyncIterator]();
  for (;;) {
    const { value, done } = await Promise.race([lines.next(), failed]);
    if (done) throw new Error(`measuring the page: ${PROGRAM} exited before it printed its link`);
    const link = value.match(LINK);
    if (link) return link[0];
  }
}
