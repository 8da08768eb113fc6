// The code of a call, run against the real program as a developer would run it. The native tests compile
// the Rust code.
import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, suite, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { host, open } from "./browser.mjs";
import { flowdeck, KEY, PACKAGE, startDeployment } from "./deployment.mjs";
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

/** A workflow without inputs. */
const BLANK = {
  1: { class_type: "EmptyImage", inputs: { width: 8, height: 8, batch_size: 1, color: 0 } },
  2: { class_type: "SaveImage", inputs: { images: ["1", 0], filename_prefix: "blank" } },
};

let service, deck, workflows;

before(async () => {
  workflows = await mkdtemp(join(tmpdir(), "flowdeck-"));
  await copyFile(join(WORKFLOWS, "poster.json"), join(workflows, "poster.json"));
  await writeFile(join(workflows, "blank.json"), JSON.stringify(BLANK));
  service = await startProgram(workflows);
  deck = await flowdeck.connect({ baseUrl: service.baseUrl, apiKey: KEY });
});

after(async () => {
  await service?.stop();
  await rm(workflows, { recursive: true });
});

/** A developer's project: the package installed, files beside the code. */
async function project(t) {
  const folder = await mkdtemp(join(tmpdir(), "flowdeck-"));
  t.after(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, "node_modules"));
  await symlink(PACKAGE, join(folder, "node_modules", "flowdeck"), "dir");
  await symlink(here("../../node_modules/@types"), join(folder, "node_modules", "@types"), "dir");
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  for (const name of ["photo.png", FILE]) await writeFile(join(folder, name), PIXEL);
  await writeFile(join(folder, "broken.png"), PIXEL.subarray(0, 40));
  return folder;
}

/** Runs a command; returns whether it succeeded, its whole output, and the files that it saved. */
async function execution(folder, command, ...args) {
  const env = { ...process.env, NODE_NO_WARNINGS: "1", FLOWDECK_API_KEY: KEY };
  const before = await readdir(folder);
  const outputOf = ({ stdout, stderr }) => stdout + stderr;
  const result = await execute(command, args, { cwd: folder, env }).then(
    (result) => ({ ok: true, output: outputOf(result) }),
    (result) => ({ ok: false, output: outputOf(result) }),
  );
  const names = (await readdir(folder)).filter((name) => !before.includes(name));
  const saved = await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))]));
  return { ...result, saved: Object.fromEntries(saved) };
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
    assert.deepEqual([compiled.ok, compiled.output], [true, ""]);
    return execution(folder, process.execPath, "example.js");
  },

  async fetch(t, code, parts) {
    const folder = await project(t);
    const { page } = await open(t, (await host(t, folder)).address);
    const downloads = [];
    page.on("download", (download) => downloads.push(download));
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
      let files = 0;
      const { click } = HTMLAnchorElement.prototype;
      HTMLAnchorElement.prototype.click = function () {
        files += 1;
        click.call(this);
      };
      const console = { log: (...texts) => (output += texts.join(" ") + "\\n") };
      try {
        await (async () => { ${code.replace("YOUR_API_KEY", KEY)} })();
        return { ok: true, output, files };
      } catch (error) {
        return { ok: false, output: output + error.message, files };
      }
    })()`;
    const { files, ...result } = await page.evaluate(run);
    // The browser tells of downloads later than the code ends.
    while (downloads.length < files) await page.waitForEvent("download");
    const saved = await Promise.all(
      downloads.map(async (download) => [download.suggestedFilename(), await readFile(await download.path())]),
    );
    return { ...result, saved: Object.fromEntries(saved) };
  },

  async Python(t, code) {
    return execution(await project(t), "python3", "-c", code);
  },
};

const python = spawnSync("python3", ["-c", "import requests"]).status === 0;
const skipped = { Python: python ? false : "Python with requests is not installed" };

/** TypeScript sends the same values as JavaScript, and its compiler is slow. */
const notTypeScript = Object.keys(ways).filter((language) => language !== "TypeScript");

/**
 * Defines one test per language that can run on this machine. They wait most of the time, so some run at once.
 * `run` takes a workflow's id, its parts, the address of another deployment, and a change to the code.
 */
function testEach(title, body, languages = notTypeScript) {
  suite(title, { concurrency: 3 }, () => {
    for (const language of languages) {
      const run = async (t, workflowId, parts, baseUrl = service.baseUrl, change = (code) => code) => {
        const code = change(snippet(language, JSON.stringify({ baseUrl, workflowId, parts })));
        return ways[language](t, code, parts);
      };
      test(language, { skip: skipped[language] }, (t) => body(t, run, language));
    }
  });
}

/** A deployment behind a path, whose run is answered by `detail`. Its JSON is indented. */
function deployed(t, detail, more = {}) {
  const body = () => JSON.stringify({ data: { _id: "run-1", ...detail }, status: "success" }, null, 2);
  const answers = { "GET /api/v1/runs/run-1": () => ({ body: body() }) };
  return startDeployment(t, { ...(detail && answers), ...more }, "/behind/a%20path");
}

const RUN_ID = /\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/;

/** The inputs that the service received for the run in the names of the saved files, with normalized line breaks. */
async function inputs({ ok, output, saved }) {
  assert(ok, output);
  const [id] = Object.keys(saved).join(" ").match(RUN_ID) ?? assert.fail(output);
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

testEach("a run without values is started", async (t, run) => {
  assert.deepEqual(await inputs(await run(t, "blank", [])), []);
});

const POSTER = [text("title", "Open studio"), text("size", "64"), file("photo", "photo.png")];

testEach(
  "the code waits for the run and saves its outputs with its ID",
  async (t, run) => {
    const { ok, output, saved } = await run(t, "poster", POSTER);
    assert(ok, output);
    const [[text, words], [picture, content], ...others] = Object.entries(saved).sort();
    const [id] = RUN_ID.exec(picture) ?? assert.fail(picture);
    assert.match(picture, new RegExp(`^${id}-poster_\\d+_\\.png$`));
    assert.match(text, new RegExp(`^${id}-.*\\.txt$`));
    assert.equal(content.subarray(1, 4).toString(), "PNG");
    assert.match(words.toString(), /Open studio/);
    assert.deepEqual(others, []);
  },
  Object.keys(ways),
);

testEach("links of a deployment behind a path are found, whatever else its answer holds", async (t, run) => {
  const decoy = '{"status":"failed","outputs":[{"filename":"no.png","url":"/no"}]}';
  const { baseUrl, requests } = await deployed(
    t,
    {
      status: "completed",
      inputs: [{ path: "status", value: decoy, url: "/input.png" }],
      outputs: [
        { filename: "../a b.bin", url: "/files/1?a=[1-2]" },
        { filename: "run-1/words.txt", url: "/files/2" },
      ],
    },
    { "GET /files/1": () => ({ body: "one" }), "GET /files/2": () => ({ body: "two" }) },
  );
  const { ok, output, saved } = await run(t, "w", [text("a", "b")], baseUrl);
  assert(ok, output);
  assert.deepEqual(Object.entries(saved).map(String).sort(), ["run-1-a b.bin,one", "run-1-words.txt,two"]);
  const files = requests.filter(({ path }) => path.includes("/files/"));
  assert.deepEqual(
    files.map(({ headers }) => headers["x-api-key"]),
    [undefined, undefined],
  );
});

testEach("a failed run is reported with its reason", async (t, run) => {
  const { ok, output } = await run(t, "poster", [...POSTER.slice(0, 2), file("photo", "broken.png")]);
  assert.equal(ok, false);
  assert.match(output, /failed/);
  assert.match(output, /broken\.png|image/);
});

testEach("a cancelled run is reported", async (t, run) => {
  const { baseUrl } = await deployed(t, { status: "cancelled", outputs: [] });
  const { ok, output } = await run(t, "w", [text("a", "b")], baseUrl);
  assert.equal(ok, false);
  assert.match(output, /run-1 (was )?cancelled/);
});

testEach("without run details, the code says so", async (t, run, language) => {
  const { baseUrl } = await deployed(t, null);
  const { ok, output, saved } = await run(t, "w", [text("a", "b")], baseUrl);
  if (language === "Python") {
    assert.equal(ok, false);
    return assert.match(output, /RuntimeError: 404/);
  }
  assert(ok, output);
  assert.match(output, /run-1/);
  assert.match(output, language === "JavaScript" ? /unknown/ : /\/api\/v1\/comfy\/queue/);
  assert.deepEqual(saved, {});
});

/** Python polls until somebody stops it. */
const givesUp = notTypeScript.filter((language) => language !== "Python");

testEach(
  "a run that does not end is given up",
  async (t, run) => {
    const { baseUrl } = await deployed(t, { status: "running", outputs: [] });
    const briefly = (code) => code.replace("3600", "2").replace("3_600_000", "1500");
    const { ok, output } = await run(t, "w", [text("a", "b")], baseUrl, briefly);
    assert.equal(ok, false);
    assert.match(output, /run-1/);
    assert.match(output, /within an hour|timed out|timeout|the signal ended/);
  },
  givesUp,
);

for (const [what, url, expected] of /** @type {[string, string | null, RegExp][]} */ ([
  ["cannot be read", "/files/gone", /404/],
  ["has no link", null, /has no link|TypeError/],
])) {
  testEach(`an output that ${what} fails with a message`, async (t, run) => {
    const { baseUrl } = await deployed(t, { status: "completed", outputs: [{ filename: "a.png", url }] });
    const { ok, output, saved } = await run(t, "w", [text("a", "b")], baseUrl);
    assert.equal(ok, false);
    assert.match(output, expected);
    assert.deepEqual(saved, {});
  });
}

testEach("a rejection is shown, and the code fails", async (t, run) => {
  const { ok, output } = await run(t, "poster", [text("title", "x".repeat(61)), ...POSTER.slice(1)]);
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
