// Workflow files of a folder: JSON in the editor's or the API format, and pictures that carry them.

import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

import { texts } from "./picture-texts.mjs";

/** JSON's value, or `undefined`; ComfyUI's Python also writes NaN. */
export function parsed(text) {
  try {
    return JSON.parse(text.replace(/\bNaN\b/g, "null"));
  } catch {
    return undefined;
  }
}

const isEditors = (value) => Array.isArray(value?.nodes) && value.nodes.length > 0;
const isPrompt = (value) => {
  const nodes = Object.values(value ?? {});
  return nodes.length > 0 && nodes.every((node) => typeof node?.class_type === "string");
};

/** The texts of a file: `workflow` in the editor's format, `prompt` in the API format; either may be missing. */
function content(bytes) {
  const text = bytes.toString("utf8").replace(/^\uFEFF/, "");
  const { workflow, prompt } = texts(bytes) ?? { workflow: text, prompt: text };
  return {
    workflow: workflow && isEditors(parsed(workflow)) ? workflow : undefined,
    prompt: prompt && isPrompt(parsed(prompt)) ? prompt : undefined,
  };
}

/** Every workflow file in folders and the folders below: `{file, workflow?, prompt?}`, sorted by name. */
export async function workflowFiles(folders) {
  const files = [];
  for (const folder of folders) {
    const names = await readdir(folder, { recursive: true });
    for (const name of names.filter((name) => /\.(json|png|webp)$/i.test(name)).sort()) {
      const { workflow, prompt } = content(await readFile(path.join(folder, name)));
      if (workflow || prompt) files.push({ file: path.join(path.basename(folder), name), workflow, prompt });
    }
  }
  return files;
}
