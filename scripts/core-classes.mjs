// Writes src/workflow/classes/core.json, the table of ComfyUI's own node classes, from a running ComfyUI without
// models and custom nodes: node scripts/core-classes.mjs http://127.0.0.1:8188
// Classes that call services of others are left out: they would double the table, and need an engine anyway.
// The table has names, types and bounds, but neither help texts nor the files of that ComfyUI. Classes that only
// the table has are kept: they may be newer than that ComfyUI.
import { readFileSync, writeFileSync } from "node:fs";

const TABLE = "src/workflow/classes/core.json";

/** The settings of an input that the table keeps. */
const SETTINGS = [
  "advanced",
  "animated_image_upload",
  "audio_upload",
  "control_after_generate",
  "default",
  "display",
  "dynamicPrompts",
  "features",
  "file_upload",
  "forceInput",
  "image_upload",
  "max",
  "min",
  "multi_select",
  "multiline",
  "multiselect",
  "options",
  "socketless",
  "step",
  "video_upload",
  "widgetType",
];
/** What marks a text as a number: a character that no text of ComfyUI has. */
const NUMBER = "\ue000";
const UPLOADS = ["animated_image_upload", "audio_upload", "file_upload", "image_upload", "video_upload"];

const address = process.argv[2];
if (!address) throw new Error("name the address of a running ComfyUI");
const answer = await fetch(new URL("/object_info", address));
const lines = known();
for (const [name, definition] of Object.entries(JSON.parse(marked(await answer.text())))) {
  if (definition.api_node) continue;
  lines.set(name, unmarked(`${JSON.stringify(name)}:${JSON.stringify(reduced(definition))}`));
}
const sorted = [...lines.keys()].sort().map((name) => lines.get(name));
writeFileSync(TABLE, `{\n${sorted.join(",\n")}\n}\n`);

/** The lines of the table so far, by class: `"CLIPTextEncode":{…}`. */
function known() {
  const lines = readFileSync(TABLE, "utf8").split("\n");
  const classes = lines.filter((line) => line.startsWith('"')).map((line) => line.replace(/,$/, ""));
  return new Map(classes.map((line) => [JSON.parse(line.slice(0, line.indexOf('":') + 1)), line]));
}

/** The JSON with its numbers as marked texts: seeds go to 2^64 - 1, which a number of JavaScript cannot hold. */
function marked(json) {
  const token = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
  return json.replace(token, (text) => (text.startsWith('"') ? text : `"${NUMBER}${text}"`));
}

function unmarked(json) {
  return json.replace(new RegExp(`"${NUMBER}([^"]*)"`, "g"), "$1");
}

function reduced({ input, input_order: order, output, output_node: isOutput, deprecated }) {
  const groups = ["required", "optional"].filter((group) => input[group] && Object.keys(input[group]).length > 0);
  const inputs = (group) => {
    const names = order?.[group] ?? Object.keys(input[group]);
    return Object.fromEntries(names.map((name) => [name, reducedInput(input[group][name])]));
  };
  const showsText = Object.values(input.hidden ?? {})
    .flat()
    .includes("UNIQUE_ID");
  return {
    input: {
      ...Object.fromEntries(groups.map((group) => [group, inputs(group)])),
      ...(showsText && { hidden: { unique_id: ["UNIQUE_ID"] } }),
    },
    output: output.map((type) => (Array.isArray(type) ? "COMBO" : type)),
    ...(isOutput && { output_node: true }),
    ...(deprecated && { deprecated: true }),
  };
}

function reducedInput([type, all = {}]) {
  const isFile = UPLOADS.some((upload) => all[upload]);
  const kept = SETTINGS.filter((setting) => all[setting] !== undefined && all[setting] !== false);
  const settings = Object.fromEntries(kept.map((setting) => [setting, all[setting]]));
  if (Array.isArray(type)) settings.options = type;
  if (isFile) delete settings.options;
  const name = Array.isArray(type) ? "COMBO" : type;
  return Object.keys(settings).length > 0 ? [name, settings] : [name];
}
