// A run with a file of 256 MiB: time, memory, and whether its progress can be shown.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { comparison, judged } from "../lib/comparison.mjs";
import { chromiumArena } from "../lib/chromium.mjs";
import { deployment } from "../lib/deployment.mjs";
import { digits, median } from "../lib/figures.mjs";
import { interleave, rounds } from "../lib/interleave.mjs";
import { peak, watch } from "../lib/memory.mjs";
import { nodeArena } from "../lib/node.mjs";
import { values } from "../data/run.mjs";

export const about = `A run with a file of 256 MiB, three times, in a browser or a Node process of its own that has made
small runs before; a round's figure is the median of the three. Memory in Chromium is what all its
processes grew by, each at its highest; in Node it is the most that the process ever held.`;

const MIB = 2 ** 20;
const SIZE = 256 * MIB;
const TIMES = 3;
const CHROMIUM = ["fetch + FormData", "XMLHttpRequest", "axios", "flowdeck"];
const NODE = ["http by hand", "fetch + FormData", "axios + form-data", "flowdeck"];

export async function* measure() {
  const folder = mkdtempSync(join(tmpdir(), "flowdeck-bench-"));
  const file = join(folder, "video.mp4");
  // Of no blocks: what a disk takes is no part of it.
  writeFileSync(file, "");
  truncateSync(file, SIZE);
  try {
    yield await inChromium(file);
    yield await inNode(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function inChromium(file) {
  const found = await interleave(CHROMIUM, rounds(5), async (name) => {
    const arena = await chromiumArena('export * from "./contenders/chromium.js"');
    await arena.page.setInputFiles("input", file);
    await arena.ask("calls", name, values(5), 5);
    await arena.page.requestGC();
    const growth = await watch(arena.browser);
    const uploads = [];
    for (let i = 0; i < TIMES; i += 1) uploads.push(await arena.ask("upload", name));
    const memory = growth() / MIB;
    assert(arena.there.run.bytes > SIZE, `${name} sends the whole file`);
    await arena.close();
    return { ms: median(figures(uploads, "ms")), events: median(figures(uploads, "events")), memory };
  });
  const extra = { "MiB grown": column(found, "memory"), "progress events": column(found, "events") };
  const budgets = { flowdeck: 1.1 };
  const told = median(figures(found.flowdeck, "events"));
  const progress = told > 0 ? "It tells of its progress." : "It does not tell of its progress, which it should.";
  const note = `${judged("flowdeck grows by", memoryOf(found.flowdeck), 40, "MiB")} ${progress}`;
  return comparison({ title: "Chromium", samples: times(found), reference: CHROMIUM[0], budgets, extra, note });
}

async function inNode(file) {
  const there = await deployment();
  const found = await interleave(NODE, rounds(5), async (name) => {
    const arena = await nodeArena(new URL("../contenders/node.mjs", import.meta.url));
    await arena.ask("become", name, there.url);
    await arena.ask("calls", values(5), 5);
    const ms = median(await arena.ask("calls", { video: { path: file } }, TIMES));
    assert(there.run.bytes > SIZE, `${name} sends the whole file`);
    const memory = peak(arena.id) / MIB;
    arena.close();
    return { ms, memory };
  });
  there.close();
  const extra = { "MiB at most": column(found, "memory") };
  const note = judged("flowdeck holds", memoryOf(found.flowdeck), 160, "MiB");
  return comparison({ title: "Node", samples: times(found), reference: NODE[0], extra, note });
}

const figures = (samples, what) => samples.map((sample) => sample[what]);
const each = (found, write) => Object.fromEntries(Object.entries(found).map(([name, samples]) => [name, write(samples)]));
const times = (found) => each(found, (samples) => figures(samples, "ms"));
const column = (found, what) => each(found, (samples) => digits(median(figures(samples, what))));
const memoryOf = (samples) => median(figures(samples, "memory"));
