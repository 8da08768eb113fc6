// The rows about single calls: how a read or a submission ends, and how often it is sent.
import {
  ACCEPTED,
  answer,
  busy,
  CHUNKED,
  COMPLETED,
  chunk,
  cut,
  detailOf,
  HOLD,
  head,
  LAST_CHUNK,
  page,
  queue,
  RESET,
  refused,
} from "./answers.mjs";

const BODY = JSON.stringify({ status: "success", data: detailOf("completed"), errors: null, meta: null });
const HALF = BODY.slice(0, BODY.length / 2);
const HEAD = head(200, { "Content-Length": BODY.length });

const done = { status: "completed" };
const network = { error: { code: "network", status: null } };
const timeout = { error: { code: "timeout", status: null } };
const queueFull = (status) => ({ error: { code: "queue_full", status } });

/** A call that reads the run. */
const read = (name, answers, expect, requests = 0, more = {}) => ({
  name,
  operation: "getRun",
  script: { detail: answers },
  expect,
  requests: requests > 0 ? { detail: requests } : {},
  ...more,
});

/** A submission, which is never repeated without a key for it. */
const submit = (name, answers, expect, more = {}) => ({
  name,
  operation: "run",
  script: { submission: answers },
  expect,
  requests: { submission: 1 },
  ...more,
});

const encrypted = (name, tls, more = {}) => ({
  name,
  operation: "getRun",
  tls,
  script: { detail: [COMPLETED] },
  expect: network,
  ...more,
});

export const callRows = [
  read("the server closes before its answer, then answers", [[], COMPLETED], done, 2),
  read("the server resets before its answer, then answers", [[RESET], COMPLETED], done, 2),
  read("the server closes in the middle of the head, then answers", [[HEAD.slice(0, 40)], COMPLETED], done, 2),
  read("the server closes after the head, then answers", [[HEAD], COMPLETED], done, 2),
  read("the server sends half an answer, then a whole one", [[HEAD, HALF], COMPLETED], done, 2),
  read(
    "the server closes in the middle of a chunked body, then answers",
    [[head(200, CHUNKED), chunk(HALF)], COMPLETED],
    done,
    2,
  ),
  read(
    "the server closes in the middle of a chunk, then answers",
    [[head(200, CHUNKED), chunk(BODY).slice(0, 60)], COMPLETED],
    done,
    2,
  ),
  read(
    "the server sends a chunk without a size, then answers",
    [[head(200, CHUNKED), `size\r\n${BODY}\r\n`], COMPLETED],
    done,
    2,
  ),
  read("the server always closes in the middle of its answer", [[HEAD, HALF]], network, 3),
  read("the server sends half of the JSON as a whole answer", [answer(200, HALF)], httpError("decode", 200), 1),
  read("the answer arrives byte by byte", [[...HEAD, ...BODY]], done, 1),
  read(
    "the answer is chunked",
    [[head(200, CHUNKED), chunk(HALF), chunk(BODY.slice(HALF.length)), LAST_CHUNK]],
    done,
    1,
  ),
  read("the body ends with the connection", [[head(200), BODY]], done, 1),
  read("the server never answers", [[HOLD]], timeout, 1),
  read("the server stalls after the head", [[HEAD, HOLD]], timeout, 1),
  read("the server stalls in the middle of its answer", [[HEAD, HALF, HOLD]], timeout, 1),
  read("the server stalls longer than the caller's timeout", [[HOLD]], timeout, 1, { timeout: 2000 }),
  ...[429, 503].flatMap((status) => [
    read(`${status} without Retry-After, then an answer`, [refused(status), COMPLETED], done, 2),
    read(`${status} with Retry-After: 0, then an answer`, [busy(status, 0), COMPLETED], done, 2),
    read(`${status} with Retry-After: 1, then an answer`, [busy(status, 1), COMPLETED], done, 2),
    read(`${status} with Retry-After: 3600`, [busy(status, 3600), COMPLETED], queueFull(status), 1),
    read(`${status} with Retry-After: 1 each time`, [busy(status, 1)], queueFull(status), 3),
  ]),
  read("502 from a proxy, then an answer", [page(502), COMPLETED], done, 2),
  read("the page of a proxy with status 200", [page(200)], httpError("decode", 200), 1),
  read("421 from a server that has another name", [answer(421, "another host")], httpError("http", 421)),
  {
    name: "the queue's answer breaks, then is whole",
    operation: "queue",
    script: { queue: [queue().slice(0, 1), queue()] },
    expect: { status: null },
    requests: { queue: 2 },
  },
  { name: "no server listens", operation: "getRun", stopped: true, script: {}, expect: network },

  encrypted("TLS with a certificate that the client trusts", "trusted", { expect: done, only: ["Node"] }),
  encrypted("TLS with a certificate that nobody signed", "self-signed"),
  encrypted("TLS with a certificate for another host", "wrong host"),
  encrypted("TLS is closed in the handshake", "closes"),
  encrypted("TLS stalls in the handshake", "stalls", { expect: timeout }),
  encrypted("https to a server without TLS", "", { scheme: "https" }),
  encrypted("http to a server with TLS", "trusted", { scheme: "http" }),

  submit("a submission is accepted", [ACCEPTED], { status: "accepted" }),
  submit("a submission is reset before its answer", [[RESET], ACCEPTED], network),
  submit("a submission gets half an answer", [cut(ACCEPTED), ACCEPTED], network),
  submit("a submission gets no answer in time", [[HOLD], ACCEPTED], timeout, { timeout: 5000 }),
  submit("a submission gets 429", [busy(429, 1), ACCEPTED], queueFull(429)),
  submit("a submission gets 503", [refused(503), ACCEPTED], httpError("http", 503)),
];

function httpError(code, status) {
  return { error: { code, status } };
}
