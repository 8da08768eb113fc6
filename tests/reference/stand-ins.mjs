// Empty files that stand in for models and uploads, so that ComfyUI's lists have the names that
// workflows use. Which folder an input lists is found out with probes, not from a table.

import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";

/** A folder may list only some kinds of files. */
const MODELS = ["safetensors", "pth", "gguf", "onnx", "yaml"];
const INPUTS = ["png", "wav", "mp4"].map((ending) => ["input", ending]).concat([["input/3d", "glb"]]);

/** The folder of each input that lists files: `Class.input` to the folder's path in ComfyUI. */
async function folders(engine, root) {
  const modelFolders = await engine.modelFolders();
  const models = modelFolders.flatMap((folder) => MODELS.map((ending) => [`models/${folder}`, ending]));
  const probes = [...models, ...INPUTS].map(([folder, ending], index) => {
    return { folder, name: `stand-in-probe-${index}.${ending}` };
  });
  for (const { folder, name } of probes) {
    await mkdir(path.join(root, folder), { recursive: true });
    await writeFile(path.join(root, folder, name), "");
  }
  try {
    return foldersIn(await engine.classes(), probes);
  } finally {
    for (const { folder, name } of probes) await rm(path.join(root, folder, name));
  }
}

function foldersIn(classes, probes) {
  const found = new Map();
  for (const [name, { input }] of Object.entries(classes)) {
    const inputs = Object.entries({ ...input?.required, ...input?.optional });
    for (const [field, [type, options]] of inputs) {
      const values = Array.isArray(type) ? type : (options?.options ?? []);
      const probe = probes.find((probe) => values.some?.((value) => `${value}`.endsWith(probe.name)));
      if (probe) found.set(`${name}.${field}`, probe.folder);
      else if (options?.image_upload || options?.video_upload || options?.audio_upload)
        found.set(`${name}.${field}`, "input");
    }
  }
  return found;
}

/** Creates what prompts name, below ComfyUI's folder. */
export class StandIns {
  #root;
  #folders;

  static async of(engine, root) {
    const made = new StandIns();
    made.#root = root;
    made.#folders = await folders(engine, root);
    return made;
  }

  /** Creates the files that a prompt names and ComfyUI lacks. */
  async create(prompt) {
    for (const { class_type, inputs } of Object.values(prompt)) {
      for (const [name, value] of Object.entries(inputs ?? {})) {
        const folder = this.#folders.get(`${class_type}.${name}`);
        if (folder && typeof value === "string" && value.includes(".")) await this.#create(folder, value);
        // A LoRA in a row that only JavaScript makes, which is of no list.
        if (typeof value?.lora === "string" && value.lora.includes(".")) await this.#create("models/loras", value.lora);
      }
    }
  }

  async #create(folder, value) {
    // `3d/x.glb` is listed relative to `input`; `a.png [output]` lies in another folder.
    const [, name, place] = /^(.*?)(?: \[(input|output|temp)\])?$/s.exec(value);
    const below = path.resolve(this.#root, place ?? (folder.startsWith("input") ? "input" : folder));
    const file = path.resolve(below, name);
    if (!file.startsWith(below + path.sep) || name.length > 200) return;
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, "", { flag: "wx" }).catch((error) => {
      if (!["EEXIST", "EISDIR"].includes(error.code)) throw error;
    });
  }
}
