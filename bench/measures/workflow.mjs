// The schema of a workflow of 20 MB, in a page.
import { comparison, judged } from "../lib/comparison.mjs";
import { chromiumArena } from "../lib/chromium.mjs";
import { median, whole } from "../lib/figures.mjs";
import { interleave, rounds } from "../lib/interleave.mjs";
import { api, editor } from "../data/workflow.mjs";

export const about = `\`inputSchema\` of a workflow of 20 MB in Chromium, from text to a schema with thousands of fields,
beside JSON.parse of the same text. The budget is a second.`;

const WAYS = ["JSON.parse", "flowdeck"];
const BUDGET = 1000;
const WORKFLOWS = { "Export (API)": api(20e6), "the editor's format": editor(20e6) };

export async function* measure() {
  const data = Object.values(WORKFLOWS).map(({ bytes }, i) => [`/${i}.json`, bytes]);
  const arena = await chromiumArena('export * from "./contenders/workflow.js"', { data });
  for (const [i, [name, { fields }]] of Object.entries(WORKFLOWS).entries()) {
    const path = `/${i}.json`;
    await arena.ask("open", path);
    await arena.ask("sample", "flowdeck", path);
    const found = await interleave(WAYS, rounds(7), (way) => arena.ask("sample", way, path));
    yield table(name, found, fields);
  }
  await arena.close();
}

function table(name, found, fields) {
  const samples = Object.fromEntries(WAYS.map((way) => [way, found[way].map(({ ms }) => ms)]));
  const read = `flowdeck finds ${whole(found.flowdeck[0].fields)} of ${whole(fields)} fields`;
  const note = `${read}. ${judged("It takes", median(samples.flowdeck), BUDGET, "ms")}`;
  return comparison({ title: name, samples, reference: WAYS[0], note });
}
