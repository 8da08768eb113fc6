// The progress of an upload in Node and in Chromium, and its end by an abort.
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { host, open } from "./browser.mjs";
import { envelope, flowdeck, KEY, PACKAGE, startDeployment } from "./deployment.mjs";

const POST = "POST /api/v1/runs";
const SIZE = 48 * 2 ** 20;

// Starts a run with a big file, in Node or (as text) in a page; returns its outcome and progress reports.
async function upload({ flowdeck, baseUrl, apiKey, size, abortAt, fails }) {
  const deck = await flowdeck.connect({ baseUrl, apiKey });
  const controller = new AbortController();
  const reports = [];
  const failure = new RangeError("my own failure");
  const unhandled = [];
  const record = ({ reason }) => unhandled.push(String(reason));
  // In Node an unhandled rejection fails the test by itself.
  globalThis.addEventListener?.("unhandledrejection", record);
  if (abortAt === "before") controller.abort("enough");
  const onUploadProgress = (report) => {
    reports.push(report);
    if (abortAt === "middle" && report.loaded > 2 ** 19) controller.abort("enough");
    // By then the upload has begun.
    const fail = report.loaded > Math.min(2 ** 19, size) ? fails : undefined;
    if (fail === "throws") throw failure;
    if (fail === "throws nothing") throw undefined;
    return fail === "rejects" ? Promise.reject(failure) : undefined;
  };
  const values = {
    title: "Hi",
    ...(size && { clip: new File([new Uint8Array(size)], "clip.mp4", { type: "video/mp4" }) }),
  };
  const run = deck.run("poster", values, { onUploadProgress, signal: controller.signal });
  const described = (error) => {
    if (error === undefined) return "nothing";
    const { name, code, cause } = error;
    return error === failure ? "the thrown error" : { name, code, cause };
  };
  const outcome = await run.then(({ runId }) => runId, described);
  const count = reports.length;
  // An unhandled rejection would be reported by now.
  await new Promise((resolve) => setTimeout(resolve));
  globalThis.removeEventListener?.("unhandledrejection", record);
  return { outcome, reports, after: reports.length - count, unhandled };
}

async function inChromium() {
  const { page, errors } = await open({ after }, (await host({ after }, PACKAGE)).address);
  const source = `(async (options) => (${upload})({ flowdeck: await import("/index.js"), ...options }))`;
  return { page, errors, upload: (options) => page.evaluate(`${source}(${JSON.stringify(options)})`) };
}

const chromium = await inChromium();
const platforms = { Node: (options) => upload({ flowdeck, ...options }), Chromium: chromium.upload };

/** An answer to a run that discards the body; `seen` records the announced length. */
function discardingAnswer() {
  const seen = {};
  const answer = Object.assign(
    ({ incoming, headers }, response) => {
      seen.length = Number(headers["content-length"]);
      incoming
        .on("error", () => {})
        .resume()
        .on("end", () => {
          response
            .writeHead(200, { "access-control-allow-origin": "*" })
            .end(JSON.stringify(envelope([{ run_id: "run-1" }])));
        });
      seen.closed = new Promise((resolve) => incoming.on("close", () => resolve(incoming.complete)));
    },
    { early: true },
  );
  return { seen, answer };
}

for (const [name, upload] of Object.entries(platforms)) {
  describe(`in ${name}`, () => {
    for (const [what, size] of [
      ["a big file", SIZE],
      ["no file", 0],
    ]) {
      test(`the progress of a form with ${what} rises to its whole length`, async (t) => {
        const { seen, answer } = discardingAnswer();
        const { baseUrl } = await startDeployment(t, { [POST]: answer });
        const { outcome, reports } = await upload({ baseUrl, apiKey: KEY, size });
        assert.equal(outcome, "run-1");
        assert(reports.length > 0);
        assert(
          reports.every(({ total }) => total === seen.length && total > size),
          JSON.stringify(reports[0]),
        );
        assert(
          reports.every(({ loaded }, at) => loaded >= (reports[at - 1]?.loaded ?? 0)),
          "it never decreases",
        );
        assert.equal(reports.at(-1).loaded, seen.length);
        if (size) assert(reports[0].loaded < seen.length, "it is reported before the end");
      });
    }

    test("an abort during an upload ends it immediately, and the server receives an incomplete form", async (t) => {
      let complete;
      // It reads nothing and never answers: only the abort can end the call.
      const answer = Object.assign(
        ({ incoming }) => {
          complete = new Promise((resolve) =>
            incoming.on("error", () => {}).on("close", () => resolve(incoming.complete)),
          );
        },
        { early: true },
      );
      const { baseUrl, arrived } = await startDeployment(t, { [POST]: answer });
      const { outcome } = await upload({ baseUrl, apiKey: KEY, size: SIZE, abortAt: "middle" });
      assert.deepEqual(outcome, { name: "AbortError", code: "aborted", cause: "enough" });
      (await arrived).incoming.resume();
      assert.equal(await complete, false);
    });

    for (const [fails, expected] of [
      ["throws", "the thrown error"],
      ["throws nothing", "nothing"],
      ["rejects", "the thrown error"],
    ]) {
      test(`progress that ${fails} ends the upload, and the call rejects with ${expected}`, async (t) => {
        let complete;
        // It reads nothing and never answers: only the caller's failure can end the call.
        const answer = Object.assign(
          ({ incoming }) => {
            complete = new Promise((resolve) =>
              incoming.on("error", () => {}).on("close", () => resolve(incoming.complete)),
            );
          },
          { early: true },
        );
        const { baseUrl, arrived } = await startDeployment(t, { [POST]: answer });
        const { outcome, after, unhandled } = await upload({ baseUrl, apiKey: KEY, size: SIZE, fails });
        assert.deepEqual([outcome, after, unhandled], [expected, 0, []]);
        (await arrived).incoming.resume();
        assert.equal(await complete, false);
      });
    }

    test("the call also rejects with what progress throws at the end of a form", async (t) => {
      const { baseUrl } = await startDeployment(t, { [POST]: Object.assign(() => undefined, { early: true }) });
      const { outcome, after, unhandled } = await upload({ baseUrl, apiKey: KEY, size: 0, fails: "throws" });
      assert.deepEqual([outcome, after, unhandled], ["the thrown error", 0, []]);
    });

    test("if progress aborts before it throws, the call reports the abort", async (t) => {
      const { baseUrl } = await startDeployment(t, { [POST]: Object.assign(() => undefined, { early: true }) });
      const { outcome, unhandled } = await upload({
        baseUrl,
        apiKey: KEY,
        size: SIZE,
        abortAt: "middle",
        fails: "throws",
      });
      assert.deepEqual([outcome.name, unhandled], ["AbortError", []]);
    });

    test("nothing is sent if the signal has fired before the call", async (t) => {
      const { baseUrl, requests } = await startDeployment(t);
      const { outcome, reports } = await upload({ baseUrl, apiKey: KEY, size: SIZE, abortAt: "before" });
      assert.deepEqual([outcome.name, reports, requests], ["AbortError", [], []]);
    });

    test("a field error of the server is the same with progress", async (t) => {
      const { baseUrl } = await startDeployment(t, {
        [POST]: () => ({ status: 422, body: { detail: [{ loc: ["body", "title"], msg: "no", type: "x" }] } }),
      });
      const { outcome } = await upload({ baseUrl, apiKey: KEY, size: 0 });
      assert.deepEqual([outcome.name, outcome.code], ["ValidationError", "validation"]);
    });

    test("a redirect is also refused with progress", async (t) => {
      const { baseUrl } = await startDeployment(t, {
        [POST]: () => ({ status: 302, headers: { location: "/api/v1/comfy/queue" }, body: "" }),
      });
      const { outcome } = await upload({ baseUrl, apiKey: KEY, size: 0 });
      assert.deepEqual(outcome.name, "NetworkError");
    });
  });
}

test("no failure of progress reaches the page", () => {
  assert.deepEqual(
    chromium.errors.filter((error) => error.includes("my own failure")),
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
