// The runs of a batch in the list: one heading, one progress, one cancel.
import { readFile } from "node:fs/promises";
import { expect, test } from "./test.mjs";

const heading = (playground) => playground.runs.locator("[data-group]");

/** Starts one run per value of a field. */
async function runBatch(playground, field, values) {
  await playground.form.getByText("Vary a value", { exact: true }).click();
  await playground.choice("Vary").selectOption({ label: field });
  const list = playground.form.getByRole("button", { name: "List" });
  if (await list.isVisible()) await list.click();
  await playground.text("One value per line").fill(values.join("\n"));
  await playground.form.getByRole("button", { name: `Run ${values.length}` }).click();
}

test("a batch is collapsed, opens to its runs, downloads in order, and is removed as a whole", async ({
  page,
  playground,
}) => {
  await playground.choose("Slow blur");
  await playground.text("Size").fill("256");
  await runBatch(playground, "Word", ["one", "two"]);
  await expect(heading(playground)).toContainText("Word");
  await expect(heading(playground)).toContainText("2 of 2 done", { timeout: 45_000 });
  await expect(playground.rows()).toHaveCount(0);

  await test.step("each run is named by its value", async () => {
    await heading(playground).getByRole("button", { expanded: false }).click();
    await expect(playground.rows()).toHaveCount(2);
    await expect(playground.rows().first()).toContainText("Word: one");
    await expect(playground.rows().last()).toContainText("Word: two");
    await heading(playground).getByRole("button", { expanded: true }).click();
    await expect(playground.rows()).toHaveCount(0);
    // The run whose result is shown is inside the collapsed batch.
    await expect(heading(playground).getByRole("button", { expanded: false })).toHaveAttribute("aria-current", "true");
  });

  await test.step("all outputs are in one archive, in the order of the batch", async () => {
    const download = page.waitForEvent("download");
    await heading(playground).getByRole("button", { name: "Download all" }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^Slow blur-[0-9a-f]{8}\.zip$/);
    const bytes = await readFile(await file.path());
    for (const name of ["1 Word one slow-blur_", "2 Word two slow-blur_", "inputs.json", '"word": "two"'])
      expect(bytes.includes(name), name).toBe(true);
    await expect(heading(playground)).toContainText("2 of 2 done");
  });

  await test.step("it is removed at once, which Ctrl+Z undoes", async () => {
    await heading(playground).getByRole("button", { name: "Remove these 2 runs from the list" }).click();
    await expect(playground.runs).toContainText("No runs yet");
    await expect(page.getByRole("status").filter({ hasText: "2 runs removed from the list." })).toBeVisible();
    await page.keyboard.press("Control+z");
    await expect(heading(playground)).toContainText("2 of 2 done");
  });
});

test.describe("on one engine instance", () => {
  test.use({ engines: 1, depth: 3 });

  test("the last result stays in place while a later run is in progress", async ({ page, playground }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await playground.choose("Slow blur");
    await playground.text("Size").fill("256");
    await runBatch(playground, "Word", ["one", "two", "three", "four", "five", "six", "seven"]);
    await expect(heading(playground)).toContainText("7 of 7 done", { timeout: 45_000 });
    await heading(playground).getByRole("button", { expanded: false }).click();
    await playground.form.getByRole("combobox", { name: "Vary" }).selectOption("");
    await playground.text("Size").fill("2048");
    const slow = await playground.start();
    await playground.waitForRun(slow, "running");
    await expect(playground.images).toHaveJSProperty("naturalWidth", 256);
    await expect(playground.followed).toContainText(/running.*Slow blur/);
    const top = () => playground.result.evaluate((result) => result.getBoundingClientRect().top);
    const before = await top();
    await playground.followed.getByRole("button", { name: "Cancel" }).click();
    await playground.waitForRun(slow, "cancelled");
    await expect(playground.result).toContainText("Cancelled");
    await expect(playground.followed).toHaveText("");
    expect(await top()).toBe(before);
  });

  test("a batch that was cancelled after its first run is neither done nor cancelled", async ({ page, playground }) => {
    // Only the first run is sent: the others could end before they are cancelled.
    let sent = 0;
    await page.route("**/api/v1/runs?*", async (route) => {
      if (route.request().method() !== "POST") return route.fallback();
      sent += 1;
      if (sent === 1) await route.continue();
    });
    await playground.choose("Slow blur");
    await runBatch(playground, "Size", ["256", "320", "384"]);
    await expect(heading(playground)).toContainText("1 of 3 done", { timeout: 45_000 });
    await heading(playground).getByRole("button", { name: "Cancel all" }).click();
    await expect(heading(playground)).toContainText("1 of 3 done, 2 cancelled");
    await expect(heading(playground).locator(".state")).toHaveText("ended");
  });

  test("one click cancels every active run", async ({ playground }) => {
    await playground.choose("Slow blur");
    await runBatch(playground, "Size", ["2048", "1984", "1920"]);
    await expect(playground.instances).toHaveAttribute("data-pending", "2");
    await heading(playground).getByRole("button", { name: "Cancel all" }).click();
    await expect(heading(playground)).toContainText("0 of 3 done, 3 cancelled");
    await expect(heading(playground).locator("progress")).toHaveJSProperty("value", 0);
    await playground.showsTasks(playground.instances, 0, 0);
  });
});

test.describe("when one run may wait", () => {
  test.use({ engines: 1, depth: 1, queueLimit: 1, expectedErrors: /status of 429/ });

  test("a rejected run stays in its batch, with the reason from the deployment", async ({ playground }) => {
    await playground.choose("Slow blur");
    await runBatch(playground, "Size", ["2048", "1984", "1920"]);
    await expect(heading(playground)).toContainText(/[12] failed/);
    await heading(playground).getByRole("button", { expanded: false }).click();
    await playground.runs
      .locator('[data-state="failed"]')
      .getByRole("button", { name: /^failed/ })
      .first()
      .click();
    await expect(playground.result).toContainText(/queue|full/i);
    await heading(playground).getByRole("button", { name: "Cancel all" }).click();
  });
});
