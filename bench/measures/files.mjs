// A run with a file of 256 MiB: time, memory, and whether its progress can be shown.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { comparison, judged } from "../lib/comparison.mjs";
import { chromiumArena } from "../lib/chromium.mjs";
import { deployment } from "../lib/deployment.mjs";
import { digits, median, whole } from "../lib/figures.mjs";
import { interleave, rounds } from "../lib/interleave.mjs";
import { peak, watch } from "../lib/memory.mjs";
import { nodeArena } from "../lib/node.mjs";
import { values } from "../data/run.mjs";

export const about = `A run with a file of 256 MiB, five times in a browser or a Node process of the client's own that has
made small runs before, and that in three of them, one after another. Memory in Chromium is what all
its processes grew by over the uploads, each process at its highest; in Node it is the most that the
process ever held; the median of the three counts.`;

const MIB = 2 ** 20;
const SIZE = 256 * MIB;
const GENERATIONS = 3;
const CHROMIUM = ["fetch + FormData", "XMLHttpRequest", "axios", "flowdeck"];
const NODE = ["http by hand", "fetch + FormData", "axios + form-data", "flowdeck"];

export async function* measure() {
  const folder = mkdtempSync(join(tmpdir(), "flowdeck-bench-"));
  const file = join(folder, "video.mp4");
  // Of no blocks: what a disk takes is no part of it.
  writeFileSync(file, "");
  truncateSync(file, SIZE);
  try {
    yield inChromium(await generations(CHROMIUM, (name) => browserOf(name, file)));
    yield inNode(await generations(NODE, (name) => processOf(name, file)));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function inChromium({ ms, events, memory }) {
  const extra = { "MiB grown": each(memory, digits), "progress events": each(events, whole) };
  const told = median(events.flowdeck) > 0;
  const progress = told ? "It tells of its progress." : "It does not tell of its progress, which it should.";
  const note = `${judged("flowdeck grows by", median(memory.flowdeck), 40, "MiB")} ${progress}`;
  return comparison({
    title: "Chromium",
    samples: ms,
    reference: CHROMIUM[0],
    budgets: { flowdeck: 1.1 },
    extra,
    note,
  });
}

function inNode({ ms, memory }) {
  const extra = { "MiB at most": each(memory, digits) };
  const note = judged("flowdeck holds", median(memory.flowdeck), 160, "MiB");
  return comparison({ title: "Node", samples: ms, reference: NODE[0], extra, note });
}

const each = (found, write) =>
  Object.fromEntries(Object.entries(found).map(([name, figures]) => [name, write(median(figures))]));

// What all clients took, in turns, and what each of their homes held in the end.
async function generations(names, open) {
  const of = () => Object.fromEntries(names.map((name) => [name, []]));
  const found = { ms: of(), events: of(), memory: of() };
  for (let generation = 0; generation < GENERATIONS; generation += 1) {
    const homes = {};
    for (const name of names) homes[name] = await open(name);
    const uploads = await interleave(names, rounds(5), (name) => homes[name].upload());
    for (const name of names) {
      found.ms[name].push(...uploads[name].map(({ ms }) => ms));
      found.events[name].push(...uploads[name].map(({ events }) => events));
      found.memory[name].push(homes[name].memory() / MIB);
      await homes[name].close();
    }
  }
  return found;
}

async function browserOf(name, file) {
  const arena = await chromiumArena('export * from "./contenders/chromium.js"');
  await arena.page.setInputFiles("input", file);
  await arena.ask("calls", name, values(5), 5);
  await arena.page.requestGC();
  const memory = await watch(arena.browser);
  const upload = async () => {
    const took = await arena.ask("upload", name);
    assert(arena.there.run.bytes > SIZE, `${name} sends the whole file`);
    return took;
  };
  return { upload, memory, close: arena.close };
}

async function processOf(name, file) {
  const there = await deployment();
  const arena = await nodeArena(new URL("../contenders/node.mjs", import.meta.url));
  await arena.ask("become", name, there.url);
  await arena.ask("calls", values(5), 5);
  const upload = async () => {
    const [ms] = await arena.ask("calls", { video: { path: file } }, 1);
    assert(there.run.bytes > SIZE, `${name} sends the whole file`);
    return { ms };
  };
  const close = () => {
    arena.close();
    there.close();
  };
  return { upload, memory: () => peak(arena.id), close };
}
