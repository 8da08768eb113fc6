// The service goes away in mid-run and comes back.
import { expect, test } from "./test.mjs";

test.use({
  engines: 1,
  expectedErrors: /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|ERR_SOCKET_NOT_CONNECTED/,
});

test.beforeEach(async ({ playground }) => {
  await playground.choose("Slow blur");
  await playground.text("Size").fill("1024");
});

test("the page says so, and keeps what it knew", async ({ playground, service }) => {
  const run = await playground.start();
  await expect(playground.row(run)).toHaveAttribute("data-state", "running");
  await service.kill();
  await expect(playground.state).toHaveText(/unreachable/i);
  await expect(playground.queue).toContainText(/stale/i);
  await expect(playground.instances).toHaveCount(1);
  await expect(playground.row(run)).toBeVisible();
  await expect(playground.text("Word")).toHaveValue("patience");
});

test("it recovers by itself, and every run is known again", async ({ playground, service }) => {
  const first = await playground.start();
  const second = await playground.start();
  await expect(playground.row(first)).toHaveAttribute("data-state", "running");
  await expect(playground.row(second)).toHaveAttribute("data-state", "pending");
  await service.kill();
  await expect(playground.state).toHaveText(/unreachable/i);
  await service.start();
  await playground.connected();
  await playground.ends(first, "failed");
  await playground.ends(second, "completed");
  await playground.show(second);
  await expect(playground.pictures).toHaveJSProperty("naturalWidth", 1024);
});

test("why a run failed is read whole in its row, on a phone as well", async ({ page, playground, service }) => {
  const run = await playground.start();
  await expect(playground.row(run)).toHaveAttribute("data-state", "running");
  await service.kill();
  await expect(playground.state).toHaveText(/unreachable/i);
  await service.start();
  await playground.ends(run, "failed");
  const { error } = await service.get(`/api/v1/runs/${run}`);
  const reason = playground.row(run).getByText(error, { exact: true });
  for (const width of [1260, 360]) {
    await page.setViewportSize({ width, height: 740 });
    if (width < 900) await playground.tab("Runs").click();
    await expect(reason).toBeVisible();
    await expect.poll(() => reason.evaluate((told) => told.scrollWidth - told.clientWidth)).toBeLessThanOrEqual(0);
  }
});

test("a run that nobody answers says that, and nothing of other origins", async ({ playground, service }) => {
  await service.kill();
  await expect(playground.state).toHaveText(/unreachable/i);
  await playground.run.click();
  await expect(playground.runs.locator('.run[data-state="unknown"]')).toHaveCount(1);
  await expect(playground.result).toContainText(
    "no answer; check that the deployment runs, and your network. It may have begun all the same",
  );
  await expect(playground.result).not.toContainText("CORS");
});

test.describe("where it answers with an error", () => {
  test.use({ expectedErrors: /status of 500/ });

  test("what it says is told beside the runs under way", async ({ page, playground }) => {
    await playground.start();
    const json = { status: "error", data: null, errors: "the disk is full", meta: null };
    await page.route("**/api/v1/comfy/queue*", (route) => route.fulfill({ status: 500, json }));
    await expect(playground.runs.getByRole("status").filter({ hasText: "the disk is full" })).toHaveCount(1);
  });
});

test("a new run can be started when it is back", async ({ playground, service }) => {
  await service.kill();
  await expect(playground.state).toHaveText(/unreachable/i);
  await service.start();
  await playground.connected();
  await playground.text("Size").fill("256");
  await playground.ends(await playground.start());
});
