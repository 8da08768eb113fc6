#!/usr/bin/env node
// The command `flowdeck`: `types` is part of this package, everything else is done by the program. Loads nothing that
// a command does not need, so that the program starts at once.
import { CommandError } from "./files.js";
import { missingProgram, programPath, runProgram } from "./program.js";

/** What the help of the program does not know. */
const ADDED = `
The npm package adds a command:
  types      Write a TypeScript interface of each workflow's inputs; see flowdeck types --help
`;

/** @param {string[]} args */
async function main(args) {
  const [command, ...rest] = args;
  if (command === "types") return (await typesCommand()).typesCommand(rest);
  if (command === "help" && rest[0] === "types") return (await typesCommand()).typesCommand(["--help"]);
  const program = programPath();
  if (program === undefined) return withoutProgram(args);
  const code = await runProgram(program, args);
  if (code === 0 && isGeneralHelp(args)) process.stdout.write(ADDED);
  process.exitCode = code;
}

/** Shows help and version without the program; fails for any other command. */
async function withoutProgram(/** @type {string[]} */ args) {
  if (args.length === 1 && ["--version", "-V"].includes(args[0] ?? "")) {
    const { version } = await ownManifest();
    process.stdout.write(`flowdeck ${version}\n`);
  } else if (isGeneralHelp(args)) {
    process.stdout.write((await typesCommand()).HELP);
    process.stderr.write(`\nOnly this command works here: ${missingProgram(await ownManifest())}\n`);
  } else {
    throw new CommandError(`starting flowdeck: ${missingProgram(await ownManifest())}`);
  }
}

/** @param {string[]} args */
const isGeneralHelp = (args) => args.length === 1 && ["help", "--help", "-h"].includes(args[0] ?? "");

const typesCommand = () => import("./types-command.js");

/** @returns {Promise<import("./program.js").Manifest>} */
async function ownManifest() {
  const { readFile } = await import("node:fs/promises");
  return JSON.parse(await readFile(new URL("../package.json", import.meta.url), "utf8"));
}

main(process.argv.slice(2)).catch((error) => {
  // Any other error is a bug, and keeps its stack.
  process.stderr.write(`error: ${error instanceof CommandError ? error.message : error?.stack}\n`);
  process.exitCode = 1;
});
