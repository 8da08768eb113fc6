// Runs of the real program, followed by its events: in one tab, in several, and through nginx.
import { Nginx } from "./nginx.mjs";
import { Playground } from "./playground.mjs";
import { expect, test } from "./test.mjs";

test.use({ engines: 1 });

/** The size of its picture: large enough that the run lasts until a busy machine has looked at every tab. */
const SIZE = 1280;
const PROGRESS = /\d+% · Blur \d+ of 12/;

const isStream = (request) => new URL(request.url()).pathname === "/api/v1/events";
const isDetail = (request) => request.method() === "GET" && /\/api\/v1\/runs\/[^/]+$/.test(request.url());

/** Collects the requests of all tabs that match. */
function collect(context, matches) {
  const found = [];
  context.on("request", (request) => {
    if (matches(request)) found.push(request);
  });
  return found;
}

/** Starts a run that lasts for some seconds. */
async function startSlow(playground) {
  await playground.choose("Slow blur");
  await playground.text("Size").fill(String(SIZE));
  return playground.start();
}

/** Waits until events report the page's runs: their details are read after the stream has begun. */
async function isFollowed({ page }, start) {
  const stream = page.waitForResponse((response) => isStream(response.request()));
  const detail = stream.then(() => page.waitForResponse((response) => isDetail(response.request())));
  const run = await start();
  await detail;
  return run;
}

/** Stops the page's clock, and with it all polling. */
async function stopClock({ page }) {
  await page.clock.install();
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 500));
}

async function openTab(context, link) {
  const tab = new Playground(await context.newPage());
  await tab.open(link);
  await tab.connected();
  return tab;
}

test("events alone show how far a run is, and its result", async ({ context, playground }) => {
  const run = await isFollowed(playground, () => startSlow(playground));
  await stopClock(playground);
  await expect(playground.row(run)).toContainText(PROGRESS);
  const details = collect(context, isDetail);
  await playground.waitForRun(run);
  await expect(playground.images).toHaveJSProperty("naturalWidth", SIZE);
  expect(details).toHaveLength(1);
});

test("three tabs read one stream, and the run ends in the others when the reading one is closed", async ({
  context,
  service,
}) => {
  const streams = collect(context, isStream);
  const tabs = [await openTab(context, service.link), await openTab(context, service.link)];
  const run = await startSlow(tabs[0]);
  tabs.push(await openTab(context, service.link));
  for (const tab of tabs) await expect(tab.row(run)).toContainText(PROGRESS);
  expect(streams).toHaveLength(1);
  const reading = tabs.find(({ page }) => page === streams[0].frame().page());
  const others = tabs.filter((tab) => tab !== reading);
  for (const tab of others) await stopClock(tab);
  await reading.page.close();
  for (const tab of others) {
    await tab.waitForRun(run);
    await tab.show(run);
    await expect(tab.images).toHaveJSProperty("naturalWidth", SIZE);
  }
  expect(streams).toHaveLength(2);
  expect(await streams[1].headerValue("last-event-id")).toMatch(/^\d+$/);
});

test("a tab follows a run that another tab has sent", async ({ context, playground, service }) => {
  const sending = await openTab(context, service.link);
  await stopClock(playground);
  const run = await startSlow(sending);
  await expect(playground.row(run)).toContainText(PROGRESS);
});

/**
 * @type {import("@playwright/test").Fixtures<
 *   { settings: string[], nginx: Nginx, proxied: Playground }, {},
 *   import("./test.mjs").ServiceFixtures & import("./test.mjs").TestArgs
 * >}
 */
const behindNginx = {
  /** Further lines of nginx's configuration. */
  settings: [[], { option: true }],
  nginx: async ({ service, settings }, use) => {
    const nginx = new Nginx();
    await nginx.start(service.port, settings);
    await use(nginx);
    await nginx.stop();
  },
  /** The page as nginx serves it. */
  proxied: async ({ context, service, nginx }, use) => {
    const tab = await openTab(context, `${nginx.address}#key=${service.key}`);
    await use(tab);
    // The tab would report that nginx is gone.
    await tab.page.close();
  },
};
const withNginx = test.extend(behindNginx);

withNginx.describe("through nginx", () => {
  withNginx("events alone show how far a run is, and its result", async ({ proxied }) => {
    const run = await isFollowed(proxied, () => startSlow(proxied));
    await stopClock(proxied);
    await expect(proxied.row(run)).toContainText(PROGRESS);
    await proxied.waitForRun(run);
    await expect(proxied.images).toHaveJSProperty("naturalWidth", SIZE);
  });

  withNginx.describe("that holds back answers", () => {
    withNginx.use({ settings: ["proxy_buffering on;", "proxy_ignore_headers X-Accel-Buffering;"] });

    withNginx("polling shows how far a run is, and its result", async ({ proxied }) => {
      const stream = proxied.page.waitForRequest(isStream);
      const run = await startSlow(proxied);
      await stream;
      await expect(proxied.row(run)).toContainText(PROGRESS);
      await proxied.waitForRun(run);
      await expect(proxied.images).toHaveJSProperty("naturalWidth", SIZE);
    });
  });
});
