// Follows a run until its end. The core decides what to do and what it means (src/client/follow); this module requests,
// waits and reports. Imports nothing of the first load; see supports.js.
import { openEvents } from "./event-stream.js";
import { Inbox } from "./inbox.js";
import { later } from "./later.js";
import { resolveOutputs } from "./operations.js";
import { Follower, initSync } from "./pkg/follow.js";
import { takePlace } from "./stream-places.js";

/** @import { Signal } from "./polling.js" */
/** @import { ErrorDetails, FollowPart, Observation, OperationName, Own, Tools } from "./types/internal.js" */
/** @typedef {{ signal: Signal, timeout: number | null | undefined, interval: number }} Options */

/** @type {(() => Promise<FollowPart>) | undefined} */
let load;

/**
 * Whether each deployment offers events, as far as a stream has shown.
 * @type {WeakMap<Own, boolean>}
 */
const offers = new WeakMap();

/**
 * Whether the deployment offers events; undefined if no stream has been opened yet.
 * @param {Own} own
 */
export const offersEvents = (own) => offers.get(own);

/**
 * The part of the core that follows runs.
 * @param {Tools} tools
 */
function followPart({ once }) {
  load ??= once(
    "follow",
    () => ({ Follower, initSync }),
    () => new URL("./pkg/follow_bg.wasm", import.meta.url),
  );
  return load();
}

/**
 * What is seen of a run, until it has ended. An abort rejects, as it does for a call.
 * @param {Tools} tools
 * @param {Own} own
 * @param {string} runId
 * @param {Options & { usesEvents: boolean }} options
 */
export async function* follow(tools, own, runId, { usesEvents, ...options }) {
  await Promise.all([followPart(tools), later(tools)]);
  const leave = usesEvents ? await takePlace(own.client.baseUrl) : null;
  const follower = new Follower(runId, Math.ceil(options.interval), leave !== null);
  const driver = new Driver(tools, own, runId, options, follower);
  try {
    yield* driver.seen();
  } finally {
    driver.end();
    const offered = follower.offersEvents;
    // A deployment that has sent events offers them, even if something answers in its place while it restarts.
    if (offered !== undefined) offers.set(own, offers.get(own) || offered);
    follower.free();
    leave?.();
  }
}

/** Does what a follower asks for, while its caller waits for what is seen next. */
class Driver {
  #tools;
  #own;
  #runId;
  #options;
  #follower;
  #inbox;
  /**
   * Ends the stream that is opened or open.
   * @type {AbortController | null}
   */
  #stream = null;
  /**
   * The last detail that was read.
   * @type {any}
   */
  #detail = null;

  /**
   * @param {Tools} tools
   * @param {Own} own
   * @param {string} runId
   * @param {Options} options
   * @param {InstanceType<FollowPart["Follower"]>} follower
   */
  constructor(tools, own, runId, options, follower) {
    this.#tools = tools;
    this.#own = own;
    this.#runId = runId;
    this.#options = options;
    this.#follower = follower;
    this.#inbox = new Inbox(options.signal);
  }

  /** @returns {AsyncGenerator<Observation, void, void>} */
  async *seen() {
    for (;;) {
      const text = this.#follower.nextAction();
      if (!text) {
        await this.#wait();
        continue;
      }
      const [action, ...details] = JSON.parse(text);
      if (action === "end") return;
      if (action === "report") yield this.#completed(details[0]);
      else this.#do(action, details);
    }
  }

  /** Ends everything that waits or is open. */
  end() {
    this.#stream?.abort();
    this.#inbox.end();
  }

  /**
   * @param {string} action
   * @param {any[]} details
   */
  #do(action, [first, ms]) {
    switch (action) {
      case "open":
        return this.#open(first);
      case "close":
        this.#stream?.abort();
        this.#stream = null;
        return;
      case "set":
        return this.#inbox.setTimer(first, ms, (now, random) => this.#follower.passed(first, now, random));
      case "stop":
        return this.#inbox.stopTimer(first);
      case "detail":
      case "queue":
        // Beside the stream, which may say more meanwhile.
        this.#read(action === "queue").then((taking) => this.#inbox.put(taking));
    }
  }

  /** Waits until something arrives or a timer passes. After an abort, a call says how the caller has ended it. */
  async #wait() {
    const take = await this.#inbox.next();
    if (take) take();
    else (await this.#read(false))();
  }

  /**
   * Reads the detail or the queue. Resolves to what hands it on, or throws if the run cannot be followed any more.
   * @param {boolean} isQueue
   * @returns {Promise<() => void>}
   */
  async #read(isQueue) {
    const action = isQueue ? "reading the queue" : "reading a run";
    const call = (/** @type {OperationName} */ operation, id = "") =>
      this.#own.call(action, this.#options, operation, id);
    try {
      const [value, body] = await (isQueue ? call("queue") : call("getRun", this.#runId));
      return () => {
        if (!isQueue) this.#detail = this.#tools.withRaw(value, body);
        const isRead = isQueue ? this.#follower.queue(body) : this.#follower.detail(body);
        if (!isRead) throw new Error(`${action}: the answer could not be read`);
      };
    } catch (/** @type {any} */ thrown) {
      return () => {
        const { code, status, body } = /** @type {Partial<ErrorDetails>} */ (thrown);
        const isAborted = this.#options.signal?.aborted;
        if (isAborted || !this.#follower.failed(isQueue, code ?? "", status ?? undefined, body ?? undefined))
          throw thrown;
      };
    }
  }

  /**
   * Opens the stream, and lets its pieces arrive one by one.
   * @param {string} lastId
   */
  #open(lastId) {
    const stream = new AbortController();
    this.#stream = stream;
    /** @param {(now: number, random: number) => void} take */
    const arrive = (take) => this.#inbox.put((now, random) => void (this.#stream === stream && take(now, random)));
    const { signal } = stream;
    openEvents(this.#tools, this.#own, this.#runId, { signal, timeout: 0, lastId }).then(
      (pieces) =>
        arrive((now) => {
          if (!pieces) return this.#follower.hasNone();
          this.#follower.opened(now);
          const readOn = () => pieces.next().then(took, ended);
          /** @param {{ done?: boolean, value?: Uint8Array }} piece */
          const took = ({ done, value }) => {
            if (done || !value) return ended();
            arrive((now, random) => {
              this.#follower.arrived(value, now, random);
              readOn();
            });
          };
          const ended = () => arrive((now, random) => this.#follower.closed(now, random));
          readOn();
        }),
      ({ code, status, retryAfter, body }) =>
        arrive((now, random) =>
          this.#follower.refused(
            code ?? "",
            status ?? undefined,
            retryAfter ?? undefined,
            body ?? undefined,
            now,
            random,
          ),
        ),
    );
  }

  /**
   * What was seen, with the outputs readable and the detail as a call returns it.
   * @param {Observation} seen
   */
  #completed(seen) {
    const detail = seen.via === "detail" ? this.#detail : null;
    for (const run of [...seen.events, seen.known, ...(detail ? [detail] : [])]) {
      resolveOutputs(this.#tools, this.#own, run);
    }
    return { ...seen, detail };
  }
}
