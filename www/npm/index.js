// The package's public API. The schema functions are loaded on demand.
import { more, tools } from "./deck.js";

export { connect, Deck } from "./deck.js";
export {
  AbortError,
  AuthenticationError,
  DecodeError,
  FlowdeckError,
  HttpError,
  NetworkError,
  NotFoundError,
  QueueFullError,
  TimeoutError,
  UsageError,
  ValidationError,
} from "./errors.js";

/** @param {unknown} source */
export const inputSchema = async (source) => (await more()).inputSchema(tools, source);
/**
 * @param {import("./types/schema.js").InputSchema | null | undefined} schema
 * @param {object} values
 * @param {import("./types/options.js").CheckOptions | null} [options]
 */
export const checkValues = async (schema, values, options) =>
  (await more()).checkValues(tools, schema, values, options);
/**
 * @param {import("./types/schema.js").InputSchema} before
 * @param {import("./types/schema.js").InputSchema} after
 */
export const schemaChanges = async (before, after) => (await more()).schemaChanges(tools, before, after);
