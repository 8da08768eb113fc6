// The errors that calls reject with: one class a remedy.

export class FlowdeckError extends Error {
  constructor(message, details = {}) {
    super(message, "cause" in details ? { cause: details.cause } : undefined);
    this.code = details.code;
    this.status = details.status ?? null;
    this.method = details.method ?? null;
    this.url = details.url ?? null;
    this.body = details.body ?? null;
    this.items = details.items ?? [];
    this.retryAfter = details.retryAfter ?? null;
  }

  fieldErrors(name) {
    const ours = this.items.filter(({ loc }) => loc[0] === "body" && loc[1] === name);
    return ours.map(({ msg }) => msg);
  }
}

export class ValidationError extends FlowdeckError {}
export class AuthenticationError extends FlowdeckError {}
export class QueueFullError extends FlowdeckError {}
export class NotFoundError extends FlowdeckError {}
export class HttpError extends FlowdeckError {}
export class NetworkError extends FlowdeckError {}
export class TimeoutError extends FlowdeckError {}
export class AbortError extends FlowdeckError {}
export class DecodeError extends FlowdeckError {}
export class UsageError extends FlowdeckError {}

const classes = {
  ValidationError,
  AuthenticationError,
  QueueFullError,
  NotFoundError,
  HttpError,
  NetworkError,
  TimeoutError,
  AbortError,
  DecodeError,
  UsageError,
};

// On the prototype and spelled out, so that no minifier changes them.
for (const [name, Kind] of Object.entries({ FlowdeckError, ...classes })) {
  Object.defineProperty(Kind.prototype, "name", { value: name, configurable: true, writable: true });
}

// What the core threw, in its class; an aborted call carries its signal's reason as `cause`.
export function toError(thrown, options) {
  const Kind = Object.hasOwn(classes, thrown?.name) && "code" in thrown ? classes[thrown.name] : undefined;
  if (!Kind) return thrown;
  const { message, code, status, method, url, body, items, retryAfter } = thrown;
  const details = { code, status, method, url, body, items, retryAfter };
  const aborted = options?.signal?.aborted && (Kind === AbortError || Kind === TimeoutError);
  return new Kind(message, aborted ? { ...details, cause: options.signal.reason } : details);
}
