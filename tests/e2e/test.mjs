// The `test` of every spec. It starts the program, opens the page, and checks in each test that the console
// stays empty and that the key does not leak.
import { test as base, expect } from "@playwright/test";
import { MinimalDeployment } from "./minimal-deployment.mjs";
import { Playground } from "./playground.mjs";
import { plain, Service } from "./service.mjs";

export { expect };

/** What the browser reports for requests while the service is stopped, and for a stream that it breaks. */
export const NO_RESPONSE =
  /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|ERR_SOCKET_NOT_CONNECTED|ERR_INCOMPLETE_CHUNKED/;

/**
 * @typedef {{
 *   engines: number, depth: number, queueLimit: number, workflows: string, allowOrigin: string, keep: string,
 *   expectedErrors: RegExp, service: Service, playground: Playground, quietConsole: void,
 * }} ServiceFixtures
 * @typedef {{
 *   expectedErrors: RegExp, deployment: MinimalDeployment, playground: Playground, quietConsole: void,
 * }} MinimalFixtures
 */

/**
 * @typedef {import("@playwright/test").PlaywrightTestArgs & import("@playwright/test").PlaywrightTestOptions} TestArgs
 * @typedef {import("@playwright/test").PlaywrightWorkerArgs &
 *   import("@playwright/test").PlaywrightWorkerOptions} WorkerArgs
 */

/** @type {import("@playwright/test").Fixtures<ServiceFixtures, {}, TestArgs, WorkerArgs>} */
const serviceFixtures = {
  /** How many embedded engines the program runs. */
  engines: [2, { option: true }],
  /** How many runs an engine instance has at most; the program's default if not set. */
  depth: [undefined, { option: true }],
  /** How many runs may wait for an engine instance; the program's default if not set. */
  queueLimit: [undefined, { option: true }],
  /** The folder the program reads its workflows from. */
  workflows: [plain, { option: true }],
  /** The origin whose host the program answers to besides loopback ones; none if not set. */
  allowOrigin: [undefined, { option: true }],
  /** How long the program keeps runs; for ever if not set. */
  keep: [undefined, { option: true }],
  /** Console errors that a test causes: the browser reports rejected and failed requests. */
  expectedErrors: [undefined, { option: true }],

  service: async ({ engines, depth, queueLimit, workflows, allowOrigin, keep }, use, testInfo) => {
    const service = new Service({ engines, depth, queueLimit, workflows, allowOrigin, keep });
    await service.start();
    await use(service);
    await service.stop();
    await testInfo.attach("flowdeck.log", { body: service.log, contentType: "text/plain" });
    expect(service.log, "the key is in no log").not.toContain(service.key);
  },

  /** The page, opened by the link that the program prints, and connected. */
  playground: async ({ page, service }, use) => {
    const playground = new Playground(page);
    await playground.open(service.link);
    await playground.connected();
    await use(playground);
    await playground.hidesKey(service.key);
  },

  // Depends on the service so that the check runs before it stops, when the page may log errors.
  quietConsole: [
    async ({ context, service: _, expectedErrors }, use) => {
      await staysQuiet(context, expectedErrors, use);
    },
    { auto: true },
  ],
};

/** @type {import("@playwright/test").Fixtures<MinimalFixtures, {}, TestArgs, WorkerArgs>} */
const minimalFixtures = {
  /** The page tries each other operation once, and the browser reports the 404. */
  expectedErrors: [/status of 404/, { option: true }],

  deployment: async ({ browserName: _ }, use) => {
    const deployment = new MinimalDeployment();
    await deployment.start();
    await use(deployment);
    await deployment.stop();
  },

  playground: async ({ page, deployment }, use) => {
    const playground = new Playground(page);
    await playground.open(deployment.link);
    await playground.connected();
    await use(playground);
    await playground.hidesKey(deployment.key);
  },

  quietConsole: [
    async ({ context, deployment: _, expectedErrors }, use) => {
      await staysQuiet(context, expectedErrors, use);
    },
    { auto: true },
  ],
};

export const test = base.extend(serviceFixtures);

/** The same with a deployment that offers only the two operations of the contract. */
export const minimalTest = base.extend(minimalFixtures);

async function staysQuiet(context, expectedErrors, use) {
  const errors = [];
  context.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) errors.push(`${message.text()} (${message.location().url})`);
  });
  context.on("weberror", (error) => errors.push(error.error().stack ?? String(error.error())));
  await use();
  const unexpected = errors.filter((error) => !expectedErrors?.test(error));
  expect(unexpected, "the browser's console is empty").toEqual([]);
}
