// The package's transports. Each plays scenarios: functions that run in Node or, as text, in a page, where they
// use nothing but their tools. Their results can be serialized.
import { after, describe } from "node:test";
import { host, open } from "./browser.mjs";
import { flowdeck, KEY, OPERATIONS, PACKAGE, startDeployment } from "./deployment.mjs";

/**
 * @typedef {"queue" | "run"} Operation
 * @typedef {(tools: any) => any} Scenario
 * @typedef {object} Transport
 * @property {string} name
 * @property {Operation[]} operations The operations that it sends.
 * @property {boolean} injectsFetch Whether the caller gives its own `fetch`.
 * @property {boolean} reportsProgress
 * @property {string[]} errors The errors and warnings of the page's console.
 * @property {(baseUrl: string, scenario: Scenario, options?: object) => Promise<any>} play
 * @property {(baseUrl: string) => unknown} end Calls what the scenario at this deployment gave `onEnd`.
 */

/** The tools of a scenario. Runs where the scenario does. */
function toolsOf({ flowdeck, baseUrl, apiKey, injectsFetch, asksForProgress, ...options }) {
  const controller = new AbortController();
  globalThis.endings ??= {};
  const onEnd = (end) => {
    globalThis.endings[baseUrl] = end;
  };
  onEnd(() => controller.abort("enough"));
  const fetch = injectsFetch ? { fetch: (url, init) => globalThis.fetch(url, init) } : {};
  const connect = (connection) => flowdeck.connect({ baseUrl, apiKey, ...fetch, ...connection });
  const progress = asksForProgress ? { onUploadProgress() {} } : {};

  function described(error, signal) {
    const { name, code, status, method, url, message, body, items, retryAfter, cause, stack } = error;
    const ours = error instanceof flowdeck.FlowdeckError && error.constructor === flowdeck[name];
    const shown = stack + String(error) + JSON.stringify(error);
    const isReason = signal !== undefined && cause === signal.reason;
    const why = typeof cause === "string" ? cause : cause?.message;
    return { name, code, status, method, url, message, body, items, retryAfter, cause: why, isReason, ours, shown };
  }

  /** Makes one call; returns its `value` or its `error`. */
  async function send(operation, /** @type {any} */ { connection, values = { title: "Hi" }, ...options } = {}) {
    const deck = await connect(connection);
    const call = operation === "run" ? deck.run("poster", values, { ...progress, ...options }) : deck.queue(options);
    return call.then(
      (value) => ({ value }),
      (error) => ({ error: described(error, options.signal) }),
    );
  }
  return { ...options, flowdeck, baseUrl, apiKey, controller, onEnd, connect, send, progress };
}

async function pageOf() {
  const { page, errors } = await open({ after }, (await host({ after }, PACKAGE)).address);
  // After a long chain of microtasks, Chromium's inspector may report that the result was garbage collected.
  await page.evaluate(() => {
    /** @type {any} */ (globalThis).inTask = (result) => new Promise((resolve) => setTimeout(resolve, 0, result));
  });
  const tools = `(${toolsOf})({ flowdeck: await import("/index.js"), ...options })`;
  return {
    errors,
    play: (scenario, options) =>
      page.evaluate(`(async (options) => inTask(await (${scenario})(${tools})))(${JSON.stringify(options)})`),
    end: (baseUrl) => page.evaluate(`endings["${baseUrl}"]()`),
  };
}

const PLATFORMS = {
  Node: {
    errors: [],
    play: (scenario, options) => scenario(toolsOf({ flowdeck, ...options })),
    end: (baseUrl) => globalThis.endings[baseUrl](),
  },
  Chromium: await pageOf(),
};

// Most of the time they wait: for retries, timeouts and the page.
const TOGETHER = { concurrency: 4 };

const both = /** @type {Operation[]} */ (["queue", "run"]);

/** @type {Transport[]} */
export const transports = [
  transport("Node's HTTP", "Node", both, { reportsProgress: true }),
  transport("an injected fetch in Node", "Node", both, { injectsFetch: true }),
  transport("fetch in Chromium", "Chromium", both, {}),
  // Only an upload with progress uses it.
  transport("XMLHttpRequest in Chromium", "Chromium", ["run"], { reportsProgress: true, asksForProgress: true }),
  transport("an injected fetch in Chromium", "Chromium", both, { injectsFetch: true }),
];

/** @returns {Transport} */
function transport(name, platform, operations, { injectsFetch = false, reportsProgress = false, ...options }) {
  const { errors, play, end } = PLATFORMS[platform];
  const fixed = { apiKey: KEY, injectsFetch, ...options };
  return {
    name,
    operations,
    injectsFetch,
    reportsProgress,
    errors,
    end,
    play: async (baseUrl, scenario, options) => play(scenario, { baseUrl, ...fixed, ...options }),
  };
}

/**
 * Declares tests for each transport, or for those that a test is about.
 * @param {string} what
 * @param {(transport: Transport) => void} declare
 * @param {(transport: Transport) => boolean} [isTested]
 */
export function forEachTransport(what, declare, isTested = () => true) {
  describe(what, TOGETHER, () => {
    for (const transport of transports.filter(isTested)) {
      describe(`over ${transport.name}`, TOGETHER, () => declare(transport));
    }
  });
}

/**
 * Declares tests for each operation of each transport.
 * @param {string} what
 * @param {(transport: Transport, operation: Operation) => void} declare
 */
export function forEachOperation(what, declare) {
  forEachTransport(what, (transport) => {
    for (const operation of transport.operations) {
      describe(operation, TOGETHER, () => declare(transport, operation));
    }
  });
}

/**
 * Sends an operation to a deployment with these answers for it, or with those of the contract; returns the
 * call's outcome and the deployment.
 */
export async function sendTo(t, transport, operation, answers, options = {}) {
  const deployment = await startDeployment(t, answers && { [OPERATIONS[operation]]: answers });
  const outcome = await transport.play(deployment.baseUrl, ({ send, operation, options }) => send(operation, options), {
    operation,
    options,
  });
  return { ...deployment, ...outcome };
}
