// The contact sheet: how large its pictures are, and what is drawn before Run.
import { expect, test } from "./test.mjs";

test.use({ engines: 1 });

const GAP = 8;
const sheet = (playground) => playground.result.getByRole("list", { name: "Results of the batch" });

/** The boxes of the pictures, and the size that the stage leaves for them. */
async function measured(playground) {
  return await playground.result.locator(".stage").evaluate((stage) => {
    const boxes = [...stage.querySelectorAll(".tile-picture")].map((picture) => {
      const { x, y, width, height } = picture.getBoundingClientRect();
      return { x, y, width, height };
    });
    const { paddingLeft, paddingRight, paddingTop, paddingBottom } = getComputedStyle(stage);
    const [left, right, top, bottom] = [paddingLeft, paddingRight, paddingTop, paddingBottom].map(Number.parseFloat);
    return { boxes, room: { width: stage.clientWidth - left - right, height: stage.clientHeight - top - bottom } };
  });
}

/** The largest area that so many pictures of this ratio can have, in any number of columns. */
function largestArea(count, ratio, { width, height }) {
  const areas = Array.from({ length: count }, (_, index) => {
    const [columns, rows] = [index + 1, Math.ceil(count / (index + 1))];
    const byWidth = (width - GAP * (columns - 1)) / columns;
    const byHeight = ((height - GAP * (rows - 1)) / rows) * ratio;
    const side = Math.max(0, Math.min(byWidth, byHeight));
    return (count * side * side) / ratio;
  });
  return Math.max(...areas);
}

/** Varies a field over these values. */
async function vary(playground, field, values) {
  await playground.vary(field);
  const list = playground.form.getByRole("button", { name: "List" }).last();
  if (await list.isVisible()) await list.click();
  await playground.values(field).fill(values.join("\n"));
}

async function completed(playground, count) {
  await playground.form.getByRole("button", { name: `Run ${count}` }).click();
  await expect(sheet(playground).locator('[data-state="completed"] img')).toHaveCount(count);
}

test("pictures that fit the stage are as large as the best number of columns allows", async ({ page, playground }) => {
  await playground.choose("Slow blur");
  await playground.text("Size").fill("256");
  for (const count of [2, 3, 7]) {
    await vary(
      playground,
      "Word",
      Array.from({ length: count }, (_, index) => `word ${index}`),
    );
    await completed(playground, count);
    for (const [width, height] of [
      [1440, 900],
      [1024, 768],
      [2560, 1440],
    ]) {
      await page.setViewportSize({ width, height });
      const { boxes, room } = await measured(playground);
      const area = boxes.reduce((sum, box) => sum + box.width * box.height, 0);
      const share = area / largestArea(count, 1, room);
      expect(share, `${count} pictures at ${width} × ${height}`).toBeGreaterThan(0.95);
      const overflow = (stage) => stage.scrollHeight - stage.clientHeight;
      expect(await playground.result.locator(".stage").evaluate(overflow)).toBeLessThanOrEqual(0);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await playground.form.getByRole("button", { name: "Stop varying Word" }).click();
  }
});

test("large pictures are larger and at least 230 px wide, and the headings of a grid stay in view", async ({
  page,
  playground,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await playground.choose("Slow blur");
  await vary(playground, "Word", ["one", "two", "three"]);
  await vary(playground, "Size", ["256", "320", "384"]);
  await completed(playground, 9);
  const names = ["", "Size 256", "320", "384", "Word one", "two", "three"];
  await expect(sheet(playground).locator(".sheet-heading")).toHaveText(names);
  const [fitted] = (await measured(playground)).boxes;
  await playground.result.getByRole("button", { name: "Large" }).click();
  const { boxes } = await measured(playground);
  for (const { width } of boxes) expect(width).toBeGreaterThanOrEqual(Math.max(230, 1.4 * fitted.width - 1));
  const last = sheet(playground).locator("[data-run-id]").last();
  await last.scrollIntoViewIfNeeded();
  const [column, row] = ["384", "three"].map((text) => sheet(playground).getByText(text, { exact: true }));
  await expect(column).toBeInViewport({ ratio: 1 });
  await expect(row).toBeInViewport({ ratio: 1 });
  const [above, beside, cell] = await Promise.all([column, row, last].map((part) => part.boundingBox()));
  expect(above.x).toBe(cell.x);
  expect(beside.y).toBe(cell.y);
  // The choice is kept.
  await playground.reload();
  await expect(playground.result.getByRole("button", { name: "Large" })).toHaveAttribute("aria-pressed", "true");
});

test("the sheet is drawn before Run, in the place that its results will have", async ({ page, playground }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await playground.choose("Slow blur");
  await playground.text("Size").fill("256");
  await playground.waitForRun(await playground.start());
  await vary(playground, "Word", ["one", "two", "three"]);
  await expect(playground.result).toContainText("Not sent yet");
  await expect(sheet(playground).locator(".cell-value")).toHaveText(["one", "two", "three"]);
  await expect(sheet(playground).locator(".run-status")).toHaveText([/^≈ /, /^≈ /, /^≈ /]);
  const before = await measured(playground);

  await test.step("a result that is opened takes the stage, and a change of the values takes it back", async () => {
    await playground.runs.locator(".tile-show").first().click();
    await expect(playground.images).toHaveCount(1);
    await playground.values("Word").fill("one\ntwo\nthree\nfour");
    await expect(sheet(playground).locator(".cell-value")).toHaveCount(4);
    await playground.values("Word").fill("one\ntwo\nthree");
  });

  await completed(playground, 3);
  await expect(playground.result).not.toContainText("Not sent yet");
  const after = await measured(playground);
  for (const [index, { y }] of after.boxes.entries())
    expect(Math.abs(y - before.boxes[index].y)).toBeLessThanOrEqual(1);
});

test("after a reload, the pictures appear in the order of the sheet", async ({ page, playground }) => {
  await playground.choose("Slow blur");
  await playground.text("Size").fill("256");
  await vary(
    playground,
    "Word",
    Array.from({ length: 12 }, (_, index) => `word ${index}`),
  );
  await completed(playground, 12);
  const ids = await sheet(playground)
    .locator("[data-run-id]")
    .evaluateAll((cells) => cells.map((cell) => cell.getAttribute("data-run-id")));
  await page.addInitScript(() => {
    const shown = new Set();
    const note = () => {
      for (const image of document.querySelectorAll(".cell img"))
        shown.add(image.closest("[data-run-id]").getAttribute("data-run-id"));
    };
    new MutationObserver(note).observe(document, { childList: true, subtree: true });
    Object.assign(globalThis, { shownRuns: () => [...shown] });
  });
  await playground.reload();
  await expect(sheet(playground).locator("img")).toHaveCount(12);
  expect(await page.evaluate("shownRuns()")).toEqual(ids);
});
