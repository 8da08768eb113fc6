// Reads a queue whose tasks contain their whole prompts.

import { queue } from "../data/queue.mjs";
import { chromiumArena } from "../lib/chromium-arena.mjs";
import { comparison } from "../lib/comparison.mjs";
import { startDeployment } from "../lib/deployment.mjs";
import { interleave, rounds } from "../lib/interleave.mjs";
import { nodeArena } from "../lib/node-arena.mjs";

const INSTANCES = 200;
const TASKS = INSTANCES * 51;
const MEMORY = ["JSON.parse", "JSON.parse of bytes", "flowdeck, from memory"];
const WIRE = ["fetch + json()", "flowdeck"];
const body = queue(INSTANCES);
const megabytes = Math.round(body.length / 1e6);

export const about = `\
The queue of ${INSTANCES} engine instances with 51 tasks each that contain their whole prompts, ${megabytes} MB of JSON.
It is read from memory (by flowdeck through a fetch that returns the bytes) and from a server on the
same machine.`;

export async function* measure() {
  const chromium = await chromiumArena('export * from "./contenders/queue.js"', { queue: body });
  yield* compare("Chromium", chromium, chromium.server.url);
  await chromium.close();

  const server = await startDeployment({ queue: body });
  const node = await nodeArena(new URL("../contenders/queue.js", import.meta.url));
  yield* compare("Node", node, server.url);
  node.close();
  server.close();
}

async function* compare(where, arena, url) {
  await arena.call("open", url);
  const sample = async (ways) => {
    for (const way of ways) await arena.call("sample", way, TASKS);
    return interleave(ways, rounds(9), (way) => arena.call("sample", way, TASKS));
  };
  const budgets = { "flowdeck, from memory": 0.5 };
  yield comparison({ title: `${where}, from memory`, samples: await sample(MEMORY), reference: MEMORY[0], budgets });
  yield comparison({ title: `${where}, over the wire`, samples: await sample(WIRE), reference: WIRE[0] });
}
