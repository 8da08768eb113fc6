// How long a call that reads waits before it is repeated, whatever the header Retry-After says.
import assert from "node:assert/strict";
import { test } from "node:test";
import { deckOf, envelope, OPERATIONS } from "./deployment.mjs";
import { replace } from "./globals.mjs";

/** The shortest waits without the header, in milliseconds. Up to 50 % are added at random. */
const FIRST = 250;
const SECOND = 500;

/** The time limit of a call. */
const TIMEOUT = 123_456;

const busy = (retryAfter) => () => ({
  status: 503,
  headers: retryAfter === undefined ? {} : { "retry-after": retryAfter },
  body: envelope([]),
});

/** The waits of one call whose answers have this header. They pass at once. */
async function waits(t, retryAfter) {
  const { deck, requests } = await deckOf(t, { [OPERATIONS.queue]: busy(retryAfter) });
  const { setTimeout } = globalThis;
  const asked = [];
  replace(t, "setTimeout", (work, ms, ...rest) => {
    const isWait = ms !== TIMEOUT && ms >= 100 && ms < 20_000;
    if (isWait) asked.push(ms);
    return setTimeout(work, isWait ? 0 : ms, ...rest);
  });
  const error = await deck.queue({ timeout: TIMEOUT }).catch((thrown) => thrown);
  return { asked, error, attempts: requests.length };
}

const past = new Date(Date.now() - 3_600_000).toUTCString();
for (const [header, least, retryAfter] of /** @type {[string | undefined, number[], number | null][]} */ ([
  [undefined, [FIRST, SECOND], null],
  ["", [FIRST, SECOND], null],
  ["soon", [FIRST, SECOND], null],
  ["0", [FIRST, SECOND], 0],
  ["-1", [FIRST, SECOND], 0],
  [past, [FIRST, SECOND], 0],
  ["1.5", [2000, 2000], 2],
  ["0.2", [1000, 1000], 1],
  ["2", [2000, 2000], 2],
  ["3600.5", [], 3601],
])) {
  test(`Retry-After “${header}” leads to waits of at least ${least.join(" and ") || "none"} ms`, async (t) => {
    const { asked, error, attempts } = await waits(t, header);
    assert.equal(attempts, least.length + 1);
    assert.equal(asked.length, least.length, `${asked}`);
    for (const [at, ms] of asked.entries()) {
      assert.ok(ms >= least[at] && ms <= 1.5 * least[at], `${ms} ms before attempt ${at + 2}`);
    }
    assert.equal(error.retryAfter, retryAfter);
  });
}
