// The workflows in .github: actionlint finds nothing in them, and finds mistakes that are put into them. What it does
// not check are the permissions, and the names of runners, which its table is too old for.
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const FOLDER = join(ROOT, ".github/workflows");
const tools = createRequire(join(ROOT, ".tools/packaging/package.json"));
const { createLinter } = await import(pathToFileURL(tools.resolve("actionlint")).href);
const lint = await createLinter();

/** An expression of a workflow. */
const expression = (text) => `\${{ ${text} }}`;

/** @returns {string[]} What is wrong with a workflow, with the line. */
function mistakes(text, name) {
  const found = lint(text, `.github/workflows/${name}`).filter(({ kind }) => kind !== "runner-label");
  return found.map(({ line, message }) => `${name}:${line}: ${message}`);
}

const names = (await readdir(FOLDER)).sort();
const texts = Object.fromEntries(
  await Promise.all(names.map(async (name) => [name, await readFile(join(FOLDER, name), "utf8")])),
);

for (const name of names) {
  describe(name, () => {
    test("has no mistakes", () => assert.deepEqual(mistakes(texts[name], name), []));

    test("may only read, unless a job needs more", () => {
      assert.match(texts[name], /^permissions:\n {2}contents: read\n(?! )/m);
      const wider = [...texts[name].matchAll(/^ {6}(\S+: write)$/gm)].map(([, permission]) => permission);
      const expected = { "release.yml": ["contents: write"], "publish.yml": ["id-token: write", "id-token: write"] };
      assert.deepEqual(wider, expected[name] ?? []);
    });

    test("uses actions in a named version", () => {
      for (const [, used] of texts[name].matchAll(/uses: (.+)$/gm)) assert.match(used, /^[\w.-]+\/[\w.-]+@v\d[\d.]*$/);
    });

    test("has no expressions in commands", () => {
      // A workflow's own expressions are safe, but it is easier to see that none can hold a command.
      const commands = [...texts[name].matchAll(/^( *)(?:- )?run: (?:\|\n(?:\1 +.*\n)+|.*$)/gm)];
      assert.equal(commands.length, texts[name].match(/\brun: /g).length);
      for (const [command] of commands) assert.doesNotMatch(command, /\$\{\{/);
    });

    test("ends its jobs in time", () => {
      const jobs = texts[name].match(/^ {4}runs-on: /gm);
      assert.equal(texts[name].match(/^ {4}timeout-minutes: \d+$/gm)?.length, jobs.length);
    });
  });
}

describe("a mistake is found:", () => {
  for (const [what, before, after, message] of [
    ["a job that does not exist", "needs: macos", "needs: linux", /needs job "linux" which does not exist/],
    ["an unknown key", "runs-on: macos-15", "run-on: macos-15", /unexpected key "run-on"/],
    ["an unknown value", "github.ref_name", "github.ref_nam", /property "ref_nam" is not defined/],
    ["text of others in a command", "run: make dist", `run: ${expression("github.head_ref")}`, /potentially untrusted/],
    [
      "a broken expression",
      expression("github.token"),
      expression("github.token").slice(0, -1),
      /got unexpected|parsing/,
    ],
  ]) {
    test(String(what), () => {
      const text = texts["release.yml"].replace(String(before), String(after));
      assert.notEqual(text, texts["release.yml"]);
      assert.match(mistakes(text, "release.yml").join("\n"), /** @type {RegExp} */ (message));
    });
  }
});
