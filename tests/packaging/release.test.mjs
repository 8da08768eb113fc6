// What a release is made of: one version everywhere, and notes from the changelog.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const read = (path) => readFile(join(ROOT, path), "utf8");

/** The version of everything: the first in Cargo.toml is that of the workspace. */
const VERSION = (await read("Cargo.toml")).match(/^\[workspace\.package\]\nversion = "(.+)"$/m)[1];

test("every file that needs the version has it", async () => {
  assert.equal(JSON.parse(await read("www/npm/package.json")).version, VERSION);
  assert.equal((await read("comfyui/pyproject.toml")).match(/^version = "(.+)"$/m)[1], VERSION);
});

test("the lock files have the version of each crate", async () => {
  const members = (await read("Cargo.toml")).match(/^members = \[(.+?)\]/ms)[1];
  const crates = ["flowdeck", ...[...members.matchAll(/"src\/(\w+)"/g)].map(([, name]) => name)];
  for (const file of ["Cargo.lock", "fuzz/Cargo.lock"]) {
    const found = [...(await read(file)).matchAll(/^name = "(.+)"\nversion = "(.+)"\n(?!source)/gm)];
    const own = found.filter(([, name]) => crates.includes(name));
    assert(own.length > 0);
    for (const [, name, version] of own) assert.equal(version, VERSION, `${name} in ${file}: run cargo update ${name}`);
  }
});

test("each crate takes its version from the workspace", async () => {
  const { stdout } = await run("git", ["ls-files", "Cargo.toml", "src/*/Cargo.toml"], { cwd: ROOT });
  for (const file of stdout.trim().split("\n")) assert.match(await read(file), /^version\.workspace = true$/m, file);
});

test("the crates want this version of each other", async () => {
  const wanted = [...(await read("Cargo.toml")).matchAll(/path = "src\/\w+", version = "=(.+)"/g)];
  assert(wanted.length > 0);
  for (const [line, version] of wanted) assert.equal(version, VERSION, line);
});

test("a script writes the version everywhere", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "flowdeck-"));
  t.after(() => rm(folder, { recursive: true }));
  const { stdout } = await run("git", ["ls-files", "*Cargo.toml", "*Cargo.lock", "www/npm/package.json"], {
    cwd: ROOT,
  });
  for (const path of [
    ...stdout.trim().split("\n"),
    "comfyui/pyproject.toml",
    "scripts",
    "src",
    "fuzz",
    "build.rs",
    "rustfmt.toml",
  ]) {
    await cp(join(ROOT, path), join(folder, path), {
      recursive: true,
      filter: (source) => !source.endsWith("/target"),
    });
  }
  await run(join(folder, "scripts/set-version.sh"), ["7.8.9"]);
  const left = run("grep", ["-rnF", `"${VERSION}"`, "Cargo.toml", "www", "comfyui"], { cwd: folder });
  await assert.rejects(left, ({ code, stdout }) => code === 1 && stdout === "");
  for (const [path, count] of Object.entries({ "Cargo.lock": 20, "fuzz/Cargo.lock": 10 })) {
    const found = (await readFile(join(folder, path), "utf8")).matchAll(/^version = "7\.8\.9"$/gm);
    assert([...found].length >= count, path);
  }
});

test("no file of packaging has a version of its own", async () => {
  const command = ["grep", "-nF", VERSION, "--", "packaging", "scripts/dist", "scripts/*.sh", ".github"];
  await assert.rejects(run("git", command, { cwd: ROOT }), ({ code, stdout }) => code === 1 && stdout === "");
});

/** A project with a version and a changelog, in which the script runs. */
async function notes(t, changelog, tag) {
  const folder = await mkdtemp(join(tmpdir(), "flowdeck-"));
  t.after(() => rm(folder, { recursive: true }));
  for (const path of ["scripts/lib.sh", "scripts/dist/lib.sh", "scripts/release-notes.sh"]) {
    await cp(join(ROOT, path), join(folder, path));
  }
  await writeFile(join(folder, "Cargo.toml"), '[workspace.package]\nversion = "1.2.0"\n');
  await writeFile(join(folder, "CHANGELOG.md"), changelog);
  return run(join(folder, "scripts/release-notes.sh"), [tag]);
}

const CHANGELOG =
  "# Changelog\n\n## Unreleased\n\nnext\n\n## 1.2.0\n\nnew\n\n### Details\n\n- one\n\n## 1.1.0\n\nold\n";

test("the notes of a release are its section of the changelog", async (t) => {
  assert.equal((await notes(t, CHANGELOG, "v1.2.0")).stdout, "\nnew\n\n### Details\n\n- one\n");
});

for (const [what, changelog, tag, message] of /** @type {[string, string, string, RegExp][]} */ ([
  [
    "a tag of another version",
    CHANGELOG,
    "v1.1.0",
    /the tag v1\.1\.0 does not fit version 1\.2\.0 .*name the tag v1\.2/,
  ],
  ["no tag", CHANGELOG, "", /the tag \(none\) does not fit/],
  [
    "a version without notes",
    CHANGELOG.replace("1.2.0", "1.20"),
    "v1.2.0",
    /says nothing about 1\.2\.0: rename its sec/,
  ],
  ["a version with empty notes", "## 1.2.0\n\n## 1.1.0\n\nold\n", "v1.2.0", /says nothing about 1\.2\.0/],
])) {
  test(`there is no release for ${what}`, async (t) => {
    await assert.rejects(notes(t, changelog, tag), ({ code, stderr }) => code === 1 && message.test(stderr));
  });
}
