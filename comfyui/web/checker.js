// Checks workflows in a worker, so that the editor never waits for it.

/**
 * @typedef {{ node: string | null, class: string | null, title: string | null, message: string }} Problem
 * @typedef {{ schema: { fields: object[], outputs: object[] }, problems: Problem[], isSuggested: boolean }} Readiness
 */

/** How often the worker is started again after it has failed. */
const ATTEMPTS = 3;

export class Checker {
  /** @type {Worker | undefined} */
  #worker;
  #attempts = 0;
  /** @type {string | undefined} */
  #classes;
  /** The check that runs, and the one that replaces it when it is done. */
  #running;
  #next;

  /** Uses these definitions of classes from now on: the answer of ComfyUI's `/object_info`. */
  useClasses(definitions) {
    this.#classes = JSON.stringify(definitions);
    this.#worker?.postMessage({ classes: this.#classes });
  }

  /**
   * Checks a workflow. Resolves to nothing if a later workflow has replaced this one meanwhile.
   * @param {string} workflow
   * @returns {Promise<Readiness | undefined>}
   */
  check(workflow) {
    const { promise, resolve, reject } = deferred();
    this.#next?.resolve(undefined);
    this.#next = { workflow, resolve, reject };
    this.#start();
    return promise;
  }

  #start() {
    if (this.#running || !this.#next) return;
    const check = this.#next;
    this.#running = check;
    this.#next = undefined;
    try {
      this.#worker ??= this.#open();
      this.#worker.postMessage({ workflow: check.workflow });
    } catch (cause) {
      this.#fail(cause);
    }
  }

  #open() {
    if (this.#attempts >= ATTEMPTS) throw new Error("the check has failed several times; reload the page to try again");
    this.#attempts += 1;
    const worker = new Worker(new URL("./worker.mjs", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => {
      if (data.failed) this.#fail(new Error(data.failed));
      else this.#settle(data.readiness);
    };
    worker.onerror = (event) => this.#fail(new Error(event.message || "the worker does not load"));
    if (this.#classes !== undefined) worker.postMessage({ classes: this.#classes });
    return worker;
  }

  #settle(readiness) {
    const check = this.#running;
    this.#running = undefined;
    this.#attempts = 0;
    // Outdated by a later workflow.
    check?.resolve(this.#next ? undefined : JSON.parse(readiness));
    this.#start();
  }

  /** Ends the worker, because a module that has failed cannot be used again. */
  #fail(cause) {
    this.#worker?.terminate();
    this.#worker = undefined;
    const check = this.#running;
    this.#running = undefined;
    check?.reject(cause);
    this.#start();
  }
}

function deferred() {
  let resolve, reject;
  const promise = new Promise((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}
