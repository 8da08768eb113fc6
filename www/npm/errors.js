// The errors that calls reject with: one class a remedy.

export class FlowdeckError extends Error {
  constructor(message, details = {}) {
    super(message, "cause" in details ? { cause: details.cause } : undefined);
    this.code = details.code;
    this.status = details.status ?? null;
    this.method = details.method || null;
    this.url = details.url || null;
    this.body = details.body ?? null;
    this.items = details.items ?? [];
    this.retryAfter = details.retryAfter ?? null;
    this.runId = details.runId ?? null;
  }

  fieldErrors(name) {
    const ours = this.items.filter(({ loc }) => loc[0] === "body" && loc[1] === name);
    return ours.map(({ msg }) => msg);
  }
}

const classes = {};

// Names are spelled out, so that no minifier changes them.
function kind(name, code) {
  class Kind extends FlowdeckError {}
  named(Kind, name);
  return (classes[code] = Kind);
}

function named(Kind, name) {
  for (const place of [Kind, Kind.prototype]) {
    Object.defineProperty(place, "name", { value: name, configurable: true, writable: true });
  }
}

named(FlowdeckError, "FlowdeckError");
export const ValidationError = kind("ValidationError", "validation");
export const AuthenticationError = kind("AuthenticationError", "authentication");
export const QueueFullError = kind("QueueFullError", "queue_full");
export const NotFoundError = kind("NotFoundError", "not_found");
export const HttpError = kind("HttpError", "http");
export const NetworkError = kind("NetworkError", "network");
export const TimeoutError = kind("TimeoutError", "timeout");
export const AbortError = kind("AbortError", "aborted");
export const DecodeError = kind("DecodeError", "decode");
export const UsageError = kind("UsageError", "usage");

/** The error that the core tells of, in its class. */
export function toError(details) {
  return new classes[details.code](details.message, details);
}

/** The error of what cannot be used; `cause`: what was thrown, if anything. */
export function usage(message, ...cause) {
  return new UsageError(message, cause.length > 0 ? { code: "usage", cause: cause[0] } : { code: "usage" });
}
