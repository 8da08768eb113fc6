// Runs are kept at the service as long as it says, and deleted there when somebody asks for it.
import { expect, test } from "./test.mjs";

// The runs are kept for 30 days. The detail of a deleted one is not found.
test.use({ keep: "30d", expectedErrors: /status of 40[49]/ });

test("a run is deleted at the service once that cannot be undone any more", async ({ page, playground, service }) => {
  await page.clock.install();
  await playground.choose("Slow blur");
  await playground.text("Size").fill("256");
  const run = await playground.start();
  await playground.waitForRun(run);
  const status = async () => {
    const url = `${service.address}api/v1/runs/${run}`;
    return (await page.request.get(url, { headers: { "X-API-KEY": service.key } })).status();
  };
  await expect(playground.result.getByText("kept until")).toBeAttached();

  await playground.act("Delete from the service");
  await expect(page.getByRole("status").filter({ hasText: "Run deleted, also from the service." })).toBeVisible();
  await expect(playground.row(run)).toHaveCount(0);
  await playground.undo.click();
  await expect(playground.row(run)).toBeVisible();
  expect(await status()).toBe(200);

  await playground.show(run);
  await playground.act("Delete from the service");
  await page.mouse.move(0, 0);
  await page.clock.runFor(11_000);
  await expect.poll(status).toBe(404);
  await page.clock.resume();
  await playground.reload();
  await expect(playground.row(run)).toHaveCount(0);
});

test("a run that the service does not delete is in the list again", async ({ page, playground }) => {
  await page.clock.install();
  await playground.choose("Slow blur");
  await playground.text("Size").fill("256");
  const run = await playground.start();
  await playground.waitForRun(run);
  const refuse = (route) =>
    route.request().method() === "DELETE"
      ? route.fulfill({ status: 409, json: { status: "error", data: [], errors: "it is kept", meta: null } })
      : route.fallback();
  await page.route(`**/api/v1/runs/${run}`, refuse);
  await playground.act("Delete from the service");
  await page.mouse.move(0, 0);
  await page.clock.runFor(11_000);
  await playground.show(run);
  await expect(playground.result).toContainText("Not deleted from the service");
});

test("in a batch, one result is deleted, or all of them by an action that says so", async ({
  page,
  playground,
  service,
}) => {
  await playground.choose("Slow blur");
  await playground.text("Size").fill("256");
  await playground.vary("Word");
  await playground.values("Word").fill("one\ntwo\nthree");
  await playground.form.getByRole("button", { name: "Run 3" }).click();
  await expect(playground.rows("completed")).toHaveCount(3);
  await page.clock.install();
  await playground.act("Delete from the service");
  await expect(playground.rows()).toHaveCount(2);
  await page.mouse.move(0, 0);
  await page.clock.runFor(11_000);
  await expect.poll(async () => (await service.get("/api/v1/runs")).runs.length).toBe(2);
  await playground.act("Delete all 2 runs of the batch from the service");
  await expect(playground.rows()).toHaveCount(0);
});
