// Uploads of files from Node: streamed from disk, ended at any point, and stopped if the answer arrives
// early.
import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { openAsBlob } from "node:fs";
import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { deckOf, envelope, flowdeck, KEY } from "./deployment.mjs";

const MEBI = 2 ** 20;
const ACCEPTED = envelope([{ run_id: "run-1", workflow_id: "poster" }]);
const POST = "POST /api/v1/runs";
const early = (answer) => Object.assign(answer, { early: true });
const hash = (bytes) => createHash("sha256").update(bytes).digest("hex");

/** A file of random bytes on disk. */
async function fileOnDisk(t, size) {
  const folder = await mkdtemp(join(tmpdir(), "flowdeck-"));
  t.after(() => rm(folder, { recursive: true }));
  const path = join(folder, "video.mp4");
  const bytes = randomBytes(size);
  await writeFile(path, bytes);
  return { path, bytes, blob: await openAsBlob(path, { type: "video/mp4" }) };
}

/** A deck on a deployment that never answers a run by itself; `received` resolves to the unread request. */
async function unansweredDeck(t) {
  let receive;
  const received = new Promise((resolve) => (receive = resolve));
  const deployment = await deckOf(t, { [POST]: early((request, response) => void receive({ ...request, response })) });
  return { ...deployment, received };
}

/** Whether a request's body was incomplete when its connection closed. */
async function isIncomplete(incoming) {
  const { socket } = incoming.on("error", () => {}).resume();
  if (!socket.closed) await new Promise((resolve) => socket.on("close", resolve));
  return !incoming.complete;
}

test("a file keeps its name where a test environment brings an XMLHttpRequest to Node", async (t) => {
  /** @type {any} */ (globalThis).XMLHttpRequest = class {};
  t.after(() => Reflect.deleteProperty(globalThis, "XMLHttpRequest"));
  const { deck, requests } = await deckOf(t);
  await deck.run("poster", { photo: new File(["x"], "sea.png") }, { onUploadProgress: () => {} });
  assert.equal(requests[0].parts[0][1].name, "sea.png");
});

test("a file from disk arrives byte for byte, with its own type and name", async (t) => {
  const { deck, requests } = await deckOf(t);
  const { blob, bytes } = await fileOnDisk(t, 3 * MEBI + 17);
  await deck.run("poster", {
    title: "Hi",
    clip: new File([blob], "clip.mp4", { type: blob.type }),
    copy: blob,
    end: 1,
  });
  const { body, headers } = requests[0];
  assert.equal(Number(headers["content-length"]), body.length);
  const [title, clip, copy, end] = await new Response(body, { headers: { "content-type": headers["content-type"] } })
    .formData()
    .then((form) => /** @type {[name: string, value: any][]} */ ([...form]));
  assert.deepEqual(
    [title, end],
    [
      ["title", "Hi"],
      ["end", "1"],
    ],
  );
  assert.deepEqual([clip[0], clip[1].name, clip[1].type, copy[1].name], ["clip", "clip.mp4", "video/mp4", "blob"]);
  for (const [, file] of [clip, copy]) assert.equal(hash(Buffer.from(await file.arrayBuffer())), hash(bytes));
});

test("a slice of a file on disk is sent as that slice", async (t) => {
  const { deck, requests } = await deckOf(t);
  const { blob, bytes } = await fileOnDisk(t, MEBI);
  await deck.run("poster", { part: blob.slice(300_000, 900_000) });
  const at = requests[0].body.indexOf(bytes.subarray(300_000, 300_100));
  assert(at > 0 && requests[0].body.subarray(at, at + 600_000).equals(bytes.subarray(300_000, 900_000)));
});

test("a file is read no faster than the server receives it", async (t) => {
  const { deck, received } = await unansweredDeck(t);
  const { blob } = await fileOnDisk(t, 64 * MEBI);
  let progress;
  const run = deck.run("poster", { clip: blob }, { onUploadProgress: (latest) => (progress = latest) });
  const { incoming, response } = await received;
  // During this many reads, a sender that did not wait would have made progress.
  for (let before; before !== progress; ) {
    before = progress;
    for (let n = 0; n < 50; n++) await blob.slice(0, 256 * 1024).arrayBuffer();
  }
  assert(
    progress.loaded < progress.total,
    `${progress.loaded} of ${progress.total} bytes were sent to a server that reads none`,
  );
  incoming.resume();
  await once(incoming, "end");
  response.end(JSON.stringify(ACCEPTED));
  assert.equal((await run).runId, "run-1");
  assert.deepEqual(progress.loaded, progress.total);
});

for (const [what, reads] of [
  ["is being received", true],
  ["waits to be received", false],
]) {
  test(`an abort while a file ${what} ends the call, and the server receives an incomplete form`, async (t) => {
    const controller = new AbortController();
    const { deck, received } = await unansweredDeck(t);
    const { blob } = await fileOnDisk(t, 64 * MEBI);
    const reports = [];
    const run = deck.run(
      "poster",
      { clip: blob },
      { signal: controller.signal, onUploadProgress: (at) => reports.push(at) },
    );
    const rejected = assert.rejects(run, { name: "AbortError", code: "aborted", cause: "enough" });
    const { incoming } = await received;
    if (reads) await new Promise((resolve) => incoming.once("data", resolve).on("error", () => {}));
    controller.abort("enough");
    await rejected;
    const count = reports.length;
    assert(await isIncomplete(incoming));
    assert.equal(reports.length, count, "no progress is reported after the end");
  });
}

for (const [what, disturb] of Object.entries({
  changes: (path) => truncate(path, 5),
  "is deleted": (path) => rm(path),
})) {
  test(`a file that ${what} during its upload is an error, and the server receives an incomplete form`, async (t) => {
    const { deck, received } = await unansweredDeck(t);
    const { blob, path } = await fileOnDisk(t, 64 * MEBI);
    const rejected = assert.rejects(deck.run("poster", { clip: blob }), {
      name: "NetworkError",
      message: /could not be read/,
    });
    const { incoming } = await received;
    await disturb(path);
    assert(await isIncomplete(incoming));
    await rejected;
  });
}

test("the progress of a file in memory is reported many times", async (t) => {
  const { deck, requests } = await deckOf(t);
  const reports = [];
  const onUploadProgress = (report) => reports.push(report);
  await deck.run("poster", { clip: new Blob([new Uint8Array(16 * MEBI)]) }, { onUploadProgress });
  assert(reports.length >= 16, `${reports.length} reports`);
  assert.equal(reports.at(-1).loaded, requests[0].body.length);
});

test("a file composed of several files and texts arrives byte for byte", async (t) => {
  const { deck, requests } = await deckOf(t);
  const { blob, bytes } = await fileOnDisk(t, 2 * MEBI + 5);
  await deck.run("poster", { clip: new Blob(["before", blob, "between", blob.slice(7, MEBI), "after"]) });
  const parts = ["before", bytes, "between", bytes.subarray(7, MEBI), "after"];
  const expected = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const at = requests[0].body.indexOf("before");
  assert.equal(hash(requests[0].body.subarray(at, at + expected.length)), hash(expected));
});

for (const [status, name, headers] of [
  [200, null, {}],
  [413, "HttpError", {}],
  [422, "ValidationError", {}],
  [429, "QueueFullError", { "retry-after": "60" }],
]) {
  test(`an answer of ${status} before the end of a file counts, and the rest is not sent`, async (t) => {
    let incomplete;
    const answer = early(({ incoming }) => {
      incomplete = isIncomplete(incoming);
      return { status, headers, body: status === 200 ? ACCEPTED : { detail: [], errors: "no, thanks" } };
    });
    const { deck } = await deckOf(t, { [POST]: answer });
    const { blob } = await fileOnDisk(t, 64 * MEBI);
    const run = deck.run("poster", { clip: blob });
    if (name) await assert.rejects(run, { name, status });
    else assert.equal((await run).runId, "run-1");
    assert(await incomplete);
  });
}

test("an https address is reached by TLS", async (t) => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  const deck = await flowdeck.connect({
    baseUrl: `https://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}`,
    apiKey: KEY,
  });
  const rejected = assert.rejects(deck.run("poster", { title: "Hi" }), ({ name, message }) => {
    assert.equal(name, "NetworkError");
    assert.doesNotMatch(message, /during the upload/);
    return true;
  });
  const [socket] = await once(server, "connection");
  const [bytes] = await once(socket, "data");
  socket.on("error", () => {}).destroy();
  // The first record of a handshake, and nothing of the request.
  assert.deepEqual([bytes[0], bytes[1], bytes[5]], [22, 3, 1]);
  assert(!bytes.includes(KEY));
  await rejected;
});
