// Follows a run until its end: by its events where there are any, and by polling otherwise, first the run's detail and
// then the queue. Imports nothing of the first load; see supports.js.
import { runEvents } from "./events.js";
import { alarm, isTemporary } from "./polling.js";
import { PATIENCE } from "./started.js";
import { takePlace } from "./stream-places.js";
import { placesIn } from "./watch.js";

/** @import { Signal } from "./polling.js" */
/** @import { Calling, KnownRun, Observation, Own, StreamedEvent, Tools } from "./types/internal.js" */
/** @import { Answer, RunDetail, RunEvent } from "./types/results.js" */
/**
 * @typedef {{ signal: Signal, timeout: number | null | undefined, interval: number }} Options
 * @typedef {{ type: RunEvent["type"], facts: Partial<KnownRun> }} Step One change of a run.
 * @typedef {StreamedEvent | "poll" | "check"} Turn An event, or what to do: a check is a poll while a stream works.
 * @typedef {ReturnType<typeof runEvents>} Stream
 */

/** How long polling waits for a stream that says nothing or is broken, in milliseconds. */
const GRACE = 4000;

/** A working stream that has had no event for this long is checked by a poll, in milliseconds. */
const CHECK = 60_000;

const FINAL = ["completed", "failed", "cancelled"];

/** What a moment says; the next one replaces all of it. */
const NO_MOMENT = { position: null, startsIn: null, takes: null, progress: null, preview: null };

/**
 * What is seen of a run, until it has ended. An end counts only if the run's detail confirms it, where that is offered.
 * An abort rejects, as it does for a call.
 * @param {Tools} tools
 * @param {Own} own
 * @param {string} runId
 * @param {Options & { usesEvents: boolean }} options
 */
export async function* follow(tools, own, runId, { usesEvents, ...options }) {
  const { interval, signal } = options;
  const leave = usesEvents ? await takePlace(own.client.baseUrl) : null;
  const closing = new AbortController();
  const stream = leave ? runEvents(tools, own, runId, closing.signal) : null;
  const follower = new Follower(own.deck, runId, options);
  try {
    yield* observations(follower, turns(stream, interval, signal));
    closing.abort();
    if (!follower.hasEnded) yield* observations(follower, turns(null, interval, signal));
  } finally {
    closing.abort();
    leave?.();
  }
}

/**
 * What is seen at each turn, until the run has ended or an event says so.
 * @param {Follower} follower
 * @param {AsyncGenerator<Turn, void, void>} turns
 */
async function* observations(follower, turns) {
  for await (const turn of turns) {
    const seen = typeof turn === "string" ? await follower.look(turn) : follower.take(turn);
    if (seen) yield seen;
    if (follower.hasEnded || (typeof turn !== "string" && isFinal(turn))) return;
  }
}

/** @param {StreamedEvent} event */
const isFinal = ({ type, run }) => type === "state" && FINAL.includes(run.status);

/**
 * The events of a stream, and when to poll: at once without a stream, and while one has been silent or broken for
 * longer than `GRACE`. On abort it is time to poll, which then rejects.
 * @param {Stream | null} stream
 * @param {number} interval
 * @param {Signal} signal
 * @returns {AsyncGenerator<Turn, void, void>}
 */
async function* turns(stream, interval, signal) {
  /** @type {ReturnType<Stream["next"]> | undefined} */
  let next;
  let isAlive = false;
  if (!stream) yield "poll";
  let wait = alarm(stream ? GRACE : interval, signal);
  /** @param {number} ms */
  const restart = (ms) => {
    wait.stop();
    wait = alarm(ms, signal);
  };
  try {
    for (;;) {
      next ??= stream?.next();
      const item = await Promise.race(next ? [next, wait.passed] : [wait.passed]);
      if (!item) {
        yield isAlive && !signal?.aborted ? "check" : "poll";
        restart(isAlive ? CHECK : interval);
        continue;
      }
      next = undefined;
      const { value } = item;
      if (!value) {
        stream = null;
        isAlive = false;
        yield "poll";
        restart(interval);
        continue;
      }
      if (value.isAlive) restart(CHECK);
      else if (isAlive) restart(GRACE);
      isAlive = value.isAlive;
      if (value.event) yield value.event;
    }
  } finally {
    wait.stop();
  }
}

/** What is known of one run, and how to look at it. */
class Follower {
  hasEnded = false;
  #deck;
  #runId;
  #options;
  /** @type {KnownRun} */
  #known;
  /** Whether its state has been reported. */
  #hasState = false;
  /** Whether the deployment has no details, so that only its queue shows the run. */
  #byQueue = false;
  /** How many consecutive queues did not have the run. */
  #missed = 0;
  /** The number of the last event. */
  #number = 0;
  /**
   * The event that says that the run has ended.
   * @type {StreamedEvent | null}
   */
  #end = null;

  /**
   * @param {Calling} deck
   * @param {string} runId
   * @param {Options} options
   */
  constructor(deck, runId, { signal, timeout }) {
    this.#deck = deck;
    this.#runId = runId;
    this.#options = { signal, timeout };
    const nothing = { status: /** @type {const} */ ("unknown"), attempts: null, error: null, outputs: [], leftOut: [] };
    this.#known = { runId, workflowId: null, groupId: null, ...nothing, ...NO_MOMENT, instance: null };
  }

  /**
   * Takes an event. One that is older than another, or that a poll has made known, changes nothing.
   * @param {StreamedEvent} event
   */
  take(event) {
    if (isFinal(event)) {
      this.#end = event;
      return this.#byQueue ? this.#unconfirmed(event) : null;
    }
    if (event.number !== null && event.number <= this.#number) return null;
    this.#number = event.number ?? this.#number;
    const step = this.#stepOf(event);
    return step && this.#see("events", [step], { at: event.at, number: event.number });
  }

  /**
   * Looks at the run's detail, or at the queue if there are no details; null if that shows nothing now.
   * @param {"poll" | "check"} turn
   */
  async look(turn) {
    if (!this.#byQueue) {
      const detail = await this.#read(() => this.#deck.getRun(this.#runId, this.#options));
      if (detail !== "not offered") return detail && this.#seeDetail(detail);
      this.#byQueue = true;
      if (this.#end) return this.#unconfirmed(this.#end);
    }
    if (turn === "check") return null;
    const queue = await this.#read(() => this.#deck.queue(this.#options));
    return queue && queue !== "not offered" ? this.#seeQueue(queue) : null;
  }

  /**
   * The result of a call; null if it failed for now.
   * @template Result
   * @param {() => Promise<Result>} call
   * @returns {Promise<Result | "not offered" | null>}
   */
  async #read(call) {
    try {
      return await call();
    } catch (thrown) {
      if (!this.#byQueue && /** @type {{ code?: string }} */ (thrown).code === "not_found") return "not offered";
      if (this.#options.signal?.aborted || !isTemporary(thrown)) throw thrown;
      return null;
    }
  }

  /**
   * What an event changes, if anything.
   * @param {StreamedEvent} event
   * @returns {Step | null}
   */
  #stepOf({ type, run }) {
    const known = this.#known;
    switch (type) {
      case "state":
        if (run.status === known.status && this.#hasState) return null;
        return { type, facts: { ...this.#stateOf(run), ...NO_MOMENT, instance: null } };
      case "attempt":
        return { type, facts: { attempts: run.attempts } };
      case "outputs":
        if (isSame(namesOf(run), namesOf(known))) return null;
        // The stream of a completed run begins with its outputs.
        return {
          type,
          facts: { ...(!this.#hasState && this.#stateOf(run)), outputs: run.outputs, leftOut: run.leftOut },
        };
      case "moment":
        return isSame(momentOf(run), momentOf(known)) ? null : { type, facts: momentOf(run) };
    }
  }

  /**
   * What a state says of the run.
   * @param {RunDetail} run
   */
  #stateOf({ workflowId, groupId, status, attempts, error }) {
    const known = this.#known;
    return {
      workflowId: workflowId || known.workflowId,
      groupId: groupId ?? known.groupId,
      status,
      attempts: attempts ?? known.attempts,
      error,
    };
  }

  /** @param {Answer<RunDetail>} detail */
  #seeDetail(detail) {
    const known = this.#known;
    const { attempts, outputs, leftOut, status } = detail;
    const facts = { ...this.#stateOf(detail), ...momentOf(detail), outputs, leftOut, instance: null };
    /** @type {Step[]} */
    const steps = [];
    const isAttempt = this.#hasState && (attempts ?? 0) > (known.attempts ?? 0);
    if (isAttempt) steps.push({ type: "attempt", facts: { attempts } });
    if (!isSame(namesOf(detail), namesOf(known))) {
      steps.push({ type: "outputs", facts: this.#hasState ? { outputs, leftOut } : facts });
    }
    if (!this.#hasState || status !== known.status) steps.push({ type: "state", facts });
    else if (!isSame(momentOf(detail), momentOf(known))) steps.push({ type: "moment", facts });
    // The links to outputs are new each time.
    else Object.assign(known, facts);
    return this.#see("detail", steps, { detail, ended: FINAL.includes(status) });
  }

  /** @param {import("./types/results.js").Queue} queue */
  #seeQueue(queue) {
    const place = placesIn(queue).get(this.#runId);
    this.#missed = place ? 0 : this.#missed + 1;
    // The queue does not show whether the run succeeded.
    if (this.#missed >= PATIENCE) return this.#see("queue", [this.#placed("unknown", NO_MOMENT)], { ended: true });
    if (!place) return null;
    const { state, position, instance } = place;
    const known = this.#known;
    if (state !== known.status || !this.#hasState) {
      return this.#see("queue", [this.#placed(state, { ...NO_MOMENT, position, instance })]);
    }
    if (position === known.position && instance === known.instance) return this.#see("queue", []);
    return this.#see("queue", [{ type: "moment", facts: { position, instance } }]);
  }

  /**
   * @param {KnownRun["status"]} status
   * @param {Partial<KnownRun>} place
   * @returns {Step}
   */
  #placed(status, place) {
    return { type: "state", facts: { instance: null, ...place, status } };
  }

  /**
   * The end of a run that no detail confirms.
   * @param {StreamedEvent} event
   */
  #unconfirmed({ run }) {
    const facts = { ...this.#stateOf(run), ...NO_MOMENT, instance: null };
    return this.#see("events", [{ type: "state", facts }], { ended: true });
  }

  /**
   * @param {RunEvent["via"]} via
   * @param {Step[]} steps
   * @param {{ at?: string | null, number?: number | null, detail?: Answer<RunDetail> | null, ended?: boolean }} [more]
   * @returns {Observation}
   */
  #see(via, steps, { at = null, number = null, detail = null, ended = false } = {}) {
    const end = ended ? this.#end : null;
    const events = steps.map(({ type, facts }) => {
      this.#known = { ...this.#known, ...facts };
      const of = type === "state" && end ? end : { at, number };
      return { type, via: end ? "events" : via, ...this.#known, at: of.at, number: of.number };
    });
    this.#hasState ||= steps.some(({ type }) => type === "state");
    this.hasEnded = ended;
    return { via, events, known: this.#known, detail, ended };
  }
}

/** @param {RunDetail | KnownRun} run */
function momentOf({ position, startsIn, takes, progress, preview }) {
  return { position, startsIn, takes, progress, preview };
}

/** @param {{ outputs: { filename: string }[] }} run */
const namesOf = ({ outputs }) => outputs.map(({ filename }) => filename);

/**
 * @param {unknown} left
 * @param {unknown} right
 */
const isSame = (left, right) => JSON.stringify(left) === JSON.stringify(right);
