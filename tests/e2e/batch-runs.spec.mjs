// The runs of a batch in the list: one heading, one progress, one cancel.
import { readFile } from "node:fs/promises";
import { expect, test } from "./test.mjs";

const heading = (playground) => playground.runs.locator("[data-group]");

/** Starts one run per value of a field. */
async function runBatch(playground, field, values) {
  await playground.vary(field);
  const list = playground.form.getByRole("button", { name: "List" });
  if (await list.isVisible()) await list.click();
  await playground.values(field).fill(values.join("\n"));
  await playground.form.getByRole("button", { name: `Run ${values.length}` }).click();
}

test("nothing on the contact sheet moves while the results of a batch arrive", async ({ playground }) => {
  await playground.choose("Slow blur");
  await playground.text("Size").fill("384");
  await runBatch(playground, "Word", ["one", "two", "three", "four"]);
  const boxes = () =>
    playground.result.locator(".sheet").evaluate((sheet) => {
      const parts = [...sheet.querySelectorAll(".cell, .tile-picture, .cell-value")];
      return parts.map((part) => {
        const { x, y, height } = part.getBoundingClientRect();
        return [x, y, height].join(" ");
      });
    });
  await expect(playground.rows("completed")).not.toHaveCount(0);
  const before = await boxes();
  expect(before).toHaveLength(12);
  await expect(heading(playground)).toContainText("4 of 4 done");
  await expect(playground.result.locator("img")).toHaveCount(4);
  expect(await boxes()).toEqual(before);
});

test("a batch is one tile and a contact sheet, downloads in order, and is removed as a whole", async ({
  page,
  playground,
}) => {
  await playground.choose("Slow blur");
  await playground.text("Size").fill("256");
  await runBatch(playground, "Word", ["one", "two"]);
  await expect(heading(playground)).toContainText("Word");
  await expect(heading(playground)).toContainText("2 of 2 done");
  await expect(heading(playground).getByRole("button").first()).toHaveAttribute("aria-pressed", "true");

  await test.step("each result has its value as caption", async () => {
    await expect(playground.rows()).toHaveCount(2);
    await expect(playground.rows().first()).toContainText("one");
    await expect(playground.rows().last()).toContainText("two");
    await expect(playground.result.locator("img")).toHaveCount(2);
  });

  await test.step("all fit the stage, and each has a star", async () => {
    const sheet = await playground.result.locator(".stage").boundingBox();
    const last = await playground.rows().last().boundingBox();
    expect(last.y + last.height).toBeLessThanOrEqual(sheet.y + sheet.height);
    await playground.rows().first().hover();
    await playground.rows().first().getByRole("button", { name: "Star" }).click();
    await expect(playground.rows().first()).toHaveAttribute("data-starred", "");
    await playground.rows().first().getByRole("button", { name: "Star" }).click();
    await expect(heading(playground)).not.toHaveAttribute("data-starred");
  });

  await test.step("one of them fills the stage, and a slider moves through all", async () => {
    const last = playground.rows().last().getByRole("button").first();
    await last.click();
    await expect(playground.result.getByRole("toolbar", { name: "Selected result" })).toContainText("Word: two");
    await last.click();
    const slider = playground.result.getByRole("slider", { name: "Result of the batch" });
    await expect(slider).toHaveAttribute("aria-valuetext", "two");
    await expect(slider).toBeFocused();
    await expect(playground.result.locator(".result-head")).toContainText("Word: two");
    await playground.result.getByRole("button", { name: "Star" }).click();
    await expect(heading(playground)).toHaveAttribute("data-starred", "");
    const download = playground.result.getByRole("link", { name: "Download" });
    const saved = page.waitForEvent("download");
    await download.click();
    expect((await saved).suggestedFilename()).toMatch(/^Word two slow-blur_\d+.*\.png$/);
    await expect(playground.images).toHaveJSProperty("naturalWidth", 256);
    await slider.press("Home");
    await expect(slider).toHaveAttribute("aria-valuetext", "one");
    await expect(slider).toBeFocused();
    await expect(playground.result.getByRole("article")).toContainText("one");
    await playground.result.getByRole("button", { name: "All 2" }).click();
    await expect(playground.rows()).toHaveCount(2);
    await expect(playground.rows().first().getByRole("button").first()).toBeFocused();
  });

  await test.step("the arrow keys choose the one that the actions are for", async () => {
    const show = (row) => row.getByRole("button").first();
    await show(playground.rows().first()).focus();
    await page.keyboard.press("ArrowRight");
    await expect(show(playground.rows().last())).toHaveAttribute("aria-pressed", "true");
    await expect(playground.result.getByRole("toolbar", { name: "Selected result" })).toContainText("two");
    await playground.act("Use these values");
    await expect(playground.text("Word")).toHaveValue("two");
    await playground.undo.click();
    await expect(playground.values("Word")).toHaveValue("one\ntwo");
    await expect(playground.result, "the values that came back are those of the next batch").toContainText(
      "Not sent yet",
    );
    await heading(playground).getByRole("button").first().click();
  });

  await test.step("a comparison asks which of its results is the second one", async () => {
    const hint = playground.runs.getByText("Pick a second run");
    await playground.act("Compare");
    await expect(hint).toBeVisible();
    await playground.rows().first().getByRole("button").first().click();
    await expect(playground.comparison).toContainText("Word two ↔ one");
    await heading(playground).getByRole("button").first().click();
    await expect(hint).toBeVisible();
    await expect(playground.rows()).toHaveCount(2);
    await playground.rows().first().getByRole("button").first().press("Escape");
    await expect(hint).toBeHidden();
    await playground.act("Compare");
    await playground.rows().first().getByRole("button").first().click();
    // It gets the focus in the next frame, and with it the keys.
    await expect(playground.comparison.getByRole("button", { name: "Side by side" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(playground.comparison).toHaveCount(0);
    await heading(playground).getByRole("button").first().click();
    await expect(playground.rows()).toHaveCount(2);
    await playground.act("Compare");
    await expect(hint).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(hint).toBeHidden();
    await expect(playground.rows(), "all results are shown again").toHaveCount(2);
  });

  await test.step("all outputs are in one archive, in the order of the batch", async () => {
    const download = page.waitForEvent("download");
    // Not behind “More actions”.
    await playground.result.getByRole("button", { name: "Download all" }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^Slow blur-[0-9a-f]{8}\.zip$/);
    const bytes = await readFile(await file.path());
    for (const name of ["1 Word one slow-blur_", "2 Word two slow-blur_", "inputs.json", '"word": "two"'])
      expect(bytes.includes(name), name).toBe(true);
    await expect(heading(playground)).toContainText("2 of 2 done");
  });

  await test.step("it is removed at once, which Ctrl+Z undoes", async () => {
    await heading(playground).getByRole("button", { name: "Remove these 2 runs from the list" }).click();
    await expect(heading(playground)).toHaveCount(0);
    await expect(page.getByRole("status").filter({ hasText: "2 runs removed from the list." })).toBeVisible();
    await page.keyboard.press("Control+z");
    await expect(heading(playground)).toContainText("2 of 2 done");
  });
});

test("results of a batch have different names, and S marks the one with the focus", async ({ page, playground }) => {
  await playground.choose("Slow blur");
  await playground.text("Size").fill("256");
  await runBatch(playground, "Word", ["one", "two"]);
  await expect(heading(playground)).toContainText("2 of 2 done");
  const names = await playground.result
    .locator(".cell")
    .getByRole("button")
    .evaluateAll((all) => all.map((button) => button.ariaLabel).filter(Boolean));
  expect(names.length).toBeGreaterThan(2);
  expect(new Set(names).size).toBe(names.length);
  await playground.act("Compare");
  await playground.rows().last().getByRole("button").first().focus();
  await page.keyboard.press("s");
  await expect(playground.rows().last()).toHaveAttribute("data-starred", "");
  await expect(playground.rows().first()).not.toHaveAttribute("data-starred");
});

test("an enlarged image leads through its batch and can be starred", async ({ page, playground }) => {
  await playground.choose("Slow blur");
  await playground.text("Size").fill("256");
  await runBatch(playground, "Word", ["one", "two", "three"]);
  await expect(heading(playground)).toContainText("3 of 3 done");
  await playground.result.getByRole("button", { name: /^completed one/ }).dblclick();
  await playground.result.getByRole("button", { name: "Zoom" }).click();
  const enlarged = page.getByRole("dialog");
  await expect(enlarged).toBeVisible();
  const values = playground.result.getByRole("article");
  for (const [key, value] of [
    ["ArrowRight", "two"],
    ["ArrowRight", "three"],
    ["ArrowLeft", "two"],
  ]) {
    await page.keyboard.press(key);
    await expect(values).toContainText(`Word: ${value}`);
    await expect(enlarged).toContainText(`Word: ${value} · slow-blur_`);
  }
  await page.keyboard.press("s");
  await expect(enlarged.getByRole("button", { name: "Star" })).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("Escape");
  await expect(values).toContainText("Word: two");
});

test.describe("on one engine instance", () => {
  test.use({ engines: 1, depth: 3 });

  test("the last result stays in place while a later run is in progress", async ({ page, playground }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await playground.choose("Slow blur");
    await playground.text("Size").fill("256");
    await runBatch(playground, "Word", ["one", "two", "three", "four", "five", "six", "seven"]);
    await expect(heading(playground)).toContainText("7 of 7 done");
    await playground.form.getByRole("button", { name: "Stop varying Word" }).click();
    await playground.text("Size").fill("2048");
    const slow = await playground.start();
    await playground.waitForRun(slow, "running");
    await expect(playground.rows("completed")).toHaveCount(7);
    await expect(playground.followed).toContainText(/running.*Slow blur/);
    const top = () => playground.result.getByRole("article").evaluate((result) => result.getBoundingClientRect().top);
    const before = await top();
    await playground.followed.getByRole("button", { name: "Cancel" }).click();
    await playground.waitForRun(slow, "cancelled");
    await expect(playground.followed).toHaveText("");
    await expect(heading(playground)).toContainText("7 of 7 done");
    expect(await top()).toBe(before);
  });

  test("an older result that is looked at stays while a new run is in progress", async ({ playground }) => {
    await playground.choose("Slow blur");
    await playground.text("Size").fill("256");
    await runBatch(playground, "Word", ["one", "two", "three"]);
    await expect(heading(playground)).toContainText("3 of 3 done");
    await playground.form.getByRole("button", { name: "Stop varying Word" }).click();
    await playground.result.getByRole("button", { name: /^completed two/ }).dblclick();
    const article = playground.result.getByRole("article");
    await expect(article).toContainText("Word: two");
    await playground.text("Size").fill("2048");
    await playground.start();
    await expect(playground.followed).toContainText(/running.*Slow blur/);
    await expect(article).toContainText("Word: two");
    await playground.followed.getByRole("button", { name: "Cancel" }).click();
    await expect(playground.followed).toHaveText("");
    await expect(article).toContainText("Word: two");

    await test.step("and the results of a batch that was drawn before take the stage", async () => {
      await runBatch(playground, "Word", ["four", "five"]);
      await expect(article).toContainText("0 of 2 done");
      await heading(playground).first().getByRole("button", { name: "Cancel all" }).click();
    });
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
    await expect(heading(playground)).toContainText("1 of 3 done");
    await heading(playground).getByRole("button", { name: "Cancel all" }).click();
    await expect(heading(playground)).toContainText("1 of 3 done, 2 cancelled");
    await expect(heading(playground).locator(".state")).toHaveText("ended");
  });

  test("every active run is cancelled beside the strip, and the contact sheet stays in its place", async ({
    playground,
  }) => {
    await playground.choose("Slow blur");
    await runBatch(playground, "Size", ["2048", "1984"]);
    const top = () => playground.result.locator(".stage").evaluate((stage) => stage.getBoundingClientRect().top);
    await expect(playground.followed).toContainText("0 of 2 done");
    const before = await top();
    await playground.followed.getByRole("button", { name: "Cancel all" }).click();
    await expect(heading(playground)).toContainText("0 of 2 done, 2 cancelled");
    await expect(playground.followed).toHaveText("");
    expect(await top()).toBe(before);
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

  test("the runs of a batch wait for room in the queue, and all complete", async ({ playground, service }) => {
    await playground.choose("Slow blur");
    await playground.text("Size").fill("512");
    await runBatch(playground, "Word", ["one", "two", "three", "four", "five", "six"]);
    await expect(playground.result).toContainText("The queue has no room for this run yet.");
    await expect(heading(playground)).toContainText("6 of 6 done");
    expect((await service.get("/api/v1/runs")).count).toBe(6);
  });

  test("a run that waits for room can be cancelled, and is not sent", async ({ playground, service }) => {
    await playground.choose("Slow blur");
    await runBatch(playground, "Size", ["2048", "1984", "1920"]);
    await expect(playground.result).toContainText("The queue has no room for this run yet.");
    await heading(playground).getByRole("button", { name: "Cancel all" }).click();
    await expect(playground.result.locator('[data-state="cancelled"]')).toHaveCount(3);
    expect((await service.get("/api/v1/runs")).count).toBeLessThan(3);
  });
});

test("the browser asks before the page is left while runs of a batch are to be sent", async ({ page, playground }) => {
  let release = () => {};
  const released = new Promise((resolve) => (release = () => resolve(undefined)));
  await page.route("**/api/v1/runs?*", async (route) => {
    if (route.request().method() === "POST") await released;
    await route.continue();
  });
  await playground.choose("Slow blur");
  await playground.text("Size").fill("256");
  await runBatch(playground, "Word", ["one", "two", "three"]);
  const asked = page.waitForEvent("dialog");
  await page.evaluate(() => void setTimeout(() => location.reload()));
  const question = await asked;
  expect(question.type()).toBe("beforeunload");
  await question.dismiss();
  release();
  await expect(playground.rows("completed")).toHaveCount(3);
});
