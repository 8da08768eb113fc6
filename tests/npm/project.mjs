// The projects in tests/npm/consumers, each with the packed package installed by npm.
import { execFile } from "node:child_process";
import { cp, mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { PACKAGE } from "./deployment.mjs";

const SOURCES = fileURLToPath(new URL("./consumers", import.meta.url));
const PROJECTS = fileURLToPath(new URL("../../target/test/consumers", import.meta.url));

const execute = promisify(execFile);

/** Runs npm in a folder and returns its output. NODE_ENV, which other tools may have set, is not passed on. */
export async function npm(folder, ...args) {
  const { NODE_ENV: _, ...env } = process.env;
  return (await execute("npm", args, { cwd: folder, env })).stdout;
}

/** The paths in the tarball that npm makes of the package, sorted. */
export async function packed(...options) {
  const [report] = Object.values(JSON.parse(await npm(PACKAGE, "pack", "--json", "--ignore-scripts", ...options)));
  return { tarball: report.filename, paths: report.files.map(({ path }) => path).sort() };
}

/** Packs the tarball that every project depends on. */
export async function pack() {
  await rm(PROJECTS, { recursive: true, force: true });
  await mkdir(PROJECTS, { recursive: true });
  const { tarball } = await packed("--pack-destination", PROJECTS);
  await rename(join(PROJECTS, tarball), join(PROJECTS, "flowdeck.tgz"));
}

/** Creates a project, installs the package in it and returns its folder; `as` names a second copy. */
export async function project(name, as = name) {
  const folder = join(PROJECTS, as);
  // A project's own files replace the shared ones.
  for (const source of ["shared", name]) await cp(join(SOURCES, source), folder, { recursive: true });
  await npm(folder, "install", "--offline", "--no-audit", "--no-fund", "--ignore-scripts", "--no-package-lock");
  return folder;
}
