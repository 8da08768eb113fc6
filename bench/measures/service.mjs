// The service against the engine behind it, which is called directly.
import { once } from "node:events";
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { startEngine as startStandIn } from "../../tests/attacks/faulty-engine.mjs";
import { unmarked } from "../data/workflow.mjs";
import { comparison } from "../lib/comparison.mjs";
import { cpuTime } from "../lib/cpu.mjs";
import { followEngine } from "../lib/engine-events.mjs";
import { startEventClock } from "../lib/event-clock.mjs";
import { Follower } from "../lib/followed-run.mjs";
import { interleave, rounds } from "../lib/interleave.mjs";
import { inTurn } from "../lib/keep-alive.mjs";
import { growthSince, peakMemory } from "../lib/memory.mjs";
import { BEFORE, COMFYUI, read, startEngine, startService } from "../lib/service.mjs";
import { formatFigure, formatInteger, median, quantile } from "../lib/statistics.mjs";

const behind = COMFYUI ? "a real ComfyUI" : "a `flowdeck engine`";
export const about = `\
\`flowdeck serve\` in front of ${behind}, compared with calling the engine directly. Every run saves an image of
another color, 64 pixels wide, and is stored before it is accepted. Samples are taken when every run has ended.
The row with a disk shows what storing costs at least: 4 KB are written through to the disk after each answer.`;

const ENGINE = "POST /prompt";
const SERVICE = "flowdeck serve";
/** Another build of it. */
const EARLIER = "flowdeck serve before";
const DISK = "POST /prompt and disk";
const SERVICES = BEFORE ? [EARLIER, SERVICE] : [SERVICE];
const WAYS = [ENGINE, ...SERVICES];
const CLIENTS = 8;
const SUBMISSIONS = 400;
const MB = 1e6;
/** The size of an ordinary workflow. */
const EDITOR_NODES = 20;
/** The start of a PNG, one pixel wide. */
const PNG = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ", "base64");
const NOT_HELD =
  "Without COMFYUI_URL, the engine is a `flowdeck engine`: the figures are reported, but not held to a budget.";
const note = COMFYUI ? undefined : NOT_HELD;
const budgets = (ratio) => (COMFYUI ? { [SERVICE]: ratio } : {});

const graph = (color) => ({ 2: empty(64, color), ...saved(["2", 0]) });
/** It executes node by node, with 200 for minutes, so that others wait. */
const slowGraph = (color, length = 200) => {
  const blurs = Array.from({ length }, (_, index) => [
    index + 4,
    { class_type: "ImageBlur", inputs: { image: [String(index + 3), 0], blur_radius: 31, sigma: 10 } },
  ]);
  return { 1: saved([String(length + 3), 0])[3], 3: empty(2048, color), ...Object.fromEntries(blurs) };
};
const number = { name: "color", default: 0, min: 0, max: 0xffffff, integer: true };
const workflows = {
  color: { 1: { class_type: "InputNumber", inputs: number }, ...graph(["1", 0]) },
  file: { 1: { class_type: "InputImage", inputs: { name: "photo", required: true } }, ...saved(["1", 0]) },
};

function empty(size, color) {
  return { class_type: "EmptyImage", inputs: { width: size, height: size, batch_size: 1, color } };
}

function saved(images) {
  return { 3: { class_type: "SaveImage", inputs: { images, filename_prefix: "bench" } } };
}

let color = Math.floor(Math.random() * 1e6);
function nextColor() {
  color += 1;
  return color;
}

export async function* measure() {
  const engine = await startEngine();
  const options = ["--engine", engine.url, "--max-upload", "3000"];
  const service = await startService(options, workflows);
  const before = BEFORE && (await startService(options, workflows, BEFORE));
  const events = await followEngine(engine);
  try {
    const idle = peakMemory(service.id);
    try {
      yield* calls({ engine, services: { [SERVICE]: service, [EARLIER]: before }, events });
    } finally {
      await before?.stop();
    }
    if (COMFYUI) yield await queue(engine, service);
    yield await memory(idle);
  } finally {
    events.close();
    await service.stop();
    await engine.stop();
  }
  yield* followed();
  yield await delivered();
  yield await many();
}

async function* calls({ engine, services, events }) {
  const disk = openDisk();
  const submitted = [];
  const prompt = async () =>
    (await engine.post("/prompt", { prompt: graph(nextColor()), client_id: events.client })).prompt_id;
  const runOn = async (service) => {
    const id = await service.run("color", { color: nextColor() });
    submitted.push([service, id]);
    return id;
  };
  const promptEnded = async (id) => {
    await events.ended(id);
    while (!(id in (await engine.get(`/history/${id}`))));
  };
  const post = { [ENGINE]: prompt, [DISK]: () => prompt().then(() => disk.write()) };
  const end = { [ENGINE]: promptEnded };
  for (const way of SERVICES) {
    post[way] = () => runOn(services[way]);
    end[way] = (id) => completed(services[way], id);
  }
  const drained = async () => {
    for (const [service, id] of submitted.splice(0)) await completed(service, id);
    while ((await engine.get("/prompt")).exec_info.queue_remaining > 0);
  };
  const compare = async (title, ways, ratio, count, sample) => {
    const once = async (way) => {
      const ms = await sample(way);
      await drained();
      return ms;
    };
    for (const way of ways) await once(way);
    const samples = await interleave(ways, rounds(count), once);
    return comparison({ title, samples, reference: ENGINE, budgets: budgets(ratio), note });
  };
  const alone = (way) => timed(post[way]);
  const together = (way) => timed(() => inParallel(SUBMISSIONS, post[way]));
  const whole = (way) => timed(async () => end[way](await post[way]()));
  try {
    yield await compare("A submission alone", [ENGINE, DISK, ...SERVICES], 1.5, 200, alone);
    yield await compare(`${CLIENTS} clients, ${SUBMISSIONS} submissions (half the rate is 2×)`, WAYS, 2, 9, together);
    yield await compare("From submission to result", WAYS, 2, 100, whole);
    yield await processorTime(services, async (way) => {
      await together(way);
      await drained();
    });
  } finally {
    disk.close();
  }
}

/** The CPU time of a run from its submission to its end, with the requests that ask for its state. */
async function processorTime(services, runs) {
  const samples = await interleave(SERVICES, rounds(5), async (way) => {
    const before = cpuTime(services[way].id);
    await runs(way);
    return (cpuTime(services[way].id) - before) / SUBMISSIONS;
  });
  const title = "CPU time of the service for a run, from its submission to its end";
  return comparison({ title, samples, reference: SERVICES[0] });
}

/** A file that is written through to the disk, one block after the other, and then from the start again. */
function openDisk() {
  const folder = mkdtempSync(join(tmpdir(), "flowdeck-bench-disk-"));
  const file = openSync(join(folder, "blocks"), "w");
  const block = Buffer.alloc(4096, 1);
  let next = 0;
  return {
    write() {
      writeSync(file, block, 0, block.length, (next % 1000) * block.length);
      fdatasyncSync(file);
      next += 1;
    },
    close() {
      closeSync(file);
      rmSync(folder, { recursive: true });
    },
  };
}

async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Does something this many times, by several clients. */
async function inParallel(count, work) {
  let left = count;
  const client = async () => {
    while (left > 0) {
      left -= 1;
      await work();
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
}

async function pending(service) {
  const entries = await service.get("/api/v1/comfy/queue");
  return entries.flatMap(({ queue }) => queue.queue_pending).length;
}

async function completed(service, id) {
  for (;;) {
    const { status, error } = await service.get(`/api/v1/runs/${id}`);
    if (status === "completed") return;
    if (status === "failed" || status === "cancelled") throw new Error(`the run ${id} has ${status}: ${error}`);
  }
}

/** Reads the queue while 1,000 tasks of somebody else are pending, submitted as ComfyUI's editor does. */
async function queue(engine, service) {
  const workflow = JSON.parse(unmarked(EDITOR_NODES).bytes.toString());
  await engine.post("/prompt", { prompt: slowGraph(nextColor()) });
  for (let n = 0; n < 1000; n += 1) {
    await engine.post("/prompt", { prompt: graph(nextColor()), extra_data: { extra_pnginfo: { workflow } } });
  }
  while ((await pending(service)) < 1000);
  const reads = {
    "GET /queue": { url: `${engine.url}/queue`, headers: engine.headers, count: 40 },
    [SERVICE]: { url: `${service.url}/api/v1/comfy/queue`, headers: service.headers, count: 4000 },
  };
  const rate = async (way) => (1000 * reads[way].count) / (await timed(() => inTurn(CLIENTS, reads[way])));
  const rates = await interleave(Object.keys(reads), rounds(7), rate);
  await engine.post("/queue", { clear: true });
  await engine.post("/interrupt", {});
  const ratios = rates[SERVICE].map((one, round) => one / rates["GET /queue"][round]);
  const spread = [0.25, 0.75].map((q) => formatInteger(quantile(ratios, q))).join("–");
  const met = median(ratios) >= 300 ? "yes" : "no";
  const head = ["", "a second", "vs GET /queue", "middle 50%", "budget", "met"];
  const rows = [
    ["GET /queue", formatFigure(median(rates["GET /queue"])), "1×", "", "", ""],
    [SERVICE, formatFigure(median(rates[SERVICE])), `${formatInteger(median(ratios))}×`, spread, "≥ 300×", met],
  ];
  const kilobytes = formatInteger(JSON.stringify(workflow).length / 1000);
  const note = `Every task has the editor's file of its workflow, ${EDITOR_NODES} nodes, ${kilobytes} KB.`;
  return { title: `Reading the queue, 1,000 pending; ${ratios.length} rounds`, head, rows, note };
}

/** What an upload of 2 GB costs, from here through the service to an engine that takes uploads of any size. */
async function memory(idle) {
  const size = 2000 * MB;
  let received = 0;
  const count = async (request, response) => {
    for await (const bytes of request) received += bytes.length;
    response.end(JSON.stringify({ name: "a.png", subfolder: "", type: "input" }));
  };
  const engine = await startStandIn({ "/upload/image": count });
  const service = await startService(["--engine", engine.address, "--max-upload", "3000"], workflows);
  try {
    const growth = growthSince(service.id);
    await completed(service, await upload(service, size));
    if (received < size) throw new Error(`the engine received ${received} of ${size} bytes`);
    const row = (name, bytes, budget) => {
      const met = bytes < budget * MB ? "yes" : "no";
      return [name, formatFigure(bytes / MB), `< ${budget}`, Number.isNaN(bytes) ? "–" : met];
    };
    const rows = [row("idle, at its highest", idle, 40), row("growth by an upload of 2 GB", growth(), 64)];
    return { title: "Memory of the service", head: ["", "MB", "budget", "met"], rows };
  } finally {
    await service.stop();
    engine.stop();
  }
}

/** Starts a run with a file of this size, and returns its id. */
async function upload(service, size) {
  const disposition = 'Content-Disposition: form-data; name="photo"; filename="photo.png"';
  const head = Buffer.concat([Buffer.from(`--b\r\n${disposition}\r\nContent-Type: image/png\r\n\r\n`), PNG]);
  const tail = Buffer.from("\r\n--b--\r\n");
  const chunk = Buffer.alloc(MB);
  const parts = function* () {
    yield head;
    for (let sent = 0; sent < size; sent += chunk.length) yield chunk;
    yield tail;
  };
  const headers = {
    ...service.headers,
    "content-type": "multipart/form-data; boundary=b",
    "content-length": head.length + size + tail.length,
  };
  const body = Readable.from(parts(), { objectMode: false });
  const { data } = await read("POST", `${service.url}/api/v1/runs?workflow_id=file`, { headers, body });
  return data[0].run_id;
}

/** Runs of a class that only an engine has which never takes them. */
const held = { 1: { class_type: "Hold", inputs: {} }, 2: { ...saved(["1", 0])[3] } };
const holding = {
  Hold: { input: { required: {} }, output: ["IMAGE"], output_node: false },
  SaveImage: {
    input: { required: { images: ["IMAGE"], filename_prefix: ["STRING", { default: "a" }] } },
    output: [],
    output_node: true,
  },
};
const holdPrompts = (request, response) => {
  if (request.method === "GET") response.end(JSON.stringify({ exec_info: { queue_remaining: 0 } }));
};
const STREAMS = 1000;

/** How soon clients learn that a run has ended, what that costs, and what open streams cost. */
async function* followed() {
  const engine = await startEngine();
  const clock = await startEventClock(engine.url);
  const silent = await startStandIn({ "/object_info": holding, "/prompt": holdPrompts });
  const service = await startService(["--engine", clock.url, "--engine", silent.address], {
    ...workflows,
    held,
    slow: { 9999: { class_type: "InputNumber", inputs: number }, ...slowGraph(["9999", 0], 4) },
  });
  const follower = new Follower(service);
  try {
    const byEvents = async (workflow = "color") => {
      const id = await service.run(workflow, { color: nextColor() });
      const stream = await follower.open(id);
      return (await stream.ended) - (await clock.passed(id));
    };
    const byPolling = async (workflow = "color") => {
      const id = await service.run(workflow, { color: nextColor() });
      return (await follower.poll(id)) - (await clock.passed(id));
    };
    await byEvents();
    const alone = await repeated(rounds(300), byEvents);
    const polled = await repeated(rounds(30), byPolling);
    const bytes = {};
    for (const [way, follow] of Object.entries({ events: byEvents, polling: byPolling })) {
      follower.bytes = 0;
      await follow("slow");
      bytes[way] = follower.bytes;
    }
    const ids = await repeated(STREAMS, () => service.run("held", { note: "x" }));
    const growth = growthSince(service.id);
    const streams = [];
    for (const id of ids) streams.push(await follower.open(id));
    const perStream = growth() / STREAMS / 1000;
    const beside = await repeated(rounds(300), byEvents);
    for (const stream of streams) stream.close();
    const row = (name, ms, budget, size = "") => {
      const p99 = quantile(ms, 0.99);
      const cells = budget ? [`≤ ${budget}`, p99 <= budget ? "yes" : "no"] : ["", ""];
      return [name, formatFigure(median(ms)), formatFigure(p99), ...cells, size && formatInteger(size)];
    };
    yield {
      title: "From the engine's event about the end of a run to the client",
      head: ["", "median ms", "p99 ms", "budget of p99", "met", "bytes of a slow run"],
      rows: [
        row("by events", alone, 50, bytes.events),
        row(`by events, ${formatInteger(STREAMS)} streams of other runs open`, beside, 50),
        row("by asking every second", polled, undefined, bytes.polling),
      ],
    };
    const met = perStream <= 50 ? "yes" : "no";
    yield {
      title: `${formatInteger(STREAMS)} open streams`,
      head: ["", "KB each", "budget", "met"],
      rows: [["memory of the service", formatFigure(perStream), "≤ 50", Number.isNaN(perStream) ? "–" : met]],
    };
  } finally {
    await service.stop();
    silent.stop();
    clock.close();
    await engine.stop();
  }
}

const DELIVERIES = 1000;

/** How many deliveries of webhooks a second are received: runs that wait are cancelled as fast as possible. */
async function delivered() {
  const silent = await startStandIn({ "/object_info": holding, "/prompt": holdPrompts });
  const options = ["--engine", silent.address, "--webhook-allow", "127.0.0.0/8"];
  const service = await startService(options, { held });
  const received = new Set();
  let all;
  const isComplete = new Promise((resolve) => {
    all = resolve;
  });
  const receiver = createServer((request, response) => {
    request.resume().on("end", () => {
      response.writeHead(204).end();
      received.add(request.headers["webhook-id"]);
      if (received.size === DELIVERIES) all();
    });
  }).listen(0, "127.0.0.1");
  await once(receiver, "listening");
  try {
    const { port } = /** @type {import("node:net").AddressInfo} */ (receiver.address());
    const headers = { ...service.headers, "content-type": "application/json" };
    const body = JSON.stringify({ url: `http://127.0.0.1:${port}/`, events: ["run.cancelled"] });
    await read("POST", `${service.url}/api/v1/comfy/webhooks`, { headers, body });
    const ids = await repeated(DELIVERIES, () => service.run("held", { note: "x" }));
    const cancel = () => read("POST", `${service.url}/api/v1/runs/${ids.pop()}/cancel`, { headers: service.headers });
    const cancelled = timed(() => inParallel(DELIVERIES, cancel));
    const ms = await timed(() => isComplete);
    const rows = [
      ["cancelled", formatInteger((1000 * DELIVERIES) / (await cancelled))],
      ["delivered", formatInteger((1000 * DELIVERIES) / ms)],
    ];
    const title = `Webhooks: ${formatInteger(DELIVERIES)} deliveries to one receiver`;
    return { title, head: ["", "runs a second"], rows };
  } finally {
    receiver.closeAllConnections();
    receiver.close();
    await service.stop();
    silent.stop();
  }
}

/** The results of doing something this many times, one after the other. */
async function repeated(count, work) {
  const results = [];
  for (let n = 0; n < count; n += 1) results.push(await work());
  return results;
}

/** Many embedded engines: every accepted run ends. */
async function many() {
  const [engines, count] = [50, 5000];
  const service = await startService(["--engines", String(engines)], workflows);
  try {
    const ids = new Set();
    const ms = await timed(async () => {
      await inParallel(count, async () => ids.add(await service.run("color", { color: nextColor() })));
      for (const id of ids) await completed(service, id);
    });
    const figures = [formatInteger(ids.size), formatInteger(count), ids.size === count ? "yes" : "no"];
    const row = [`${engines} embedded engines`, ...figures, formatFigure((1000 * count) / ms)];
    return { title: "Many engines", head: ["", "completed", "budget", "met", "runs a second"], rows: [row] };
  } finally {
    await service.stop();
  }
}
