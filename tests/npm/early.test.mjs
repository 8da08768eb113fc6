// Node, and a server that refuses an upload after its first bytes and closes the connection on it: the
// answer wins wherever it came as far as this machine.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { flowdeck, KEY } from "./deployment.mjs";
import { closing, TAKEN } from "./early.mjs";

const TIMES = 20;
const BODY = JSON.stringify({ status: "error", data: [], errors: "too large", meta: null });
const clip = new Blob([new Uint8Array(64 * 2 ** 20)]);
const values = { title: "Hi", clip };

/** Uploads to such a server again and again: what each upload came to. */
async function uploads(t, way, optionsOf) {
  const { baseUrl, closed } = await closing(t, way, BODY);
  const deck = await flowdeck.connect({ baseUrl, apiKey: KEY });
  const outcomes = [];
  for (let time = 0; time < TIMES; time++) {
    closed[0] = 0;
    outcomes.push(await deck.run("poster", values, optionsOf(closed)).catch((error) => error));
  }
  return outcomes;
}

const refused = ({ name, status, message }) => {
  assert.deepEqual([name, status], ["HttpError", 413], message);
  assert.match(message, /too large/);
};

const answers = {
  "goes on to take the form": refused,
  "closes at once": refused,
  "resets the connection": refused,
  "cuts off its own words": ({ name, status, message }) =>
    assert.deepEqual([name, status], ["HttpError", 413], message),
  "says nothing": ({ name, message }) => {
    assert.equal(name, "NetworkError");
    assert.match(
      message,
      /the server closed the connection during the upload, which often means that a file is too large/,
    );
  },
};

/** Whether the server has had what it takes; waits in place until it has closed. */
const closedBy = ({ loaded }, closed) => loaded > TAKEN && Atomics.wait(closed, 0, 0) !== undefined;

const paces = {
  "while the form is written": () => ({}),
  // Nothing is read before the next write, which is the one that fails.
  "before the client looks again": (closed) => ({ onUploadProgress: (report) => void closedBy(report, closed) }),
};

for (const [pace, optionsOf] of Object.entries(paces)) {
  describe(`a server that answers ${pace}`, () => {
    for (const [way, judge] of Object.entries(answers)) {
      test(`and ${way}`, async (t) => (await uploads(t, way, optionsOf)).forEach(judge));
    }
  });
}

test("an abort ends an upload whose connection is gone, and which waits for nothing else", async (t) => {
  const { baseUrl, closed } = await closing(t, "closes at once", BODY);
  const controller = new AbortController();
  const deck = await flowdeck.connect({ baseUrl, apiKey: KEY });
  const onUploadProgress = (report) => {
    if (closedBy(report, closed)) controller.abort("enough");
  };
  await assert.rejects(deck.run("poster", values, { signal: controller.signal, onUploadProgress }), {
    name: "AbortError",
    cause: "enough",
  });
});
