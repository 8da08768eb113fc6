// The page follows its runs by the deployment's events.
import { EventDeployment } from "./event-deployment.mjs";
import { instance } from "./minimal-deployment.mjs";
import { expect, minimalTest } from "./test.mjs";

const ENGINE = "http://10.0.0.1:8188";
const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="70"><rect width="90" height="70"/></svg>';
const OUTPUTS = [{ filename: "picture.svg", s3_key: "picture.svg", url: "/picture.svg" }];

/**
 * @type {import("@playwright/test").Fixtures<
 *   { deployment: EventDeployment, run: string }, {},
 *   import("./test.mjs").MinimalFixtures & import("./test.mjs").TestArgs
 * >}
 */
const withEvents = {
  deployment: async ({ page }, use) => {
    const deployment = new EventDeployment();
    deployment.queue = [instance(ENGINE)];
    await deployment.start();
    await page
      .context()
      .route("**/picture.svg", (route) => route.fulfill({ contentType: "image/svg+xml", body: PICTURE }));
    await use(deployment);
    await deployment.stop();
  },
  /** The ID of a run in progress. */
  run: async ({ playground, deployment: _ }, use) => {
    await playground.openManualForm("portrait");
    await use(await playground.start());
  },
};
const test = minimalTest.extend(withEvents);

/** How often the detail of a run was read. */
const reads = (deployment, run) => deployment.detailReads.filter(({ runId }) => runId === run).length;

/** Waits until events report the run: its detail was read after the stream had begun. */
async function isFollowed(deployment, run) {
  const isRead = ({ runId, isStreaming }) => runId === run && isStreaming;
  await expect.poll(() => deployment.detailReads.some(isRead)).toBe(true);
}

/** Stops the page's clock, and with it all polling. */
async function stopClock(page) {
  await page.clock.install();
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 500));
}

test("events alone bring a run to its end, and its detail is read once more", async ({
  page,
  playground,
  deployment,
  run,
}) => {
  await isFollowed(deployment, run);
  await stopClock(page);
  deployment.change(run, { status: "running", attempts: 1 });
  await expect(playground.row(run)).toHaveAttribute("data-state", "running");
  const before = reads(deployment, run);
  deployment.moment(run, { progress: { value: 12, max: 20, node: "5" }, preview: "/picture.svg" });
  await expect(playground.row(run)).toContainText("step 12 of 20");
  await expect(playground.result.getByRole("img", { name: "Preview of the running run" })).toBeVisible();
  deployment.record("attempt", run, { attempts: 2 });
  await expect(playground.result).toContainText("attempt 2");
  expect(reads(deployment, run)).toBe(before);

  deployment.record("outputs", run, { outputs: OUTPUTS });
  deployment.change(run, { status: "completed", outputs: OUTPUTS });
  await playground.waitForRun(run);
  await expect(playground.images).toHaveJSProperty("naturalWidth", 90);
  expect(reads(deployment, run)).toBe(before + 1);
});

test("a run that failed shows the error of its event", async ({ page, playground, deployment, run }) => {
  await isFollowed(deployment, run);
  await stopClock(page);
  await page.route(`**/api/v1/runs/${run}`, (route) => route.fulfill({ status: 404, json: { detail: "Not Found" } }));
  deployment.change(run, { status: "failed", error: "the sampler is out of memory" });
  await playground.waitForRun(run, "failed");
  await expect(playground.result).toContainText("the sampler is out of memory");
});

test("without its detail, a run shows the outputs of its events", async ({ page, playground, deployment, run }) => {
  await isFollowed(deployment, run);
  await page.route(`**/api/v1/runs/${run}`, (route) => route.fulfill({ status: 404, json: { detail: "Not Found" } }));
  deployment.record("outputs", run, { outputs: OUTPUTS });
  deployment.change(run, { status: "completed" });
  await playground.waitForRun(run);
  await expect(playground.images).toHaveJSProperty("naturalWidth", 90);
});

for (const streams of ["missing", "otherMethods", "notAcceptable", "html"]) {
  test.describe(`a deployment whose answer to a request for events is ${streams}`, () => {
    test.use({ expectedErrors: /status of 40[456]/ });

    test("is polled, and not asked again", async ({ playground, deployment }) => {
      deployment.streams = streams;
      await playground.openManualForm("portrait");
      for (const _ of [1, 2]) {
        const run = await playground.start();
        deployment.change(run, { status: "running", progress: { value: 3, max: 20 } });
        await expect(playground.row(run)).toContainText("step 3 of 20");
        deployment.change(run, { status: "completed", outputs: OUTPUTS });
        await playground.waitForRun(run);
      }
      expect(deployment.requested).toHaveLength(1);
    });
  });
}

test.describe("a deployment with too many streams", () => {
  test.use({ expectedErrors: /status of (404|503)/ });

  test("is polled until it has room", async ({ playground, deployment }) => {
    deployment.streams = "busy";
    await playground.openManualForm("portrait");
    const run = await playground.start();
    deployment.change(run, { status: "running", progress: { value: 3, max: 20 } });
    await expect(playground.row(run)).toContainText("step 3 of 20");
    deployment.streams = "good";
    await isFollowed(deployment, run);
  });
});

test("a run is polled while nothing of the stream arrives", async ({ playground, deployment }) => {
  deployment.streams = "silent";
  await playground.openManualForm("portrait");
  const run = await playground.start();
  await expect.poll(() => deployment.openStreams).toBe(1);
  for (const value of [3, 4, 5]) {
    deployment.change(run, { status: "running", progress: { value, max: 20 } });
    await expect(playground.row(run)).toContainText(`step ${value} of 20`);
  }
  deployment.change(run, { status: "completed", outputs: OUTPUTS });
  await playground.waitForRun(run);
});

test.describe("a stream that breaks", () => {
  test.use({ expectedErrors: /ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_RESET|status of 404/ });

  test("is resumed after the last event", async ({ playground, deployment, run }) => {
    await isFollowed(deployment, run);
    deployment.change(run, { status: "running" });
    await expect(playground.row(run)).toHaveAttribute("data-state", "running");
    deployment.breakStreams();
    deployment.change(run, { status: "completed", outputs: OUTPUTS });
    await playground.waitForRun(run);
    await expect.poll(() => deployment.requested.map(({ lastId }) => lastId)).toEqual([undefined, "2"]);
  });

  test("and begins anew loses nothing", async ({ playground, deployment, run }) => {
    await isFollowed(deployment, run);
    deployment.isForgetful = true;
    deployment.breakStreams();
    deployment.change(run, { status: "running" });
    await expect.poll(() => deployment.requested).toHaveLength(2);
    await expect(playground.row(run)).toHaveAttribute("data-state", "running");
    await isFollowed(deployment, run);
    deployment.change(run, { status: "completed", outputs: OUTPUTS });
    await playground.waitForRun(run);
  });
});

test("an event without end is given up, and the run is followed by the next stream", async ({
  playground,
  deployment,
  run,
}) => {
  await isFollowed(deployment, run);
  deployment.send(`data: ${"a".repeat(1_100_000)}`);
  await expect.poll(() => deployment.requested).toHaveLength(2);
  await expect.poll(() => deployment.openStreams).toBe(1);
  deployment.change(run, { status: "completed", outputs: OUTPUTS });
  await playground.waitForRun(run);
});

test("events that mean nothing to the page are ignored", async ({ page, playground, deployment, run }) => {
  await isFollowed(deployment, run);
  const strange = [
    "event: state\ndata: {\n\n",
    "event: state\ndata: null\n\n",
    `event: state\nid: é🎈\ndata: {"run_id":"${run}","status":"paused"}\n\n`,
    `event: moment\ndata: {"run_id":"${run}","progress":{"value":-1,"max":"x"},"preview":7}\n\n`,
    'event: state\ndata: {"run_id":"another","status":"completed"}\n\n',
    `event: later\ndata: {"run_id":"${run}","status":"failed"}\n\n`,
    "\0\xff\r\r\n\n:::\n\n",
  ];
  await stopClock(page);
  for (const text of strange) deployment.send(text);
  deployment.change(run, { status: "running" });
  await expect(playground.row(run)).toHaveAttribute("data-state", "running");
  await expect(playground.rows()).toHaveCount(1);
});

test("without locks, a tab polls", async ({ page, playground, deployment }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "locks", { value: undefined }));
  await page.reload();
  await playground.connected();
  await playground.openManualForm("portrait");
  const run = await playground.start();
  deployment.change(run, { status: "completed", outputs: OUTPUTS });
  await playground.waitForRun(run);
  expect(deployment.requested).toEqual([]);
});
