// A run with a file of 256 MiB: time, memory, and whether its progress can be shown.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { comparison } from "../lib/comparison.mjs";
import { chromiumArena } from "../lib/chromium.mjs";
import { deployment } from "../lib/deployment.mjs";
import { median, whole } from "../lib/figures.mjs";
import { interleave, rounds } from "../lib/interleave.mjs";
import { peak, watch } from "../lib/memory.mjs";
import { nodeArena } from "../lib/node.mjs";
import { values } from "../data/run.mjs";

export const about = `One run with a file of 256 MiB from disk, each in a browser or a Node process of its own that has made
a small run before. Memory in Chromium is what all its processes grew by, each at its highest; in Node
the most the process ever held.`;

const MIB = 2 ** 20;
const SIZE = 256 * MIB;
const CHROMIUM = ["fetch + FormData", "XMLHttpRequest", "axios", "flowdeck"];
const NODE = ["http by hand", "fetch + FormData", "axios + form-data", "flowdeck"];

export async function* measure() {
  const folder = mkdtempSync(join(tmpdir(), "flowdeck-bench-"));
  const file = join(folder, "video.mp4");
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
  const found = await interleave(CHROMIUM, rounds(7), async (name) => {
    const arena = await chromiumArena('export * from "./contenders/chromium.js"');
    await arena.page.setInputFiles("input", file);
    await arena.ask("calls", name, values(5), 5);
    const growth = await watch(arena.browser);
    const { ms, events } = await arena.ask("upload", name);
    const grown = growth();
    assert(arena.there.run.bytes > SIZE, `${name} sends the whole file`);
    await arena.close();
    return { ms, events, memory: grown / MIB };
  });
  const extra = { "MiB grown": column(found, "memory"), "progress events": column(found, "events") };
  const budgets = { flowdeck: 1.1 };
  const note = verdicts(found, "growth", 40);
  return comparison({ title: "Chromium", samples: times(found), reference: CHROMIUM[0], budgets, extra, note });
}

async function inNode(file) {
  const there = await deployment();
  const found = await interleave(NODE, rounds(7), async (name) => {
    const arena = await nodeArena(new URL("../contenders/node.mjs", import.meta.url));
    await arena.ask("become", name, there.url);
    await arena.ask("calls", values(5), 5);
    const [ms] = await arena.ask("calls", { video: { path: file } }, 1);
    assert(there.run.bytes > SIZE, `${name} sends the whole file`);
    const memory = peak(arena.id) / MIB;
    arena.close();
    return { ms, memory };
  });
  there.close();
  const extra = { "MiB at most": column(found, "memory") };
  const note = verdicts(found, "peak", 160);
  return comparison({ title: "Node", samples: times(found), reference: NODE[0], extra, note });
}

const figures = (samples, what) => samples.map((sample) => sample[what]);
const each = (found, write) => Object.fromEntries(Object.entries(found).map(([name, samples]) => [name, write(samples)]));
const times = (found) => each(found, (samples) => figures(samples, "ms"));
const column = (found, what) => each(found, (samples) => whole(median(figures(samples, what))));

function verdicts({ flowdeck }, what, budget) {
  const memory = median(figures(flowdeck, "memory"));
  return `flowdeck's ${what} of ${whole(memory)} MiB, budget ≤ ${budget} MiB: ${memory <= budget ? "holds" : "does not hold"}.`;
}
