// Reads the schema of a 20 MB workflow in a page.

import { api, editor } from "../data/workflow.mjs";
import { chromiumArena } from "../lib/chromium-arena.mjs";
import { budgetSentence, comparison } from "../lib/comparison.mjs";
import { interleave, rounds } from "../lib/interleave.mjs";
import { formatInteger, median } from "../lib/statistics.mjs";

export const about = `\
\`inputSchema\` of a 20 MB workflow in Chromium, from text to a schema with thousands of fields, compared
with JSON.parse of the same text. Each sample is the first call in a fresh browser, because people open
a workflow once. The budget is one second.`;

const WAYS = ["JSON.parse", "flowdeck"];
const BUDGET = 1000;
const WORKFLOWS = { "API format": api(20e6), "Editor format": editor(20e6) };

export async function* measure() {
  for (const [name, { fields, bytes }] of Object.entries(WORKFLOWS)) {
    const results = await interleave(WAYS, rounds(5), (way) => firstRead(way, bytes));
    yield table(name, results, fields);
  }
}

async function firstRead(way, bytes) {
  const arena = await chromiumArena('export * from "./contenders/workflow.js"', { data: [["/workflow.json", bytes]] });
  const result = await arena.call("firstRead", way, "/workflow.json");
  await arena.close();
  return result;
}

function table(name, results, fields) {
  const samples = Object.fromEntries(WAYS.map((way) => [way, results[way].map(({ ms }) => ms)]));
  const read = `flowdeck finds ${formatInteger(results.flowdeck[0].fields)} of ${formatInteger(fields)} fields`;
  const note = `${read}. ${budgetSentence("It takes", median(samples.flowdeck), BUDGET, "ms")}`;
  return comparison({ title: name, samples, reference: WAYS[0], note });
}
