// Every relative link in a Markdown file leads to a file and to a heading of it. So does every document that the
// sources name.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFile, stat } from "node:fs/promises";
import { dirname, join, normalize } from "node:path";
import { test } from "node:test";
import { documents, ROOT, withoutBlocks } from "./blocks.mjs";

const git = (...args) => execFileSync("git", args, { cwd: ROOT, encoding: "utf8" }).split("\n").filter(Boolean);
const read = (file) => readFile(join(ROOT, file), "utf8");

/** The anchors of a document, as GitHub makes them. */
async function anchorsOf(file) {
  const headings = [...withoutBlocks(await read(file)).matchAll(/^#+ (.+)$/gm)];
  const found = new Set();
  for (const [, heading] of headings) {
    const text = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
    const anchor = text.replace(/[^\p{L}\p{N} _-]/gu, "").replaceAll(" ", "-");
    let name = anchor;
    for (let again = 1; found.has(name); again += 1) name = `${anchor}-${again}`;
    found.add(name);
  }
  return found;
}

/** Why a link does not work, or nothing. */
async function problemOf(file, anchor) {
  const exists = await stat(join(ROOT, file)).catch(() => null);
  if (!exists) return "there is no such file";
  if (anchor && !(await anchorsOf(file)).has(anchor)) return `${file} has no heading #${anchor}`;
  return undefined;
}

/** The problems of these links, each with its place. */
async function problems(links) {
  const found = await Promise.all(
    links.map(async ({ from, to, anchor }) => {
      const problem = await problemOf(to, anchor);
      return problem && `${from}: ${to}: ${problem}`;
    }),
  );
  return found.filter(Boolean);
}

test("every link in a document leads somewhere", async () => {
  const links = [];
  for (const file of git("ls-files", "--cached", "--others", "--exclude-standard", "*.md")) {
    const text = withoutBlocks(await read(file)).replace(/`[^`\n]*`/g, "");
    const targets = [...text.matchAll(/\]\(([^)\s]+)\)|\bsrc="([^"]+)"/g)].map(([, link, source]) => link ?? source);
    for (const target of targets.filter((target) => !/^[a-z]+:/.test(target))) {
      const [path, anchor] = target.split("#");
      links.push({ from: file, to: path ? normalize(join(dirname(file), path)) : file, anchor });
    }
  }
  assert(links.length > 100, "the links are missing");
  assert.deepEqual(await problems(links), []);
});

test("every document that the sources name exists", async () => {
  const pattern = "docs/[a-z/-]*\\.md(#[a-z-]*)?";
  const lines = git(
    "grep",
    "--no-color",
    "-IoE",
    pattern,
    "--",
    "src",
    "scripts",
    "tests",
    "www",
    "index.html",
    "Makefile",
  );
  const links = lines.map((line) => {
    const [from, name] = line.split(":");
    const [to, anchor] = name.split("#");
    return { from, to, anchor };
  });
  assert(links.length > 5, "the names are missing");
  assert.deepEqual(await problems(links), []);
});

test("the index lists every page", async () => {
  const index = await read("docs/README.md");
  const pages = (await documents()).filter((file) => file.startsWith("docs/") && file !== "docs/README.md");
  const missing = pages.map((file) => file.slice("docs/".length)).filter((page) => !index.includes(`](${page})`));
  assert.deepEqual(missing, []);
});
