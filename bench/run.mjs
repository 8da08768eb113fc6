// Runs the measures that are named, or all of them; prints their tables and writes them into
// RESULTS.md. Knows nothing of what they measure.
import { readdirSync } from "node:fs";
import { basename } from "node:path";
import { machine } from "./lib/machine.mjs";
import { install } from "./lib/package.mjs";
import { keep } from "./lib/results.mjs";
import { markdown } from "./lib/table.mjs";

const all = readdirSync(new URL("measures/", import.meta.url)).map((file) => basename(file, ".mjs"));
const chosen = process.argv.length > 2 ? process.argv.slice(2) : all;
const unknown = chosen.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`error: there is no measure named ${unknown.join(", ")}: choose from ${all.join(", ")}`);
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
  keep(name, [about, ...tables, `${machine.words}; load at the start ${load}.`]);
}
