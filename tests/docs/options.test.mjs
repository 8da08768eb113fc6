// Every command and option of the program that a sentence of the documents names exists.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
import { documents, textOf, withoutBlocks } from "./blocks.mjs";
import { PROGRAM } from "./processes.mjs";

const execute = promisify(execFile);

/** Options of other programs. */
const OTHERS = ["--preview-method", "--disable-metadata", "--read-only", "--network", "--reinstall"];

/** The commands of the program, such as `keys new`, and all of their options. */
async function interfaceOf(command = [], known = { commands: new Set(), options: new Set() }) {
  const { stdout } = await execute(PROGRAM, [...command, "--help"]);
  known.commands.add(command.join(" "));
  for (const [option] of stdout.matchAll(/(?<=^\s+(?:-\w, )?)--[a-z-]+/gm)) known.options.add(option);
  const [, list = ""] = /^Commands:\n((?: {2}.*\n)+)/m.exec(stdout) ?? [];
  const names = [...list.matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => name).filter((name) => name !== "help");
  await Promise.all(names.map((name) => interfaceOf([...command, name], known)));
  return known;
}

test("every command and option in the text exists", async () => {
  const { commands, options } = await interfaceOf();
  assert(commands.has("keys new") && options.has("--queue-limit"), "the help of the program was not understood");
  const unknown = [];
  for (const document of (await documents()).filter((document) => document !== "www/npm/README.md")) {
    for (const [, code] of withoutBlocks(await textOf(document)).matchAll(/`([^`\n]+)`/g)) {
      const isOurs = /^(flowdeck |--)/.test(code);
      const found = isOurs ? (code.match(/(?<![\w-])--[a-z-]+/g) ?? []) : [];
      unknown.push(
        ...found.filter((option) => ![...options, ...OTHERS].includes(option)).map((one) => `${document}: ${one}`),
      );
      const [, words = ""] = /^flowdeck ((?:[a-z]+ ?)+)/.exec(code) ?? [];
      const isCommand = commands.has(words.split(" ")[0]);
      if (!isCommand) unknown.push(`${document}: flowdeck ${words}`);
    }
  }
  assert.deepEqual(unknown, []);
});
