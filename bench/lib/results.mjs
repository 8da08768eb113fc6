// RESULTS.md: a section a measure, each replaced alone.
import { existsSync, readFileSync, writeFileSync } from "node:fs";

const FILE = new URL("../RESULTS.md", import.meta.url);

const HEAD = `# Results

Written by \`make bench\`. A ratio is taken round by round between contenders that take turns, and is
the median of the rounds; "middle half" is what half of the rounds lay in. Milliseconds are medians
and belong to one machine; only ratios and bytes compare.`;

/** Puts the paragraphs in place of what the measure gave before. */
export function keep(name, paragraphs) {
  const sections = existsSync(FILE) ? read(readFileSync(FILE, "utf8")) : new Map();
  sections.set(name, paragraphs.join("\n\n"));
  const ordered = [...sections].sort(([a], [b]) => a.localeCompare(b));
  const text = ordered.map(([name, body]) => `## ${name}\n\n${body.trim()}`);
  writeFileSync(FILE, `${[HEAD, ...text].join("\n\n")}\n`);
}

function read(text) {
  const [, ...sections] = text.split(/^## /m);
  return new Map(
    sections.map((section) => [section.slice(0, section.indexOf("\n")), section.slice(section.indexOf("\n"))]),
  );
}
