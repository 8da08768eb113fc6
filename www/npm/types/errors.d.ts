// What calls reject with: one class per remedy.
import type { ValidationItem } from "./schema.js";

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
  | "usage"
  | WebhookErrorCode;

/**
 * Why a webhook is not genuine. `webhook_headers`: it lacks a header, or one is malformed; `webhook_timestamp`: it is
 * more than 5 minutes old or in the future; `webhook_signature`: it was not signed with this secret, or was changed.
 */
export type WebhookErrorCode = "webhook_headers" | "webhook_timestamp" | "webhook_signature";

/** The error that every call rejects with. Its message says what was attempted, why it failed and what to do. */
export class FlowdeckError extends Error {
  protected constructor(message: string, details?: object);
  readonly code: ErrorCode;
  /** The status of the answer, if there was one. */
  readonly status: number | null;
  readonly method: string | null;
  /** The request's address without its query. */
  readonly url: string | null;
  /** The answer's body, up to 65536 characters. */
  readonly body: string | null;
  readonly items: readonly ValidationItem[];
  /** Seconds to wait before trying again, if the server gives them. */
  readonly retryAfter: number | null;
  /** For {@link Deck.runAndWait}: the id of the accepted run, which continues. */
  readonly runId: string | null;
  /** The messages for one field. */
  fieldErrors(name: string): string[];
}

/** Values are not valid for the workflow's fields, according to the schema or the server (422). */
export class ValidationError extends FlowdeckError {
  readonly code: "validation";
}
/** The key is missing or wrong: 401, 403. */
export class AuthenticationError extends FlowdeckError {
  readonly code: "authentication";
}
/** Every queue is full: 429, or 503 with Retry-After. */
export class QueueFullError extends FlowdeckError {
  readonly code: "queue_full";
}
/** The run or operation does not exist: 404, 405, 501. */
export class NotFoundError extends FlowdeckError {
  readonly code: "not_found";
}
/** Any other status. */
export class HttpError extends FlowdeckError {
  readonly code: "http";
}
/** No answer came. In a browser, CORS may be the cause; the browser does not report that. */
export class NetworkError extends FlowdeckError {
  readonly code: "network";
}
/** No answer came in time: by `timeout`, by the signal, or by status 408. */
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
/** The arguments are not valid for a call. */
export class UsageError extends FlowdeckError {
  readonly code: "usage";
}
