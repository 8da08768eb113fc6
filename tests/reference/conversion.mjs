// Compares flowdeck's conversion of editor files with the editor's own, and both with what a real
// ComfyUI accepts. Usage:
//
//   COMFYUI_URL=http://127.0.0.1:8188 COMFYUI_FOLDER=… node tests/reference/conversion.mjs FOLDER
//
// COMFYUI_FOLDER is ComfyUI's folder with `models` and `input`; empty stand-ins for missing files
// are created there. FOLDER contains workflows in the editor's format. Nothing is executed: ComfyUI needs
// tests/reference/oracle among its custom nodes.
// REPORT=file.json also writes every difference. A difference in what the editor draws at random, such as
// the choices of `{red|blue}`, is not ours. Without COMFYUI_URL, it reports that it was skipped.

import { readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { differences } from "./compare.mjs";
import { Converter } from "./converter.mjs";
import { Editor } from "./editor.mjs";
import { complaints, Engine } from "./engine.mjs";
import { counts, report } from "./report.mjs";
import { StandIns } from "./stand-ins.mjs";

/** The shares that must be reached. */
const ACCEPTED = 0.99;
const EQUAL = 0.97;

const { COMFYUI_URL, COMFYUI_FOLDER, REPORT } = process.env;
const folder = process.argv[2];

async function judged(engine, prompt) {
  const answer = await engine.judge(prompt);
  return { accepted: answer.accepted, complaints: complaints(answer) };
}

/** Converts one workflow with both, and asks ComfyUI about both. */
async function compare(file, { editor, engine, classes, standIns, converter }) {
  const text = await readFile(path.join(folder, file), "utf8");
  const workflow = JSON.parse(text);
  const { prompt, problems } = await converter.convert(text);
  const result = { file, problems, differences: [] };
  try {
    result.theirs = await editor.prompt(workflow);
  } catch (error) {
    return { ...result, failed: error.message.split("\n")[0] };
  }
  await standIns.create(result.theirs);
  result.editor = await judged(engine, result.theirs);
  if (!result.editor.accepted) return result;
  // A workflow with problems is not ready, so nothing would be sent.
  const ours = await judged(engine, prompt);
  result.ours = { ...ours, accepted: ours.accepted && problems.length === 0 };
  result.differences = differences(result.theirs, prompt, classes);
  return result;
}

async function main() {
  const engine = new Engine(COMFYUI_URL);
  const standIns = await StandIns.of(engine, COMFYUI_FOLDER);
  const classesFile = path.join(tmpdir(), `flowdeck-reference-${process.pid}.json`);
  const classes = await engine.classes();
  await writeFile(classesFile, await engine.classesText());
  const converter = Converter.start(classesFile);
  const editor = await Editor.open(COMFYUI_URL, classes);
  console.log(`ComfyUI ${await engine.version()}, editor ${await editor.version()}`);
  const results = [];
  for (const file of (await readdir(folder)).filter((name) => name.endsWith(".json")).sort()) {
    results.push(await compare(file, { editor, engine, classes, standIns, converter }));
    if (process.stderr.isTTY || results.length % 50 === 0) console.error(`${results.length} ${file}`);
  }
  await Promise.all([editor.close(), converter.close()]);
  console.log(report(results));
  if (REPORT) await writeFile(REPORT, JSON.stringify(results, null, 1));
  const { accepted, ours, equal } = counts(results);
  if (ours < ACCEPTED * accepted || equal < EQUAL * accepted) process.exitCode = 1;
}

if (!COMFYUI_URL) console.log("skipped: set COMFYUI_URL to compare with a real ComfyUI");
else if (!COMFYUI_FOLDER || !folder) throw new Error("set COMFYUI_FOLDER and name a folder of workflows");
else await main();
