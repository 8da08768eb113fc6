// RESULTS.md: one section per measure, each replaced on its own.
import { existsSync, readFileSync, writeFileSync } from "node:fs";

const FILE = new URL("../RESULTS.md", import.meta.url);

const HEAD = `# Results

Written by \`make bench\`. Contenders take turns; a ratio is computed within each round, and the table
shows the median over all rounds. "middle 50%" is the range between the quartiles. Milliseconds are
medians and depend on the machine; compare only ratios and bytes.`;

/** Replaces the section of a measure with these paragraphs. */
export function saveSection(name, paragraphs) {
  const sections = existsSync(FILE) ? parse(readFileSync(FILE, "utf8")) : new Map();
  sections.set(name, paragraphs.join("\n\n"));
  const ordered = [...sections].sort(([a], [b]) => a.localeCompare(b));
  const text = ordered.map(([name, body]) => `## ${name}\n\n${body.trim()}`);
  writeFileSync(FILE, `${[HEAD, ...text].join("\n\n")}\n`);
}

function parse(text) {
  const [, ...sections] = text.split(/^## /m);
  return new Map(
    sections.map((section) => [section.slice(0, section.indexOf("\n")), section.slice(section.indexOf("\n"))]),
  );
}
