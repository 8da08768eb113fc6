// Reads the schemas of large workflows in a page.

import { api, editor, unmarked } from "../data/workflow.mjs";
import { chromiumArena } from "../lib/chromium-arena.mjs";
import { budgetSentence, comparison } from "../lib/comparison.mjs";
import { interleave, rounds } from "../lib/interleave.mjs";
import { formatInteger, median } from "../lib/statistics.mjs";

export const about = `\
\`inputSchema\` of a 20 MB workflow in Chromium, from text to a schema with thousands of fields, compared
with JSON.parse of the same text. Each sample is the first call in a fresh browser, because people open
a workflow once. The budget is one second. A workflow of 500 nodes without marks is also converted, and
its fields are suggested; its budget is relative to JSON.parse. Its first read includes compiling the code
that it runs, which the browser does when a function is first called.`;

const WAYS = ["JSON.parse", "flowdeck"];
const BUDGET = 1000;
const NODES = 500;
/** How much longer an ordinary workflow of that size may take than JSON.parse. */
const RATIO = 5;
const WORKFLOWS = { "API format": api(20e6), "Editor format": editor(20e6) };

export async function* measure() {
  for (const [name, { fields, bytes }] of Object.entries(WORKFLOWS)) {
    const results = await interleave(WAYS, rounds(5), (way) => firstRead(way, bytes));
    yield table(name, results, fields);
  }
  const { bytes } = unmarked(NODES);
  const first = await interleave(WAYS, rounds(9), (way) => firstRead(way, bytes));
  yield suggested("first read", times(first), `flowdeck suggests ${formatInteger(first.flowdeck[0].fields)} fields.`);
  yield suggested("later reads", await interleave(WAYS, rounds(9), (way) => laterRead(way, bytes)));
}

async function laterRead(way, bytes) {
  const arena = await chromiumArena('export * from "./contenders/workflow.js"', { data: [["/workflow.json", bytes]] });
  const ms = await arena.call("laterRead", way, "/workflow.json", 20);
  await arena.close();
  return ms;
}

async function firstRead(way, bytes) {
  const arena = await chromiumArena('export * from "./contenders/workflow.js"', { data: [["/workflow.json", bytes]] });
  const result = await arena.call("firstRead", way, "/workflow.json");
  await arena.close();
  return result;
}

const times = (results) => Object.fromEntries(WAYS.map((way) => [way, results[way].map(({ ms }) => ms)]));

function suggested(which, samples, note) {
  const title = `Editor format, ${NODES} nodes without marks, ${which}`;
  return comparison({ title, samples, reference: WAYS[0], budgets: { flowdeck: RATIO }, note });
}

function table(name, results, fields) {
  const samples = times(results);
  const read = `flowdeck finds ${formatInteger(results.flowdeck[0].fields)} of ${formatInteger(fields)} fields`;
  const note = `${read}. ${budgetSentence("It takes", median(samples.flowdeck), BUDGET, "ms")}`;
  return comparison({ title: name, samples, reference: WAYS[0], note });
}
