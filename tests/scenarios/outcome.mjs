// What a caller of the package sees of a row. Runs in Node, or as text in a page.

/**
 * Does what a row says with a deployment. The outcome can be serialized:
 *
 * - `status`: of the run, `accepted` after a submission, null after a read of the queue
 * - `error`: its `code` and `status`, if the operation failed
 * - of a followed run also `ended`, how often its end was reported, `by`, whether events or polling showed it
 *   (`runAndWait`: showed anything), its `attempts` and the `message` of its failure; of a watch also its `states`
 */
export async function outcomeOf({ flowdeck, operation, baseUrl, apiKey, runId, timeout, signal }) {
  const FINAL = ["completed", "failed", "cancelled", "unknown"];
  const options = { signal, timeout };
  const deck = await flowdeck.connect({ baseUrl, apiKey });
  const states = [];
  let ended = 0;

  async function watch() {
    let last;
    for await (const event of deck.watchRun(runId, options)) {
      last = event;
      if (event.type !== "state") continue;
      states.push(event.status);
      if (FINAL.includes(event.status)) ended += 1;
    }
    return { ...last, by: last.via, states };
  }

  async function runAndWait() {
    let by = "detail";
    const onUpdate = (update) => {
      if (update.ended) ended += 1;
      if (update.via === "events") by = "events";
    };
    const outcome = await deck.runAndWait("poster", {}, { ...options, onUpdate });
    return { ...outcome, attempts: outcome.detail?.attempts, by };
  }

  async function follow(following) {
    const { status, states, attempts, error, by } = await following;
    return { status, states, ended, by: by === "events" ? "events" : "polling", attempts, message: error };
  }

  const operations = {
    getRun: async () => ({ status: (await deck.getRun(runId, options)).status }),
    queue: async () => ({ status: (await deck.queue(options)) && null }),
    run: async () => ({ status: (await deck.run("poster", {}, options)) && "accepted" }),
    watchRun: () => follow(watch()),
    runAndWait: () => follow(runAndWait()),
  };
  try {
    return await operations[operation]();
  } catch (thrown) {
    const { code, status = null } = thrown;
    return { error: code ? { code, status } : { code: String(thrown), status }, ended };
  }
}
