// The code of a call, run against the real program as a developer would run it. The native tests compile
// the Rust code.
import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { host, open } from "./browser.mjs";
import { flowdeck, KEY, PACKAGE } from "./deployment.mjs";
import { startProgram, WORKFLOWS } from "./program.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const execute = promisify(execFile);
const { schemas } = await import(`${PACKAGE}/core.js`);
const { snippet } = await schemas();

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  "base64",
);
// biome-ignore lint/suspicious/noTemplateCurlyInString: a shell's variable
const HOSTILE = "@'\"\\`$(id)${HOME}\n\t\u001b[201~\u0085\u202e\u2028{y};type=text/html 😀";
const NAME = 'na\'me "x"; ü';
const FILE = 'it\'s "a"; $(b)\\c.png';

const text = (name, text) => ({ name, text });
const file = (name, file) => ({ name, file: { name: file, type: "image/png" } });

let service, deck;

before(async () => {
  service = await startProgram(WORKFLOWS);
  deck = await flowdeck.connect({ baseUrl: service.baseUrl, apiKey: KEY });
});

after(() => service?.stop());

/** A developer's project: the package installed, files beside the code. */
async function project(t) {
  const folder = await mkdtemp(join(tmpdir(), "flowdeck-"));
  t.after(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, "node_modules"));
  await symlink(PACKAGE, join(folder, "node_modules", "flowdeck"), "dir");
  await symlink(here("../../node_modules/@types"), join(folder, "node_modules", "@types"), "dir");
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  for (const name of ["photo.png", FILE]) await writeFile(join(folder, name), PIXEL);
  return folder;
}

/** Runs a command; returns whether it succeeded, and its whole output. */
async function execution(folder, command, ...args) {
  const env = { ...process.env, NODE_NO_WARNINGS: "1", FLOWDECK_KEY: KEY };
  const output = ({ stdout, stderr }) => stdout + stderr;
  return execute(command, args, { cwd: folder, env }).then(
    (result) => ({ ok: true, output: output(result) }),
    (result) => ({ ok: false, output: output(result) }),
  );
}

const ways = {
  async curl(t, code) {
    return execution(await project(t), "sh", "-c", code);
  },

  async JavaScript(t, code) {
    const folder = await project(t);
    await writeFile(join(folder, "example.js"), code);
    return execution(folder, process.execPath, "example.js");
  },

  async TypeScript(t, code) {
    const folder = await project(t);
    await writeFile(join(folder, "example.ts"), code);
    const options = ["--strict", "--target", "es2022", "--module", "nodenext", "--types", "node", "example.ts"];
    const compiled = await execution(folder, here("../../node_modules/.bin/tsc"), ...options);
    assert.deepEqual(compiled, { ok: true, output: "" });
    return execution(folder, process.execPath, "example.js");
  },

  async fetch(t, code, parts) {
    const folder = await project(t);
    const { page } = await open(t, (await host(t, folder)).address);
    for (const name of new Set(parts.filter(({ file }) => file).map(({ name }) => name))) {
      const files = parts.filter((part) => part.file && part.name === name).map(({ file }) => join(folder, file.name));
      const input = await page.evaluateHandle((name) => {
        const input = Object.assign(document.createElement("input"), { type: "file", multiple: true, name });
        return document.body.appendChild(input);
      }, name);
      await input.setInputFiles(files);
    }
    const run = `(async () => {
      let output = "";
      const console = { log: (answer) => (output += JSON.stringify(answer)) };
      ${code.replace("YOUR_API_KEY", KEY)}
      return output;
    })()`;
    return page.evaluate(run).then(
      (output) => ({ ok: true, output }),
      ({ message }) => ({ ok: false, output: message }),
    );
  },

  async Python(t, code) {
    return execution(await project(t), "python3", "-c", code);
  },
};

const python = spawnSync("python3", ["-c", "import requests"]).status === 0;
const skipped = { Python: python ? false : "Python with requests is not installed" };

/** TypeScript sends the same values as JavaScript, and its compiler is slow. */
const notTypeScript = Object.keys(ways).filter((language) => language !== "TypeScript");

/** Defines one test per language that can run on this machine. */
function testEach(title, body, languages = notTypeScript) {
  for (const language of languages) {
    const run = async (t, workflowId, parts) => {
      const code = snippet(language, JSON.stringify({ baseUrl: service.baseUrl, workflowId, parts }));
      return ways[language](t, code, parts);
    };
    test(`${language}: ${title}`, { skip: skipped[language] }, (t) => body(t, run));
  }
}

/** The inputs that the service received for the run in the output, with normalized line breaks. */
async function inputs({ ok, output }) {
  assert(ok, output);
  const [id] = output.match(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/) ?? assert.fail(output);
  const run = await deck.getRun(id);
  return run.inputs.map(({ name, value }) => [name, String(value).replaceAll("\r\n", "\n")]);
}

testEach(
  "names, texts and file names arrive unchanged",
  async (t, run) => {
    const parts = [
      text("title", "18446744073709551615.10"),
      text("caption", HOSTILE),
      text("size", "64"),
      text(NAME, "<here"),
      file("photo", FILE),
      text("empty", ""),
    ];
    assert.deepEqual(await inputs(await run(t, "poster", parts)), [
      ["title", "18446744073709551615.10"],
      ["caption", HOSTILE],
      ["size", "64"],
      [NAME, "<here"],
      ["photo", FILE],
      ["empty", ""],
    ]);
  },
  Object.keys(ways),
);

testEach("all parts of one name arrive", async (t, run) => {
  const parts = [
    text("title", "t"),
    text("size", "64"),
    file("photo", "photo.png"),
    file("more", "photo.png"),
    file("more", FILE),
  ];
  assert.deepEqual((await inputs(await run(t, "poster", parts))).slice(3), [
    ["more", "photo.png"],
    ["more", FILE],
  ]);
});

testEach(
  "numbers and booleans arrive with every digit",
  async (t, run) => {
    const plain = (name, plain) => ({ name, plain });
    const parts = [
      text("title", "t"),
      plain("size", "64"),
      file("photo", "photo.png"),
      plain("seed", "18446744073709551615"),
      plain("part", "0.35"),
      plain("on", "true"),
    ];
    assert.deepEqual(
      (await inputs(await run(t, "poster", parts))).filter(([name]) => !["title", "photo"].includes(name)),
      [
        ["size", "64"],
        ["seed", "18446744073709551615"],
        ["part", "0.35"],
        ["on", "true"],
      ],
    );
  },
  Object.keys(ways),
);

testEach(
  "a run without values is started",
  async (t, run) => {
    assert.deepEqual(await inputs(await run(t, "slow-blur", [])), []);
  },
  ["curl", "fetch", "Python"],
);

testEach("a rejection is shown, and the code fails", async (t, run) => {
  const { ok, output } = await run(t, "poster", [
    text("title", "x".repeat(61)),
    text("size", "64"),
    file("photo", "photo.png"),
  ]);
  assert.equal(ok, false);
  assert.match(output, /422/);
  assert.match(output, /at most 60 characters/);
});

for (const [what, language, call] of [
  ["an unknown language", "Perl", '{"baseUrl":"","workflowId":"","parts":[]}'],
  ["an invalid call", "curl", "{"],
  ["a call without an address", "curl", '{"workflowId":"","parts":[]}'],
  ["a part without a value", "curl", '{"baseUrl":"","workflowId":"","parts":[{"name":"a"}]}'],
]) {
  test(`${what} is rejected with a message`, () => {
    assert.throws(
      () => snippet(language, call),
      (thrown) => /^writing a call as code: ./.test(String(thrown)),
    );
  });
}
