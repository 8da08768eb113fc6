// The progress of an upload, over every transport.
import assert from "node:assert/strict";
import { test } from "node:test";
import { envelope, flowdeck, KEY, OPERATIONS, startDeployment } from "./deployment.mjs";
import { forEachTransport, transports } from "./transports.mjs";

const SIZE = 32 * 2 ** 20;
const early = (answer) => Object.assign(answer, { early: true });

/** A deployment that reads no run and never answers one. */
const SILENT = { [OPERATIONS.run]: early(() => undefined) };

/** Starts a run; returns its outcome and its progress reports. Runs in Node or in a page. */
async function upload({ connect, controller, size, fails, aborts }) {
  const deck = await connect();
  const reports = [];
  const failure = new RangeError("my own failure");
  const onUploadProgress = (report) => {
    reports.push(report);
    // By then the upload has begun.
    if (report.loaded <= Math.min(2 ** 19, size)) return undefined;
    if (aborts) controller.abort("enough");
    if (fails === "throws") throw failure;
    if (fails === "throws nothing") throw undefined;
    return fails === "rejects" ? Promise.reject(failure) : undefined;
  };
  const clip = new File([new Uint8Array(size)], "clip.mp4", { type: "video/mp4" });
  const run = deck.run("poster", size ? { clip } : { title: "Hi" }, { onUploadProgress, signal: controller.signal });
  const described = (error) => {
    if (error === undefined) return "nothing";
    return error === failure ? "the thrown error" : [error.name, error.cause];
  };
  const outcome = await run.then(({ runId }) => runId, described);
  const count = reports.length;
  // Another report would come, and an unhandled rejection be noticed, by now.
  await new Promise((resolve) => setTimeout(resolve));
  return { outcome, reports, after: reports.length - count };
}

/** An answer to a run that discards the body; `seen` records the announced length. */
function discardingAnswer() {
  const seen = { length: 0 };
  const answer = early(({ incoming, headers }, response) => {
    seen.length = Number(headers["content-length"]);
    // A slow network: Chromium reports progress every 50 ms, in which the whole body could arrive.
    setTimeout(() => incoming.on("error", () => {}).resume(), 200);
    incoming.on("end", () => {
      response.writeHead(200, { "access-control-allow-origin": "*" });
      response.end(JSON.stringify(envelope([{ run_id: "run-1" }])));
    });
  });
  return { seen, answer };
}

/** Starts a run with a big file that only the caller can end. */
async function endedUpload(t, transport, options) {
  const { baseUrl, arrived } = await startDeployment(t, SILENT);
  const result = await transport.play(baseUrl, upload, options);
  const { incoming } = await arrived;
  const { socket } = incoming.on("error", () => {}).resume();
  if (!socket.closed) await new Promise((resolve) => socket.on("close", resolve));
  return { ...result, isComplete: incoming.complete };
}

function progressTests(transport) {
  for (const [what, size] of /** @type {const} */ ([
    ["a big file", SIZE],
    ["no file", 0],
  ])) {
    test(`of a form with ${what} rises to its whole length`, async (t) => {
      const { seen, answer } = discardingAnswer();
      const { baseUrl } = await startDeployment(t, { [OPERATIONS.run]: answer });
      const { outcome, reports } = await transport.play(baseUrl, upload, { size });
      assert.equal(outcome, "run-1");
      const sorted = reports.toSorted((one, other) => one.loaded - other.loaded);
      assert.deepEqual(reports, sorted, "it never decreases");
      assert.deepEqual(new Set(reports.map(({ total }) => total)), new Set([seen.length]));
      assert.equal(reports.at(-1).loaded, seen.length);
      if (size) assert(reports[0].loaded < seen.length, "it is reported before the end");
    });
  }

  for (const [fails, expected] of [
    ["throws", "the thrown error"],
    ["throws nothing", "nothing"],
    ["rejects", "the thrown error"],
  ]) {
    test(`that ${fails} ends the upload, and the call rejects with ${expected}`, async (t) => {
      const { outcome, after, isComplete } = await endedUpload(t, transport, { size: SIZE, fails });
      assert.deepEqual([outcome, after, isComplete], [expected, 0, false]);
    });
  }

  test("that throws at the end of a form also ends the call", async (t) => {
    const { baseUrl } = await startDeployment(t, SILENT);
    const { outcome, after } = await transport.play(baseUrl, upload, { size: 0, fails: "throws" });
    assert.deepEqual([outcome, after], ["the thrown error", 0]);
  });

  test("that aborts before it throws ends the call with the abort", async (t) => {
    const { outcome, after } = await endedUpload(t, transport, { size: SIZE, aborts: true, fails: "throws" });
    assert.deepEqual([outcome, after], [["AbortError", "enough"], 0]);
  });
}

forEachTransport("progress", progressTests, ({ reportsProgress }) => reportsProgress);

forEachTransport(
  "progress",
  (transport) => {
    test("is never reported", async (t) => {
      const { baseUrl } = await startDeployment(t);
      const { outcome, reports } = await transport.play(baseUrl, upload, { size: 2 ** 20, fails: "throws" });
      assert.deepEqual([outcome, reports], ["run-1", []]);
    });
  },
  ({ injectsFetch }) => injectsFetch,
);

test("no failure of progress reaches the page", () => {
  const errors = transports.flatMap(({ errors }) => errors);
  assert.deepEqual(
    errors.filter((error) => error.includes("my own failure") || error.includes("undefined")),
    [],
  );
});

test("progress that is not a function is rejected", async () => {
  const deck = await flowdeck.connect({ baseUrl: "http://127.0.0.1", apiKey: KEY });
  await assert.rejects(deck.run("poster", {}, { onUploadProgress: true }), {
    name: "UsageError",
    message: /onUploadProgress must be a function/,
  });
});
