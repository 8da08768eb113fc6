// The log in JSON: docs/monitoring/README.md shows a line as the service writes it, and how to find a run in it.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { blocksOf, ROOT } from "./blocks.mjs";
import { PROGRAM, started } from "./processes.mjs";
import { sameShape } from "./shapes.mjs";

const execute = promisify(execFile);

const KEY = "key-of-the-log";
const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const OPTIONS = "--listen 127.0.0.1:0 --engines 1 --data data --workflows workflows";

const blocks = await blocksOf("docs/monitoring/README.md");
const [start, find] = blocks.find(({ code }) => code.startsWith("flowdeck serve --log json")).code.split("\n");
const documented = JSON.parse(blocks.find(({ language }) => language === "json").code);

let folder = "";
let run = "";

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "flowdeck-docs-log-"));
  await cp(join(ROOT, "www/workflows"), join(folder, "workflows"), { recursive: true });
  const command = start.replace("flowdeck serve", `exec ${PROGRAM} serve ${OPTIONS}`);
  const options = { cwd: folder, env: { PATH: process.env.PATH, FLOWDECK_FIRST_KEY: KEY, FLOWDECK_NO_SEARCH: "true" } };
  const { match, stop } = await started("bash", ["-c", command], /^listening on (\S+)$/, options);
  try {
    run = await completed(`http://${match[1]}/api/v1/runs`);
  } finally {
    await stop();
  }
});
after(() => rm(folder, { recursive: true, force: true }));

/** Starts a run with a trace, and returns its ID when it has ended. */
async function completed(url) {
  const headers = { "X-API-KEY": KEY, traceparent: `00-${TRACE}-00f067aa0ba902b7-01` };
  const body = new URLSearchParams({ size: "256" });
  const answer = await (await fetch(`${url}?workflow_id=slow-blur`, { method: "POST", headers, body })).json();
  const [{ run_id: id }] = answer.data;
  await (await fetch(`${url}/${id}/events`, { headers })).text();
  return id;
}

test("the documented line is one of the log", async () => {
  const lines = (await readFile(join(folder, "flowdeck.log"), "utf8")).trimEnd().split("\n");
  const line = lines.map((line) => JSON.parse(line)).find(({ message }) => message === documented.message);
  sameShape(documented, line);
  const { level, target } = documented;
  assert.deepEqual({ level: line.level, target: line.target, run_id: line.run_id }, { level, target, run_id: run });
  assert.equal(line.trace_id, TRACE);
});

test("the documented command finds what happened to a run", async () => {
  assert(find.includes(documented.run_id), "it looks for the run of the line above it");
  const command = find.replace(documented.run_id, run);
  const { stdout } = await execute("bash", ["-euc", command], { cwd: folder });
  const lines = stdout.trimEnd().split("\n");
  assert(lines.length >= 2, "the run was accepted and has ended");
  for (const line of lines) assert.equal(JSON.parse(line).run_id, run);
});
