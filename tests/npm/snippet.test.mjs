// The code of a call, run as a developer would run it, against the real program. Rust is compiled by
// the native tests.
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
import { program, WORKFLOWS } from "./program.mjs";

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

let there, deck;

before(async () => {
  there = await program(WORKFLOWS);
  deck = await flowdeck.connect({ baseUrl: there.baseUrl, apiKey: KEY });
});

after(() => there?.stop());

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

/** Whether the code did what it should, and all that it said. */
async function done(folder, command, ...words) {
  const env = { ...process.env, NODE_NO_WARNINGS: "1", FLOWDECK_KEY: KEY };
  const said = ({ stdout, stderr }) => stdout + stderr;
  return execute(command, words, { cwd: folder, env }).then(
    (end) => ({ ok: true, said: said(end) }),
    (end) => ({ ok: false, said: said(end) }),
  );
}

const ways = {
  async curl(t, code) {
    return done(await project(t), "sh", "-c", code);
  },

  async JavaScript(t, code) {
    const folder = await project(t);
    await writeFile(join(folder, "example.js"), code);
    return done(folder, process.execPath, "example.js");
  },

  async TypeScript(t, code) {
    const folder = await project(t);
    await writeFile(join(folder, "example.ts"), code);
    const options = ["--strict", "--target", "es2022", "--module", "nodenext", "--types", "node", "example.ts"];
    const compiled = await done(folder, here("../../node_modules/.bin/tsc"), ...options);
    assert.deepEqual(compiled, { ok: true, said: "" });
    return done(folder, process.execPath, "example.js");
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
    const run = `(async () => { let said = ""; const console = { log: (answer) => (said += JSON.stringify(answer)) };
      ${code.replace("YOUR_API_KEY", KEY)}
      return said; })()`;
    return page.evaluate(run).then(
      (said) => ({ ok: true, said }),
      ({ message }) => ({ ok: false, said: message }),
    );
  },

  async Python(t, code) {
    return done(await project(t), "python3", "-c", code);
  },
};

const python = spawnSync("python3", ["-c", "import requests"]).status === 0;
const skipped = { Python: python ? false : "there is no Python with requests on this machine" };

/** Its values are the package's own, and a compiler takes its time. */
const notTypeScript = Object.keys(ways).filter((language) => language !== "TypeScript");

/** One test for each language that can be run here. */
function each(what, body, languages = notTypeScript) {
  for (const language of languages) {
    const run = async (t, workflowId, parts) => {
      const code = snippet(language, JSON.stringify({ baseUrl: there.baseUrl, workflowId, parts }));
      return ways[language](t, code, parts);
    };
    test(`${language}: ${what}`, { skip: skipped[language] }, (t) => body(t, run));
  }
}

/** What the service took, of the run that was told of; a form's line breaks are its sender's. */
async function inputs({ ok, said }) {
  assert(ok, said);
  const [id] = said.match(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/) ?? assert.fail(said);
  const run = await deck.getRun(id);
  return run.inputs.map(({ name, value }) => [name, String(value).replaceAll("\r\n", "\n")]);
}

each(
  "names, texts and file names arrive as they are",
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

each("parts of one name all arrive", async (t, run) => {
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

each(
  "numbers and switches arrive with their digits",
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

each(
  "a run without a value is started",
  async (t, run) => {
    assert.deepEqual(await inputs(await run(t, "slow-blur", [])), []);
  },
  ["curl", "fetch", "Python"],
);

each("a refusal is shown, and the code fails", async (t, run) => {
  const { ok, said } = await run(t, "poster", [
    text("title", "x".repeat(61)),
    text("size", "64"),
    file("photo", "photo.png"),
  ]);
  assert.equal(ok, false);
  assert.match(said, /422/);
  assert.match(said, /at most 60 characters/);
});

for (const [why, language, call] of [
  ["a language that is none", "Perl", '{"baseUrl":"","workflowId":"","parts":[]}'],
  ["a call that is none", "curl", "{"],
  ["a call without an address", "curl", '{"workflowId":"","parts":[]}'],
  ["a part without a value", "curl", '{"baseUrl":"","workflowId":"","parts":[{"name":"a"}]}'],
]) {
  test(`${why} is refused in words`, () => {
    assert.throws(
      () => snippet(language, call),
      (thrown) => /^writing a call as code: ./.test(String(thrown)),
    );
  });
}
