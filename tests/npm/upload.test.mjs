// Files on their way from Node: read from disk piece by piece, ended at any point, and left at once
// when the answer comes before their end.
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

/** A file on disk of so many bytes. */
async function onDisk(t, size) {
  const folder = await mkdtemp(join(tmpdir(), "flowdeck-"));
  t.after(() => rm(folder, { recursive: true }));
  const path = join(folder, "video.mp4");
  const bytes = randomBytes(size);
  await writeFile(path, bytes);
  return { path, bytes, blob: await openAsBlob(path, { type: "video/mp4" }) };
}

/** A deployment that is handed each run's request before its body is read. */
async function handing(t) {
  let hand;
  const handed = new Promise((resolve) => (hand = resolve));
  const there = await deckOf(t, { [POST]: early((request, response) => void hand({ ...request, response })) });
  return { ...there, handed };
}

/** Whether a request's body had broken off when its connection closed. */
async function broken(incoming) {
  const { socket } = incoming.on("error", () => {}).resume();
  if (!socket.closed) await new Promise((resolve) => socket.on("close", resolve));
  return !incoming.complete;
}

test("a file from disk arrives byte for byte, with its own type and name", async (t) => {
  const { deck, requests } = await deckOf(t);
  const { blob, bytes } = await onDisk(t, 3 * MEBI + 17);
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
  const { blob, bytes } = await onDisk(t, MEBI);
  await deck.run("poster", { part: blob.slice(300_000, 900_000) });
  const at = requests[0].body.indexOf(bytes.subarray(300_000, 300_100));
  assert(at > 0 && requests[0].body.subarray(at, at + 600_000).equals(bytes.subarray(300_000, 900_000)));
});

test("a file is read no faster than it is taken", async (t) => {
  const { deck, handed } = await handing(t);
  const { blob } = await onDisk(t, 64 * MEBI);
  let at;
  const run = deck.run("poster", { clip: blob }, { onUploadProgress: (progress) => (at = progress) });
  const { incoming, response } = await handed;
  // In the time of so many readings of our own, a sender that went on would have come further.
  for (let before; before !== at; ) {
    before = at;
    for (let n = 0; n < 50; n++) await blob.slice(0, 256 * 1024).arrayBuffer();
  }
  assert(at.loaded < at.total, `${at.loaded} of ${at.total} bytes are gone, and nobody has taken one`);
  incoming.resume();
  await once(incoming, "end");
  response.end(JSON.stringify(ACCEPTED));
  assert.equal((await run).runId, "run-1");
  assert.deepEqual(at.loaded, at.total);
});

for (const [what, takes] of [
  ["being taken", true],
  ["waiting to be taken", false],
]) {
  test(`an abort while a file is ${what} ends the call, and the server sees the form break off`, async (t) => {
    const controller = new AbortController();
    const { deck, handed } = await handing(t);
    const { blob } = await onDisk(t, 64 * MEBI);
    const reports = [];
    const run = deck.run(
      "poster",
      { clip: blob },
      { signal: controller.signal, onUploadProgress: (at) => reports.push(at) },
    );
    const rejected = assert.rejects(run, { name: "AbortError", code: "aborted", cause: "enough" });
    const { incoming } = await handed;
    if (takes) await new Promise((resolve) => incoming.once("data", resolve).on("error", () => {}));
    controller.abort("enough");
    await rejected;
    const told = reports.length;
    assert(await broken(incoming));
    assert.equal(reports.length, told, "nothing is told of it after its end");
  });
}

test("a timeout ends an upload that nobody takes", async (t) => {
  const { deck, handed } = await handing(t);
  const { blob } = await onDisk(t, 64 * MEBI);
  await assert.rejects(deck.run("poster", { clip: blob }, { timeout: 500 }), { name: "TimeoutError" });
  assert(await broken((await handed).incoming));
});

test("a file that changes on its way is an error, and the server sees the form break off", async (t) => {
  const { deck, handed } = await handing(t);
  const { blob, path } = await onDisk(t, 64 * MEBI);
  const rejected = assert.rejects(deck.run("poster", { clip: blob }), {
    name: "NetworkError",
    message: /could not be read/,
  });
  const { incoming } = await handed;
  await truncate(path, 5);
  assert(await broken(incoming));
  await rejected;
});

for (const [status, name, headers] of [
  [200, null, {}],
  [413, "HttpError", {}],
  [422, "ValidationError", {}],
  [429, "QueueFullError", { "retry-after": "60" }],
]) {
  test(`an answer of ${status} before a file's end is taken, and the rest is not sent`, async (t) => {
    let breaks;
    const answer = early(({ incoming }) => {
      breaks = broken(incoming);
      return { status, headers, body: status === 200 ? ACCEPTED : { detail: [], errors: "no, thanks" } };
    });
    const { deck } = await deckOf(t, { [POST]: answer });
    const { blob } = await onDisk(t, 64 * MEBI);
    const run = deck.run("poster", { clip: blob });
    if (name) await assert.rejects(run, { name, status });
    else assert.equal((await run).runId, "run-1");
    assert(await breaks);
  });
}

test("a redirect of a run is refused, and its file goes nowhere else", async (t) => {
  const other = await deckOf(t);
  const answer = early(() => ({ status: 307, headers: { location: `${other.baseUrl}/api/v1/runs` }, body: "" }));
  const { deck } = await deckOf(t, { [POST]: answer });
  const { blob } = await onDisk(t, MEBI);
  await assert.rejects(deck.run("poster", { clip: blob }), {
    name: "NetworkError",
    message: /it redirected; .*must not redirect/,
  });
  assert.equal(other.requests.length, 0);
});

test("an https address is spoken to by TLS", async (t) => {
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
  // A handshake's first record; no word of the request.
  assert.deepEqual([bytes[0], bytes[1], bytes[5]], [22, 3, 1]);
  assert(!bytes.includes(KEY));
  await rejected;
});
