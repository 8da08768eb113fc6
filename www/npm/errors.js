// The errors that calls reject with: one class per remedy. Knows no calls.

export class FlowdeckError extends Error {
  /**
   * @param {string} message
   * @param {Partial<import("./types/internal.js").ErrorDetails>} details
   */
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

  /** @param {string} name */
  fieldErrors(name) {
    const matching = this.items.filter(({ loc }) => loc[0] === "body" && loc[1] === name);
    return matching.map(({ msg }) => msg);
  }
}

/** @typedef {typeof FlowdeckError} ErrorClass */
/** @type {Partial<Record<import("./types/errors.js").ErrorCode, ErrorClass>>} */
const classes = {};

/**
 * Names are spelled out, so that no minifier changes them.
 * @param {string} name
 * @param {import("./types/errors.js").ErrorCode} code
 */
function kind(name, code) {
  class Kind extends FlowdeckError {}
  setName(Kind, name);
  classes[code] = Kind;
  return Kind;
}

/**
 * @param {ErrorClass} Kind
 * @param {string} name
 */
function setName(Kind, name) {
  for (const target of [Kind, Kind.prototype]) {
    Object.defineProperty(target, "name", { value: name, configurable: true, writable: true });
  }
}

setName(FlowdeckError, "FlowdeckError");
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

/**
 * What to throw for a rejection by the core: an error in its class, or what a function of the caller threw.
 * @param {any} rejection
 */
export function fromCore(rejection) {
  if (rejection instanceof Error) return rejection;
  if ("thrown" in rejection) return rejection.thrown;
  const details = /** @type {import("./types/internal.js").ErrorDetails} */ (rejection);
  return new (classes[details.code] ?? FlowdeckError)(details.message, details);
}

/**
 * The error for a part of the package that could not be loaded.
 * @param {any} cause
 * @param {string} file
 * @param {string} url
 */
export function notLoaded(cause, file, url) {
  const why = cause?.message ?? cause;
  let remedy = `serve ${file} next to the package's modules, or import from "flowdeck/static"`;
  if (!globalThis.WebAssembly) {
    remedy = "use an engine that has WebAssembly; React Native's Hermes has none";
  } else if (/unsafe-eval|Security.Policy|CSP/i.test(why)) {
    remedy = "add 'wasm-unsafe-eval' to script-src in the Content-Security-Policy";
  } else if (/code generation/i.test(why)) {
    remedy = 'import from "flowdeck/precompiled", which takes compiled modules';
  }
  const what = file.endsWith("js") ? "code" : "WebAssembly";
  const message = `loading flowdeck's ${what}: ${why}; ${remedy}${url && ` (GET ${url})`}`;
  return new NetworkError(message, { code: "network", method: "GET", url, cause });
}

/**
 * The error for invalid arguments; `cause` is the value that was thrown, if any.
 * @param {string} message
 * @param {unknown[]} cause
 */
export function usage(message, ...cause) {
  return new UsageError(message, cause.length > 0 ? { code: "usage", cause: cause[0] } : { code: "usage" });
}
