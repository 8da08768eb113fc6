// The service is started again, with its key or with a new one.
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, NO_RESPONSE, test } from "./test.mjs";

const LAST_KNOWN = "Key rejected. Showing the last known state.";

test.use({
  engines: 1,
  expectedErrors: new RegExp(`${NO_RESPONSE.source}|status of 40[34]`),
});

test("the printed link and the open page keep working after a restart", async ({ playground, service }) => {
  const { link } = service;
  // Its list has loaded, so nothing is loading when the service stops.
  await playground.openPicker();
  await playground.picker.click();
  await service.kill();
  await expect(playground.state).toHaveText("unreachable");
  await service.start();
  expect(service.link).toBe(link);
  await playground.connected();
  await playground.choose("Slow blur");
  await playground.text("Size").fill("256");
  await playground.waitForRun(await playground.start());

  await test.step("a run that the deployment lost with its data is named so", async () => {
    await playground.text("Size").fill("2048");
    const run = await playground.start();
    await expect(playground.row(run)).toHaveAttribute("data-state", "running");
    await service.kill();
    for (const name of await readdir(service.data)) {
      if (name !== "key") await rm(join(service.data, name), { recursive: true });
    }
    await service.start();
    await playground.reload();
    await playground.waitForRun(run, "unknown");
    await playground.show(run);
    await expect(playground.result).toContainText("This deployment no longer knows this run.");
  });
});

test("with a new key, the page shows the last known state everywhere and says what to do", async ({
  page,
  playground,
  service,
}) => {
  await playground.choose("Slow blur");
  await playground.text("Size").fill("2048");
  const run = await playground.start();
  await expect(playground.row(run)).toHaveAttribute("data-state", "running");
  await service.kill();
  await rm(join(service.data, "key"));
  await service.start();

  await expect(playground.state).toHaveText("key rejected");
  await playground.showsError(playground.key, /^This key doesn’t match this service\. Open the link/);
  await expect(playground.result.getByRole("status").filter({ hasText: LAST_KNOWN })).toBeVisible();
  await expect(playground.queue.getByRole("status")).toContainText(LAST_KNOWN);
  await expect(playground.queue).not.toContainText("Connect to a deployment");

  await test.step("the clocks of its runs stand still", async () => {
    const duration = playground.row(run).locator(".run-duration");
    const before = await duration.textContent();
    const age = playground.queue.locator(".queue-age");
    const seen = await age.textContent();
    await expect(age).not.toHaveText(seen);
    await expect(duration).toHaveText(before);
  });

  await test.step("the new link connects again, and the run can be cancelled", async () => {
    await page.goto(service.link);
    await playground.connected();
    await playground.cancel(run);
    await playground.waitForRun(run, "cancelled");
  });
});
