// The rows about followed runs whose stream of events breaks, is cut, is held back or is refused.
import {
  after,
  answer,
  busy,
  bytes,
  COMPLETED,
  chunk,
  chunkedStream,
  END,
  HOLD,
  head,
  OUTPUTS,
  PENDING,
  page,
  RESET,
  RUNNING,
  RUNS,
  refused,
  repeated,
  state,
  stream,
  until,
} from "./answers.mjs";
import { byEvents, byPolling, followed, likeAnother, ORDER } from "./row.mjs";

const REST = [RUNNING, OUTPUTS, END];
const WHOLE = [PENDING, ...REST];

/** A run that its deployment reports as running until all streams were requested, and as completed from then on. */
const streamed = (name, events, more = {}) =>
  followed(
    name,
    { events, detail: [until("events", events.length, RUNS), COMPLETED] },
    { ...byEvents, states: ORDER },
    more,
  );

/** A stream that breaks inside the second event, and is resumed after the first one. */
const brokenInside = (name, ...start) =>
  streamed(name, [stream(PENDING, ...start), stream(...REST)], { resumesAfter: "1" });

/**
 * A run that completes while its stream does not show it.
 * @param {string} name
 * @param {unknown[]} events
 * @param {{ status: string, by?: string }} [expect]
 */
const polled = (name, events, expect = byPolling) =>
  followed(name, { events, detail: [RUNS, RUNS, RUNS, COMPLETED] }, expect);

const ended = WHOLE.join("");
const withWord = Buffer.from(state(2, "running", { workflow_id: "pöster 🖼" }));
const halfWord = withWord.subarray(0, withWord.indexOf(Buffer.from("🖼")) + 2);

const asBytes = (text) => [...Buffer.from(text)].map((byte) => bytes([byte]));
const withEnds = (end) => ended.replaceAll("\n", end);

/** The whole stream, in ways that only its reader notices. */
const cutStreams = [
  streamed("the stream arrives in chunks", [chunkedStream(...WHOLE.map(chunk), HOLD)]),
  streamed("the chunks of the stream end inside events", [
    chunkedStream(...(ended.match(/.{1,40}/gs) ?? []).map(chunk), HOLD),
  ]),
  streamed("the stream begins with a byte order mark", [stream("\ufeff", PENDING.replace("id: 1\n", ""), ...REST)]),
  streamed("the lines end with CR LF, cut between the two", [stream(...withEnds("\r\n").split(/(?<=\r)/), HOLD)]),
  streamed("the lines end with CR", [stream(...asBytes(withEnds("\r")), HOLD)]),
  streamed("the stream arrives byte by byte", [stream(...asBytes(ended), HOLD)]),
  followed(
    "the reason of a failure arrives byte by byte",
    { events: [stream(...asBytes(state(1, "failed", { error: "größer als 🖼" })), HOLD)] },
    { status: "failed", by: "events", message: "größer als 🖼" },
  ),
  streamed("comments are between the events", [stream(": hello\n\n", PENDING, ": \n\n", ...REST)]),
];

const brokenStreams = [
  streamed("the stream is reset before its answer", [[RESET], stream(...WHOLE)]),
  streamed("the stream breaks before its first event", [stream(), stream(...WHOLE)]),
  brokenInside("the stream breaks inside a multi-byte character", bytes(halfWord)),
  streamed(
    "the stream breaks after each event",
    WHOLE.map((event) => stream(event)),
  ),
  streamed("the stream breaks after the event of the end", [chunkedStream(chunk(ended))]),
  streamed("the next stream repeats the events of the one before", [
    stream(PENDING, RUNNING),
    stream(PENDING, RUNNING, OUTPUTS, END),
  ]),
  streamed("the stream stalls and another one goes on", [stream(PENDING, HOLD), stream(...REST)]),
  ...[
    brokenInside("the stream breaks inside a field name", "id: 2\neve"),
    brokenInside("the stream breaks between the data and the empty line", RUNNING.slice(0, -1)),
    brokenInside("the stream breaks after an id", "id: 2\n"),
    streamed("the stream breaks between two events", [stream(PENDING, RUNNING), stream(OUTPUTS, END)], {
      resumesAfter: "2",
    }),
    // An error in a chunk may take the chunks before it along.
    streamed("a chunk of the stream has no size", [chunkedStream(chunk(PENDING), "size\r\n"), stream(...WHOLE)]),
  ].map(likeAnother),
];

const oddStreams = [
  streamed("the stream repeats an event and the end", [stream(PENDING, RUNNING, RUNNING, OUTPUTS, OUTPUTS, END, END)]),
  streamed("an older event arrives late", [
    stream(PENDING, state(5, "running"), state(4, "pending"), state(6, "completed")),
  ]),
  polled("an event is larger than 1 MB", [stream(PENDING, "data: ", repeated("x", 1_100_000), HOLD), stream(...REST)], {
    status: "completed",
  }),
  polled("an event is not JSON", [stream(PENDING, "event: state\ndata: {\n\n", HOLD), stream(...REST)], {
    status: "completed",
  }),
  polled("the stream has only comments", [stream(": \n\n", ": \n\n", HOLD)]),
  likeAnother(polled("the stream has half an event", [stream('event: state\ndata: {"run_id"', HOLD)])),
  polled("the stream never answers", [[HOLD]]),
  // It arrives while the last detail but one is read, and so before the detail that shows the end.
  followed(
    "a proxy holds back the whole stream until its end",
    { events: [[after("detail", 4), ...stream(ended)]], detail: [RUNS, RUNS, RUNS, RUNS, COMPLETED] },
    byEvents,
  ),
  polled("a proxy holds back the body of the stream until its end", [stream(after("detail", 4), ended)]),
];

/** Streams that are refused for a while. */
const busyStreams = [
  streamed("the stream gets 503 with Retry-After: 1, then works", [busy(503, 1), stream(...WHOLE)]),
  streamed("the stream gets 502 from a proxy, then works", [page(502), stream(...WHOLE)]),
  polled("the stream gets 503 with Retry-After: 3600", [busy(503, 3600)]),
  ...[
    streamed("the stream gets 503 without Retry-After, then works", [refused(503), stream(...WHOLE)]),
    streamed("the stream gets 429 with Retry-After: 1, then works", [busy(429, 1), stream(...WHOLE)]),
  ].map(likeAnother),
];

const refusedStream = (status) =>
  polled(`the stream is refused: ${status}`, [answer(status, { detail: "no such operation" })]);
const missingStream = (status) => ({ ...refusedStream(status), requests: { events: 1 } });

const missingStreams = [
  polled("a proxy answers the stream with a page", [page(200)]),
  followed("204 shows that the run has ended", { events: [[head(204)]], detail: [COMPLETED] }, byPolling),
  missingStream(404),
  refusedStream(421),
  ...[405, 406, 501].map(missingStream).map(likeAnother),
  ...[401, 403].map(refusedStream).map(likeAnother),
];

export const streamRows = [
  streamed("the stream shows the run from its start to its end", [stream(...WHOLE)]),
  ...cutStreams.map(likeAnother),
  ...brokenStreams,
  ...oddStreams,
  ...busyStreams,
  ...missingStreams,
];
