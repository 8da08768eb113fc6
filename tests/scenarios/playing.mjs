// Plays rows with a client, all at the same time and on one clock. The clock advances only while there is no traffic:
// a wait of a minute takes no time, and a slow machine changes no outcome.

import assert from "node:assert/strict";
import { RUN } from "./answers.mjs";
import { Clock, ScenarioServer, traffic } from "./server.mjs";
import { rows } from "./table.mjs";

export const KEY = "k-3f9a2c71d5";

/** The step of the clock in milliseconds: short, so that a step that comes too early changes no outcome. */
const STEP = 500;

/** A row that has not ended after this many seconds has failed. */
export const LIMIT = 200;

/** The states of a run that is over. */
export const FINAL = ["completed", "failed", "cancelled", "unknown"];

const isFollowed = ({ operation }) => ["watchRun", "runAndWait"].includes(operation);

/** The rows about followed runs. */
export const followed = rows.filter(isFollowed);

/** After this many rounds without traffic, the clock may advance. */
const QUIET = 2;

/**
 * A client of the deployment: `begin` plays a row and resolves to its outcome, `look` resolves once the client has
 * handled everything that has arrived, and `advance` moves the client's clock.
 * @typedef {{
 *   begin: (task: Record<string, unknown>) => Promise<any>, look: () => Promise<unknown>,
 *   advance: (ms: number) => unknown,
 * }} Client
 */

/**
 * The outcome of each row.
 * @param {Client} client
 * @param {any[]} rows
 */
export async function play(client, rows) {
  const clock = new Clock();
  const plays = await Promise.all(rows.map((row) => begin(client, row, clock)));
  try {
    while (plays.some(({ outcome }) => !outcome) && clock.seconds < LIMIT) {
      await settled(client);
      if (plays.every(({ outcome }) => outcome)) break;
      await client.advance(STEP);
      clock.advance(STEP / 1000);
    }
    return plays.map(({ outcome, server }) => ({ outcome, server }));
  } finally {
    await Promise.all(plays.map(({ server }) => server.stop()));
  }
}

/** Resolves once there is no traffic any more. */
export async function settled({ look }) {
  for (let quiet = 0; quiet < QUIET; ) {
    const before = traffic.count;
    await look();
    quiet = traffic.count === before ? quiet + 1 : 0;
  }
}

/** Starts the server of a row, and then the client. */
async function begin(client, row, clock) {
  const server = new ScenarioServer(row, clock);
  await server.start();
  const { operation, timeout, tls, scheme = tls ? "https" : "http" } = row;
  const baseUrl = `${scheme}://127.0.0.1:${server.port}`;
  const played = { server, outcome: null };
  client.begin({ operation, timeout, baseUrl, apiKey: KEY, runId: RUN }).then((outcome) => {
    played.outcome = { ...outcome, seconds: clock.seconds };
  });
  return played;
}

/** Checks the outcome of a row. */
export function check(row, { outcome, server }) {
  const { expect, requests = {}, resumesAfter } = row;
  assert(outcome, `it has not ended after ${LIMIT} seconds`);
  const { within = LIMIT, ...expected } = expect;
  if (isFollowed(row)) expected.ended = expected.error ? 0 : 1;
  assert.deepEqual(Object.fromEntries(Object.keys(expected).map((name) => [name, outcome[name]])), expected);
  assert(outcome.seconds <= within, `it ended after ${outcome.seconds} seconds`);
  for (const [name, count] of Object.entries(requests)) assert.equal(server.received(name), count, `requests: ${name}`);
  if (resumesAfter) assert.equal(server.lastIds[1], resumesAfter, "the stream is resumed");
}
