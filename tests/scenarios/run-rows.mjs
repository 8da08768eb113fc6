// The rows about the end of a followed run: it is removed, leaves the queue, runs again, or ends while its deployment
// misbehaves.
import {
  attempt,
  busy,
  COMPLETED,
  cut,
  DOCUMENT,
  detail,
  END,
  HOLD,
  NOT_OFFERED,
  OUTPUTS,
  PENDING,
  page,
  pause,
  queue,
  RESET,
  RUN,
  RUNNING,
  RUNS,
  refused,
  state,
  stream,
  until,
} from "./answers.mjs";
import { byEvents, byPolling, followed, likeAnother } from "./row.mjs";

const WHOLE = stream(PENDING, RUNNING, OUTPUTS, END);
const BEGUN = stream(PENDING, RUNNING);

/** What the service answers about a run that it does not have. */
const REMOVED = refused(404);

const waitedFor = (name, script, expect) => ({ ...followed(name, script, expect), operation: "runAndWait" });

const unknown = { status: "unknown", by: "polling" };

const ending = (status) => ({
  events: [stream(PENDING, RUNNING, state(3, status, { error: "no memory" }))],
  detail: [detail(status, { attempts: 1, error: "no memory" })],
});
const failed = { status: "failed", message: "no memory" };
const commentsOnly = Array.from({ length: 20 }, () => [pause(15), ": \n\n"]).flat();

const endings = [
  followed("the run fails", ending("failed"), { ...failed, by: "events" }),
  followed(
    "the run runs again",
    {
      events: [stream(PENDING, RUNNING, attempt(3, 2), state(4, "completed", { attempts: 2 }))],
      detail: [detail("completed", { attempts: 2 })],
    },
    { ...byEvents, attempts: 2 },
  ),
  followed(
    "the run runs again, and there are no events",
    { detail: [RUNS, detail("running", { attempts: 2 }), detail("completed", { attempts: 2 })] },
    { ...byPolling, attempts: 2 },
  ),
  followed("an event shows the end, and there are no details", { events: [WHOLE] }, byEvents),
  followed("an event shows the end before the detail has it", { events: [WHOLE], detail: [RUNS, COMPLETED] }, byEvents),
  followed(
    "an event shows the end while the detail stalls",
    { events: [WHOLE], detail: [until("events", 1, RUNS), [HOLD], COMPLETED] },
    byEvents,
  ),
  ...[
    followed("the run is cancelled", ending("cancelled"), { status: "cancelled", by: "events" }),
    followed(
      "the run fails, and there are no events",
      { ...ending("failed"), events: [NOT_OFFERED] },
      { ...failed, by: "polling" },
    ),
    followed(
      "an event shows the end while the detail cannot be read",
      { events: [WHOLE], detail: [...Array(4).fill(refused(500)), COMPLETED] },
      byEvents,
    ),
  ].map(likeAnother),
];

/** Streams that do not show the end. */
const silentStreams = [
  followed(
    "the detail says completed while the stream is silent",
    { events: [stream(PENDING, RUNNING, HOLD)], detail: [RUNS, COMPLETED] },
    { ...byPolling, within: 90 },
  ),
  followed(
    "the detail says completed while the stream has only comments",
    { events: [stream(PENDING, RUNNING, ...commentsOnly, HOLD)], detail: [RUNS, COMPLETED] },
    // The second check of the detail, a minute after the first one, shows the end.
    { ...byPolling, within: 130 },
  ),
  followed(
    "the first event comes late, and then none",
    { events: [stream(pause(10), PENDING, RUNNING, HOLD)], detail: [...Array(8).fill(RUNS), COMPLETED] },
    { ...byPolling, within: 30 },
  ),
];

const removals = [
  followed(
    "the run is removed, and its stream ends",
    { events: [BEGUN, REMOVED], detail: [until("events", 2, RUNS), REMOVED] },
    unknown,
  ),
  followed(
    "the run is removed while its stream is silent",
    { events: [[...BEGUN, HOLD], REMOVED], detail: [RUNS, REMOVED] },
    unknown,
  ),
  followed("the deployment does not know the run", { events: [REMOVED], detail: [REMOVED] }, unknown),
  followed(
    "the run leaves the queue of a deployment that has nothing else",
    { queue: [queue([], ["other", RUN]), queue([], [RUN]), queue([RUN]), queue()] },
    unknown,
  ),
  ...[
    followed(
      "the run is removed while it is polled",
      { events: [NOT_OFFERED], detail: [RUNS, RUNS, REMOVED] },
      unknown,
    ),
    followed(
      "the run is missing from the queue for a moment",
      { queue: [queue([RUN]), queue(), queue(), queue([RUN]), queue([RUN]), queue()] },
      unknown,
    ),
    followed("the queue never has the run", { queue: [queue(["other"])] }, unknown),
  ].map(likeAnother),
];

const outages = [
  followed(
    "the server is down for a while",
    {
      events: [BEGUN, ...Array(3).fill([RESET]), stream(OUTPUTS, END)],
      detail: [until("events", 5, [RESET]), COMPLETED],
    },
    { status: "completed" },
  ),
  followed(
    "each detail is half an answer until the run has ended",
    { detail: [...Array(3).fill(cut(RUNS)), RUNS, COMPLETED] },
    byPolling,
  ),
  followed(
    "polling gets 429 with Retry-After",
    { detail: [RUNS, busy(429, 1), busy(429, 3600), COMPLETED] },
    { ...byPolling, within: 60 },
  ),
  ...[
    followed(
      "a detail stalls while the run is polled",
      { detail: [RUNS, [HOLD], COMPLETED] },
      { ...byPolling, within: 60 },
    ),
    followed(
      "polling gets 502 from a proxy",
      { detail: [RUNS, ...Array(4).fill(page(502)), COMPLETED] },
      { ...byPolling, within: 60 },
    ),
  ].map(likeAnother),
  followed(
    "the key is refused in the middle",
    { events: [BEGUN, refused(401)], detail: [refused(401)] },
    { error: { code: "authentication", status: 401 } },
    { page: "the connection shows it, not the run" },
  ),
];

const submissions = [
  waitedFor(
    "a submitted run is followed by its events",
    { document: [DOCUMENT], events: [WHOLE], detail: [COMPLETED] },
    byEvents,
  ),
  waitedFor(
    "a submitted run is polled without a description of events",
    { events: [WHOLE], detail: [RUNS, COMPLETED] },
    byPolling,
  ),
  waitedFor(
    "the stream of a submitted run breaks inside an event",
    {
      document: [DOCUMENT],
      events: [stream(PENDING, "id: 2\neve"), stream(RUNNING, OUTPUTS, END)],
      detail: [until("events", 2, RUNS), COMPLETED],
    },
    byEvents,
  ),
].map(likeAnother);

export const runRows = [...endings, ...silentStreams, ...removals, ...outages, ...submissions];
