// The package against the real program with embedded engines.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { flowdeck, KEY } from "./deployment.mjs";
import { startProgram, WORKFLOWS } from "./program.mjs";

/** @import { FlowdeckError } from "../../www/npm/index.js" */

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
const image = () => new File([Buffer.from(PIXEL, "base64")], "pixel.png", { type: "image/png" });
const final = ["completed", "failed", "cancelled"];

let service, deck;

before(async () => {
  service = await startProgram(WORKFLOWS);
  deck = await flowdeck.connect({ baseUrl: service.baseUrl, apiKey: KEY });
});

after(() => service?.stop());

/** The detail of a run when it has ended. */
async function outcome(runId) {
  const signal = AbortSignal.timeout(60_000);
  for (;;) {
    const run = await deck.getRun(runId, { signal });
    if (final.includes(run.status)) return run;
    await new Promise((next) => setTimeout(next, 50));
  }
}

const schemaOf = async (id) => flowdeck.inputSchema(await readFile(join(WORKFLOWS, `${id}.json`), "utf8"));

test("the program lists the schema that the package reads from the same file", async () => {
  const { schema, problems } = await schemaOf("poster");
  const listed = (await deck.workflows()).find(({ id }) => id === "poster");
  assert.deepEqual(problems, []);
  assert.deepEqual(listed.schema, schema);
});

test("a run produces its image and its text", async () => {
  const { schema } = await schemaOf("poster");
  const values = { title: "Ünï", caption: "and more", photo: image(), size: 64, softness: 2, outline: false };
  const run = await deck.run("poster", values, { schema, groupId: "g 1" });
  assert.equal(run.workflowId, "poster");
  const { status, error, groupId, outputs } = await outcome(run.runId);
  assert.deepEqual({ status, error, groupId }, { status: "completed", error: null, groupId: "g 1" });
  const files = await Promise.all(
    outputs.map(async ({ url }) => {
      const answer = await fetch(url);
      assert.equal(answer.status, 200);
      return Buffer.from(await answer.arrayBuffer());
    }),
  );
  const png = files.find((file) => file.subarray(1, 4).toString() === "PNG");
  assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [64, 64]);
  assert(
    files.some((file) => file.toString() === "Ünï\nand more"),
    outputs.map(({ filename }) => filename).join(),
  );
  const { runs } = await deck.runs("g 1");
  assert.deepEqual(
    runs.map(({ runId }) => runId),
    [run.runId],
  );
});

test("the node classes of the engines describe a workflow that needs them", async () => {
  assert.equal(await deck.supports("objectInfo"), true);
  const objectInfo = await deck.objectInfo();
  assert(JSON.parse(objectInfo).SaveImage.output_node);
  const workflow = {
    1: { class_type: "LoadImage", inputs: { image: "a.png" } },
    2: { class_type: "ImageBlur", inputs: { image: ["1", 0], blur_radius: 1, sigma: 1 } },
    3: { class_type: "SaveImage", inputs: { images: ["2", 0], filename_prefix: "x" } },
  };
  const exposure = { flowdeck: 1, fields: [{ node: "2", input: "blur_radius", name: "radius" }] };
  const { schema, problems } = await flowdeck.inputSchema(workflow, { exposure, objectInfo });
  assert.deepEqual(problems, []);
  assert.deepEqual([schema.fields[0].name, schema.fields[0].integer], ["radius", true]);
});

test("a run that has ended starts again with the same inputs, including its file", async () => {
  assert.equal(await deck.supports("regenerate"), true);
  const first = await deck.run("poster", { title: "Again", photo: image(), size: 64 });
  const given = await outcome(first.runId);
  const second = await deck.regenerate(first.runId);
  assert.equal(second.workflowId, "poster");
  assert.notEqual(second.runId, first.runId);
  const { status, error, inputs } = await outcome(second.runId);
  assert.deepEqual({ status, error, inputs }, { status: "completed", error: null, inputs: given.inputs });
});

test("the messages of the program's 422 are found by field", async () => {
  await assert.rejects(
    deck.run("poster", { title: "a", size: "many", photo: "no file" }),
    (/** @type {FlowdeckError} */ error) => {
      assert(error instanceof flowdeck.ValidationError);
      assert.equal(error.status, 422);
      assert.equal(error.fieldErrors("size").length, 1);
      assert.equal(error.fieldErrors("photo").length, 1);
      assert.deepEqual(error.fieldErrors("title"), []);
      return true;
    },
  );
});

test("the program reports the same field errors as the package's check", async () => {
  const { schema } = await schemaOf("poster");
  const values = { title: "x".repeat(61), size: 63, softness: "32", position: "left", outline: "maybe" };
  const fieldErrors = async (options) => (await deck.run("poster", values, options).catch((error) => error)).items;
  const ours = await fieldErrors({ schema });
  assert.equal(ours.length, 6);
  assert.deepEqual(await fieldErrors({}), ours);
});

test("waiting runs are in the queue and can be cancelled", async () => {
  const runs = await Promise.all([1, 2, 3].map(() => deck.run("slow-blur", { word: "wait" })));
  const ids = runs.map(({ runId }) => runId);
  const signal = AbortSignal.timeout(20_000);
  for (let queued = []; !ids.every((id) => queued.includes(id)); ) {
    const { instances } = await deck.queue({ signal });
    assert.equal(instances.length, 2);
    queued = instances.flatMap(({ running, pending }) => [...running, ...pending]).map(({ id }) => id);
  }
  await Promise.all(ids.map((id) => deck.cancel(id)));
  const states = await Promise.all(ids.map(async (id) => (await outcome(id)).status));
  assert.deepEqual(states, ["cancelled", "cancelled", "cancelled"]);
});

test("a run is followed by its events, also once it has ended", async () => {
  assert.equal(await deck.supports("runEvents"), true);
  const { runId } = await deck.run("poster", { title: "Followed", photo: image(), size: 64 });
  for (const _ of ["while it runs", "once it has ended"]) {
    const seen = [];
    for await (const event of deck.watchRun(runId)) seen.push(event);
    assert.deepEqual(new Set(seen.map(({ via }) => via)), new Set(["events"]));
    const { type, status, workflowId, number, outputs } = seen.at(-1);
    assert.deepEqual([type, status, workflowId, outputs.length], ["state", "completed", "poster", 2]);
    assert(number > 1 && seen.some(({ type }) => type === "outputs"));
    for (const { url } of outputs) assert.equal((await fetch(url)).status, 200);
  }
});

test("waiting for a run uses its events, and ends with its detail", async () => {
  const updates = [];
  const outcome = await deck.runAndWait(
    "poster",
    { title: "Awaited", photo: image(), size: 64 },
    { onUpdate: ({ via, status }) => void updates.push(`${via} ${status}`) },
  );
  assert.equal(updates.at(-1), "detail completed");
  assert(
    updates.some((update) => update.startsWith("events ")),
    updates.join(),
  );
  assert.equal(outcome.detail?.runId, outcome.runId);
});

test("a wrong key ends the watch of a run", async () => {
  const stranger = await flowdeck.connect({ baseUrl: deck.baseUrl, apiKey: "wrong" });
  await assert.rejects(stranger.watchRun("any").next(), { name: "AuthenticationError", status: 403 });
});

test("runs are deleted, one or those of a group", async () => {
  const groupId = crypto.randomUUID();
  const runs = [1, 2].map(() => deck.runAndWait("poster", { title: "Gone", photo: image(), size: 64 }, { groupId }));
  const [{ runId }] = await Promise.all(runs);
  await deck.deleteRun(runId);
  await assert.rejects(deck.getRun(runId), { name: "NotFoundError" });
  const { removed, notEnded } = await deck.deleteRuns(groupId);
  assert.deepEqual([removed, notEnded], [1, []]);
});

test("every engine instance is healthy", async () => {
  const health = await deck.health();
  assert.equal(health.length, 2);
  for (const { address, status } of health) assert(/^http/.test(address) && ["idle", "running"].includes(status));
});

test("a wrong key is an AuthenticationError", async () => {
  const stranger = await flowdeck.connect({ baseUrl: deck.baseUrl, apiKey: "wrong" });
  await assert.rejects(stranger.queue(), { name: "AuthenticationError", status: 403 });
});

test("unknown workflows and runs are reported as such", async () => {
  await assert.rejects(
    deck.run("nowhere", {}),
    (/** @type {FlowdeckError} */ error) => error.message.includes("nowhere") && error.status >= 400,
  );
  await assert.rejects(deck.getRun("nowhere"), { name: "NotFoundError", status: 404 });
});
