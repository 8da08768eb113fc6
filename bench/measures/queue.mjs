// Reading a queue whose tasks carry their whole prompts.
import { comparison } from "../lib/comparison.mjs";
import { chromiumArena } from "../lib/chromium.mjs";
import { deployment } from "../lib/deployment.mjs";
import { interleave, rounds } from "../lib/interleave.mjs";
import { nodeArena } from "../lib/node.mjs";
import { queue } from "../data/queue.mjs";

const INSTANCES = 200;
const TASKS = INSTANCES * 51;
const MEMORY = ["JSON.parse", "JSON.parse of bytes", "flowdeck, from memory"];
const WIRE = ["fetch + json()", "flowdeck"];
const body = queue(INSTANCES);

export const about = `The queue of ${INSTANCES} engine instances with 51 tasks each that carry their whole prompts, ${Math.round(body.length / 1e6)} MB of JSON.
Read from memory (flowdeck through a fetch that answers with the bytes) and from a server on the same
machine.`;

export async function* measure() {
  const chromium = await chromiumArena('export * from "./contenders/queue.js"', { queue: body });
  yield* compared("Chromium", chromium, chromium.there.url);
  await chromium.close();

  const there = await deployment({ queue: body });
  const node = await nodeArena(new URL("../contenders/queue.js", import.meta.url));
  yield* compared("Node", node, there.url);
  node.close();
  there.close();
}

async function* compared(where, arena, url) {
  await arena.ask("open", url);
  const taken = async (ways) => {
    for (const way of ways) await arena.ask("sample", way, TASKS);
    return interleave(ways, rounds(9), (way) => arena.ask("sample", way, TASKS));
  };
  const budgets = { "flowdeck, from memory": 0.5 };
  yield comparison({ title: `${where}, from memory`, samples: await taken(MEMORY), reference: MEMORY[0], budgets });
  yield comparison({ title: `${where}, over the wire`, samples: await taken(WIRE), reference: WIRE[0] });
}
