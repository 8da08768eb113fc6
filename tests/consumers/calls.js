// Every call of the package, against the program with its sample workflows. Each consumer makes them in its own way of
// loading the package, and gets the same outcomes.

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

const WORKFLOW = {
  3: { class_type: "KSampler", inputs: { seed: 5, steps: 20, positive: ["6", 0] } },
  6: { class_type: "CLIPTextEncode", inputs: { text: "a lighthouse" } },
  9: { class_type: "SaveImage", inputs: { images: ["3", 0] } },
};

/** What `makeCalls` returns if every call works. */
export const EXPECTED = {
  health: true,
  workflows: true,
  objectInfo: true,
  supports: true,
  inputSchema: "title",
  suggestInputs: "prompt",
  checkValues: "caption: must have at most 2000 characters, not 2001",
  schemaChanges: 0,
  run: true,
  refusal: "ValidationError",
  runAndWait: "completed",
  watchRun: "events completed",
  output: true,
  getRun: "completed",
  runs: 1,
  queue: "object",
  watchQueue: "object",
  cancel: "NotFoundError",
  regenerate: "NotFoundError",
  verifyWebhook: "run.completed of run-1",
};

/** A request as a webhook gets it, signed now. */
async function webhook() {
  const key = crypto.getRandomValues(new Uint8Array(32));
  const body = JSON.stringify({ type: "run.completed", timestamp: "", data: { id: "run-1", status: "completed" } });
  const [id, timestamp] = ["msg_1", String(Math.floor(Date.now() / 1000))];
  const signing = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const content = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  const signature = new Uint8Array(await crypto.subtle.sign("HMAC", signing, content));
  const text = (/** @type {Uint8Array} */ bytes) => btoa(String.fromCharCode(...bytes));
  const headers = { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": `v1,${text(signature)}` };
  return { headers, body, secret: `whsec_${text(key)}` };
}

/**
 * The outcome of each call, or its error.
 * @param {typeof import("flowdeck")} flowdeck
 * @param {{ baseUrl: string, apiKey: string }} deployment
 * @param {typeof File} [FileClass] Makes the file that is sent.
 */
export async function makeCalls(flowdeck, { baseUrl, apiKey }, FileClass = File) {
  const { checkValues, connect, inputSchema, schemaChanges, suggestInputs, verifyWebhook } = flowdeck;
  /** @type {Record<string, unknown>} */
  const outcomes = {};
  /**
   * @template Result
   * @param {string} name
   * @param {() => Promise<Result>} work
   * @param {(result: Result) => unknown} outcome
   */
  const call = async (name, work, outcome) => {
    try {
      const result = await work();
      outcomes[name] = outcome(result);
      return result;
    } catch (error) {
      outcomes[name] = `${error?.name}: ${error?.message}`;
    }
  };
  /**
   * @param {string} name
   * @param {() => Promise<unknown>} work
   */
  const failure = (name, work) =>
    call(
      name,
      () => work().then(String, (error) => error),
      (error) => error.name ?? error,
    );

  const deck = await connect({ baseUrl, apiKey });
  const groupId = `group-${crypto.randomUUID()}`;
  const bytes = Uint8Array.from(atob(PNG), (letter) => letter.charCodeAt(0));
  const values = { title: "Hello", photo: new FileClass([bytes], "photo.png", { type: "image/png" }), size: 64 };

  await call(
    "health",
    () => deck.health(),
    (list) => list.length > 0,
  );
  const workflows = await call(
    "workflows",
    () => deck.workflows(),
    (list) => list.some(({ id }) => id === "poster"),
  );
  await call(
    "objectInfo",
    () => deck.objectInfo(),
    (text) => text.includes("SaveImage"),
  );
  await call("supports", () => deck.supports("cancel"), Boolean);

  const schema = workflows?.find(({ id }) => id === "poster")?.schema ?? undefined;
  await call(
    "inputSchema",
    () => inputSchema(schema),
    (reading) => reading.schema.fields[0].name,
  );
  await call(
    "suggestInputs",
    () => suggestInputs(WORKFLOW),
    ({ candidates }) => candidates[0].name,
  );
  const long = { ...values, caption: "x".repeat(2001) };
  await call(
    "checkValues",
    () => checkValues(schema, long),
    ([{ loc, msg }]) => `${loc[1]}: ${msg}`,
  );
  await call(
    "schemaChanges",
    () => schemaChanges(schema, schema),
    ({ length }) => length,
  );

  await call(
    "run",
    () => deck.run("poster", values),
    ({ runId }) => runId.length > 0,
  );
  await failure("refusal", () => deck.run("poster", long, { schema }));
  const waited = { groupId, schema, interval: 50 };
  const ended = await call(
    "runAndWait",
    () => deck.runAndWait("poster", values, waited),
    ({ status }) => status,
  );
  await call(
    "watchRun",
    async () => {
      const { runId } = await deck.run("poster", values);
      const events = [];
      for await (const event of deck.watchRun(runId)) events.push(event);
      return events;
    },
    (events) => events.map(({ via, status }) => `${via} ${status}`).at(-1),
  );
  const filename = ended?.outputs[0]?.filename ?? "";
  await call(
    "output",
    () => deck.output(filename),
    ({ downloadUrl }) => downloadUrl.startsWith(baseUrl),
  );
  await call(
    "getRun",
    () => deck.getRun(ended?.runId ?? ""),
    ({ status }) => status,
  );
  await call(
    "runs",
    () => deck.runs(groupId),
    ({ runs }) => runs.length,
  );
  await call(
    "queue",
    () => deck.queue(),
    ({ waiting }) => typeof waiting,
  );
  await call(
    "watchQueue",
    async () => {
      for await (const update of deck.watchQueue()) return update;
    },
    (update) => typeof update?.waiting,
  );
  await failure("cancel", () => deck.cancel("no-such-run"));
  await failure("regenerate", () => deck.regenerate("no-such-run"));
  await call(
    "verifyWebhook",
    async () => {
      const { headers, body, secret } = await webhook();
      return verifyWebhook(headers, body, secret);
    },
    ({ type, data }) => `${type} of ${/** @type {{ runId: string }} */ (data).runId}`,
  );
  return outcomes;
}
