// Compares flowdeck's conversion with the editor's own, in pictures that carry both the editor's file and the prompt
// that the editor made of it. Usage:
//
//   COMFYUI_URL=http://127.0.0.1:8188 node tests/reference/pairs.mjs FOLDER…
//
// The classes are those of that ComfyUI; pictures with others are left out. Inputs that the picture's ComfyUI did not
// have yet are no difference if flowdeck gives them their defaults. Nothing is sent to it. Without
// COMFYUI_URL, it reports that it was skipped.

import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { differences, isOnlyId } from "./compare.mjs";
import { Converter } from "./converter.mjs";
import { Engine } from "./engine.mjs";
import { parsed, workflowFiles } from "./files.mjs";
import { isNewerInput, isOfAnotherState } from "./pair-state.mjs";

/** The share that must be converted identically. */
const EQUAL = 0.99;

const { COMFYUI_URL, REPORT } = process.env;
const folders = process.argv.slice(2);

async function compare({ file, workflow, prompt }, converter, classes) {
  const theirs = parsed(prompt);
  const ours = await converter.convert(workflow);
  const all = differences(theirs, ours.prompt, classes);
  const found = all.filter((difference) => !isOnlyId(difference) && !isNewerInput(difference, classes));
  const changed = isOfAnotherState(parsed(workflow), theirs, found);
  return { file, changed, differences: found, problems: ours.problems };
}

function text({ file, differences, problems }) {
  const lines = differences.map(({ id, reason, theirs, ours }) => {
    const values = [theirs, ours].map((value) => JSON.stringify(value)?.slice(0, 80) ?? "nothing");
    return `    node ${id}: ${reason}: the editor has ${values[0]}, flowdeck ${values[1]}`;
  });
  return [`  ${file}`, ...lines, ...problems.map(({ node, message }) => `    problem of node ${node}: ${message}`)];
}

async function main() {
  const engine = new Engine(COMFYUI_URL);
  const classes = await engine.classes();
  const classesFile = path.join(tmpdir(), `flowdeck-reference-${process.pid}.json`);
  await writeFile(classesFile, await engine.classesText());
  const pairs = (await workflowFiles(folders)).filter(({ workflow, prompt }) => workflow && prompt);
  const known = pairs.filter(({ prompt }) => Object.values(parsed(prompt)).every((node) => classes[node.class_type]));
  const converter = Converter.start(classesFile);
  const results = [];
  for (const pair of known) results.push(await compare(pair, converter, classes));
  await converter.close();
  const comparable = results.filter(({ changed }) => !changed);
  const changed = results.length - comparable.length;
  const unequal = comparable.filter(({ differences }) => differences.length > 0);
  console.log(
    [
      `${pairs.length} pictures with both; ${known.length} have only classes of this ComfyUI.`,
      `In ${changed} of these, the prompt is not of the file: it has values that the file lacks.`,
      `${comparable.length - unequal.length} of the other ${comparable.length} are converted identically.`,
    ].join("\n"),
  );
  console.log(unequal.flatMap(text).join("\n"));
  if (REPORT) await writeFile(REPORT, JSON.stringify(results, null, 1));
  if (comparable.length - unequal.length < EQUAL * comparable.length) process.exitCode = 1;
}

if (!COMFYUI_URL) console.log("skipped: set COMFYUI_URL to compare with a real ComfyUI's classes");
else if (folders.length === 0) throw new Error("name folders of pictures");
else await main();
