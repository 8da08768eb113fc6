// Ways to read a workflow in a page; flowdeck returns the number of fields.
import { inputSchema } from "flowdeck";

const ways = {
  "JSON.parse": (text) => {
    JSON.parse(text);
  },
  flowdeck: async (text) => (await inputSchema(text)).schema.fields.length,
};

/** The median time of reads of this file in ms, after as many to warm up. */
export async function laterRead(way, path, count) {
  const text = await (await fetch(path)).text();
  const times = [];
  for (let read = 0; read < 2 * count; read += 1) {
    const start = performance.now();
    await ways[way](text);
    times.push(performance.now() - start);
  }
  return times.slice(count).sort((a, b) => a - b)[Math.floor(count / 2)];
}

/** The time of the first read of this file in ms, with all code loaded, and the number of fields. */
export async function firstRead(way, path) {
  const text = await (await fetch(path)).text();
  await ways[way]("{}");
  globalThis.gc?.();
  const start = performance.now();
  const fields = await ways[way](text);
  return { ms: performance.now() - start, fields };
}
