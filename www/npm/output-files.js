// Reads and saves outputs. Imports nothing of the first load; see supports.js.

/** @import { CallOptions } from "./types/options.js" */
/** @import { ErrorDetails, Own, Tools } from "./types/internal.js" */
/** @import { RunOutput, SaveOptions } from "./types/results.js" */

/**
 * Gives an output its methods. They are not enumerable, so that it stays plain data for JSON, logs and copies.
 * @param {Tools} tools
 * @param {Partial<Own>} own
 * @param {RunOutput} output
 */
export function completeOutput(tools, own, output) {
  /**
   * @template Result
   * @param {CallOptions | null | undefined} options
   * @param {(response: Response) => Promise<Result>} use
   */
  const load = (options, use) => loaded(tools, own, output, options, use);
  Object.defineProperties(output, {
    blob: { value: async (/** @type {CallOptions} */ options) => load(options, (response) => response.blob()) },
    text: { value: async (/** @type {CallOptions} */ options) => load(options, (response) => response.text()) },
    save: {
      value: async (/** @type {string} */ path, /** @type {SaveOptions} */ options) => {
        const { save } = tools.platform;
        if (save) return save(output.filename, path, options, (use) => load(options, use));
        throw tools.usage(`saving output “${output.filename}”: only Node can save files; use blob() here`);
      },
    },
  });
}

/**
 * Uses the answer to an output's link. It needs no key, so none is sent to wherever it leads.
 * @template Result
 * @param {Tools} tools
 * @param {Partial<Own>} own
 * @param {RunOutput} output
 * @param {CallOptions | null | undefined} options
 * @param {(response: Response) => Promise<Result>} use
 */
async function loaded({ FlowdeckError, checkedCall, fromCore }, own, { filename, url }, options, use) {
  const action = `reading output “${filename}”`;
  const { signal, timeout } = checkedCall(options, action);
  // The signature in a link lets everybody open it.
  const address = url?.replace(/[?#].*$/s, "") ?? "";
  /**
   * @param {string} why
   * @param {Partial<ErrorDetails> & { code: ErrorDetails["code"] }} details
   */
  const failed = (why, details) =>
    fromCore({ message: `${action}: ${why} (GET ${address})`, method: "GET", url: address, ...details });
  if (!url) throw failed("the deployment gives no link to it; ask for one with deck.output", { code: "not_found" });
  const signals = [signal, timeout ? AbortSignal.timeout(timeout) : null].filter((one) => one != null);
  const send = own.fetch ?? globalThis.fetch;
  try {
    const response = await send(url, signals.length > 0 ? { signal: AbortSignal.any(signals) } : {});
    if (response.ok) return await use(response);
    const { status } = response;
    await response.body?.cancel?.();
    if (![401, 403, 404, 410].includes(status))
      throw failed(`it was answered with status ${status}`, { code: "http", status });
    throw failed("the link has expired, or the run was deleted; read the run again", { code: "not_found", status });
  } catch (/** @type {any} */ cause) {
    if (cause instanceof FlowdeckError) throw cause;
    if (signal?.aborted) throw failed("the signal ended it", { code: "aborted", cause: signal.reason });
    if (cause?.name === "TimeoutError") throw failed("it took too long; try again", { code: "timeout", cause });
    const why = cause?.cause?.message ?? cause?.message ?? cause;
    throw failed(`no answer: ${why}; check the address and that the deployment is running`, { code: "network", cause });
  }
}
