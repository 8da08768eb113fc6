// The package's face. Schema work is loaded when it is asked for.
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

export const inputSchema = async (source) => (await more()).inputSchema(tools, source);
export const checkValues = async (of, values, options) => (await more()).checkValues(tools, of, values, options);
export const schemaChanges = async (before, after) => (await more()).schemaChanges(tools, before, after);
