// Ways to read a workflow in a page; flowdeck returns the number of fields.
import { inputSchema } from "flowdeck";

const ways = {
  "JSON.parse": (text) => {
    JSON.parse(text);
  },
  flowdeck: async (text) => (await inputSchema(text)).schema.fields.length,
};

/** The time of the first read of this file in ms, with all code loaded, and the number of fields. */
export async function firstRead(way, path) {
  const text = await (await fetch(path)).text();
  await ways[way]("{}");
  globalThis.gc?.();
  const start = performance.now();
  const fields = await ways[way](text);
  return { ms: performance.now() - start, fields };
}
