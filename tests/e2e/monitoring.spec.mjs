// What became of the runs at the deployment, in a dialog.
import { expectAccessible } from "./axe.mjs";
import { png } from "./images.mjs";
import { expect, minimalTest, test } from "./test.mjs";

const dialog = (page) => page.getByRole("dialog", { name: "Monitoring" });

/** Opens the dialog by the menu of the header. */
async function open(page) {
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("button", { name: "Monitoring" }).click();
  await expect(dialog(page)).toBeVisible();
}

/** The number of runs in a state. */
const figure = (page, state) =>
  dialog(page)
    .locator(".figure", { has: page.getByText(state, { exact: true }) })
    .getByRole("definition");

test("runs are counted by state and workflow, with their times, slow nodes and reasons", async ({
  page,
  playground,
}) => {
  const picture = await png(page, [[[0, 0, 0]]], "picture.png");
  await playground.choose("Poster");
  await playground.text("Title").fill("Open studio");
  await playground.file("Photo").setInputFiles({ ...picture, buffer: picture.buffer.subarray(0, 60) });
  const failed = await playground.start();
  await playground.waitForRun(failed, "failed");
  await playground.choose("Slow blur");
  // Nodes of less than 0.1 s are not shown.
  await playground.text("Size").fill("1024");
  await playground.waitForRun(await playground.start());

  await open(page);
  await expect(figure(page, "Completed")).toHaveText("1");
  await expect(figure(page, "Failed")).toHaveText("1");
  await expect(figure(page, "Waiting")).toHaveText("0");
  const workflow = dialog(page)
    .getByRole("list", { name: "Workflows" })
    .locator("> li")
    .filter({ hasText: "Slow blur" });
  await expect(workflow).toContainText("1 completed");
  await expect(workflow).toContainText(/Run timemedian \d.* s, 95% within \d/);
  await expect(workflow.getByRole("img", { name: /^Up to .* per run$/ })).toBeVisible();
  await expect(workflow).toContainText("Slowest nodes");
  await expectAccessible(page);

  await test.step("another period is read at once", async () => {
    await dialog(page).getByRole("combobox", { name: "Period" }).selectOption("Last hour");
    await expect(figure(page, "Completed")).toHaveText("1");
  });

  await test.step("the reason of a failure leads to its run", async () => {
    const reasons = dialog(page).getByRole("list", { name: "Why runs failed" });
    await expect(reasons.getByRole("listitem")).toHaveCount(1);
    await expect(reasons).toContainText("1 run");
    await reasons.getByRole("button", { name: "Show run" }).click();
    await expect(dialog(page)).toHaveCount(0);
    await expect(playground.showButton(failed)).toHaveAttribute("aria-pressed", "true");
  });
});

test("the palette opens the dialog, and Escape closes it", async ({ page, playground: _ }) => {
  const palette = page.getByRole("dialog", { name: "Command palette" });
  await page.keyboard.press("Control+k");
  await expect(palette.getByRole("combobox")).toBeFocused();
  await page.keyboard.type("monitoring");
  await expect(palette.getByRole("option")).toHaveText([/^ActionMonitoring/]);
  await page.keyboard.press("Enter");
  await expect(dialog(page)).toContainText("No runs in this period.");
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
});

minimalTest("a deployment without monitoring says so", async ({ page, playground: _ }) => {
  await open(page);
  await expect(dialog(page).getByRole("alert")).toHaveText("This deployment doesn’t offer monitoring.");
});
