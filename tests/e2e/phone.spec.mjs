// The page on a phone, 360 px wide.
import { landscape } from "./images.mjs";
import { fixtures, samples } from "./service.mjs";
import { expect, NO_RESPONSE, test } from "./test.mjs";

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

test("the result, the runs and the form are one column, with the queue at its end", async ({ playground }) => {
  await playground.choose("Slow blur");
  await playground.text("Size").fill("256");
  await playground.waitForRun(await playground.start());
  await playground.fitsWidth();
  const tops = [];
  await expect(playground.queue).toBeVisible();
  for (const region of [playground.result, playground.runs, playground.form, playground.queue])
    tops.push((await region.boundingBox()).y);
  expect(tops).toEqual([...tops].sort((a, b) => a - b));
  const form = await playground.form.boundingBox();
  expect(tops.at(-1), "it does not cover the form").toBeGreaterThanOrEqual(form.y + form.height);
  await playground.queueButton.click();
  await expect(playground.queue).toBeInViewport({ ratio: 1 });
  await playground.fitsWidth();
  await playground.queueButton.click();
  await expect(playground.queue).not.toBeInViewport();
});

test("the form begins within sight below a result", async ({ page, playground }) => {
  await playground.choose("Slow blur");
  await playground.text("Size").fill("256");
  await playground.waitForRun(await playground.start());
  await expect(playground.images).toHaveJSProperty("naturalWidth", 256);
  const top = async (element) => (await element.boundingBox()).y;
  for (const [width, height] of [
    [360, 740],
    [390, 844],
  ]) {
    await page.setViewportSize({ width, height });
    expect(await top(playground.form)).toBeLessThan(0.62 * height);
    const picture = await playground.images.boundingBox();
    expect(picture.height).toBeGreaterThan(height / 4);
    const [star, more] = [".star", ".more > summary"].map((name) => playground.result.locator(name));
    const row = await top(playground.result.getByText("Details", { exact: true }));
    expect([await top(star), await top(more)]).toEqual([row, row]);
  }
  await playground.result.getByText("Details", { exact: true }).click();
  await expect(playground.result.getByRole("term").first()).toBeVisible();
  await playground.act("Use these values");
});

test("the parts of one result of a batch do not overlap, however long its values are", async ({ page, playground }) => {
  await playground.choose("Slow blur");
  await playground.text("Size").fill("256");
  await playground.vary("Word");
  await playground.values("Word").fill(["one", "W".repeat(24), "many words many words m"].join("\n"));
  await playground.form.getByRole("button", { name: "Run 3" }).click();
  await expect(playground.result.locator('[data-state="completed"]')).toHaveCount(3);
  await playground.result.locator(".cell-show").nth(1).dblclick();
  await expect(playground.images).toHaveJSProperty("naturalWidth", 256);
  await playground.result.getByText("Details", { exact: true }).click();
  await expect(playground.result.getByRole("term").first()).toBeVisible();
  for (const width of [360, 412]) {
    await page.setViewportSize({ width, height: 740 });
    await playground.fitsWidth();
    const parts = [".result-values", ".result-head .run-duration", ".star", ".more > summary"];
    const places = [...parts, ".details > summary", ".metadata"];
    const boxes = await Promise.all(places.map((part) => playground.result.locator(part).first().boundingBox()));
    for (const [index, one] of boxes.entries()) {
      expect(one.width, `${places[index]} is visible`).toBeGreaterThan(20);
      expect(one.x + one.width, `${places[index]} is in the window`).toBeLessThanOrEqual(width);
      for (const [other, next] of boxes.entries()) {
        if (other <= index) continue;
        const isApart =
          one.x + one.width <= next.x + 0.5 ||
          next.x + next.width <= one.x + 0.5 ||
          one.y + one.height <= next.y + 0.5 ||
          next.y + next.height <= one.y + 0.5;
        expect(isApart, `${places[index]} does not overlap ${places[other]}`).toBe(true);
      }
    }
    // Its whole text, not a piece of it.
    const duration = playground.result.locator(".result-head .run-duration");
    expect(await duration.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
  }
});

test("Run stays visible while the form scrolls", async ({ playground }) => {
  await playground.choose("Poster");
  await expect(playground.run).toBeInViewport({ ratio: 1 });
  await playground.toggle("Outline").scrollIntoViewIfNeeded();
  await expect(playground.run).toBeInViewport({ ratio: 1 });
  await playground.fitsWidth();
});

test("a run is started and its result is shown", async ({ playground }) => {
  await playground.choose("Slow blur");
  await playground.text("Size").fill("256");
  await playground.run.click();
  await expect(playground.rows("completed")).toHaveCount(1);
  await expect(playground.images).toBeVisible();
  await expect(playground.images).toHaveJSProperty("naturalWidth", 256);
  await playground.fitsWidth();
});

test.describe("with several workflows", () => {
  test.use({ workflows: samples });

  test("the row of workflow cards scrolls", async ({ playground }) => {
    const buffer = Buffer.from(JSON.stringify({ 1: { class_type: "InputText", inputs: { name: "word" } } }));
    await playground.openWorkflow.setInputFiles({ name: "word.json", mimeType: "application/json", buffer });
    const cards = playground.result.getByRole("list", { name: "Workflows to start from" });
    await expect(cards.getByRole("button")).not.toHaveCount(0);
    expect(await cards.evaluate((row) => row.scrollWidth > row.clientWidth)).toBe(true);
    await playground.fitsWidth();
  });
});

test("the buttons that end the choice of fields are within reach of a long list", async ({ playground }) => {
  const inputs = { width: 64, height: 64, batch_size: 1, color: 0 };
  const nodes = Array.from({ length: 10 }, (_, at) => [`${at}`, { class_type: "EmptyImage", inputs }]);
  const batches = nodes.slice(1).map((_, at) => {
    const image1 = [at ? `b${at - 1}` : "0", 0];
    return [`b${at}`, { class_type: "ImageBatch", inputs: { image1, image2: [`${at + 1}`, 0] } }];
  });
  const save = ["s", { class_type: "SaveImage", inputs: { images: ["b8", 0], filename_prefix: "x" } }];
  const buffer = Buffer.from(JSON.stringify(Object.fromEntries([...nodes, ...batches, save])));
  await playground.openWorkflow.setInputFiles({ name: "many.json", mimeType: "application/json", buffer });
  const done = playground.form.getByRole("button", { name: "Done choosing" });
  await expect(playground.form.getByRole("checkbox")).toHaveCount(41);
  await expect(done).toBeInViewport({ ratio: 1 });
  await playground.form.getByRole("checkbox").nth(20).scrollIntoViewIfNeeded();
  await expect(done).toBeInViewport({ ratio: 1 });
  await playground.fitsWidth();
  await done.click();
  await expect(playground.form.getByRole("button", { name: "Choose fields" })).toBeInViewport();
  await expect(playground.run).toBeInViewport({ ratio: 1 });
});

test("a run removed from the list of all runs can be brought back there", async ({ playground }) => {
  await playground.choose("Slow blur");
  await playground.text("Size").fill("256");
  for (const word of ["first", "second"]) {
    await playground.text("Word").fill(word);
    await playground.waitForRun(await playground.start());
  }
  await playground.browse();
  await test.step("the filters are shown on demand, and counted", async () => {
    const state = playground.runs.getByRole("combobox", { name: "Filter runs by state" });
    await expect(state).toBeHidden();
    await playground.runs.getByRole("button", { name: "Filter", exact: true }).click();
    await state.selectOption("Failed");
    await expect(playground.rows()).toHaveCount(0);
    await expect(playground.runs.getByRole("button", { name: "Filter · 1" })).toBeVisible();
    await state.selectOption("All states");
    await playground.runs.getByRole("button", { name: "Filter", exact: true }).click();
    await expect(state).toBeHidden();
    await playground.fitsWidth();
  });
  const run = await playground.rows().first().getAttribute("data-run-id");
  await playground
    .row(run)
    .getByRole("button", { name: /^Remove/ })
    .click();
  await expect(playground.rows()).toHaveCount(1);
  await playground.undo.click();
  await expect(playground.row(run)).toBeVisible();
});

test.describe("when the service stops during a run", () => {
  test.use({ expectedErrors: NO_RESPONSE });

  test("the line about the run covers neither the result nor the notice", async ({ page, playground, service }) => {
    await playground.choose("Slow blur");
    await playground.text("Size").fill("256");
    await playground.waitForRun(await playground.start());
    await playground.text("Size").fill("2048");
    const run = await playground.start();
    await expect(playground.row(run)).toHaveAttribute("data-state", "running");
    await page.mouse.wheel(0, -5000);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    const stage = await playground.result.locator(".stage").boundingBox();
    const line = await playground.followed.locator(".in-progress").boundingBox();
    expect(line.y).toBeGreaterThanOrEqual(stage.y + stage.height);
    await service.kill();
    const notice = playground.result.getByRole("status").getByText("No response since");
    // A click fails if something else is on top.
    await notice.click({ trial: true });
  });
});

test("the line about the runs in progress leaves the note above Run free", async ({ page, playground }) => {
  await playground.choose("Slow blur");
  await playground.text("Size").fill("2048");
  await playground.vary("Word");
  await playground.values("Word").fill("one\ntwo");
  await playground.form.getByRole("button", { name: "Run 2" }).click();
  await expect(page.locator(".in-progress").getByRole("button", { name: "Cancel all" })).toBeVisible();
  // A click fails if something else is on top.
  await playground.form.getByRole("button", { name: "Stop varying", exact: true }).click({ trial: true });
});

test.describe("with very long texts", () => {
  test.use({ workflows: fixtures });

  test("nothing is wider than the screen", async ({ playground }) => {
    await playground.choose("Hostile");
    await playground.fitsWidth();
    await playground.run.click();
    await expect(playground.rows("completed")).toHaveCount(1);
    await playground.fitsWidth();
  });
});

test.describe("in German, with its long words", () => {
  test.use({ locale: "de-DE" });

  test.beforeEach(async ({ page, service }) => {
    await page.goto(service.link);
    await expect(page.getByRole("button", { name: "Ausführen", exact: true })).toBeVisible();
  });

  test("the placeholder of a new field is fully visible", async ({ page }) => {
    await page.getByText("Feld hinzufügen", { exact: true }).click();
    const [textWidth, inputWidth] = await page.getByRole("textbox", { name: "Feldname" }).evaluate((element) => {
      const input = /** @type {HTMLInputElement} */ (element);
      const style = getComputedStyle(input);
      const context = document.createElement("canvas").getContext("2d");
      context.font = `${style.fontSize} ${style.fontFamily}`;
      const padding = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
      return [context.measureText(input.placeholder).width, input.clientWidth - padding];
    });
    expect(textWidth).toBeGreaterThan(0);
    expect(textWidth).toBeLessThanOrEqual(inputWidth);
  });

  test("the buttons of a chosen file are on one line, also beside results", async ({ page }) => {
    await page.getByLabel("Photo", { exact: true }).setInputFiles(await landscape(page));
    const buttons = page.locator(".file-about .button");
    await expect(buttons).toHaveCount(3);
    for (const width of [360, 1024, 1440]) {
      await page.setViewportSize({ width, height: 740 });
      const tops = await buttons.evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top));
      expect(new Set(tops.map(Math.round)).size, `${width} px wide`).toBe(1);
    }
  });

  test("the names and types of fields are on one line", async ({ page }) => {
    await page.getByRole("button", { name: "Code", exact: true }).click();
    await page.getByRole("tab", { name: "Schema" }).click();
    const row = page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: "outline", exact: true }) });
    for (const cell of [row.getByRole("rowheader"), row.getByRole("cell", { name: "boolean" })]) {
      const lines = await cell.evaluate((cell) => {
        const range = document.createRange();
        range.selectNodeContents(cell);
        return range.getClientRects().length;
      });
      expect(lines).toBe(1);
    }
  });
});

test("language and theme are chosen in the settings", async ({ page, playground }) => {
  await playground.theme("Dark");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.keyboard.press("Escape");
  await playground.language("de");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await playground.fitsWidth();
});

test.describe("with a finger", () => {
  test.use({ isMobile: true });

  test("every control is at least 40 px wide and high", async ({ page, playground }) => {
    await expect.poll(() => page.evaluate(() => matchMedia("(pointer: coarse)").matches)).toBe(true);
    await playground.choose("Poster");
    await playground.file("Photo").setInputFiles(await landscape(page));
    await expect(playground.form.getByRole("button", { name: "Take a photo: Photo" })).toBeVisible();
    const folds = playground.form.locator("summary");
    await expect(folds).toHaveCount(3);
    for (const fold of await folds.all()) await fold.click();
    expect(await smallControls(page)).toEqual([]);
    await playground.choose("Slow blur");
    await playground.text("Size").fill("2048");
    await playground.run.click();
    await expect(playground.result.getByRole("button", { name: "Cancel" }).first()).toBeVisible();
    expect(await smallControls(page)).toEqual([]);
    await playground.browse();
    expect(await smallControls(page)).toEqual([]);
    await playground.runs.getByRole("button", { name: "Close all runs" }).click();
    await playground.queueButton.click();
    await expect(playground.queue.getByRole("button", { name: /^Cancel/ }).last()).toBeVisible();
    expect(await smallControls(page)).toEqual([]);
    await playground.queueButton.click();
    await page.getByRole("button", { name: "Connection" }).click();
    expect(await smallControls(page)).toEqual([]);
    await page.getByRole("button", { name: "Connection" }).click();
    await page.getByRole("button", { name: "Code", exact: true }).click();
    for (const name of ["Recent calls", "Schema", "Code"]) {
      await page.getByRole("tab", { name, exact: true }).click();
      expect(await smallControls(page)).toEqual([]);
    }
  });
});

test.describe("held sideways", () => {
  test.use({ viewport: { width: 720, height: 450 } });

  test("the line about the runs in progress is above Run", async ({ page, playground }) => {
    await playground.choose("Slow blur");
    await playground.text("Size").fill("2048");
    for (let run = 0; run < 2; run += 1) await playground.start();
    const line = page.locator(".in-progress");
    await expect(line.getByRole("button", { name: "Cancel all 2" })).toBeVisible();
    const [{ y, height }, run] = [await line.boundingBox(), await playground.run.boundingBox()];
    expect(y + height).toBeLessThanOrEqual(run.y);
  });

  test("Run is on the screen, and the bars take at most a quarter of the height", async ({ page, playground }) => {
    await playground.choose("Poster");
    await expect(playground.run).toBeInViewport({ ratio: 1 });
    const { height } = await page.getByRole("main").boundingBox();
    const foot = await playground.form.locator(".form-actions").boundingBox();
    expect(height - foot.height).toBeGreaterThan(450 * (3 / 4));
    await playground.fitsWidth();
  });
});

/** The visible controls that a finger may miss. A control may extend beyond its box. */
const smallControls = (page) =>
  page.evaluate(() => {
    const controls = document.querySelectorAll("button, select, input, textarea, summary, a[href], label.button");
    const isHit = (control, x, y) => control.contains(document.elementFromPoint(x, y));
    const isLarge = (control) => {
      control.scrollIntoView({ block: "center" });
      const { left, top, width, height } = control.getBoundingClientRect();
      if (Math.min(Math.round(width), Math.round(height)) >= 40) return true;
      const [x, y] = [left + width / 2, top + height / 2];
      const corners = [-19, 19].flatMap((dx) => [-19, 19].map((dy) => [x + dx, y + dy]));
      return corners.every(([left, top]) => isHit(control, left, top));
    };
    return [...controls]
      .filter((control) => control.checkVisibility({ visibilityProperty: true }) && !isLarge(control))
      .map((control) => {
        const { width, height } = control.getBoundingClientRect();
        return `${control.ariaLabel ?? control.textContent} (${control.className}): ${width} × ${height}`;
      });
  });
