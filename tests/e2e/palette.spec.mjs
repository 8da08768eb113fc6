// The command palette and the sheet of keyboard shortcuts.
import { expectAccessible } from "./axe.mjs";
import { expect, test } from "./test.mjs";

test("the palette finds workflows, actions, settings and runs, by keyboard alone", async ({ page, playground }) => {
  const palette = page.getByRole("dialog", { name: "Command palette" });
  const search = palette.getByRole("combobox");
  await playground.choose("Slow blur");
  await playground.text("Size").fill("256");
  const run = await playground.start();
  await playground.waitForRun(run);

  await page.keyboard.press("Control+k");
  await expect(search).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type("poster");
  await expect(palette.getByRole("option")).toHaveText([/^WorkflowPoster/]);
  await page.keyboard.press("Enter");
  await expect(palette).toHaveCount(0);
  await expect(playground.picker).toHaveText("Poster");

  await page.keyboard.press("Control+k");
  await page.keyboard.type("dark");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");

  await page.keyboard.press("Control+k");
  await page.keyboard.type("result patience");
  await expect(palette.getByRole("option", { selected: true })).toContainText("patience");
  await page.keyboard.press("Enter");
  await expect(playground.showButton(run)).toHaveAttribute("aria-pressed", "true");

  await test.step("an entry is replaced by another one with its name", async () => {
    await page.keyboard.press("Control+k");
    await page.keyboard.type("slow");
    const options = palette.getByRole("option");
    await expect(options).toHaveText([/^WorkflowSlow blur/, /^ResultSlow blur/]);
    await page.keyboard.type(" patience");
    await expect(options).toHaveText([/^ResultSlow blur/]);
    await page.keyboard.press("Escape");
  });

  await page.keyboard.press("Control+k");
  await page.keyboard.type("compare");
  await page.keyboard.press("Enter");
  await expect(playground.runs).toContainText("Pick a second run");

  await page.keyboard.press("Control+k");
  await page.keyboard.type("no such thing");
  await expect(palette).toContainText("Nothing found.");
  await page.keyboard.press("Escape");
  await expect(palette).toHaveCount(0);
});

test("the sheet of shortcuts opens with a question mark, except in a text field", async ({ page, playground }) => {
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await playground.choose("Slow blur");
  await playground.text("Word").fill("");
  await playground.text("Word").press("?");
  await expect(playground.text("Word")).toHaveValue("?");
  await expect(sheet).toHaveCount(0);
  await playground.picker.press("?");
  await expect(sheet).toContainText("Compare the shown run with another");
  await expectAccessible(page);
  await sheet.getByRole("button", { name: "Close" }).click();
  await expect(sheet).toHaveCount(0);
});
