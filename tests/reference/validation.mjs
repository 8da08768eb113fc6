// Compares flowdeck's verdicts on workflows with those of ComfyUI's own validation. Usage:
//
//   COMFYUI_URL=http://127.0.0.1:8188 COMFYUI_FOLDER=… node tests/reference/validation.mjs FOLDER…
//
// ComfyUI needs tests/reference/oracle among its custom nodes. COMFYUI_FOLDER is its folder with `models` and
// `input`; empty stand-ins for missing files are created there. The folders contain workflows in the editor's or
// the API format, or pictures that carry them. Nothing is executed. REPORT=file.json also writes every verdict.
// With FAULTS=1, it compares the verdicts on faulty prompts instead: those of the workflows that ComfyUI accepts, each
// with one fault. Without COMFYUI_URL, it reports that it was skipped.

import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { Converter } from "./converter.mjs";
import { Engine } from "./engine.mjs";
import { workflowFiles } from "./files.mjs";
import { mutations } from "./mutations.mjs";
import { StandIns } from "./stand-ins.mjs";
import { reached, report } from "./validation-report.mjs";
import { verdict } from "./verdicts.mjs";

const { COMFYUI_URL, COMFYUI_FOLDER, FAULTS, REPORT } = process.env;
const folders = process.argv.slice(2);

/** What flowdeck says about the text of each workflow, with the classes that ComfyUI has now. */
async function checked(engine, texts) {
  const classesFile = path.join(tmpdir(), `flowdeck-reference-${process.pid}.json`);
  await writeFile(classesFile, await engine.classesText());
  const converter = Converter.start(classesFile);
  const results = [];
  for (const text of texts) results.push(await converter.convert(text));
  await converter.close();
  return results;
}

/** The verdicts on `{file, text}`. */
async function verdicts(engine, files) {
  const texts = files.map(({ text }) => text);
  const results = [];
  for (const [index, ours] of (await checked(engine, texts)).entries()) {
    const { file } = files[index];
    results.push({ file, ...ours, ...verdict(ours, await engine.judge(ours.sent)) });
  }
  return results;
}

/** Every faulty variant of the prompts that ComfyUI accepts as they are. */
async function faulty(engine, results) {
  const classes = await engine.classes();
  const seen = new Set();
  const good = results.filter(({ kind, complaints }) => kind === "runs" && complaints.length === 0);
  return good.flatMap(({ file, sent }) =>
    [...mutations(JSON.parse(sent), classes, seen)].map(({ name, prompt }) => {
      return { file: `${name} (${file})`, text: JSON.stringify(prompt) };
    }),
  );
}

async function main() {
  const engine = new Engine(COMFYUI_URL);
  const found = await workflowFiles(folders);
  const files = found.map(({ file, workflow, prompt }) => ({ file, text: workflow ?? prompt }));
  const standIns = await StandIns.of(engine, COMFYUI_FOLDER);
  const named = await checked(
    engine,
    files.map(({ text }) => text),
  );
  for (const { sent } of named) await standIns.create(JSON.parse(sent));
  // Now the lists of ComfyUI have the stand-ins.
  let results = await verdicts(engine, files);
  console.log(`ComfyUI ${await engine.version()}`);
  if (FAULTS) results = await verdicts(engine, await faulty(engine, results));
  console.log(report(results));
  if (REPORT) await writeFile(REPORT, JSON.stringify(results, null, 1));
  if (!reached(results)) process.exitCode = 1;
}

if (!COMFYUI_URL) console.log("skipped: set COMFYUI_URL to compare with a real ComfyUI");
else if (!COMFYUI_FOLDER || folders.length === 0) throw new Error("set COMFYUI_FOLDER and name folders of workflows");
else await main();
