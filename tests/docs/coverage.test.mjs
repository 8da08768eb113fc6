// Every block of the documents is covered by a test, and every rule covers a block.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { allBlocks, ROOT } from "./blocks.mjs";
import { concerns, JSON_FILES, LISTED, testOf } from "./ways.mjs";

const blocks = await allBlocks();

test("every block has a language and a test", () => {
  assert(blocks.length > 50, "the blocks are missing");
  const uncovered = blocks
    .filter((block) => !testOf(block))
    .map(({ name, language }) => `${name}: ${language || "none"}`);
  assert.deepEqual(uncovered, [], "name the language of these blocks, and add a rule to ways.mjs");
});

test("every rule covers a block", () => {
  const unused = [...LISTED, ...JSON_FILES].filter((rule) => !blocks.some((block) => concerns(rule, block)));
  assert.deepEqual(unused, []);
});

test("the tests that are listed read the documents", async () => {
  for (const { document, by } of LISTED) {
    const text = await readFile(join(ROOT, by), "utf8");
    const name = document === "www/npm/README.md" ? "README.md" : document;
    assert(text.includes(name), `${by} does not read ${document}`);
  }
});
