// How far an upload has come, in Node and in Chromium, and its end by an abort.
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { host, open } from "./browser.mjs";
import { deployment, envelope, flowdeck, KEY, PACKAGE } from "./deployment.mjs";

const POST = "POST /api/v1/runs";
const SIZE = 48 * 2 ** 20;

// A run with a big file, made in Node and, as text, in a page: what it came to and what was told of it.
async function upload({ flowdeck, baseUrl, apiKey, size, abortAt, fails }) {
  const deck = await flowdeck.connect({ baseUrl, apiKey });
  const controller = new AbortController();
  const reports = [];
  const fault = new RangeError("my own fault");
  const lost = [];
  const keep = ({ reason }) => lost.push(String(reason));
  // In Node a test in which one is left fails by itself.
  globalThis.addEventListener?.("unhandledrejection", keep);
  if (abortAt === "before") controller.abort("enough");
  const onUploadProgress = (report) => {
    reports.push(report);
    if (abortAt === "middle" && report.loaded > 2 ** 19) controller.abort("enough");
    // By then it is on its way.
    const fail = report.loaded > Math.min(2 ** 19, size) ? fails : undefined;
    if (fail === "throws") throw fault;
    if (fail === "throws nothing") throw undefined;
    return fail === "rejects" ? Promise.reject(fault) : undefined;
  };
  const values = {
    title: "Hi",
    ...(size && { clip: new File([new Uint8Array(size)], "clip.mp4", { type: "video/mp4" }) }),
  };
  const run = deck.run("poster", values, { onUploadProgress, signal: controller.signal });
  const told = (error) => {
    if (error === undefined) return "nothing";
    const { name, code, cause } = error;
    return error === fault ? "as it was thrown" : { name, code, cause };
  };
  const outcome = await run.then(({ runId }) => runId, told);
  const count = reports.length;
  // What nobody took care of would be told by now.
  await new Promise((resolve) => setTimeout(resolve));
  globalThis.removeEventListener?.("unhandledrejection", keep);
  return { outcome, reports, after: reports.length - count, lost };
}

async function inChromium() {
  const { page, errors } = await open({ after }, (await host({ after }, PACKAGE)).address);
  const source = `(async (given) => (${upload})({ flowdeck: await import("/index.js"), ...given }))`;
  return { page, errors, upload: (given) => page.evaluate(`${source}(${JSON.stringify(given)})`) };
}

const chromium = await inChromium();
const places = { Node: (given) => upload({ flowdeck, ...given }), Chromium: chromium.upload };

/** Answers a run whose body it lets go by; keeps how long the body was said to be. */
function swallowing() {
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

for (const [name, upload] of Object.entries(places)) {
  describe(`in ${name}`, () => {
    for (const [what, size] of [
      ["a big file", SIZE],
      ["no file", 0],
    ]) {
      test(`the progress of a form with ${what} rises to its whole length`, async (t) => {
        const { seen, answer } = swallowing();
        const { baseUrl } = await deployment(t, { [POST]: answer });
        const { outcome, reports } = await upload({ baseUrl, apiKey: KEY, size });
        assert.equal(outcome, "run-1");
        assert(reports.length > 0);
        assert(
          reports.every(({ total }) => total === seen.length && total > size),
          JSON.stringify(reports[0]),
        );
        assert(
          reports.every(({ loaded }, at) => loaded >= (reports[at - 1]?.loaded ?? 0)),
          "it never falls",
        );
        assert.equal(reports.at(-1).loaded, seen.length);
        if (size) assert(reports[0].loaded < seen.length, "it is told before the end");
      });
    }

    test("an abort in the middle of an upload ends it at once, and the server sees the form break off", async (t) => {
      let complete;
      // It takes nothing and never answers: nothing but the abort can end the call.
      const answer = Object.assign(
        ({ incoming }) => {
          complete = new Promise((resolve) =>
            incoming.on("error", () => {}).on("close", () => resolve(incoming.complete)),
          );
        },
        { early: true },
      );
      const { baseUrl, arrived } = await deployment(t, { [POST]: answer });
      const { outcome } = await upload({ baseUrl, apiKey: KEY, size: SIZE, abortAt: "middle" });
      assert.deepEqual(outcome, { name: "AbortError", code: "aborted", cause: "enough" });
      (await arrived).incoming.resume();
      assert.equal(await complete, false);
    });

    for (const [fails, expected] of [
      ["throws", "as it was thrown"],
      ["throws nothing", "nothing"],
      ["rejects", "as it was thrown"],
    ]) {
      test(`progress that ${fails} ends the upload and is what the call rejects with`, async (t) => {
        let complete;
        // It takes nothing and never answers: nothing but the caller's fault can end the call.
        const answer = Object.assign(
          ({ incoming }) => {
            complete = new Promise((resolve) =>
              incoming.on("error", () => {}).on("close", () => resolve(incoming.complete)),
            );
          },
          { early: true },
        );
        const { baseUrl, arrived } = await deployment(t, { [POST]: answer });
        const { outcome, after, lost } = await upload({ baseUrl, apiKey: KEY, size: SIZE, fails });
        assert.deepEqual([outcome, after, lost], [expected, 0, []]);
        (await arrived).incoming.resume();
        assert.equal(await complete, false);
      });
    }

    test("progress that throws at the end of a form is what the call rejects with, too", async (t) => {
      const { baseUrl } = await deployment(t, { [POST]: Object.assign(() => undefined, { early: true }) });
      const { outcome, after, lost } = await upload({ baseUrl, apiKey: KEY, size: 0, fails: "throws" });
      assert.deepEqual([outcome, after, lost], ["as it was thrown", 0, []]);
    });

    test("an abort by progress before it throws is what the call tells of", async (t) => {
      const { baseUrl } = await deployment(t, { [POST]: Object.assign(() => undefined, { early: true }) });
      const { outcome, lost } = await upload({ baseUrl, apiKey: KEY, size: SIZE, abortAt: "middle", fails: "throws" });
      assert.deepEqual([outcome.name, lost], ["AbortError", []]);
    });

    test("a signal that has fired before the call lets nothing be sent", async (t) => {
      const { baseUrl, requests } = await deployment(t);
      const { outcome, reports } = await upload({ baseUrl, apiKey: KEY, size: SIZE, abortAt: "before" });
      assert.deepEqual([outcome.name, reports, requests], ["AbortError", [], []]);
    });

    test("a fault that the server finds is the same with progress", async (t) => {
      const { baseUrl } = await deployment(t, {
        [POST]: () => ({ status: 422, body: { detail: [{ loc: ["body", "title"], msg: "no", type: "x" }] } }),
      });
      const { outcome } = await upload({ baseUrl, apiKey: KEY, size: 0 });
      assert.deepEqual([outcome.name, outcome.code], ["ValidationError", "validation"]);
    });

    test("a redirect is refused with progress, too", async (t) => {
      const { baseUrl } = await deployment(t, {
        [POST]: () => ({ status: 302, headers: { location: "/api/v1/comfy/queue" }, body: "" }),
      });
      const { outcome } = await upload({ baseUrl, apiKey: KEY, size: 0 });
      assert.deepEqual(outcome.name, "NetworkError");
    });
  });
}

test("no fault of progress is left to the page", () => {
  assert.deepEqual(
    chromium.errors.filter((error) => error.includes("my own fault")),
    [],
  );
});

test("progress that is no function is refused", async () => {
  const deck = await flowdeck.connect({ baseUrl: "http://127.0.0.1", apiKey: KEY });
  await assert.rejects(deck.run("poster", {}, { onUploadProgress: true }), {
    name: "UsageError",
    message: /onUploadProgress must be a function/,
  });
});
