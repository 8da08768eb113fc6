// What a TypeScript consumer may write, and the mistakes that the compiler rejects.
import {
  type AdditionalFields,
  type Change,
  checkValues,
  connect,
  Deck,
  type ExposureDocument,
  type Field,
  FlowdeckError,
  type InputRole,
  type InputSchema,
  inputSchema,
  type Priority,
  type Queue,
  QueueFullError,
  type QueueUpdate,
  type Run,
  type RunDetail,
  type RunEvent,
  type RunOutcome,
  type RunProgress,
  type RunToken,
  schemaChanges,
  suggestInputs,
  type TypedDeck,
  ValidationError,
  type Values,
  verifyWebhook,
  type Waiting,
  type WaitingRun,
  type WebhookEvent,
} from "flowdeck";
import callsModule from "flowdeck/calls.wasm";
import { flowdeckRoute } from "flowdeck/next";
import { setModules } from "flowdeck/precompiled";

import type { PosterInputs } from "./poster-inputs.js";

declare const file: File;
declare const signal: AbortSignal;

const deck: Deck = await connect({ baseUrl: "http://127.0.0.1:8787", apiKey: "k" });
await connect({ baseUrl: "http://h", apiKey: () => "k", fetch, timeout: 0 });
await connect({
  baseUrl: "http://h",
  apiKey: async () => "k",
  fetch: (url: string, init: RequestInit) => fetch(url, init),
});
const { schema, problems } = await inputSchema("{}");
const fromObject: { schema: InputSchema } = await inputSchema({ 1: { class_type: "InputText", inputs: {} } });
await inputSchema(file);
await inputSchema(new Uint8Array(1));
await inputSchema(new ArrayBuffer(1));
await inputSchema([{ id: "poster" }]);
await inputSchema(await new Response("{}").json());
declare const parsed: {
  own: { nodes: unknown[] };
  record: Record<string, unknown>;
  nodes: Record<string, { class_type: string }>;
  // biome-ignore lint/suspicious/noExplicitAny: JSON.parse returns it
  any: any;
  object: object;
  unknown: unknown;
};
interface Saved {
  nodes: { id: number }[];
  version?: number;
}
declare const saved: Saved;
declare const either: string | File | Saved;
await inputSchema(parsed.own);
await inputSchema(parsed.record);
await inputSchema(parsed.nodes);
await inputSchema(parsed.any);
await inputSchema(parsed.object);
await inputSchema(parsed.unknown);
await inputSchema(saved);
await inputSchema(either);
const named: string | null | undefined = (await inputSchema(file)).schemas[0]?.workflowId;
const faults: (string | number)[] | undefined = (await checkValues(schema, { a: file, b: 1n }))[0]?.loc;
const additional: AdditionalFields = {
  note: "text",
  strength: { kind: "number", integer: true, min: 0, max: "18446744073709551615" },
  style: { kind: "choice", options: ["a"] },
  mask: "image",
};
const declared: string | undefined = (await checkValues(schema, { a: 1 }, { additional }))[0]?.msg;
await checkValues(null, { a: 1 }, { additional: { a: "number" } });
await deck.run("poster", { strength: 1 }, { additional });
await deck.runAndWait("poster", { strength: 1 }, { schema, additional: null, onUploadProgress: async () => {} });
const exposure: ExposureDocument = {
  flowdeck: 1,
  fields: [{ node: "3", input: "steps", name: "steps", max: 30, visibleIf: { field: "a", is: true } }],
};
const objectInfo: string = await deck.objectInfo({ signal });
await inputSchema(file, { exposure, objectInfo });
await inputSchema("{}", { exposure: "{}", objectInfo: file });
await inputSchema(parsed.object, { exposure: null, objectInfo: parsed.object });
await inputSchema("{}", null);
const suggestion = await suggestInputs(file, { objectInfo: new Uint8Array(1) });
const role: InputRole | undefined = suggestion.candidates.find(({ suggested }) => suggested)?.role;
await inputSchema(file, suggestion);
const chosen: string[] | undefined = suggestion.exposure.fields?.map(({ name }) => name);
const where: string | null | undefined = problems[0]?.node;
const kind: string | null | undefined = problems[0]?.code;
const args: string[] | undefined = problems[0]?.args;

const values: Values = {
  a: "text",
  b: 1,
  c: 18446744073709551615n,
  d: true,
  e: file,
  f: [file, 1, null],
  g: null,
  h: undefined,
};
const run: Run = await deck.run("poster", values, { groupId: "g", schema, signal });
const entry: string | undefined = run.entries[0]?.workflowId;
const typed: Run = await deck.run<PosterInputs>("poster", { title: "Hi", photo: file, seed: 18446744073709551615n });
await deck.run("poster", values, { priority: "high" satisfies Priority, idempotencyKey: "order-7" });
const queue: Queue = await deck.queue({ signal });
const { count, ids, own: ownWaiting }: Waiting = queue.waiting;
const startsIn: number | null | undefined = ownWaiting.find(({ runId }: WaitingRun) => runId === ids[count])?.startsIn;
const condition: "stopped" | "hung" | "draining" | null | undefined = queue.instances[0]?.condition;
const first: { id: string; number: number } | undefined = queue.instances[0]?.pending[0];
const detail: RunDetail = await deck.getRun(run.runId);
detail.progress satisfies RunProgress | null;
detail.priority satisfies Priority | null;
[detail.attempts, detail.position, detail.startsIn, detail.takes] satisfies (number | null)[];
detail.outputNames satisfies string[];
detail.leftOut.map(({ node, title, reason }) => `${node} ${title} ${reason}` satisfies string);
const progress: Run = await deck.run(
  "poster",
  {},
  { onUploadProgress: ({ loaded, total }) => void (loaded / total), timeout: 5 },
);
// An interface is accepted although it has no index signature.
interface Own {
  title: string;
  photo?: File;
}
declare const own: Own;
await deck.run("poster", own);
const raw: unknown = queue.raw;
const again: Run = await deck.regenerate(run.runId);
const url: string | undefined = (await deck.output("a.png"))?.downloadUrl;
const page: number = (await deck.runs("g", { page: 2, pageSize: 50, sortBy: "created_at", sortOrder: "desc" })).count;
const offered: boolean = await deck.supports("regenerate", { signal });
const outcome: RunOutcome = await deck.runAndWait<PosterInputs>(
  "poster",
  { title: "Hi", photo: file },
  {
    interval: 500,
    onUpdate: ({ status, position, progress }) =>
      void `${status} ${position} ${progress && progress.value / progress.max} ${progress?.node?.length}`,
  },
);
const files: string[] =
  outcome.via === "detail"
    ? outcome.detail.outputs.map(({ filename }) => filename)
    : outcome.via === "events"
      ? outcome.outputs.map(({ filename }) => filename)
      : [outcome.status satisfies "pending" | "running" | "unknown"];
// biome-ignore lint/suspicious/noConfusingVoidType: cancel resolves to it
const nothing: void = await deck.cancel(run.runId);
const kept: string[] = (await deck.deleteRuns("g")).notEnded;
const same: InputSchema | null | undefined = (await deck.workflows())[0]?.schema;

async function watched(): Promise<QueueUpdate | undefined> {
  for await (const update of deck.watchQueue({ interval: 1000, signal, runs: ["a"] })) {
    const from: number | undefined = update.moved[0]?.from.position;
    const age: number | null = from === 0 ? 0 : update.age;
    if (age === null) throw update.error;
    return update;
  }
  return undefined;
}

async function followed(): Promise<string | null | undefined> {
  for await (const event of deck.watchRun("run-1", { interval: 1000, signal, timeout: null })) {
    if (event.type === "moment") return event.progress?.title;
    const via: "events" | "detail" | "queue" = event.via;
    if (via === "events" && event.number === 1) return event.at;
    if (event.status === "completed") return (event satisfies RunEvent).outputs[0]?.url;
  }
  return undefined;
}

async function received(request: Request): Promise<string | null> {
  const event: WebhookEvent = await verifyWebhook(request.headers, await request.text(), "whsec_c2VjcmV0");
  await verifyWebhook({ "webhook-id": "m", cookie: ["a"], other: undefined }, new Uint8Array(1), "whsec_c2VjcmV0");
  if (event.type === "webhook.test") return String(event.data satisfies unknown);
  return event.data.error ?? event.data.outputs[0]?.filename ?? null;
}

function hurt(changes: Change[]): (string | undefined)[] {
  return changes
    .filter(({ breaks }) => breaks)
    .map((change) => (change.change === "renamed" ? change.to : change.message));
}

// The kind discriminates fields, and every kind is known.
function widest(field: Field): string | number | undefined {
  switch (field.kind) {
    case "text":
      return field.maxLength;
    case "number":
    case "slider":
      return field.max;
    case "choice":
      return field.options[0];
    case "boolean":
    case "image":
    case "video":
    case "audio":
      return undefined;
    case "file":
      return field.accept;
    default:
      return field satisfies never;
  }
}

function explain(error: unknown): string | number | null {
  if (error instanceof ValidationError) return error.fieldErrors("a")[0] ?? (error.code satisfies "validation");
  if (error instanceof QueueFullError) return error.retryAfter;
  if (error instanceof FlowdeckError) return error.status ?? error.code;
  return null;
}

// @ts-expect-error the key is missing
await connect({ baseUrl: "http://h" });
// @ts-expect-error a key is a string
await connect({ baseUrl: "http://h", apiKey: 7 });
// @ts-expect-error the function must return a string
await connect({ baseUrl: "http://h", apiKey: () => 7 });
// @ts-expect-error the operation does not exist
await deck.supports("openapi");
// @ts-expect-error an output that is not ready is null
(await deck.output("a.png")).downloadUrl;
// @ts-expect-error the queue gives no detail
outcome.detail.outputs;
// @ts-expect-error the raw answer is unknown
queue.raw.data;
// @ts-expect-error the runs must be ids
deck.watchQueue({ runs: run });
// @ts-expect-error a run is watched by its id
deck.watchRun(run);
// @ts-expect-error a body must not be parsed
await verifyWebhook({}, { type: "run.completed" }, "whsec_c2VjcmV0");
// @ts-expect-error the priority does not exist
await deck.run("poster", {}, { priority: "urgent" });
// @ts-expect-error an idempotency key is a string
await deck.run("poster", {}, { idempotencyKey: 7 });
// @ts-expect-error progress needs a function
await deck.run("poster", {}, { onUploadProgress: true });
// @ts-expect-error only a renamed field has another name
schemaChanges(schema, schema).then(([change]) => change?.to);
// @ts-expect-error only connect creates a deck
new Deck();
// @ts-expect-error only the package creates errors
new ValidationError("m");
// @ts-expect-error the workflow is missing
await inputSchema();
// @ts-expect-error the version is missing
await inputSchema("{}", { exposure: { fields: [] } });
// @ts-expect-error the key is misspelled
await inputSchema("{}", { exposure: { flowdeck: 1, fields: [{ node: "3", input: "steps", lable: "Steps" }] } });
// @ts-expect-error a suggestion takes no exposure
await suggestInputs("{}", { exposure });
// @ts-expect-error a promise must be awaited first
await inputSchema(file.text());
// @ts-expect-error a response's json() must be awaited
await inputSchema(new Response("{}"));
// @ts-expect-error a request is not a workflow
await inputSchema(fetch("http://h/openapi.json"));
// @ts-expect-error a possible promise must be awaited too
await inputSchema(either as Saved | Promise<Saved>);
// @ts-expect-error a map is not JSON
await inputSchema(new Map<string, number>());
// @ts-expect-error a set is not JSON
await inputSchema(new Set([1]));
// @ts-expect-error null is not a workflow
await inputSchema(null);
// @ts-expect-error a function is not a workflow
await inputSchema(() => "{}");
// @ts-expect-error a number is not a workflow
await inputSchema(7);
// @ts-expect-error the values are missing
await deck.run("poster");
// @ts-expect-error a plain object is not a value
await deck.run("poster", { a: {} });
// @ts-expect-error bytes must be in a Blob
await deck.run("poster", { a: new Uint8Array(1) });
// @ts-expect-error an array in an array is not a value
await deck.run("poster", { a: [["b"]] });
// @ts-expect-error a field's name is wrong
await deck.run<PosterInputs>("poster", { title: "Hi", photo: file, sed: 7 });
// @ts-expect-error a field is missing
await deck.run<PosterInputs>("poster", { title: "Hi" });
// @ts-expect-error a file's path is not a file
await deck.run<PosterInputs>("poster", { title: "Hi", photo: "photo.png" });
// @ts-expect-error the choice does not exist
await deck.run<PosterInputs>("poster", { title: "Hi", photo: file, position: "left" });
// @ts-expect-error a controller is not a signal
await deck.queue({ signal: new AbortController() });
// @ts-expect-error the kind does not exist
await deck.run("poster", {}, { additional: { strength: "numbr" } });
// @ts-expect-error a choice needs options
await deck.run("poster", {}, { additional: { style: "choice" } });
// @ts-expect-error without a schema and additional fields there is nothing to check
await checkValues(null, {});
// @ts-expect-error the option is groupId
await deck.run("poster", {}, { group: "g" });
// @ts-expect-error the key cannot be read back
deck.apiKey;
// @ts-expect-error the address does not change
deck.baseUrl = "http://h";
// @ts-expect-error only text has a length
(schema.fields[0] as Field).maxLength;
// @ts-expect-error a result must be awaited
deck.queue().instances;

export {
  again,
  args,
  chosen,
  condition,
  declared,
  detail,
  entry,
  explain,
  faults,
  files,
  first,
  followed,
  fromObject,
  hurt,
  kept,
  kind,
  named,
  nothing,
  offered,
  page,
  progress,
  raw,
  received,
  role,
  same,
  startsIn,
  typed,
  url,
  watched,
  where,
  widest,
};

setModules({ calls: callsModule });
// @ts-expect-error every call needs the module calls
setModules({});

// The workflows of a deployment, as `npx flowdeck types --url` writes them.
interface Workflows {
  poster: PosterInputs;
  "slow-blur": { word: string; radius?: number | bigint | string | null };
}
const known: TypedDeck<Workflows> = await connect<Workflows>();
await connect();
await connect(null);
await connect<Workflows>({ baseUrl: "http://h", apiKey: "k" });
const knownRun: Run = await known.run("slow-blur", { word: "Hello" }, { strict: true });
const knownOutcome: RunOutcome = await known.runAndWait("poster", { title: "Hello", photo: file });
await known.getRun(knownRun.runId);
// @ts-expect-error a workflow that the deployment does not have
await known.run("postr", { title: "Hello", photo: file });
// @ts-expect-error a field that the workflow does not have
await known.run("slow-blur", { word: "Hello", wrod: "Hello" });
// @ts-expect-error a missing field
await known.runAndWait("slow-blur", {});
// @ts-expect-error the fields of another workflow
await known.run("poster", { word: "Hello" });

const token: RunToken = await deck.runToken("run-1", { expiresIn: 600 });
await connect({ baseUrl: "http://h", apiKey: token.token });
const [output] = knownOutcome.outputs;
const blob: Blob | undefined = await output?.blob({ signal });
const words: string | undefined = await output?.text();
const saved_: string | undefined = await output?.save("folder/", { overwrite: true });

const handle: (request: Request) => Promise<Response> = flowdeckRoute({ workflows: ["poster"], operations: ["read"] });
// @ts-expect-error not an operation
flowdeckRoute({ workflows: ["poster"], operations: ["delete"] });
// @ts-expect-error the workflows are not optional
flowdeckRoute({});

export { blob, handle, saved_ as savedPath, words };
