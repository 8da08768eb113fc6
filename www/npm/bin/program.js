// Finds the program `flowdeck` in the package of this platform, and runs it as if it had been called directly.
import { execFile, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { constants } from "node:os";
import { CommandError } from "./files.js";

/** @typedef {{ version: string, optionalDependencies?: Record<string, string> }} Manifest */

const PLATFORM = `${process.platform}-${process.arch}`;
const PACKAGE = `@flowdeck/${PLATFORM}`;

/** The program's path; undefined if the package of this platform is not installed. */
export function programPath() {
  const file = process.platform === "win32" ? "flowdeck.exe" : "flowdeck";
  try {
    return createRequire(import.meta.url).resolve(`${PACKAGE}/bin/${file}`);
  } catch {
    return undefined;
  }
}

/**
 * Why there is no program, and what to do.
 * @param {Manifest} manifest
 */
export function missingProgram({ version, optionalDependencies }) {
  if (optionalDependencies === undefined) {
    return "this copy of the package has only the client; install flowdeck from a release, or build the program";
  }
  if (!(PACKAGE in optionalDependencies)) {
    const all = Object.keys(optionalDependencies).map((name) => name.replace("@flowdeck/", ""));
    return `there is no program for ${PLATFORM}, only for ${all.join(", ")}; build it from source`;
  }
  return (
    `the package ${PACKAGE} ${version} is not installed; ` +
    "install flowdeck on this machine again, with --include=optional"
  );
}

/**
 * Runs the program with this process's streams, and passes signals on. Returns its exit code; if a signal ended it,
 * the same signal ends this process.
 * @param {string} program
 * @param {string[]} args
 * @returns {Promise<number>}
 */
export function runProgram(program, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: "inherit" });
    const stopPassing = passSignals(child);
    const stopWatching = endWithNpx(child);
    child.on("error", (/** @type {NodeJS.ErrnoException} */ error) => {
      stopWatching();
      reject(new CommandError(`starting ${program}: ${error.code ?? error.message}; install flowdeck again`));
    });
    child.on("exit", (code, signal) => {
      stopWatching();
      stopPassing();
      if (signal !== null) process.kill(process.pid, signal);
      // Reached if the signal cannot end this process, for example as the first one of a container.
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
}

/** @typedef {import("node:child_process").ChildProcess} Child */

/**
 * Passes signals on to the program. Returns a function that ends this.
 * @param {Child} child
 */
function passSignals(child) {
  const isWindows = process.platform === "win32";
  // A terminal sends Ctrl-C to the program, too; a second one would end its running requests. On Windows, Ctrl-C
  // always comes from the console, and kill() would end the program at once.
  const isSentToBoth = (/** @type {NodeJS.Signals} */ signal) =>
    isWindows || (signal === "SIGINT" && process.stdin.isTTY === true);
  /** @type {NodeJS.Signals[]} */
  const signals = isWindows ? ["SIGINT", "SIGBREAK", "SIGHUP"] : ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"];
  const pass = (/** @type {NodeJS.Signals} */ signal) => {
    if (!isSentToBoth(signal)) child.kill(signal);
  };
  for (const signal of signals) process.on(signal, pass);
  return () => {
    for (const signal of signals) process.off(signal, pass);
  };
}

/** How often to look whether npx is still running, in milliseconds. */
const NPX_INTERVAL = 250;

/**
 * Stops the program if npx ends without passing a signal on, as when it is killed. Returns a function that ends the
 * watch. Without npx, the program may outlive the process that started it, as any other.
 * @param {Child} child
 */
function endWithNpx(child) {
  if (process.env.npm_command !== "exec" || process.platform === "win32") return () => {};
  const parent = process.ppid;
  let npx = parent;
  npxAbove(parent, (found) => {
    npx = found;
  });
  const timer = setInterval(() => {
    if (process.ppid === parent && isRunning(npx)) return;
    clearInterval(timer);
    child.kill("SIGTERM");
  }, NPX_INTERVAL);
  return () => clearInterval(timer);
}

/**
 * Finds npx: it is the parent, or the parent of the shell that it calls commands with.
 * @param {number} parent
 * @param {(npx: number) => void} found
 */
function npxAbove(parent, found) {
  execFile("ps", ["-o", "ppid=,args=", "-p", String(parent)], (error, output) => {
    // Without ps, only the end of the shell is noticed.
    const [, above, name] = (error === null && /^\s*(\d+)\s+(\S+)/.exec(output)) || [];
    if (above !== undefined && name !== "npm") found(Number(above));
  });
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // It belongs to another user.
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}
