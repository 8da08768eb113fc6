// The schema of a workflow of 20 MB, in a page.
import { comparison, judged } from "../lib/comparison.mjs";
import { chromiumArena } from "../lib/chromium.mjs";
import { median, whole } from "../lib/figures.mjs";
import { interleave, rounds } from "../lib/interleave.mjs";
import { api, editor } from "../data/workflow.mjs";

export const about = `\`inputSchema\` of a workflow of 20 MB in Chromium, from text to a schema with thousands of fields,
beside JSON.parse of the same text. It is the first reading in a fresh browser, since people open a
workflow once. The budget is a second.`;

const WAYS = ["JSON.parse", "flowdeck"];
const BUDGET = 1000;
const WORKFLOWS = { "Export (API)": api(20e6), "the editor's format": editor(20e6) };

export async function* measure() {
  for (const [name, { fields, bytes }] of Object.entries(WORKFLOWS)) {
    const found = await interleave(WAYS, rounds(5), (way) => reading(way, bytes));
    yield table(name, found, fields);
  }
}

async function reading(way, bytes) {
  const arena = await chromiumArena('export * from "./contenders/workflow.js"', { data: [["/workflow.json", bytes]] });
  const found = await arena.ask("first", way, "/workflow.json");
  await arena.close();
  return found;
}

function table(name, found, fields) {
  const samples = Object.fromEntries(WAYS.map((way) => [way, found[way].map(({ ms }) => ms)]));
  const read = `flowdeck finds ${whole(found.flowdeck[0].fields)} of ${whole(fields)} fields`;
  const note = `${read}. ${judged("It takes", median(samples.flowdeck), BUDGET, "ms")}`;
  return comparison({ title: name, samples, reference: WAYS[0], note });
}
