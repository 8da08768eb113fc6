// One run with text fields only: what a client adds to it.
import assert from "node:assert/strict";
import { values } from "../data/run.mjs";
import { comparison } from "../lib/comparison.mjs";
import { chromiumArena } from "../lib/chromium.mjs";
import { deployment, parts } from "../lib/deployment.mjs";
import { median } from "../lib/figures.mjs";
import { interleave, rounds } from "../lib/interleave.mjs";
import { nodeArena } from "../lib/node.mjs";

export const about = `One run with 5 and with 100 text fields, against a server on the same machine that reads the body
whole. Clients take turns every four calls, a round's figure is the median of the four: so what the
machine does beside meets all of them alike, even where it takes no longer than a second.`;

const FIELDS = [5, 100];
const WARM = 80;
const BLOCK = 4;
const CHROMIUM = ["fetch + FormData", "XMLHttpRequest", "ky", "axios", "flowdeck"];
const NODE = ["fetch, body by hand", "http by hand", "axios + form-data", "fetch + FormData", "flowdeck"];

export async function* measure() {
  yield* inChromium();
  yield* inNode();
}

async function* inChromium() {
  const arena = await chromiumArena('export * from "./contenders/chromium.js"');
  for (const fields of FIELDS) {
    const call = (name, count) => arena.ask("calls", name, values(fields), count);
    const samples = await compared(CHROMIUM, arena.there, fields, call);
    const budgets = { flowdeck: 1.15 };
    yield comparison({ title: `Chromium, ${fields} fields`, samples, reference: CHROMIUM[0], budgets });
  }
  await arena.close();
}

// A process a client: one's garbage is not another's pause.
async function* inNode() {
  const there = await deployment();
  const arenas = {};
  for (const name of NODE) {
    arenas[name] = await nodeArena(new URL("../contenders/node.mjs", import.meta.url));
    await arenas[name].ask("become", name, there.url);
  }
  for (const fields of FIELDS) {
    const call = (name, count) => arenas[name].ask("calls", values(fields), count);
    const samples = await compared(NODE, there, fields, call);
    const budgets = { flowdeck: 1.1 };
    yield comparison({ title: `Node, ${fields} fields`, samples, reference: NODE[0], budgets });
  }
  for (const arena of Object.values(arenas)) arena.close();
  there.close();
}

// A first block warms up and shows that every client sends the same.
async function compared(names, there, fields, call) {
  for (const name of names) {
    await call(name, WARM);
    assert.deepEqual(await parts(there), values(fields), `${name} sends every field`);
  }
  return interleave(names, rounds(300), async (name) => median(await call(name, BLOCK)));
}
