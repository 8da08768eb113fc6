// The service stops during a run and starts again.
import { expect, NO_RESPONSE, test } from "./test.mjs";

const RUNS = "**/api/v1/runs*";

test.use({
  engines: 1,
  expectedErrors: NO_RESPONSE,
});

test.beforeEach(async ({ playground }) => {
  await playground.choose("Slow blur");
  await playground.text("Size").fill("1024");
});

test("the page shows the last known state, and every run is known again when the service is back", async ({
  playground,
  service,
}) => {
  const first = await playground.start();
  const second = await playground.start();
  await expect(playground.row(first)).toHaveAttribute("data-state", "running");
  await expect(playground.row(second)).toHaveAttribute("data-state", "pending");
  await service.kill();
  await expect(playground.state).toHaveText(/unreachable/i);
  await expect(playground.queue).toContainText(/stale/i);
  await expect(playground.queueButton).toContainText("queue unknown");
  await expect(playground.instances).toHaveCount(1);
  await expect(playground.row(first)).toBeVisible();
  await expect(playground.text("Word")).toHaveValue("patience");

  await service.start();
  await playground.connected();
  await playground.waitForRun(first);
  await playground.waitForRun(second);
  await playground.show(second);
  await expect(playground.images).toHaveJSProperty("naturalWidth", 1024);

  await test.step("a new run completes", async () => {
    await playground.text("Size").fill("256");
    await playground.waitForRun(await playground.start());
  });
});

test("Run waits while the service is unreachable, and says why", async ({ page, playground, service }) => {
  const sent = playground.submissions();
  await service.kill();
  await expect(playground.state).toHaveText(/unreachable/i);
  await expect(playground.run).toBeDisabled();
  await expect(playground.run).toHaveAccessibleDescription(/^The service isn’t reachable\./);
  await page.keyboard.press("Control+Enter");
  await service.start();
  await playground.connected();
  await expect(playground.run).toBeEnabled();
  await expect(playground.rows()).toHaveCount(0);
  expect(sent).toEqual([]);
});

test("a run without a response does not mention other origins", async ({ page, playground }) => {
  await page.route(RUNS, (route) =>
    route.request().method() === "POST" ? route.abort("connectionrefused") : route.continue(),
  );
  await playground.run.click();
  await expect(playground.runs.locator('.tile[data-state="unknown"]')).toHaveCount(1);
  await expect(playground.result).toContainText(
    "No response. Check your network and that the deployment is running. It may still have started",
  );
  await expect(playground.result).not.toContainText("CORS");
});

test("a run whose answer is lost is sent again, and starts once", async ({ page, playground, service }) => {
  await playground.text("Size").fill("256");
  let lost = 0;
  await page.route(RUNS, async (route) => {
    if (route.request().method() !== "POST" || lost === 4) return route.fallback();
    lost += 1;
    await route.fetch();
    await route.abort("connectionreset");
  });
  await playground.run.click();
  await expect(playground.rows("completed")).toHaveCount(1);
  await expect(playground.rows()).toHaveCount(1);
  const { count } = await service.get("/api/v1/runs");
  expect(count).toBe(1);
});

test("a run that waits for the service can be cancelled, and may have started", async ({ page, playground }) => {
  await page.route("**/api/v1/**", (route) => route.abort("connectionrefused"));
  await playground.run.click();
  await expect(playground.state).toHaveText(/unreachable/i);
  await expect(playground.result).toContainText("as soon as the service responds");
  const tile = playground.runs.locator(".tile");
  await tile.hover();
  await tile.getByRole("button", { name: "Cancel" }).click();
  await expect(tile).toHaveAttribute("data-state", "unknown");
  await expect(playground.result).toContainText("It may still have started");
});

test.describe("when it responds with an error", () => {
  test.use({ expectedErrors: /status of 500/ });

  test("the error is shown next to the active runs", async ({ page, playground }) => {
    await playground.text("Size").fill("2048");
    await playground.start();
    const json = { status: "error", data: null, errors: "the disk is full", meta: null };
    await page.route("**/api/v1/comfy/queue*", (route) => route.fulfill({ status: 500, json }));
    await expect(playground.result.getByRole("status").filter({ hasText: "the disk is full" })).toHaveCount(1);
  });
});
