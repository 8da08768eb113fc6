// How long a first start takes on a bare machine, and how long one edit takes until its tests have run.
import { execFileSync } from "node:child_process";
import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const about = `\
In a fresh clone, with the registries' packages already downloaded. *First start* compiles what \`make play\` needs: its
tools, the program and the page. *Edit* adds a line to one file of a crate whose tests are already built, and runs the
tests of that crate. *CPU* is the processor time of all processes, in seconds. When the project was one crate, a first
start took 785 s and 1,363 s of CPU. \`make test\` then took 47 minutes in a fresh clone and 14 when all was built;
now it takes 32, and 10 (12 and 732 s of CPU with a new page).`;

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** A file of each crate whose edit is measured, and the seconds that it may take. */
const EDITS = [
  { crate: "workflow", file: "src/workflow/models.rs", budget: 8 },
  { crate: "service_http", file: "src/service_http/form_reader.rs", budget: 25 },
];

export async function* measure() {
  const clone = mkdtempSync(join(tmpdir(), "flowdeck-builds-"));
  try {
    execFileSync("git", ["clone", "--quiet", ROOT, clone]);
    const start = timed(clone, "make --no-print-directory --jobs=3 PAGE=quick quick site");
    yield { title: "First start", head: HEAD, rows: [row("make play, until the program starts", start, 480)] };
    yield { title: "Edit", head: HEAD, rows: EDITS.map((edit) => edited(clone, edit)) };
  } finally {
    rmSync(clone, { recursive: true, force: true });
  }
}

const HEAD = ["", "CPU", "wall", "budget", "met"];

function edited(clone, { crate, file, budget }) {
  const test = `cargo test --quiet --package ${crate} --lib`;
  timed(clone, test);
  appendFileSync(join(clone, file), "// An edit.\n");
  return row(`one line of ${crate}, its tests run`, timed(clone, test), budget);
}

function row(name, { cpu, wall }, budget) {
  return [name, `${cpu.toFixed(0)} s`, `${wall.toFixed(1)} s`, `≤ ${budget} s`, wall <= budget ? "yes" : "no"];
}

/** The seconds of a command. */
function timed(folder, command) {
  const run = `(${command} >target/timed.log 2>&1) || { cat target/timed.log >&2; exit 1; }`;
  const script = `TIMEFORMAT='%R %U %S'; time ${run}`;
  const env = { ...process.env, CARGO_TARGET_DIR: join(folder, "target") };
  const output = execFileSync("bash", ["-c", `mkdir -p target; { ${script}; } 2>&1`], {
    cwd: folder,
    env,
    encoding: "utf8",
  });
  const [wall, user, system] = output.trim().split(" ").map(Number);
  return { wall, cpu: user + system };
}
