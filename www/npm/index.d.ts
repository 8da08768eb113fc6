/** Where a deployment is, the key to it, and how it is asked. */
export interface ConnectOptions {
  /** `http` or `https`, without query or fragment; a path in it is kept. */
  baseUrl: string;
  /**
   * Sent as the header `X-API-KEY`, and found nowhere else: in no error, no log, no JSON. A function
   * is asked anew before every request.
   */
  apiKey: string | (() => string | Promise<string>);
  /** Sends in place of the platform's own. It tells no progress: `onUploadProgress` is never called. */
  fetch?: Fetch | null | undefined;
  /**
   * Milliseconds for a call in all, its retries with it: 30000 unless said otherwise; 0: no end. A
   * run's upload may take as long as it needs, unless its own options say otherwise.
   */
  timeout?: number | null | undefined;
}

/** As the platform's own: the address as text; method, headers, body and signal in `init`. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/**
 * A deck for one deployment. Asks it nothing yet.
 * @throws {UsageError} when the options cannot be an address and a key
 * @throws {NetworkError} when the package's own WebAssembly cannot be loaded
 */
export function connect(options: ConnectOptions): Promise<Deck>;

/**
 * The fields a workflow asks for and the outputs it gives. Reads a workflow in both of ComfyUI's
 * JSON formats or out of a PNG or WebP that carries one, an OpenAPI document, a deployment's listing
 * of its workflows, and flowdeck's own schema document. What cannot be read is named in `problems`;
 * the rest is still given.
 * @param source its JSON text (a string is never a path), the parsed object, a file of it, or the
 * file's bytes
 * @throws {UsageError} when it is none of these
 */
export function inputSchema(source: string | object | Blob): Promise<SchemaReading>;

/**
 * What is wrong with values, as {@link Deck.run} with `schema` judges them: empty when they fit. Of a
 * file its first bytes are looked at.
 * @throws {UsageError} when one of them is no schema or no values
 */
export function checkValues<Inputs extends object & { readonly [F in keyof Inputs]: Given } = Values>(
  schema: InputSchema,
  values: Inputs,
): Promise<ValidationItem[]>;

/** What changed between two schemas of one workflow, and whether saved values or calling code are hurt by it. */
export function schemaChanges(before: InputSchema, after: InputSchema): Promise<Change[]>;

/** The calls to one deployment; made by {@link connect}. */
export class Deck {
  private constructor(connection: never);

  /** The deployment's address, without a slash at the end. */
  readonly baseUrl: string;

  /**
   * Starts a run: `POST /api/v1/runs`. Never sent twice: a failed call may still have started one.
   * `Inputs` may be the interface that `npx flowdeck types` writes.
   * @throws {ValidationError} when the values do not fit the given schema, or the server says so
   * @throws {QueueFullError} when no engine instance takes it now
   */
  run<Inputs extends object & { readonly [F in keyof Inputs]: Given } = Values>(
    workflowId: string,
    values: Inputs,
    options?: RunOptions,
  ): Promise<Run>;

  /**
   * Starts a run and waits until it has ended: by the run's detail where the deployment offers it,
   * otherwise by the queue, which tells only that a run is gone (`status` is then `unknown`); `via`
   * says which. A look that fails and may pass is followed by the next; the signal ends the waiting,
   * not the run.
   */
  runAndWait<Inputs extends object & { readonly [F in keyof Inputs]: Given } = Values>(
    workflowId: string,
    values: Inputs,
    options?: RunAndWaitOptions,
  ): Promise<RunOutcome>;

  /** The queue of every engine instance: `GET /api/v1/comfy/queue`. */
  queue(options?: CallOptions): Promise<Queue>;

  /**
   * The queue again and again, each time with what is new in it. Looks every `interval`, up to five
   * times slower while nothing changes, never two at once, and not while the page is hidden. A failure
   * that may pass comes as `error`, beside the last queue and its age; any other is thrown. The
   * signal's abort ends it without an error.
   */
  watchQueue(options?: WatchOptions): AsyncGenerator<QueueUpdate, void, void>;

  /** The state of every engine instance. Where a deployment does not offer it: {@link NotFoundError}. */
  health(options?: CallOptions): Promise<Answer<Health[]>>;

  /** The deployed workflows. Where a deployment does not offer it: {@link NotFoundError}. */
  workflows(options?: CallOptions): Promise<Answer<WorkflowEntry[]>>;

  /** The runs of a group. Where a deployment does not offer it: {@link NotFoundError}. */
  runs(groupId: string, options?: RunsOptions): Promise<Answer<RunList>>;

  /** One run's detail. Where a deployment does not offer it: {@link NotFoundError}. */
  getRun(runId: string, options?: CallOptions): Promise<Answer<RunDetail>>;

  /**
   * Where an output can be fetched; null while it is not ready.
   * @throws {TimeoutError} when the deployment says that its run took too long (408)
   * @throws {NotFoundError} when there is none of this name, or the deployment does not offer it
   */
  output(filename: string, options?: CallOptions): Promise<Answer<OutputFile> | null>;

  /** Cancels a run. Where a deployment does not offer it: {@link NotFoundError}. */
  cancel(runId: string, options?: CallOptions): Promise<void>;

  /**
   * Starts a run again with what it was given; never sent twice. Where a deployment does not offer
   * it: {@link NotFoundError}.
   */
  regenerate(runId: string, options?: CallOptions): Promise<Run>;

  /**
   * Whether the deployment offers an operation: as its `/openapi.json` says; where it has none, by
   * asking for what can be asked for without changing anything. `cancel` and `regenerate` cannot, and
   * are then false.
   */
  supports(operation: Operation, options?: CallOptions): Promise<boolean>;
}

/** An operation of a deployment; the contract promises the first two. */
export type Operation =
  | "run"
  | "queue"
  | "health"
  | "workflows"
  | "runs"
  | "getRun"
  | "output"
  | "cancel"
  | "regenerate";

/** A result with the answer it was read from; `raw` is not enumerable. */
export type Answer<T> = T & {
  /** The answer's JSON as it came, its envelope with it. */
  readonly raw: unknown;
};

/**
 * One form value. Numbers must be finite, and whole ones safe (`Number.isSafeInteger`); a greater
 * one keeps its digits as a bigint or a string.
 */
export type Value = string | number | bigint | boolean | Blob;

/** What a field may be given: an array gives several parts of one name; `null` and `undefined` none. */
export type Given = Value | null | undefined | readonly (Value | null | undefined)[];

/** Field name to value; `0`, `false` and `""` are values and are sent. */
export type Values = { readonly [field: string]: Given };

/** What may come with any call. */
export interface CallOptions {
  /** Ends the call: with an {@link AbortError}, or a {@link TimeoutError} for `AbortSignal.timeout`. */
  signal?: AbortSignal | null | undefined;
  /** Milliseconds for the call in all, in place of the deck's; 0: no end. */
  timeout?: number | null | undefined;
}

/** What may come with a run. */
export interface RunOptions extends CallOptions {
  /** The group the run belongs to. */
  groupId?: string | null | undefined;
  /** Values are checked against it before anything is sent; without one the server decides alone. */
  schema?: InputSchema | null | undefined;
  /** Told how far the upload has come, at the end with `loaded` equal to `total`. */
  onUploadProgress?: ((progress: UploadProgress) => void) | null | undefined;
}

/** How much of a form has been sent, in bytes: its files and all that is around them. */
export interface UploadProgress {
  loaded: number;
  total: number;
}

/** What may come with a run that is waited for; `timeout` is the upload's and each look's own. */
export interface RunAndWaitOptions extends RunOptions {
  /** Milliseconds between two looks: 1000 unless said otherwise. */
  interval?: number | undefined;
  /** Told what each look found. */
  onUpdate?: ((update: RunUpdate) => void) | null | undefined;
}

/** What may come with watching the queue; `timeout` is each look's own. */
export interface WatchOptions extends CallOptions {
  /** Milliseconds between two looks: 1000 unless said otherwise. */
  interval?: number | undefined;
  /** Ids of runs to count as mine, besides those that this deck started. */
  runs?: readonly string[] | null | undefined;
}

/** Which of a group's runs, and in which order; the deployment has its own defaults. */
export interface RunsOptions extends CallOptions {
  /** Counted from 1. */
  page?: number | null | undefined;
  /** From 1 to 100. */
  pageSize?: number | null | undefined;
  sortBy?: "created_at" | "started_at" | "completed_at" | null | undefined;
  sortOrder?: "asc" | "desc" | null | undefined;
}

/** An accepted run. */
export interface RunEntry {
  runId: string;
  workflowId: string;
}

/** The entries of a submission, the first of them spread. */
export interface RunEntries extends RunEntry {
  /** At least one. */
  entries: RunEntry[];
}

/** What a submission gave: the first run, and all of them. */
export type Run = Answer<RunEntries>;

/** What a look at a started run found; `via` says where it looked. */
export type RunUpdate = RunByDetail | RunByQueue;

/** A run that has ended. */
export type RunOutcome = RunUpdate & { ended: true };

/** A run as the deployment's detail tells of it. */
export interface RunByDetail extends RunEntries {
  via: "detail";
  status: RunStatus;
  ended: boolean;
  position: null;
  instance: null;
  outputs: RunOutput[];
  /** Why it failed, in the engine's words. */
  error: string | null;
  detail: Answer<RunDetail>;
}

/** A run as the queue tells of it; when it has ended, nobody says how: `unknown`. */
export interface RunByQueue extends RunEntries {
  via: "queue";
  status: "pending" | "running" | "unknown";
  ended: boolean;
  /** 0: it runs; from 1: its place among those that wait there. */
  position: number | null;
  /** The address of the engine instance. */
  instance: string | null;
  outputs: RunOutput[];
  error: null;
  detail: null;
}

/** What runs and waits, for every engine instance. */
export type Queue = Answer<{ instances: Instance[] }>;

/** One engine instance and its queue. */
export interface Instance {
  /** Its address; some deployments name a container instead. */
  address: string;
  running: Task[];
  /** In the order in which they will run. */
  pending: Task[];
}

/** One task in a queue. */
export interface Task {
  /** The run's id. */
  id: string;
  /** Its place in the order: smaller runs first; may be negative or fractional. */
  number: number;
}

/** One look at the queue, and what is new since the one before. */
export interface QueueUpdate {
  /** As it is; after a failure as it last was, and before the first success empty. */
  instances: Instance[];
  /** What came and waits. */
  added: PlacedTask[];
  /** What began to run. */
  started: PlacedTask[];
  /** What has another place among those that wait, or another instance. */
  moved: (PlacedTask & { from: Place })[];
  /** What is gone: done, failed or cancelled; its last place. */
  finished: PlacedTask[];
  /** My runs that are in the queue: those that this deck started, and the option `runs`. */
  mine: (Place & { runId: string })[];
  /** Milliseconds since `instances` was so; null before the first success. */
  age: number | null;
  /** Why this look failed, where it did. */
  error: FlowdeckError | null;
}

/** Where a task is. */
export interface Place {
  /** The address of the engine instance. */
  instance: string;
  state: "running" | "pending";
  /** 0: it runs; from 1: its place among those that wait there. */
  position: number;
}

/** A task and where it is. */
export interface PlacedTask extends Place {
  /** The run's id. */
  id: string;
}

/** The state of an engine instance. */
export interface Health {
  address: string;
  /** `idle`, `running`, `stopped`, or what the deployment says. */
  status: string;
}

/** A deployed workflow. */
export interface WorkflowEntry {
  /** What {@link Deck.run} takes. */
  id: string;
  name: string;
  description: string | null;
  /** Field names and types, as the deployment gives them: a JSON object in text. */
  inputs: string | null;
  /** Output names and types, likewise. */
  outputs: string | null;
  /** The whole schema; flowdeck's own services give it. {@link inputSchema} reads one from `raw`. */
  schema: InputSchema | null;
  /** What keeps it from running. */
  problems: Problem[];
}

/** A page of a group's runs. */
export interface RunList {
  groupId: string | null;
  /** On all pages. */
  count: number;
  runs: RunDetail[];
}

export type RunStatus = "pending" | "running" | "completed" | "failed" | "cancelled" | "unknown";

/** A run as its deployment knows it; times are RFC 3339. */
export interface RunDetail extends RunEntry {
  groupId: string | null;
  status: RunStatus;
  /** Why it failed, in the engine's words. */
  error: string | null;
  inputs: { name: string; value: string | null }[];
  outputs: RunOutput[];
  createdAt: string | null;
  startedAt: string | null;
  completedAt: string | null;
}

/** A file that a run gave. */
export interface RunOutput {
  /** What {@link Deck.output} takes. */
  filename: string;
  /** Where it can be fetched; may be relative to the base URL. */
  url: string | null;
}

/** An output that is ready. */
export interface OutputFile {
  downloadUrl: string;
  /** The deployment's own word. */
  status: string;
}

/** The schemas of a source, and what could not be read and why. */
export interface SchemaReading {
  /** The first of `schemas`; without fields where there is none. */
  schema: InputSchema;
  problems: Problem[];
  /** All of them; a workflow's file has one, a listing or an OpenAPI document may have more. */
  schemas: { workflowId: string | null; schema: InputSchema }[];
}

/** What a workflow asks for and gives, in the order in which its nodes stand. */
export interface InputSchema {
  /** A name occurs once. */
  fields: Field[];
  outputs: Output[];
}

/** One field of the form, told apart by `kind`. */
export type Field = TextField | NumberField | BooleanField | ChoiceField | MediaField | FileField;

export interface FieldBase {
  /** The name of its part in the form. */
  name: string;
  /** What a person reads. */
  label: string;
  help?: string;
  /** The value it starts with, as form text. */
  default?: string;
  required: boolean;
  /** Whether it takes several values, each a part of its name. */
  multiple?: boolean;
  /** The id of the node it comes from, where the source knows of nodes. */
  node?: string;
}

export interface TextField extends FieldBase {
  kind: "text";
  multiline: boolean;
  maxLength?: number;
}

/** Its bounds are decimal text, so that they keep their digits. */
export interface NumberField extends FieldBase {
  kind: "number" | "slider";
  integer: boolean;
  min?: string;
  max?: string;
  /** What its control goes up and down by; a value between two steps is allowed. */
  step?: string;
}

/** In the form `true` or `false`. */
export interface BooleanField extends FieldBase {
  kind: "boolean";
}

export interface ChoiceField extends FieldBase {
  kind: "choice";
  options: string[];
}

/** A file of `image/*`, `video/*` or `audio/*`. */
export interface MediaField extends FieldBase {
  kind: "image" | "video" | "audio";
}

/** Any other file. */
export interface FileField extends FieldBase {
  kind: "file";
  /** Content types and endings of names with commas between, as in HTML; without it, all. */
  accept?: string;
}

export interface Output {
  /** The id of the node that gives it. */
  node: string;
  label: string;
  kind: "image" | "text" | "video" | "audio" | "file";
}

/** One change of one field. */
export type Change = FieldChange | FieldRenamed;

export interface ChangeBase {
  /** The field's name; of a renamed one, the name it had. */
  field: string;
  /** The change in words. */
  message: string;
  /** Whether a saved value or calling code may fail by it, or have another effect. */
  breaks: boolean;
}

/** `kind`: it takes another kind of value; `bounds`: its limits, step or length; `label`: label or help. */
export interface FieldChange extends ChangeBase {
  change: "added" | "removed" | "kind" | "bounds" | "options" | "required" | "multiple" | "default" | "label";
}

export interface FieldRenamed extends ChangeBase {
  change: "renamed";
  /** The name that it has now. */
  to: string;
}

/** What is wrong at one node, or (`node` is null) with the whole workflow. */
export interface Problem {
  node: string | null;
  class: string | null;
  title: string | null;
  message: string;
}

/** One fault that a check or a 422 named. */
export interface ValidationItem {
  /** Where: `["body", field]`. */
  loc: (string | number)[];
  msg: string;
  type: string;
}

export type ErrorCode =
  | "validation"
  | "authentication"
  | "queue_full"
  | "not_found"
  | "http"
  | "network"
  | "timeout"
  | "aborted"
  | "decode"
  | "usage";

/** What every call rejects with; its message says what was attempted, why it failed, what to do. */
export class FlowdeckError extends Error {
  protected constructor(message: string, details?: object);
  readonly code: ErrorCode;
  /** The answer's status, where there was an answer. */
  readonly status: number | null;
  readonly method: string | null;
  /** The request's address without its query. */
  readonly url: string | null;
  /** The beginning of the answer's body: 65536 characters of it at most. */
  readonly body: string | null;
  readonly items: readonly ValidationItem[];
  /** Seconds after which to try again, where the server says so. */
  readonly retryAfter: number | null;
  /** The messages for one field. */
  fieldErrors(name: string): string[];
}

/** The values do not fit the workflow's fields: the schema's word, or the server's 422. */
export class ValidationError extends FlowdeckError {
  readonly code: "validation";
}
/** No key, or a wrong one: 401, 403. */
export class AuthenticationError extends FlowdeckError {
  readonly code: "authentication";
}
/** Every queue is full: 429, or 503 with Retry-After. */
export class QueueFullError extends FlowdeckError {
  readonly code: "queue_full";
}
/** The deployment knows no such run or operation: 404, 405, 501. */
export class NotFoundError extends FlowdeckError {
  readonly code: "not_found";
}
/** Any other status. */
export class HttpError extends FlowdeckError {
  readonly code: "http";
}
/** No answer came. In a browser CORS may be the cause, which it does not tell. */
export class NetworkError extends FlowdeckError {
  readonly code: "network";
}
/** No answer came in time: by `timeout` or the signal, or the deployment says so (408). */
export class TimeoutError extends FlowdeckError {
  readonly code: "timeout";
}
/** The caller's signal ended it; `cause` is the signal's reason. */
export class AbortError extends FlowdeckError {
  readonly code: "aborted";
}
/** The answer could not be read; `body` holds it. */
export class DecodeError extends FlowdeckError {
  readonly code: "decode";
}
/** The call could not be made from what it was given. */
export class UsageError extends FlowdeckError {
  readonly code: "usage";
}
