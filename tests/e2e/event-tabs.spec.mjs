// The tabs of a browser share one stream of events.
import { EventDeployment } from "./event-deployment.mjs";
import { instance } from "./minimal-deployment.mjs";
import { Playground } from "./playground.mjs";
import { expect, minimalTest } from "./test.mjs";

/**
 * @type {import("@playwright/test").Fixtures<
 *   { deployment: EventDeployment }, {}, import("./test.mjs").MinimalFixtures & import("./test.mjs").TestArgs,
 *   import("./test.mjs").WorkerArgs
 * >}
 */
const withEvents = {
  deployment: async ({ browserName: _ }, use) => {
    const deployment = new EventDeployment();
    deployment.queue = [instance("http://10.0.0.1:8188")];
    await deployment.start();
    await use(deployment);
    await deployment.stop();
  },
};
const test = minimalTest.extend(withEvents);

/** Opens the page in another tab. */
async function openTab(context, link) {
  const tab = new Playground(await context.newPage());
  await tab.open(link);
  await tab.connected();
  return tab;
}

async function start(tab) {
  await tab.openManualForm("portrait");
  return tab.start();
}

/** Stops the tab's clock, and with it all polling. */
async function stopClock({ page }) {
  await page.clock.install();
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 500));
}

/** Every tab shows that the run is at this step, which only an event reported. */
async function showStep(tabs, deployment, run, value) {
  await expect(async () => {
    deployment.moment(run, { progress: { value, max: 20 } });
    for (const tab of tabs) {
      await expect(tab.row(run)).toContainText(`step ${value} of 20`, { timeout: 1000 });
    }
  }).toPass();
}

test("three tabs read one stream, and when the reading one closes, another goes on after the last event", async ({
  context,
  playground,
  deployment,
}) => {
  const reading = await openTab(context, deployment.link);
  const run = await start(reading);
  await expect.poll(() => deployment.openStreams).toBe(1);
  const others = [playground, await openTab(context, deployment.link)];
  const tabs = [reading, ...others];
  deployment.change(run, { status: "running" });
  for (const tab of tabs) await expect(tab.row(run)).toHaveAttribute("data-state", "running");
  await showStep(tabs, deployment, run, 3);
  expect(deployment.requested).toHaveLength(1);

  for (const tab of others) await stopClock(tab);
  await reading.page.close();
  await expect.poll(() => deployment.requested.at(-1)).toMatchObject({ lastId: "2" });
  expect(deployment.requested).toHaveLength(2);
  deployment.change(run, { status: "completed" });
  for (const tab of others) await tab.waitForRun(run);
  expect(deployment.openStreams).toBe(1);
});

test("a tab that is opened later is given the events of the others' stream", async ({
  context,
  playground,
  deployment,
}) => {
  const run = await start(playground);
  await expect.poll(() => deployment.openStreams).toBe(1);
  deployment.change(run, { status: "running" });
  await expect(playground.row(run)).toHaveAttribute("data-state", "running");
  const later = await openTab(context, deployment.link);
  await showStep([playground, later], deployment, run, 7);
  const sent = await start(later);
  deployment.change(sent, { status: "running" });
  await showStep([playground, later], deployment, sent, 2);
  expect(deployment.requested).toHaveLength(1);
});

test.describe("when the stream of the reading tab breaks", () => {
  test.use({ expectedErrors: /ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_RESET|status of (404|503)/ });

  test("the others poll until it is resumed", async ({ context, playground, deployment }) => {
    const run = await start(playground);
    const other = await openTab(context, deployment.link);
    deployment.change(run, { status: "running" });
    await showStep([playground, other], deployment, run, 1);
    deployment.streams = "busy";
    deployment.breakStreams();
    deployment.change(run, { status: "running", progress: { value: 9, max: 20 } });
    for (const tab of [playground, other]) await expect(tab.row(run)).toContainText("step 9 of 20");
    deployment.change(run, { status: "completed" });
    for (const tab of [playground, other]) await tab.waitForRun(run);
  });
});

test("tabs with different keys read a stream each, and the keys stay where they are", async ({
  context,
  playground,
  deployment,
}) => {
  const otherKey = "another-key-of-this-deployment";
  deployment.otherKeys.add(otherKey);
  await context.addInitScript(recordShared);
  await playground.page.reload();
  await playground.connected();
  await start(playground);
  const other = await openTab(context, deployment.link);
  await other.connectTo(deployment.address, otherKey);
  await other.connected();
  await expect.poll(() => deployment.openStreams).toBe(2);
  const keys = deployment.requested.map(({ key }) => key);
  expect(keys).toEqual([deployment.key, otherKey]);
  for (const { page } of [playground, other]) {
    const shared = await page.evaluate(() => /** @type {any} */ (globalThis).shared.join("\n"));
    expect(shared).toContain("flowdeck.events.");
    for (const key of keys) expect(shared).not.toContain(key);
  }
});

test("another key ends the stream of the one before", async ({ playground, deployment }) => {
  const otherKey = "another-key-of-this-deployment";
  deployment.otherKeys.add(otherKey);
  await start(playground);
  await expect.poll(() => deployment.openStreams).toBe(1);
  await playground.connectTo(deployment.address, otherKey);
  await playground.connected();
  await expect.poll(() => deployment.requested.at(-1).key).toBe(otherKey);
  await expect.poll(() => deployment.openStreams).toBe(1);
});

/** In the page: records the names and messages that its tabs share. */
function recordShared() {
  const page = /** @type {any} */ (globalThis);
  page.shared = [];
  const { postMessage } = BroadcastChannel.prototype;
  BroadcastChannel.prototype.postMessage = function (message) {
    page.shared.push(this.name, JSON.stringify(message));
    postMessage.call(this, message);
  };
  // An empty page has none.
  if (!navigator.locks) return;
  const locks = /** @type {any} */ (navigator.locks);
  const request = locks.request.bind(locks);
  locks.request = (name, ...rest) => {
    page.shared.push(name);
    return request(name, ...rest);
  };
}
