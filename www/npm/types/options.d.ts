// What calls take: the deployment and its key, values, and options.

import type { AbortError, TimeoutError, ValidationError } from "./errors.js";
import type { ExposureDocument } from "./exposure.js";
import type { RunUpdate } from "./results.js";
import type { AdditionalFields, InputSchema } from "./schema.js";

/** A deployment's address and key, and how to call it. */
export interface ConnectOptions {
  /**
   * An `http` or `https` URL without query or fragment. Its path is kept, except for an operation's path at
   * the end (`/api/v1`, `/api/v1/runs`, `/api/v1/comfy/…`).
   */
  baseUrl: string;
  /**
   * Sent in the header `X-API-KEY`. It appears in no error, log or JSON. A function is called before every
   * request.
   */
  apiKey: string | (() => string | Promise<string>);
  /** Replaces the platform's own. It reports no upload progress: `onUploadProgress` is never called. */
  fetch?: Fetch | null | undefined;
  /**
   * Milliseconds for a call, including its retries; 30000 by default, 0 for no limit. It does not apply to a
   * run, whose upload may take long: a run has only the timeout of its own options.
   */
  timeout?: number | null | undefined;
  /** The default of the option `strict` of runs. */
  strict?: boolean | null | undefined;
}

/**
 * How to call the deployment of the environment, in Node: its address is `FLOWDECK_URL`, and its key `FLOWDECK_API_KEY`
 * by default. That key is never sent to an address that you give.
 */
export interface EnvironmentOptions extends Omit<ConnectOptions, "baseUrl" | "apiKey"> {
  baseUrl?: undefined;
  apiKey?: ConnectOptions["apiKey"] | undefined;
}

/** Like the platform's own. The address is a string; `init` has method, headers, body and signal. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** An operation of a deployment. Every deployment offers the first two. */
// scripts/declared-files.sh writes this list.
// operations
export type Operation =
  | "run"
  | "queue"
  | "health"
  | "workflows"
  | "objectInfo"
  | "runs"
  | "getRun"
  | "runEvents"
  | "events"
  | "output"
  | "deleteRun"
  | "deleteRuns"
  | "cancel"
  | "regenerate"
  | "runToken";
// end

/**
 * One form value. Numbers must be finite, and integers safe (`Number.isSafeInteger`); pass larger ones as a
 * bigint or a string.
 */
export type Value = string | number | bigint | boolean | Blob;

/** The value of a field: an array sends several parts under one name; `null` and `undefined` send none. */
export type Given = Value | null | undefined | readonly (Value | null | undefined)[];

/** Values by field name. `0`, `false` and `""` are values and are sent. */
export type Values = { readonly [field: string]: Given };

/** Options of every call. */
export interface CallOptions {
  /** Ends the call with an {@link AbortError}, or with a {@link TimeoutError} for `AbortSignal.timeout`. */
  signal?: AbortSignal | null | undefined;
  /** Milliseconds for the call, including its retries, instead of the deck's timeout; 0 for no limit. */
  timeout?: number | null | undefined;
}

/** Options of a run. */
export interface RunOptions extends CallOptions {
  /** The group the run belongs to. */
  groupId?: string | null | undefined;
  /** Its priority among your own waiting runs; `normal` by default. Deployments without priorities ignore it. */
  priority?: Priority | null | undefined;
  /**
   * From 1 to 255 visible ASCII characters, sent in the header `Idempotency-Key`: a deployment that reads it starts
   * one run for all submissions with this key. If it declares so, a submission without an answer is repeated up to
   * twice; see {@link Deck.run}.
   */
  idempotencyKey?: string | null | undefined;
  /**
   * Whether a field that the workflow does not have is refused with a {@link ValidationError}, which names a similar
   * one. Without it, the field is sent, and a warning is logged once. Deployments that do not know the option ignore
   * it; then only `schema` decides, if it is given.
   */
  strict?: boolean | null | undefined;
  /** Values are checked against it before anything is sent. Without it, only the server checks them. */
  schema?: InputSchema | null | undefined;
  /**
   * Fields that the workflow does not have, each with its kind. Their values are passed with the others and
   * checked before anything is sent, with or without `schema`. Fields in neither are sent unchecked.
   */
  additional?: AdditionalFields | null | undefined;
  /**
   * Called as the upload advances; in the last call `loaded` equals `total`. If it throws, the upload ends and
   * the call rejects with what it threw. The same holds if it returns a promise that rejects before the
   * answer arrives.
   */
  onUploadProgress?: ((progress: UploadProgress) => void) | null | undefined;
}

/** The priority of a run. */
export type Priority = "low" | "normal" | "high";

/** How much of the form has been sent, in bytes, including what surrounds its files. */
export interface UploadProgress {
  loaded: number;
  total: number;
}

/** Options of a run to wait for. `timeout` applies to the upload and to each poll separately. */
export interface RunAndWaitOptions extends RunOptions {
  /** Milliseconds between two polls, where there are no events; 1000 by default. */
  interval?: number | undefined;
  /**
   * Called with each event, or with each poll's result, and awaited. If it throws, or its promise rejects, the waiting
   * ends with that.
   */
  onUpdate?: ((update: RunUpdate) => void | Promise<void>) | null | undefined;
}

/** Options of a token for a run. */
export interface RunTokenOptions extends CallOptions {
  /** The seconds until it expires: 3600 by default, at most 604800 (7 days). */
  expiresIn?: number | null | undefined;
}

/** Options of watching a run. `timeout` applies to each poll separately. */
export interface WatchRunOptions extends CallOptions {
  /** Milliseconds between two polls, where there are no events; 1000 by default. */
  interval?: number | undefined;
}

/** Options of watching the queue. `timeout` applies to each poll separately. */
export interface WatchOptions extends CallOptions {
  /** Milliseconds between two polls; 1000 by default. */
  interval?: number | undefined;
  /** Ids of runs to report as `mine`, besides those that this deck started. */
  runs?: readonly string[] | null | undefined;
}

/** Which page of a group's runs, and in which order; the deployment has its own defaults. */
export interface RunsOptions extends CallOptions {
  /** The first page is 1. */
  page?: number | null | undefined;
  /** From 1 to 100. */
  pageSize?: number | null | undefined;
  sortBy?: "created_at" | "started_at" | "completed_at" | null | undefined;
  sortOrder?: "asc" | "desc" | null | undefined;
}

/** JSON as text, as a file or its bytes, or parsed. */
export type JsonSource<Parsed extends object = object> = string | Blob | ArrayBuffer | ArrayBufferView | Parsed;

/** Options of a suggestion. */
export interface SuggestInputsOptions {
  /**
   * What the engines know of their node classes: what {@link Deck.objectInfo} resolves to, or the answer of
   * ComfyUI's `GET /object_info`. Without it, and for other classes, ComfyUI's own are used, as far as the
   * package knows them. Prefer text: parsing it in JavaScript changes the digits of large numbers.
   */
  objectInfo?: JsonSource | null | undefined;
}

/** Options of reading a workflow. */
export interface InputSchemaOptions extends SuggestInputsOptions {
  /** The saved exposure, which chooses the fields in place of the workflow's own; its problems are reported too. */
  exposure?: JsonSource<ExposureDocument> | null | undefined;
}

/** Options of a check of values. */
export interface CheckOptions {
  /** Fields that the workflow does not have, as in {@link RunOptions}. */
  additional?: AdditionalFields | null | undefined;
}

/** The headers of a webhook's request: a `Headers`, those of Node's requests, or an object. */
export type WebhookHeaders =
  | { get(name: string): string | null | undefined }
  | { readonly [name: string]: string | readonly string[] | undefined };
