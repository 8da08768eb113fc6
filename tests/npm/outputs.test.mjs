// Reading and saving the outputs of a run.
import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { deckOf, envelope, flowdeck, KEY, startDeployment } from "./deployment.mjs";

const FILE = "GET /api/v1/files/run-1/a.txt";
const content = (_request, response) => void response.writeHead(200, { "content-type": "text/plain" }).end("ünï");

const detail = (filename, url) => () =>
  envelope({
    _id: "run-1",
    workflow_id: "poster",
    status: "completed",
    outputs: [{ filename, url }],
  });

/** The output of a run, and the requests of the deployment. */
async function outputOf(
  t,
  answer = content,
  filename = "run-1/a.txt",
  url = "/api/v1/files/run-1/a.txt?signature=s3cret",
) {
  const there = await deckOf(t, { "GET /api/v1/runs/run-1": detail(filename, url), [FILE]: answer });
  const { outputs } = await there.deck.getRun("run-1");
  return { output: outputs[0], ...there };
}

async function folder(t) {
  const path = await mkdtemp(join(tmpdir(), "flowdeck-"));
  t.after(() => rm(path, { recursive: true }));
  return path;
}

test("an output is read as a blob and as text, without the key", async (t) => {
  const { output, requests } = await outputOf(t);
  assert.equal(await output.text(), "ünï");
  const blob = await output.blob();
  assert.deepEqual([blob.size, blob.type], [5, "text/plain"]);
  const files = requests.filter(({ path }) => path.startsWith("/api/v1/files"));
  assert.equal(files.length, 2);
  assert.ok(files.every(({ headers, query }) => !headers["x-api-key"] && query.get("signature") === "s3cret"));
});

test("the methods are no data of the output", async (t) => {
  const { output } = await outputOf(t);
  assert.deepEqual(Object.keys(output).sort(), ["filename", "thumbnail", "url"]);
  assert.deepEqual(structuredClone(output), { ...output });
});

test("outputs in lists, events and webhooks have the same methods", async (t) => {
  const run = {
    _id: "run-1",
    workflow_id: "w",
    status: "completed",
    outputs: [{ filename: "run-1/a.txt", url: null }],
  };
  const { deck } = await deckOf(t, {
    "GET /api/v1/runs": () => envelope({ group_id: "g", count: 1, runs: [run] }),
    "GET /api/v1/runs/run-1": () => envelope(run),
  });
  const [listed] = (await deck.runs("g")).runs;
  assert.equal(typeof listed.outputs[0].save, "function");
  let last;
  for await (const event of deck.watchRun("run-1")) last = event;
  assert.equal(typeof last.outputs[0].blob, "function");
});

test("an output is saved under its own name into a folder, or under a chosen one", async (t) => {
  const { output } = await outputOf(t);
  const path = await folder(t);
  assert.equal(await output.save(path), join(path, "a.txt"));
  assert.equal(await output.save(join(path, "b.txt")), join(path, "b.txt"));
  assert.equal(await readFile(join(path, "a.txt"), "utf8"), "ünï");
  const before = process.cwd();
  const current = await folder(t);
  process.chdir(current);
  t.after(() => process.chdir(before));
  await output.save();
  assert.deepEqual(await readdir(current), ["a.txt"]);
});

test("a file that exists is only replaced on request, and then at once", async (t) => {
  const { output, requests } = await outputOf(t);
  const path = await folder(t);
  await writeFile(join(path, "a.txt"), "mine");
  const count = requests.length;
  await assert.rejects(output.save(path), { name: "UsageError", message: /a\.txt exists already.*overwrite: true/ });
  assert.equal(requests.length, count, "nothing is loaded for it");
  assert.equal(await readFile(join(path, "a.txt"), "utf8"), "mine");
  await output.save(path, { overwrite: true });
  assert.equal(await readFile(join(path, "a.txt"), "utf8"), "ünï");
  assert.deepEqual(await readdir(path), ["a.txt"]);
});

test("the name of an output never leads out of the folder", async (t) => {
  const path = await folder(t);
  await mkdir(join(path, "in"));
  for (const [filename, saved] of [
    ["run-1/../../evil.txt", "evil.txt"],
    ["..\\..\\evil.exe", "evil.exe"],
    ["run-1/..", "output"],
    ["run-1/a:b?.txt", "a_b_.txt"],
  ]) {
    const { output } = await outputOf(t, content, filename);
    assert.equal(await output.save(join(path, "in/")), join(path, "in", saved), filename);
  }
  assert.deepEqual(await readdir(path), ["in"]);
});

test("a broken download leaves no file", async (t) => {
  const broken = (_request, response) => {
    response.writeHead(200, { "content-length": "100" }).write("a");
    setImmediate(() => response.destroy());
  };
  const { output } = await outputOf(t, broken);
  const path = await folder(t);
  for (const options of [{}, { overwrite: true }]) {
    await assert.rejects(output.save(path, options));
    assert.deepEqual(await readdir(path), []);
  }
});

test("a link that has expired says what to do, and the message has no signature", async (t) => {
  const gone = () => ({ status: 403, body: envelope([]) });
  const { output } = await outputOf(t, gone);
  await assert.rejects(output.blob(), (/** @type {any} */ error) => {
    assert.equal(error.name, "NotFoundError");
    assert.match(error.message, /reading output “run-1\/a\.txt”: .* read the run again/);
    assert.ok(!error.message.includes("s3cret") && !String(error.url).includes("s3cret"));
    return true;
  });
  const without = await outputOf(t, content, "run-1/a.txt", null);
  await assert.rejects(without.output.blob(), { name: "NotFoundError", message: /deck\.output/ });
});

test("an abort ends reading, and the caller's fetch reads outputs, too", async (t) => {
  const { output } = await outputOf(t);
  await assert.rejects(output.text({ signal: AbortSignal.abort() }), { name: "AbortError" });
  const { baseUrl } = await startDeployment(t, {
    "GET /api/v1/runs/run-1": detail("run-1/a.txt", "/api/v1/files/run-1/a.txt"),
    [FILE]: content,
  });
  const urls = [];
  const fetch = (url, init) => {
    urls.push(new URL(url).pathname);
    return globalThis.fetch(url, init);
  };
  const deck = await flowdeck.connect({ baseUrl, apiKey: KEY, fetch });
  await (await deck.getRun("run-1")).outputs[0].text();
  assert.deepEqual(urls, ["/api/v1/runs/run-1", "/api/v1/files/run-1/a.txt"]);
});
