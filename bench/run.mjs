// Runs the named measures, or all; prints their tables and writes them to RESULTS.md. Knows nothing about
// what they measure.
import { readdirSync } from "node:fs";
import { basename } from "node:path";
import { machine } from "./lib/machine.mjs";
import { install } from "./lib/package.mjs";
import { saveSection } from "./lib/results.mjs";
import { markdown } from "./lib/table.mjs";

const all = readdirSync(new URL("measures/", import.meta.url)).map((file) => basename(file, ".mjs"));
const chosen = process.argv.length > 2 ? process.argv.slice(2) : all;
const unknown = chosen.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`error: unknown measure ${unknown.join(", ")}: choose from ${all.join(", ")}`);
  process.exit(1);
}

install();
for (const name of chosen) {
  const { about, measure } = await import(`./measures/${name}.mjs`);
  console.log(`\n## ${name}\n\n${about}`);
  const load = machine.load();
  const tables = [];
  for await (const table of measure()) {
    tables.push(markdown(table));
    console.log(`\n${tables.at(-1)}`);
  }
  saveSection(name, [about, ...tables, `${machine.description}; load at the start ${load}.`]);
}
