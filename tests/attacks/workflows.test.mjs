// Files in the folder of the workflows that are meant to stop the service.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { Program } from "./program.mjs";

const ready = {
  1: { class_type: "InputText", inputs: { name: "title" } },
  2: { class_type: "PreviewAny", inputs: { source: ["1", 0] } },
};

/** Subgraphs in subgraphs, ten in each of `levels`: a few kilobytes that describe 10^levels nodes. */
function nested(levels) {
  const ten = (type) => Array.from({ length: 10 }, (_, id) => ({ id, type: String(type) }));
  const subgraphs = Array.from({ length: levels }, (_, level) => ({
    id: String(level),
    nodes: ten(level + 1),
    links: [],
  }));
  return { nodes: ten(0), links: [], definitions: { subgraphs }, version: 0.4 };
}

let workflows;
/** @type {Program} */
let program;
before(async () => {
  workflows = await mkdtemp(join(tmpdir(), "flowdeck-workflows-"));
  await writeFile(join(workflows, "ready.json"), JSON.stringify(ready));
  program = await Program.start({ workflows });
  await program.connected();
});
after(async () => {
  await program.stop();
  await rm(workflows, { recursive: true });
});

const list = () => program.get("/api/v1/comfy/workflows");

function form() {
  const form = new FormData();
  form.set("title", "x");
  return form;
}

/** Does something, while others ask for the queue. Fails if one of them waits for more than half a second. */
async function whileOthersAreServed(done) {
  let isDone = false;
  let longest = 0;
  const others = Array.from({ length: 4 }, async () => {
    while (!isDone) {
      const start = performance.now();
      const response = await program.fetch("/api/v1/comfy/queue");
      await response.arrayBuffer();
      assert.equal(response.status, 200);
      longest = Math.max(longest, performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  });
  const result = await done().finally(() => {
    isDone = true;
  });
  await Promise.all(others);
  console.log(`  the longest answer to others: ${longest.toFixed(0)} ms`);
  assert.ok(longest < 500);
  return result;
}

test("subgraphs that multiply stop nobody and are a problem of their workflow", async () => {
  const text = JSON.stringify(nested(8));
  console.log(`  ${text.length} bytes`);
  const listed = await whileOthersAreServed(async () => {
    for (const name of ["a", "b", "c"]) await writeFile(join(workflows, `${name}.json`), text);
    await Promise.all(Array.from({ length: 20 }, list));
    return list();
  });
  const { problems } = listed.find(({ id }) => id === "a");
  assert.ok(problems.some(({ message }) => message.includes("more than 20000 nodes")));
  const detail = await program.ended(await program.run("ready", form()));
  assert.equal(detail.status, "completed");
});

test("named pipes stop neither lists nor runs", async () => {
  for (const name of ["ready.examples.json", "ready.form.json", "pipe.json"]) {
    await promisify(execFile)("mkfifo", [join(workflows, name)]);
  }
  const listed = await whileOthersAreServed(async () => {
    await Promise.all(Array.from({ length: 20 }, list));
    return list();
  });
  assert.deepEqual(listed.find(({ id }) => id === "ready").problems, []);
  const detail = await program.ended(await program.run("ready", form()));
  assert.equal(detail.status, "completed");
});

test("2,000 new files stop nobody and appear one after the other", async () => {
  await whileOthersAreServed(async () => {
    for (let count = 0; count < 2000; count += 1) {
      await writeFile(join(workflows, `new-${count}.json`), JSON.stringify(ready));
    }
    // Known workflows run while the new ones are read.
    const detail = await program.ended(await program.run("ready", form()));
    assert.equal(detail.status, "completed");
    while ((await list()).filter(({ id }) => id.startsWith("new-")).length < 2000) {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  });
});
