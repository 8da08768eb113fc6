/** Where a deployment is and the key to it. */
export interface ConnectOptions {
  /** `http` or `https`, without query or fragment; a path in it is kept. */
  baseUrl: string;
  /** Sent as the header `X-API-KEY`, and found nowhere else: in no error, no log, no JSON. */
  apiKey: string;
}

/**
 * A deck for one deployment. Asks it nothing yet.
 * @throws {UsageError} when the options cannot be an address and a key
 * @throws {NetworkError} when the package's own WebAssembly cannot be loaded
 */
export function connect(options: ConnectOptions): Promise<Deck>;

/**
 * The fields a workflow asks for and the outputs it gives, from ComfyUI's "Export (API)" format.
 * What in it cannot be read is named in `problems`; the rest is still given.
 * @param workflow its JSON text (a string is never a path), the parsed object, or a file of it
 * @throws {UsageError} when it is none of these
 */
export function inputSchema(workflow: string | object | Blob): Promise<SchemaReading>;

/** The calls to one deployment; made by {@link connect}. */
export class Deck {
  private constructor(core: never);

  /** The deployment's address, without a slash at the end. */
  readonly baseUrl: string;

  /**
   * Starts a run: `POST /api/v1/runs`. Never sent twice: a failed call may still have started one.
   * @throws {ValidationError} when the values do not fit the given schema, or the server says so
   */
  run(workflowId: string, values: Values, options?: RunOptions): Promise<Run>;

  /** The queue of every engine instance: `GET /api/v1/comfy/queue`. */
  queue(options?: CallOptions): Promise<Queue>;

  /** The state of every engine instance. Where a deployment does not offer it: {@link NotFoundError}. */
  health(options?: CallOptions): Promise<Health[]>;

  /** The deployed workflows. Where a deployment does not offer it: {@link NotFoundError}. */
  workflows(options?: CallOptions): Promise<WorkflowEntry[]>;

  /** The runs of a group. Where a deployment does not offer it: {@link NotFoundError}. */
  runs(groupId: string, options?: CallOptions): Promise<RunList>;

  /** One run's detail. Where a deployment does not offer it: {@link NotFoundError}. */
  getRun(runId: string, options?: CallOptions): Promise<RunDetail>;

  /** Cancels a run. Where a deployment does not offer it: {@link NotFoundError}. */
  cancel(runId: string, options?: CallOptions): Promise<void>;
}

/**
 * One form value. Numbers must be finite, and whole ones safe (`Number.isSafeInteger`); a greater
 * one keeps its digits as a bigint or a string.
 */
export type Value = string | number | bigint | boolean | Blob;

/**
 * Field name to value. An array gives several parts of one name; `null` and `undefined` are not
 * sent; `0`, `false` and `""` are.
 */
export type Values = {
  readonly [field: string]: Value | null | undefined | readonly (Value | null | undefined)[];
};

/** What may come with any call. */
export interface CallOptions {
  /** Ends the call: with an {@link AbortError}, or a {@link TimeoutError} for `AbortSignal.timeout`. */
  signal?: AbortSignal | null | undefined;
}

/** What may come with a run. */
export interface RunOptions extends CallOptions {
  /** The group the run belongs to. */
  groupId?: string | null | undefined;
  /** Values are checked against it before anything is sent; without one the server decides alone. */
  schema?: InputSchema | null | undefined;
}

/** An accepted run. */
export interface RunEntry {
  runId: string;
  workflowId: string;
}

/** What a submission gave: the first run, and all of them. */
export interface Run extends RunEntry {
  /** At least one. */
  entries: RunEntry[];
}

/** What runs and waits, for every engine instance. */
export interface Queue {
  instances: Instance[];
}

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
  /** The whole schema; flowdeck's own services give it. */
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
  /** Where each file can be fetched; `url` may be relative to the base URL. */
  outputs: { filename: string; url: string | null }[];
  createdAt: string | null;
  startedAt: string | null;
  completedAt: string | null;
}

/** A schema, and what could not be read and why. */
export interface SchemaReading {
  schema: InputSchema;
  problems: Problem[];
}

/** What a workflow asks for and gives, in the order in which its nodes stand. */
export interface InputSchema {
  fields: Field[];
  outputs: Output[];
}

/** One field of the form, told apart by `kind`. */
export type Field = TextField | NumberField | BooleanField | ChoiceField | FileField;

export interface FieldBase {
  /** The name of its part in the form. */
  name: string;
  /** What a person reads. */
  label: string;
  help?: string;
  /** The value it starts with, as form text. */
  default?: string;
  required: boolean;
  /** The id of the node it comes from. */
  node: string;
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
  step?: string;
}

export interface BooleanField extends FieldBase {
  kind: "boolean";
}

export interface ChoiceField extends FieldBase {
  kind: "choice";
  options: string[];
}

export interface FileField extends FieldBase {
  kind: "image" | "video" | "audio";
}

export interface Output {
  /** The id of the node that gives it. */
  node: string;
  label: string;
  kind: "image" | "text" | "video" | "audio";
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
  /** The answer's body, cut to 64 KiB. */
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
/** The deployment knows no such run or operation: 404. */
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
/** No answer came in time. */
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
