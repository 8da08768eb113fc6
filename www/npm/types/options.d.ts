// What calls are given: where and with which key, values, and what may come beside them.

import type { AbortError, TimeoutError } from "./errors.js";
import type { RunUpdate } from "./results.js";
import type { AdditionalFields, InputSchema } from "./schema.js";

/** Where a deployment is, the key to it, and how it is asked. */
export interface ConnectOptions {
  /**
   * `http` or `https`, without query or fragment; a path in it is kept, but for that of an operation
   * (`/api/v1`, `/api/v1/runs`, `/api/v1/comfy/…`) at its end.
   */
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
  /**
   * Fields beyond the workflow's own, each with its kind; their values are among the others and are
   * checked by it before anything is sent, with a schema or without. Fields that stand in neither are
   * sent unchecked.
   */
  additional?: AdditionalFields | null | undefined;
  /**
   * Told how far the upload has come, at the end with `loaded` equal to `total`. What it throws ends
   * the upload, and is what the call rejects with, as it is; likewise what its promise rejects with,
   * if it gives one, unless the answer is there before.
   */
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
  /** Told what each look found, and waited for. What it throws, or its promise rejects with, ends the waiting. */
  onUpdate?: ((update: RunUpdate) => void | Promise<void>) | null | undefined;
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

/** What may come with a check of values. */
export interface CheckOptions {
  /** Fields beyond the workflow's own, as in {@link RunOptions}. */
  additional?: AdditionalFields | null | undefined;
}
