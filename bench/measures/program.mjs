// The program that people download: its size, its start until it prints the link, and its memory when nobody uses it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { formatFigure, formatRatio, median, ratios } from "../lib/statistics.mjs";

export const about = `\
The program for Linux on x86_64 of \`make dist\`, or the one in \`FLOWDECK_BIN\`, in an empty folder: with its page, its
samples and two embedded engines. *First start* makes the data folder; *later start* finds it. Node prints a line in the
same rounds, as a program that people know to start fast enough. *Idle* is the memory five seconds after the start.`;

const PROGRAM = resolve(
  process.env.FLOWDECK_BIN ??
    fileURLToPath(new URL("../../target/dist/programs/x86_64-unknown-linux-musl/flowdeck", import.meta.url)),
);
const ROUNDS = Number(process.env.ROUNDS ?? 15);
const MAX_SIZE = 25 << 20;
const MAX_START = 100;
const HEAD = ["", "median", "by Node's", "budget", "met"];

export async function* measure() {
  const size = statSync(PROGRAM).size;
  const times = { first: [], later: [], node: [] };
  const memory = [];
  for (let round = 0; round < ROUNDS; round++) {
    const folder = mkdtempSync(join(tmpdir(), "flowdeck-program-"));
    const starts = {
      first: () =>
        start(PROGRAM, ["serve", "--listen", "127.0.0.1:0", "--no-search", "--data", "data"], /^open /, folder),
      node: () =>
        start(process.execPath, ["-e", "console.log('open '); setInterval(() => {}, 1000)"], /^open /, folder),
    };
    const order = round % 2 ? ["first", "node"] : ["node", "first"];
    for (const name of order) times[name].push(await startedOnce(starts[name]));
    times.later.push(await startedOnce(starts.first, round === 0 ? memory : undefined));
    rmSync(folder, { recursive: true });
  }
  yield {
    title: "Start",
    head: HEAD,
    rows: [
      row("first start, until the link", times.first, times.node),
      row("later start, until the link", times.later, times.node, MAX_START),
      row("Node, until a line", times.node, times.node),
    ],
  };
  yield {
    title: "Size",
    head: ["", "MiB", "budget", "met"],
    rows: [
      ["program", mebibytes(size), `≤ ${mebibytes(MAX_SIZE)}`, size <= MAX_SIZE ? "yes" : "no"],
      ["memory, idle", mebibytes(memory[0]), "", ""],
    ],
  };
}

const mebibytes = (bytes) => (bytes / 2 ** 20).toFixed(1);

function row(name, values, reference, budget) {
  const time = median(values);
  const cells = [name, `${formatFigure(time)} ms`, formatRatio(median(ratios(values, reference)))];
  return budget ? [...cells, `≤ ${budget} ms`, time <= budget ? "yes" : "no"] : [...cells, "", ""];
}

/** Starts a program once, and returns the milliseconds until it was ready. Adds its idle memory to a list. */
async function startedOnce(begin, memory) {
  const { child, time } = await begin();
  if (memory) {
    await wait(5000);
    const [, kilobytes] = readFileSync(`/proc/${child.pid}/status`, "utf8").match(/VmRSS:\s+(\d+)/);
    memory.push(Number(kilobytes) * 1024);
  }
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
  return time;
}

/** Starts a program, and waits for a line that it prints. */
async function start(program, args, ready, cwd) {
  const begun = performance.now();
  const child = spawn(program, args, { cwd, stdio: ["ignore", "pipe", "ignore"] });
  for await (const line of createInterface({ input: child.stdout })) {
    if (!ready.test(line)) continue;
    const time = performance.now() - begun;
    child.stdout.resume();
    return { child, time };
  }
  throw new Error(`${program} ended before it was ready`);
}
