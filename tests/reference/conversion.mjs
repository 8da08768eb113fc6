// Compares flowdeck's conversion of editor files with the editor's own, in Chromium and with the JavaScript of the node
// packs of a real ComfyUI, which says what it accepts. Usage:
//
//   COMFYUI_URL=http://127.0.0.1:8188 COMFYUI_FOLDER=… node tests/reference/conversion.mjs FOLDER…
//
// COMFYUI_FOLDER is ComfyUI's folder with `models` and `input`; empty stand-ins for missing files are created there.
// Each FOLDER contains workflows in the editor's format, or pictures that carry them. Nothing is executed: ComfyUI
// needs tests/reference/oracle among its custom nodes. ANSWERS (target/reference-answers) keeps the editor's answers;
// remove that folder after ComfyUI or its packs have changed. REPORT=file.json also writes every difference.
// Fails if less than 99 % of what the editor converts and ComfyUI accepts is ready and equal. Without COMFYUI_URL, it
// reports that it was skipped.

import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { Answers, nameOf } from "./answers.mjs";
import { differences, isOnlyId } from "./compare.mjs";
import { Converter } from "./converter.mjs";
import { Editor } from "./editor.mjs";
import { complaints, Engine } from "./engine.mjs";
import { parsed, workflowFiles } from "./files.mjs";
import { reached, report } from "./report.mjs";
import { StandIns } from "./stand-ins.mjs";

const { COMFYUI_URL, COMFYUI_FOLDER, REPORT, ANSWERS = "target/reference-answers" } = process.env;
const folders = process.argv.slice(2);

/** Every workflow in the editor's format; equal ones count once. */
async function distinctFiles() {
  const found = new Map();
  for (const { file, workflow } of await workflowFiles(folders)) {
    if (workflow && !found.has(nameOf(workflow))) found.set(nameOf(workflow), { file, workflow });
  }
  return [...found.values()];
}

/** What flowdeck makes of each file, with the classes and lists of files that ComfyUI has now. */
async function converted(engine, files) {
  const classesFile = path.join(tmpdir(), `flowdeck-reference-${process.pid}.json`);
  await writeFile(classesFile, await engine.classesText());
  const converter = Converter.start(classesFile);
  const results = [];
  for (const { workflow } of files) results.push(await converter.convert(workflow));
  await converter.close();
  return results;
}

/** The prompt that the editor makes of a workflow, and what ComfyUI says of it. */
async function answer(workflow, editor, engine, standIns) {
  let prompt;
  try {
    prompt = await editor.prompt(parsed(workflow));
  } catch (error) {
    return { failed: error.message.split("\n")[0] };
  }
  await standIns.create(prompt);
  const judged = await engine.judge(prompt);
  return { prompt, accepted: judged.accepted, complaints: complaints(judged) };
}

/** Asks the editor about every file about which it has not been asked yet. */
async function ask(files, engine, standIns, answers) {
  let editor;
  for (const [index, { file, workflow }] of files.entries()) {
    if (await answers.get(workflow)) continue;
    editor ??= await Editor.open(COMFYUI_URL, await engine.classes());
    const said = await answer(workflow, editor, engine, standIns);
    await answers.set(workflow, said);
    const result = said.failed ?? (said.accepted ? "accepted" : said.complaints[0]);
    console.error(`${index + 1} of ${files.length} ${file}: ${result}`);
  }
  await editor?.close();
}

async function main() {
  const engine = new Engine(COMFYUI_URL);
  const files = await distinctFiles();
  const standIns = await StandIns.of(engine, COMFYUI_FOLDER);
  // The editor and flowdeck shall see the same lists of files.
  for (const { prompt } of await converted(engine, files)) await standIns.create(prompt);
  const answers = await Answers.in(ANSWERS);
  await ask(files, engine, standIns, answers);
  const classes = await engine.classes();
  const results = [];
  for (const [index, ours] of (await converted(engine, files)).entries()) {
    const { file, workflow } = files[index];
    const theirs = await answers.get(workflow);
    const all = theirs.accepted ? differences(theirs.prompt, ours.prompt, classes) : [];
    const found = all.filter((difference) => !isOnlyId(difference));
    results.push({ file, theirs, obstacles: ours.obstacles, differences: found });
  }
  console.log(`ComfyUI ${await engine.version()}, ${Object.keys(classes).length} classes`);
  console.log(report(results));
  if (REPORT) await writeFile(REPORT, JSON.stringify(results, null, 1));
  if (!reached(results)) process.exitCode = 1;
}

if (!COMFYUI_URL) console.log("skipped: set COMFYUI_URL to compare with a real ComfyUI");
else if (!COMFYUI_FOLDER || folders.length === 0) throw new Error("set COMFYUI_FOLDER and name folders of workflows");
else await main();
