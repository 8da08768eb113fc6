// The files that the documents show: settings, saved exposures, examples and a program in Python.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { allBlocks, blocksOf, ROOT, textOf } from "./blocks.mjs";
import { PROGRAM } from "./processes.mjs";
import { projectFile, Stage } from "./stage.mjs";
import { testOf } from "./ways.mjs";

const execute = promisify(execFile);
const { inputSchema } = await import(
  pathToFileURL(join(resolve(process.env.FLOWDECK_NPM ?? join(ROOT, "target/npm")), "node.js")).href
);

/** @type {Stage} */
let stage;
let folder = "";

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "flowdeck-docs-files-"));
  stage = await Stage.start();
});
after(async () => {
  await stage.stop();
  await rm(folder, { recursive: true });
});

/** A workflow with the nodes that the exposure in docs/exposure.md names. */
const EXPOSED = JSON.stringify({
  3: { class_type: "KSampler", inputs: { seed: 5, steps: 20, positive: ["6", 0] } },
  6: { class_type: "CLIPTextEncode", inputs: { text: "a lighthouse" } },
  9: { class_type: "SaveImage", inputs: { images: ["3", 0] } },
  12: { class_type: "Upscaler", inputs: { upscale: true, factor: 2, image: ["3", 0] } },
});

/** What each file is for, by its document. */
const USES = {
  "docs/exposure.md": (code) => fits(EXPOSED, code),
  "docs/retention.md": async (code) => fits(await projectFile("www/workflows/poster.json"), code),
  "docs/prepare-a-workflow.md": hasExamples,
};

/** Ensures that a saved exposure has no problem with a workflow. */
async function fits(workflow, code) {
  const { schema, problems } = await inputSchema(workflow, { exposure: JSON.parse(code) });
  assert.deepEqual(problems, []);
  assert(schema.fields.length > 0);
}

/** Ensures that the service offers these examples after they were deployed with their workflow. */
async function hasExamples(code) {
  const examples = JSON.parse(code);
  for (const example of examples) example.result = "files/poster-1.result.jpg";
  await writeFile(join(stage.folder, "my-workflows/poster.examples.json"), JSON.stringify(examples));
  const file = join(stage.folder, "my-workflows/poster.json");
  await execute(PROGRAM, ["deploy", file], { env: stage.environment });
  const { data } = await (await stage.fetch("/api/v1/comfy/workflows")).json();
  const poster = data.find(({ workflow_id: id, id: other }) => (id ?? other) === "poster");
  assert.deepEqual(
    poster.examples.map(({ name }) => name),
    examples.map(({ name }) => name),
  );
}

/** What each block in Python prints, by its document. */
const PRINTED = {
  "docs/runs.md": [/^http:\/\/\S+\/poster_\d+_\.png\S+$/m],
  "docs/notebooks.md": [/^$/, /^(displayed an image of \d{3,} bytes\n){3}$/, /^saved poster_\d+_\.png$/m],
};

/** How a file in each language is tried. */
const WAYS = {
  json: (block) => USES[block.document](block.code),
  async toml({ code }) {
    const file = join(folder, "flowdeck.toml");
    await writeFile(file, code.replaceAll('"…"', '"a secret"'));
    const { stdout } = await execute(PROGRAM, ["config", "check", "--config", file], {
      env: { PATH: process.env.PATH },
    });
    const settings = code.split("[[engine]]")[0];
    for (const [, name] of settings.matchAll(/^([a-z-]+) = /gm)) {
      assert.match(stdout, new RegExp(`^${name} .*flowdeck\\.toml, line`, "m"));
    }
    assert.equal((stdout.match(/^\[\[engine]]/gm) ?? []).length, (code.match(/^\[\[engine]]/gm) ?? []).length);
  },
  // A Compose file: the image starts with variables that are settings.
  async yaml({ code }) {
    const settings = await textOf("docs/settings.md");
    const names = [...code.matchAll(/^ +(FLOWDECK_\w+): /gm)].map(([, name]) => name);
    assert(names.length > 0 && /^ +image: flowdeck$/m.test(code));
    for (const name of names) assert(settings.includes(`| \`${name}\` |`), `${name} is a setting`);
  },
  // A block of a document continues those before it, as the cells of a notebook do.
  async python({ document, line }) {
    const cells = (await blocksOf(document)).filter((block) => block.language === "python" && block.line <= line);
    const code = cells.map((cell) => cell.code).join("\n");
    const file = join(stage.folder, "example.py");
    await writeFile(file, stage.substituted(code).replace('api_key="…"', `api_key="${stage.key}"`));
    const env = { ...stage.environment, PYTHONPATH: join(ROOT, "tests/docs/python"), PYTHONDONTWRITEBYTECODE: "1" };
    const { stdout } = await execute(process.env.PYTHON ?? "python3", [file], { cwd: stage.folder, env });
    const printed = PRINTED[document][cells.length - 1];
    assert.match(stdout, printed);
  },
};

for (const block of (await allBlocks()).filter((block) => testOf(block) === "files.test.mjs")) {
  test(block.name, () => WAYS[block.language](block));
}
