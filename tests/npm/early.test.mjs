// In Node, a server refuses an upload after its first bytes and closes the connection: the answer counts if
// it has reached this machine.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { flowdeck, KEY } from "./deployment.mjs";
import { READ_LIMIT, startClosingServer } from "./early-server.mjs";

const UPLOADS = 20;
const BODY = JSON.stringify({ status: "error", data: [], errors: "too large", meta: null });
const clip = new Blob([new Uint8Array(64 * 2 ** 20)]);
const values = { title: "Hi", clip };

/** The outcomes of repeated uploads to such a server. */
async function uploads(t, way, optionsOf) {
  const { baseUrl, closed } = await startClosingServer(t, way, BODY);
  const deck = await flowdeck.connect({ baseUrl, apiKey: KEY });
  const outcomes = [];
  for (let upload = 0; upload < UPLOADS; upload++) {
    closed[0] = 0;
    outcomes.push(await deck.run("poster", values, optionsOf(closed)).catch((error) => error));
  }
  return outcomes;
}

const refused = ({ name, status, message }) => {
  assert.deepEqual([name, status], ["HttpError", 413], message);
  assert.match(message, /too large/);
};

const checks = {
  "reads on": refused,
  "closes at once": refused,
  "resets the connection": refused,
  "truncates its answer": ({ name, status, message }) => assert.deepEqual([name, status], ["HttpError", 413], message),
  "sends no answer": ({ name, message }) => {
    assert.equal(name, "NetworkError");
    assert.match(
      message,
      /the server closed the connection during the upload, which often means that a file is too large/,
    );
  },
};

/** Whether the server has read its limit; blocks until it has closed the connection. */
const hasClosed = ({ loaded }, closed) => loaded > READ_LIMIT && Atomics.wait(closed, 0, 0) !== undefined;

const paces = {
  "while the form is being written": () => ({}),
  // The client reads nothing before its next write, which fails.
  "before the client reads again": (closed) => ({ onUploadProgress: (report) => void hasClosed(report, closed) }),
};

for (const [pace, optionsOf] of Object.entries(paces)) {
  describe(`a server that answers ${pace}`, () => {
    for (const [way, check] of Object.entries(checks)) {
      test(`and ${way}`, async (t) => (await uploads(t, way, optionsOf)).forEach(check));
    }
  });
}

test("an abort ends an upload whose connection is closed and that waits for nothing else", async (t) => {
  const { baseUrl, closed } = await startClosingServer(t, "closes at once", BODY);
  const controller = new AbortController();
  const deck = await flowdeck.connect({ baseUrl, apiKey: KEY });
  const onUploadProgress = (report) => {
    if (hasClosed(report, closed)) controller.abort("enough");
  };
  await assert.rejects(deck.run("poster", values, { signal: controller.signal, onUploadProgress }), {
    name: "AbortError",
    cause: "enough",
  });
});
