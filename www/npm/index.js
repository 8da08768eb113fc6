// The package's face: it loads the core on first use and makes classes of its errors. All else is
// in the core.
import { core } from "./core.js";
import { toError } from "./errors.js";

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

export async function connect(options) {
  const { connect } = await core();
  return new Deck(await settled(() => connect(options)));
}

export async function inputSchema(workflow) {
  const { inputSchema } = await core();
  return settled(() => inputSchema(workflow));
}

export class Deck {
  #core;

  constructor(core) {
    this.#core = core;
    // The address and no more is what a log shows of a deck.
    this.baseUrl = core?.baseUrl;
    if (typeof this.baseUrl !== "string") {
      throw new TypeError("making a deck: call connect({ baseUrl, apiKey })");
    }
    Object.freeze(this);
  }

  run(workflowId, values, options) {
    return settled(() => this.#core.run(workflowId, values, options), options);
  }

  queue(options) {
    return settled(() => this.#core.queue(options), options);
  }

  health(options) {
    return settled(() => this.#core.health(options), options);
  }

  workflows(options) {
    return settled(() => this.#core.workflows(options), options);
  }

  runs(groupId, options) {
    return settled(() => this.#core.runs(groupId, options), options);
  }

  getRun(runId, options) {
    return settled(() => this.#core.getRun(runId, options), options);
  }

  cancel(runId, options) {
    return settled(() => this.#core.cancel(runId, options), options);
  }
}

async function settled(call, options) {
  try {
    return await call();
  } catch (thrown) {
    throw toError(thrown, options);
  }
}
