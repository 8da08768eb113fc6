// What every entry exports, besides the schema functions.
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
