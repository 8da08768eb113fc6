// A page that is connected to a deployment whose answers a test replaces, with a form and a paused queue.
import { envelope, KEY, OPERATIONS, startDeployment } from "../npm/deployment.mjs";
import { correct, misbehaviours } from "../npm/misbehave.mjs";
import { expect, minimalTest } from "./test.mjs";

const TITLE = "typed words";
const PHOTO = { name: "photo.png", mimeType: "image/png", buffer: Buffer.from("pixels") };

/** The queue's answer between two rows; `correct` has no instance. */
const oneInstance = () =>
  envelope([{ comfy_uri: "http://10.0.0.1:8188", queue: { queue_running: [], queue_pending: [] } }]);

export class MisbehavingDeployment {
  #sent = { queue: 0, run: 0 };
  #unanswered = 0;
  #hasPhoto = false;

  constructor(page, playground, deployment) {
    this.page = page;
    this.playground = playground;
    this.deployment = deployment;
    this.address = page.getByLabel("Deployment", { exact: true });
    this.panel = page.getByRole("button", { name: "Connection" });
    for (const [event, count] of /** @type {const} */ ([
      ["request", 1],
      ["requestfinished", -1],
      ["requestfailed", -1],
    ])) {
      page.on(event, (request) => this.#count(request, count));
    }
  }

  /** Starts it, connects the page and fills in a form. */
  static async start(page, playground, test) {
    const deployment = await startDeployment(test);
    // On a kept-alive connection the browser itself may repeat a request.
    deployment.server.maxRequestsPerSocket = 1;
    const misbehaving = new MisbehavingDeployment(page, playground, deployment);
    await misbehaving.connect();
    await playground.openManualForm("poster");
    await playground.addField("title");
    await playground.text("title").fill(TITLE);
    await playground.addField("photo", "file");
    return misbehaving;
  }

  #count(request, count) {
    const name = Object.keys(OPERATIONS).find((name) => OPERATIONS[name] === operationOf(request));
    if (!name || !request.url().startsWith(this.deployment.baseUrl)) return;
    this.#unanswered += count;
    if (count > 0) this.#sent[name] += 1;
  }

  /** Connects the page, and pauses its queue once no request is under way. */
  async connect() {
    this.deployment.answers[OPERATIONS.queue] = oneInstance;
    await this.playground.connectTo(this.deployment.baseUrl, KEY);
    await this.playground.connected();
    await this.playground.queue.getByRole("button", { name: "Pause updates" }).click();
    await expect(this.#resume).toBeVisible();
    await expect.poll(() => this.#unanswered).toBe(0);
  }

  /** Reads the queue after an error. */
  async recover() {
    this.deployment.answers[OPERATIONS.queue] = oneInstance;
    const isQueue = (request) => operationOf(request) === OPERATIONS.queue;
    const answered = this.page.waitForEvent("requestfinished", isQueue);
    await this.pollOnce();
    await answered;
    await this.playground.connected();
  }

  get #resume() {
    return this.playground.queue.getByRole("button", { name: "Resume updates" });
  }

  /** From now on it answers an operation like this, and counts from 0. */
  misbehave(operation, behaviour) {
    this.deployment.answers[OPERATIONS[operation]] = misbehaviours[behaviour] ?? correct;
    this.#sent[operation] = 0;
    this.deployment.requests.length = 0;
  }

  /** Resolves once an operation has arrived. */
  async arrived(operation) {
    await expect.poll(() => this.received(operation)).toBe(1);
  }

  /** How often an operation has arrived, and how often the page has sent it. */
  received(operation) {
    return this.deployment.requests.filter(({ method, path }) => `${method} ${path}` === OPERATIONS[operation]).length;
  }

  sent(operation) {
    return this.#sent[operation];
  }

  /** Resumes the queue for one poll. */
  async pollOnce() {
    await this.#resume.evaluate(async (button) => {
      button.click();
      await new Promise((resolve) => setTimeout(resolve));
      button.click();
    });
  }

  async choosePhoto() {
    this.#hasPhoto = true;
    await this.playground.file("photo").setInputFiles(PHOTO);
  }

  /** Presses Run, and waits until the page has sent it. */
  async run() {
    const sent = this.page.waitForRequest((request) => operationOf(request) === OPERATIONS.run);
    await this.playground.run.click();
    await sent;
  }

  /** The values that were entered are still in the form. */
  async keepsForm() {
    await expect(this.playground.text("title")).toHaveValue(TITLE);
    if (this.#hasPhoto) await expect(this.playground.form).toContainText(PHOTO.name);
  }
}

const operationOf = (request) => `${request.method()} ${new URL(request.url()).pathname}`;

/** In the page: timeouts of 30 s expire when a test calls `expire`. */
function holdTimeouts() {
  const page = /** @type {any} */ (globalThis);
  const { setTimeout, clearTimeout } = page;
  const held = new Map();
  page.expire = () => {
    for (const expire of held.values()) expire();
  };
  page.setTimeout = (callback, ms, ...rest) => {
    const timer = setTimeout(callback, ms, ...rest);
    if (ms === 30_000) held.set(timer, callback);
    return timer;
  };
  page.clearTimeout = (timer) => {
    held.delete(timer);
    clearTimeout(timer);
  };
  const { timeout } = AbortSignal;
  AbortSignal.timeout = (ms) => {
    const controller = new AbortController();
    const expire = () => controller.abort(new DOMException("late", "TimeoutError"));
    if (ms === 30_000) held.set(controller, expire);
    return ms === 30_000 ? controller.signal : timeout.call(AbortSignal, ms);
  };
}

/**
 * @typedef {import("./test.mjs").MinimalFixtures & import("./test.mjs").TestArgs} TestFixtures
 * @type {import("@playwright/test").Fixtures<
 *   { misbehaving: MisbehavingDeployment }, {}, TestFixtures, import("./test.mjs").WorkerArgs
 * >}
 */
const fixtures = {
  page: async ({ page }, use) => {
    await page.addInitScript(holdTimeouts);
    await use(page);
  },
  misbehaving: async ({ page, playground }, use) => {
    const stops = [];
    await use(await MisbehavingDeployment.start(page, playground, { after: (stop) => stops.push(stop) }));
    for (const stop of stops) stop();
  },
};

export const test = minimalTest.extend(fixtures);
