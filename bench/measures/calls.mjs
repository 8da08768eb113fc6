// One run with only text fields: the overhead of a client.
import assert from "node:assert/strict";
import { values } from "../data/run.mjs";
import { chromiumArena } from "../lib/chromium-arena.mjs";
import { comparison } from "../lib/comparison.mjs";
import { parts, startDeployment } from "../lib/deployment.mjs";
import { interleave, rounds } from "../lib/interleave.mjs";
import { nodeArena } from "../lib/node-arena.mjs";
import { median } from "../lib/statistics.mjs";

export const about = `One run with 5 and with 100 text fields, against a server on the same machine that reads the whole
body. Clients take turns every four calls, and a round's figure is the median of the four. Other load
on the machine therefore affects all clients alike, even if it lasts less than a second.`;

const FIELDS = [5, 100];
const WARM_UP = 80;
const BLOCK = 4;
const CHROMIUM = ["fetch + FormData", "XMLHttpRequest", "ky", "axios", "flowdeck"];
const NODE = ["fetch, hand-written body", "hand-written http", "axios + form-data", "fetch + FormData", "flowdeck"];

export async function* measure() {
  yield* inChromium();
  yield* inNode();
}

async function* inChromium() {
  const arena = await chromiumArena('export * from "./contenders/chromium.js"');
  for (const fields of FIELDS) {
    const call = (name, count) => arena.call("calls", name, values(fields), count);
    const samples = await compare(CHROMIUM, arena.server, fields, call);
    const budgets = { flowdeck: 1.1 };
    yield comparison({ title: `Chromium, ${fields} fields`, samples, reference: CHROMIUM[0], budgets });
  }
  await arena.close();
}

// One process per client, so that garbage collection of one does not pause another.
async function* inNode() {
  const server = await startDeployment();
  const arenas = {};
  for (const name of NODE) {
    arenas[name] = await nodeArena(new URL("../contenders/node.mjs", import.meta.url));
    await arenas[name].call("useClient", name, server.url);
  }
  for (const fields of FIELDS) {
    const call = (name, count) => arenas[name].call("calls", values(fields), count);
    const samples = await compare(NODE, server, fields, call);
    const budgets = { flowdeck: 0.8 };
    yield comparison({ title: `Node, ${fields} fields`, samples, reference: NODE[0], budgets });
  }
  for (const arena of Object.values(arenas)) arena.close();
  server.close();
}

// The first block warms up and proves that every client sends the same.
async function compare(names, server, fields, call) {
  for (const name of names) {
    await call(name, WARM_UP);
    assert.deepEqual(await parts(server), values(fields), `${name} sends every field`);
  }
  return interleave(names, rounds(300), async (name) => median(await call(name, BLOCK)));
}
