// The command `flowdeck` in a project, with a program in the package of this platform.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { PACKAGE } from "./deployment.mjs";

/** The package of this platform. */
export const PLATFORM_PACKAGE = `@flowdeck/${process.platform}-${process.arch}`;

/** The real program. */
export const PROGRAM =
  process.env.FLOWDECK_BIN ?? fileURLToPath(new URL("../../target/release/flowdeck", import.meta.url));

/**
 * A project with the package, removed after the test. `program` is the path of its program, or the JavaScript of a
 * stand-in; without one, the platform's package is not installed. `optional` are the package's optional dependencies.
 *
 * @param {import("node:test").TestContext} t
 * @param {{ program?: string, script?: string, optional?: string[] }} [options]
 */
export async function install(t, { program, script, optional = [PLATFORM_PACKAGE] } = {}) {
  const folder = await mkdtemp(join(tmpdir(), "flowdeck-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const modules = join(folder, "node_modules");
  await cp(PACKAGE, join(modules, "flowdeck"), { recursive: true });
  const manifest = join(modules, "flowdeck/package.json");
  const own = JSON.parse(await readFile(manifest, "utf8"));
  const dependencies = Object.fromEntries(optional.map((name) => [name, own.version]));
  await writeFile(manifest, JSON.stringify({ ...own, optionalDependencies: dependencies }));
  await writeFile(join(folder, "package.json"), "{}");
  await mkdir(join(modules, ".bin"));
  await symlink("../flowdeck/bin/flowdeck.js", join(modules, ".bin/flowdeck"));
  if (program !== undefined || script !== undefined) await addProgram(join(modules, PLATFORM_PACKAGE), program, script);
  return folder;
}

async function addProgram(folder, program, script) {
  await mkdir(join(folder, "bin"), { recursive: true });
  await writeFile(join(folder, "package.json"), JSON.stringify({ name: PLATFORM_PACKAGE, version: "1.0.0" }));
  const path = join(folder, "bin/flowdeck");
  if (program) return symlink(program, path);
  await writeFile(path, `#!${process.execPath}\n${script}`);
  await chmod(path, 0o755);
}

/** Starts the command of a project. */
export function start(folder, args, options = {}) {
  const command = join(folder, "node_modules/flowdeck/bin/flowdeck.js");
  return spawn(process.execPath, [command, ...args], { cwd: folder, ...options });
}

/** Runs a command to its end. */
export async function ended(child, input = "") {
  child.stdin.end(input);
  const [stdout, stderr, [code, signal]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  return { stdout, stderr, code, signal };
}

/** Runs the command of a project to its end. */
export const run = (folder, args, input) => ended(start(folder, args), input);
