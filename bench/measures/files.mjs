// A run with a 256 MiB file: time, memory, and whether progress is reported.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { values } from "../data/run.mjs";
import { chromiumArena } from "../lib/chromium-arena.mjs";
import { budgetSentence, comparison } from "../lib/comparison.mjs";
import { startDeployment } from "../lib/deployment.mjs";
import { interleave, rounds } from "../lib/interleave.mjs";
import { peakMemory, watchGrowth } from "../lib/memory.mjs";
import { nodeArena } from "../lib/node-arena.mjs";
import { formatFigure, formatInteger, median } from "../lib/statistics.mjs";

export const about = `\
A run with a 256 MiB file, sent five times by each client in its own browser or Node process, warmed
up with small runs. This is repeated in three fresh processes, and the median of their memory counts.
Memory in Chromium is the growth of all processes during the uploads, each at its peak; in Node it is
the peak of the process.`;

const MIB = 2 ** 20;
const SIZE = 256 * MIB;
const REPETITIONS = 3;
const CHROMIUM = ["fetch + FormData", "XMLHttpRequest", "axios", "flowdeck"];
const NODE = ["hand-written http", "fetch + FormData", "axios + form-data", "flowdeck"];

export async function* measure() {
  const folder = mkdtempSync(join(tmpdir(), "flowdeck-bench-"));
  const file = join(folder, "video.mp4");
  // A sparse file, so that disk time does not count.
  writeFileSync(file, "");
  truncateSync(file, SIZE);
  try {
    yield inChromium(await repeat(CHROMIUM, (name) => openBrowser(name, file)));
    yield inNode(await repeat(NODE, (name) => openProcess(name, file)));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function inChromium({ ms, events, memory }) {
  const extra = { "growth, MiB": each(memory, formatFigure), "progress events": each(events, formatInteger) };
  const reports = median(events.flowdeck) > 0;
  const progress = reports ? "It reports progress." : "It does not report progress, but should.";
  const note = `${budgetSentence("flowdeck grows by", median(memory.flowdeck), 40, "MiB")} ${progress}`;
  return comparison({
    title: "Chromium",
    samples: ms,
    reference: CHROMIUM[0],
    budgets: { flowdeck: 1 },
    extra,
    note,
  });
}

function inNode({ ms, memory }) {
  const extra = { "peak, MiB": each(memory, formatFigure) };
  const note = budgetSentence("flowdeck peaks at", median(memory.flowdeck), 160, "MiB");
  return comparison({ title: "Node", samples: ms, reference: NODE[0], budgets: { flowdeck: 1.3 }, extra, note });
}

const each = (results, format) =>
  Object.fromEntries(Object.entries(results).map(([name, figures]) => [name, format(median(figures))]));

// The results of all clients, which take turns in each repetition.
async function repeat(names, open) {
  const lists = () => Object.fromEntries(names.map((name) => [name, []]));
  const results = { ms: lists(), events: lists(), memory: lists() };
  for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
    const hosts = {};
    for (const name of names) hosts[name] = await open(name);
    const uploads = await interleave(names, rounds(5), (name) => hosts[name].upload());
    for (const name of names) {
      results.ms[name].push(...uploads[name].map(({ ms }) => ms));
      results.events[name].push(...uploads[name].map(({ events }) => events));
      results.memory[name].push(hosts[name].memory() / MIB);
      await hosts[name].close();
    }
  }
  return results;
}

async function openBrowser(name, file) {
  const arena = await chromiumArena('export * from "./contenders/chromium.js"');
  await arena.page.setInputFiles("input", file);
  await arena.call("calls", name, values(5), 5);
  await arena.page.requestGC();
  const memory = await watchGrowth(arena.browser);
  const upload = async () => {
    const result = await arena.call("upload", name);
    assert(arena.server.run.bytes > SIZE, `${name} sends the whole file`);
    return result;
  };
  return { upload, memory, close: arena.close };
}

async function openProcess(name, file) {
  const server = await startDeployment();
  const arena = await nodeArena(new URL("../contenders/node.mjs", import.meta.url));
  await arena.call("useClient", name, server.url);
  await arena.call("calls", values(5), 5);
  const upload = async () => {
    const [ms] = await arena.call("calls", { video: { path: file } }, 1);
    assert(server.run.bytes > SIZE, `${name} sends the whole file`);
    return { ms };
  };
  const close = () => {
    arena.close();
    server.close();
  };
  return { upload, memory: () => peakMemory(arena.id), close };
}
