// Ways to read the queue, in a page or in Node; each gives how many tasks it found.
import { connect } from "flowdeck";
import { KEY } from "../data/run.mjs";

const PATH = "/api/v1/comfy/queue";
const headers = { "X-API-KEY": KEY };
const { fetch } = globalThis;
let there;
let answeredFromMemory = 0;

const ways = {
  "JSON.parse": () => count(JSON.parse(there.text)),
  "JSON.parse of bytes": () => count(JSON.parse(new TextDecoder().decode(there.bytes))),
  "flowdeck, from memory": async () => {
    globalThis.fetch = fromMemory;
    const before = answeredFromMemory;
    const tasks = listed(await there.fromMemory.queue());
    globalThis.fetch = fetch;
    if (answeredFromMemory !== before + 1) throw new Error("flowdeck did not call fetch once");
    return tasks;
  },
  "fetch + json()": async () => count(await (await fetch(there.url, { headers })).json()),
  flowdeck: async () => listed(await there.deck.queue()),
};

/** Reads the queue of this deployment once, for the ways that need no call. */
export async function open(baseUrl) {
  const url = baseUrl + PATH;
  const response = await fetch(url, { headers });
  const bytes = new Uint8Array(await response.arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  const options = { baseUrl, apiKey: KEY };
  const deck = await connect(options);
  // As an option, and above as the global that it takes else.
  there = {
    url,
    bytes,
    text,
    deck,
    headers: response.headers,
    fromMemory: await connect({ ...options, fetch: fromMemory }),
  };
}

/** What one reading took, in ms, on a heap that has been swept. */
export async function sample(way, tasks) {
  globalThis.gc?.();
  const start = performance.now();
  const found = await ways[way]();
  const took = performance.now() - start;
  if (found !== tasks) throw new Error(`${way} found ${found} tasks`);
  return took;
}

async function fromMemory(request, options) {
  if (!String(request.url ?? request).endsWith(PATH)) return fetch(request, options);
  answeredFromMemory += 1;
  return new Held(null, { headers: there.headers });
}

// An answer whose bytes are there: what they take on their way is no part of reading them.
class Held extends Response {
  async arrayBuffer() {
    return there.bytes.buffer;
  }
}

const listed = ({ instances }) =>
  instances.reduce((sum, { running, pending }) => sum + running.length + pending.length, 0);

const count = ({ data }) =>
  data.reduce((sum, { queue }) => sum + queue.queue_running.length + queue.queue_pending.length, 0);
