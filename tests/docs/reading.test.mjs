// What a newcomer reads: the length of README.md and its first screen, and no sentence twice in the documents.
import assert from "node:assert/strict";
import { test } from "node:test";
import { documents, textOf, withoutBlocks } from "./blocks.mjs";

/** The most words of README.md. */
const MAX_WORDS = 900;
/** The lines of the first screen. */
const FIRST_SCREEN = 40;
/** Shorter sentences may be repeated, such as "Paths are relative to the folder". */
const MIN_WORDS = 8;

test("README.md is short", async () => {
  const words = (await textOf("README.md")).split(/\s+/).filter(Boolean);
  assert(words.length <= MAX_WORDS, `it has ${words.length} words; move some to docs/`);
});

test("the first screen of README.md works in a fresh checkout", async () => {
  const screen = (await textOf("README.md")).split("\n").slice(0, FIRST_SCREEN).join("\n");
  assert.match(screen, /!\[[^\]]+\]\(docs\/screenshots\//, "it has the picture");
  const [status, first, install, serve] = [
    /^\*\*Status:\*\*/m,
    /^```sh\nmake play\b/m,
    /`make install`/,
    /^```sh\nflowdeck serve\b/m,
  ].map((pattern) => screen.search(pattern));
  assert(status >= 0, "it says whether there is a release");
  assert(first > status && screen.indexOf("```sh") === first, "the first command needs nothing but the checkout");
  assert(install > first && serve > install, "the program is installed before it is called");
});

/** The sentences of a document outside of blocks, tables and headings. */
async function sentencesOf(document) {
  const lines = withoutBlocks(await textOf(document)).split("\n");
  const prose = lines
    .filter((line) => line && !/^(\||#|!\[|<)/.test(line))
    .map((line) => line.replace(/^[-\d.\s*]+/, ""));
  const sentences = prose.flatMap((line) => line.split(/(?<=[.:!?])\s+/));
  return sentences.filter((sentence) => sentence.split(/\s+/).length >= MIN_WORDS);
}

test("no sentence is in two places", async () => {
  const places = new Map();
  for (const document of (await documents()).filter((document) => document !== "www/npm/README.md")) {
    for (const sentence of await sentencesOf(document)) {
      const plain = sentence
        .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
        .replace(/[*`]/g, "")
        .toLowerCase();
      places.set(plain, [...(places.get(plain) ?? []), document]);
    }
  }
  assert(places.size > 500, "the sentences are missing");
  assert.deepEqual(
    [...places].filter(([, found]) => found.length > 1),
    [],
  );
});
