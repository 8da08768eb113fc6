// The `test` of every spec: the program and the page it serves, and what must hold in each test
// whatever it is about: nothing in the console, the key nowhere it could be read.
import { expect, test as base } from "@playwright/test";
import { Contract } from "./contract.mjs";
import { Playground } from "./playground.mjs";
import { samples, Service } from "./service.mjs";

export { expect };

export const test = base.extend({
  /** How many embedded engines the program runs. */
  engines: [2, { option: true }],
  /** How many runs an engine instance takes, running and pending; the program's own default if not set. */
  queueLimit: [undefined, { option: true }],
  /** The folder the program reads its workflows from. */
  workflows: [samples, { option: true }],
  /** Console errors that a test provokes: the browser itself reports a refused or failed request. */
  expectedErrors: [undefined, { option: true }],

  service: async ({ engines, queueLimit, workflows }, use, testInfo) => {
    const service = new Service({ engines, queueLimit, workflows });
    await service.start();
    await use(service);
    await service.stop();
    await testInfo.attach("flowdeck.log", { body: service.log, contentType: "text/plain" });
    expect(service.log, "the key is in no log").not.toContain(service.key);
  },

  /** The page, opened by the link that the program printed, and connected. */
  playground: async ({ page, service }, use) => {
    const playground = new Playground(page);
    await playground.open(service.link);
    await playground.connected();
    await use(playground);
    await playground.hides(service.key);
  },

  // Asks for the service to be judged before that is stopped, which the page is free to mind.
  quietConsole: [
    async ({ context, service: _, expectedErrors }, use) => {
      await isQuiet(context, expectedErrors, use);
    },
    { auto: true },
  ],
});

/** The same against a deployment that speaks only the contract's two operations. */
export const contractTest = base.extend({
  /** Whatever else is asked once, it refuses, and the browser reports that itself. */
  expectedErrors: [/status of 404/, { option: true }],

  contract: async ({}, use) => {
    const contract = new Contract();
    await contract.start();
    await use(contract);
    await contract.stop();
  },

  playground: async ({ page, contract }, use) => {
    const playground = new Playground(page);
    await playground.open(contract.link);
    await playground.connected();
    await use(playground);
    await playground.hides(contract.key);
  },

  quietConsole: [
    async ({ context, contract: _, expectedErrors }, use) => {
      await isQuiet(context, expectedErrors, use);
    },
    { auto: true },
  ],
});

async function isQuiet(context, expectedErrors, use) {
  const errors = [];
  context.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) errors.push(`${message.text()} (${message.location().url})`);
  });
  context.on("weberror", (error) => errors.push(String(error.error())));
  await use();
  const unexpected = errors.filter((error) => !expectedErrors?.test(error));
  expect(unexpected, "the browser's console is empty").toEqual([]);
}
