// Ways to read a workflow in a page; ours gives how many input fields it found.
import { inputSchema } from "flowdeck";

const texts = {};

const ways = {
  "JSON.parse": (text) => {
    JSON.parse(text);
  },
  flowdeck: async (text) => (await inputSchema(text)).schema.fields.length,
};

/** Fetches the workflow at this path, once. */
export async function open(path) {
  texts[path] = await (await fetch(path)).text();
}

/** What one reading took, in ms, on a heap that has been swept, and how many fields it found. */
export async function sample(way, path) {
  globalThis.gc?.();
  const start = performance.now();
  const fields = await ways[way](texts[path]);
  return { ms: performance.now() - start, fields };
}
