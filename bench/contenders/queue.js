// Ways to read the queue, in a page or in Node; each returns the number of tasks.
import { connect } from "flowdeck";
import { KEY } from "../data/run.mjs";

const PATH = "/api/v1/comfy/queue";
const headers = { "X-API-KEY": KEY };
const { fetch } = globalThis;
let source;
let memoryReads = 0;

const ways = {
  "JSON.parse": () => count(JSON.parse(source.text)),
  "JSON.parse of bytes": () => count(JSON.parse(new TextDecoder().decode(source.bytes))),
  "flowdeck, from memory": async () => {
    globalThis.fetch = fromMemory;
    const before = memoryReads;
    const tasks = countSnapshot(await source.fromMemory.queue());
    globalThis.fetch = fetch;
    if (memoryReads !== before + 1) throw new Error("flowdeck did not call fetch exactly once");
    return tasks;
  },
  "fetch + json()": async () => count(await (await fetch(source.url, { headers })).json()),
  flowdeck: async () => countSnapshot(await source.deck.queue()),
};

/** Reads the queue of this deployment once, for the ways that read from memory. */
export async function open(baseUrl) {
  const url = baseUrl + PATH;
  const response = await fetch(url, { headers });
  const bytes = new Uint8Array(await response.arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  const options = { baseUrl, apiKey: KEY };
  const deck = await connect(options);
  // The client takes `fetch` as an option; above it is also replaced globally, the default.
  source = {
    url,
    bytes,
    text,
    deck,
    headers: response.headers,
    fromMemory: await connect({ ...options, fetch: fromMemory }),
  };
}

/** The time of one read in ms, after garbage collection. */
export async function sample(way, tasks) {
  globalThis.gc?.();
  const start = performance.now();
  const found = await ways[way]();
  const time = performance.now() - start;
  if (found !== tasks) throw new Error(`${way} found ${found} tasks`);
  return time;
}

async function fromMemory(request, options) {
  if (!String(request.url ?? request).endsWith(PATH)) return fetch(request, options);
  memoryReads += 1;
  return new MemoryResponse(null, { headers: source.headers });
}

// A response whose bytes are in memory, so that transfer time does not count.
class MemoryResponse extends Response {
  async arrayBuffer() {
    return source.bytes.buffer;
  }
}

const countSnapshot = ({ instances }) =>
  instances.reduce((sum, { running, pending }) => sum + running.length + pending.length, 0);

const count = ({ data }) =>
  data.reduce((sum, { queue }) => sum + queue.queue_running.length + queue.queue_pending.length, 0);
