// The page's layout: the result at the center, with the runs, the queue and the Code panel around it.
import { expectAccessible } from "./axe.mjs";
import { landscape } from "./images.mjs";
import { json } from "./json-file.mjs";
import { samples } from "./service.mjs";
import { expect, test } from "./test.mjs";

const stage = (playground) => playground.result.locator(".stage");
const details = (playground) => playground.result.locator(".details");

async function quickRun(playground, word = "hello") {
  await playground.choose("Slow blur");
  await playground.text("Word").fill(word);
  await playground.text("Size").fill("256");
  const id = await playground.start();
  await playground.waitForRun(id);
  return id;
}

test("the stage has the height that the queue, the values and the Code panel leave alone", async ({
  page,
  playground,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await quickRun(playground);
  await expect(playground.queue).toBeVisible();
  const before = await stage(playground).boundingBox();
  expect(before.height, "all but the header, the title and the strip").toBe(900 - 48 - 48 - 72);
  const values = await details(playground).boundingBox();
  const queue = await playground.queue.boundingBox();
  expect(values.x, "the values are beside the stage").toBeGreaterThanOrEqual(before.x + before.width);
  expect(queue.x).toBe(values.x);
  expect(queue.y, "the queue is below the values").toBeGreaterThanOrEqual(values.y + values.height);
  expect(queue.y + queue.height).toBe(900);
  await page.getByRole("button", { name: "Code", exact: true }).click();
  await expect(page.getByRole("region", { name: "Developers" })).toBeVisible();
  await expect(playground.queue, "there is no room for both").toBeHidden();
  await expect(playground.images).toBeInViewport({ ratio: 0.9 });
  expect((await stage(playground).boundingBox()).height).toBeGreaterThanOrEqual(600);
  expect((await details(playground).boundingBox()).y, "the values are below the stage").toBeGreaterThan(600);
  await playground.fitsWidth();
});

test("a portrait has most of the window's height, with the queue open as closed", async ({ page, playground }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const size = { width: 832, height: 1248 };
  const nodes = {
    1: { class_type: "EmptyImage", inputs: { ...size, batch_size: 1, color: 0 } },
    2: { class_type: "SaveImage", inputs: { images: ["1", 0], filename_prefix: "portrait" } },
  };
  await playground.openWorkflow.setInputFiles(json("portrait.json", nodes));
  await playground.form.getByRole("button", { name: "Done choosing" }).click();
  await playground.waitForRun(await playground.start());
  const room = await playground.images.boundingBox();
  const scale = Math.min(room.width / size.width, room.height / size.height);
  expect(size.width * scale).toBeGreaterThanOrEqual(420);
  expect(size.height * scale).toBeGreaterThanOrEqual(630);
  await expect(playground.queue).toBeVisible();
  await playground.queueButton.click();
  await expect(playground.queue).toBeHidden();
  expect(await playground.images.boundingBox()).toEqual(room);
});

test("the queue folds into its button, which is kept, and moves nothing but the values", async ({
  page,
  playground,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await quickRun(playground);
  await expect(playground.queueButton).toContainText("2 engines, idle");
  const before = await stage(playground).boundingBox();
  await playground.queueButton.click();
  await expect(playground.queue).toBeHidden();
  expect(await stage(playground).boundingBox()).toEqual(before);
  const values = await details(playground).boundingBox();
  expect(values.y + values.height, "they have the whole column").toBe(900);
  await playground.reload();
  await expect(playground.queue).toBeHidden();

  await test.step("without room for a column, it is below the form and moves Run only when it is opened", async () => {
    await page.setViewportSize({ width: 1024, height: 768 });
    await expect(playground.queue, "the choice is the same").toBeHidden();
    await playground.queueButton.click();
    await expect(playground.queue).toBeInViewport({ ratio: 1 });
    const [queue, run] = [await playground.queue.boundingBox(), await playground.run.boundingBox()];
    expect(queue.y).toBeGreaterThanOrEqual(run.y + run.height);
    expect(queue.y + queue.height).toBe(768);
    await playground.reload();
    await expect(playground.queue).toBeInViewport({ ratio: 1 });
    // Long enough to be seen in the queue.
    await playground.text("Size").fill("2048");
    await playground.run.click();
    await expect(playground.instances.filter({ has: page.locator(".task") })).not.toHaveCount(0);
    expect(await playground.run.boundingBox()).toEqual(run);
  });

  await test.step("on a narrow page, it is at the end, and its button brings it on top", async () => {
    await page.setViewportSize({ width: 600, height: 900 });
    await expect(playground.queue).toHaveCSS("position", "relative");
    await playground.queueButton.click();
    await expect(playground.queue).toBeInViewport({ ratio: 1 });
    await expect(playground.queue).toHaveCSS("position", "fixed");
    await page.keyboard.press("Escape");
    await expect(playground.queue).toHaveCSS("position", "relative");
    await playground.queueButton.click();
    await playground.queue.getByRole("button", { name: "Close" }).click();
    await expect(playground.queue).toHaveCSS("position", "relative");
    await playground.queue.scrollIntoViewIfNeeded();
    await expect(playground.instances.first()).toBeInViewport();
  });
});

test("a finished result replaces the last one, unless an older one is looked at", async ({ playground }) => {
  const first = await quickRun(playground, "first");
  const second = await quickRun(playground, "second");
  await expect(playground.showButton(second)).toHaveAttribute("aria-pressed", "true");
  await playground.text("Word").fill("third");
  await playground.text("Size").fill("640");
  const third = await playground.start();
  await playground.show(first);
  await playground.waitForRun(third);
  await expect(playground.showButton(first)).toHaveAttribute("aria-pressed", "true");
});

test("two pictures are compared under a slider, and in turn", async ({ page, playground }) => {
  const first = await quickRun(playground, "one");
  await quickRun(playground, "two");
  await playground.result
    .getByRole("article")
    .focus()
    .catch(() => {});
  await playground.result.locator(".more > summary").focus();
  await page.keyboard.press("c");
  await playground.show(first);
  const heading = playground.comparison.getByRole("heading", { name: "Word two ↔ one" });
  await expect(heading).toBeVisible();
  await playground.comparison.getByRole("button", { name: "Slider" }).click();
  const slider = playground.comparison.getByRole("slider", { name: "Slider" });
  await slider.press("End");
  await expect(playground.comparison.locator(".overlay")).toHaveAttribute("style", "--split: 100%;");
  await page.emulateMedia({ reducedMotion: "reduce" });
  await playground.comparison.getByRole("button", { name: "Blink" }).click();
  const shown = playground.comparison.locator("output");
  await expect(shown).toHaveText("two");
  await playground.comparison.getByRole("button", { name: "Next", exact: true }).click();
  await expect(shown).toHaveText("one");
  await playground.comparison.getByRole("button", { name: "Side by side" }).click();
  await playground.comparison.getByRole("button", { name: "Show only this: one" }).click();
  await expect(playground.comparison).toHaveCount(0);
  await expect(playground.showButton(first)).toHaveAttribute("aria-pressed", "true");
});

test("a third picture is added to a comparison, and taken out again", async ({ page, playground }) => {
  const [first, second, third] = [
    await quickRun(playground, "one"),
    await quickRun(playground, "two"),
    await quickRun(playground, "three"),
  ];
  const { comparison } = playground;
  const button = (name) => comparison.getByRole("button", { name, exact: true });
  const hint = playground.runs.getByText("Pick another run to compare.");
  await playground.act("Compare");
  await playground.show(second);
  await expect(comparison.getByRole("img")).toHaveCount(2);
  await expect(button("Remove from comparison: two")).toHaveCount(0);

  await test.step("two stay in view while the third is picked, or is not", async () => {
    await button("Add a run").click();
    await expect(hint).toBeVisible();
    await expect(comparison.getByRole("img")).toHaveCount(2);
    await playground.runs.getByRole("button", { name: "Cancel" }).click();
    await expect(hint).toBeHidden();
    await expect(comparison.getByRole("img")).toHaveCount(2);
  });

  await test.step("three are beside each other, and what differs is said of each", async () => {
    await button("Add a run").click();
    await playground.show(first);
    await expect(comparison.getByRole("heading", { name: "Word three ↔ two ↔ one" })).toBeVisible();
    const tops = await comparison
      .getByRole("img")
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y));
    expect(tops).toHaveLength(3);
    expect(new Set(tops).size).toBe(1);
    await expect(comparison.getByRole("row", { name: /^Word/ }).getByRole("cell")).toHaveText(["three", "two", "one"]);
    await expect(button("Slider")).toHaveCount(0);
    for (const run of [first, second, third])
      await expect(playground.showButton(run)).toHaveAttribute("aria-pressed", "true");
    await expectAccessible(page, "#region-result");
  });

  await test.step("they are shown in turn", async () => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await button("Blink").click();
    const shown = comparison.locator("output");
    for (const word of ["three", "two", "one", "three"]) {
      await expect(shown).toHaveText(word);
      await expect(comparison.locator(".overlay > img").filter({ visible: true })).toHaveCount(1);
      await button("Next").click();
    }
    await button("Side by side").click();
  });

  await test.step("one is taken out, and Escape ends the comparison", async () => {
    await button("Remove from comparison: two").click();
    await expect(comparison.getByRole("heading", { name: "Word three ↔ one" })).toBeVisible();
    await expect(button("Side by side")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(comparison).toHaveCount(0);
    await expect(playground.showButton(third)).toHaveAttribute("aria-pressed", "true");
  });
});

test("a comparison takes six runs, and no more", async ({ playground }) => {
  const runs = [];
  for (const word of ["a", "b", "c", "d", "e", "f"]) runs.push(await quickRun(playground, word));
  const add = playground.comparison.getByRole("button", { name: "Add a run" });
  await playground.act("Compare");
  await playground.show(runs[0]);
  for (const run of runs.slice(1, 5)) {
    await add.click();
    await playground.show(run);
  }
  await expect(playground.comparison.getByRole("img")).toHaveCount(6);
  await expect(add).toHaveCount(0);
});

test("the keys of the result also work on its tile", async ({ page, playground }) => {
  const run = await quickRun(playground, "one");
  await playground.row(run).getByRole("button").first().focus();
  await page.keyboard.press("s");
  await expect(playground.row(run)).toHaveAttribute("data-starred", "");
  await page.keyboard.press("c");
  const hint = playground.runs.getByText("Pick a second run");
  await expect(hint).toBeVisible();
  await playground.browse();
  await expect(hint.filter({ visible: true })).toHaveCount(1);
  await page.keyboard.press("Escape");
  await playground.row(run).getByRole("button").first().press("Escape");
  await expect(hint).toBeHidden();
});

test("runs are starred, and filtered by star, workflow and date", async ({ page, playground }) => {
  const starred = await quickRun(playground, "good");
  await playground.result.getByRole("button", { name: "Star" }).focus();
  await page.keyboard.press("s");
  await expect(playground.row(starred)).toHaveAttribute("data-starred", "");
  const plain = await quickRun(playground, "plain");
  await playground.choose("Poster");
  await playground.file("Photo").setInputFiles(await landscape(page));
  await playground.text("Size").fill("64");
  const poster = await playground.start();
  await playground.waitForRun(poster);
  await playground.reload();
  await playground.browse();
  await playground.runs.getByRole("button", { name: "Starred only" }).click();
  await expect(playground.rows()).toHaveCount(1);
  await expect(playground.row(starred)).toBeVisible();
  await playground.runs.getByRole("button", { name: "Starred only" }).click();
  await playground.runs.getByRole("combobox", { name: "Filter runs by date" }).selectOption("Last 24 hours");
  await expect(playground.rows()).toHaveCount(3);
  await playground.runs.getByRole("combobox", { name: "Filter runs by state" }).selectOption("Completed");
  await playground.findRuns.fill("word: plain");
  await expect(playground.rows()).toHaveCount(1);
  await expect(playground.row(plain)).toBeVisible();
});

test("a result becomes an input, from a list of fields or by dragging", async ({ playground }) => {
  await quickRun(playground);
  await playground.result.getByRole("combobox", { name: /^Use as input of… / }).selectOption("Poster › Photo");
  await expect(playground.picker).toHaveText("Poster");
  await expect(playground.form).toContainText(/slow-blur_\d+.*\.png/);
  await playground.undo.click();
  await expect(playground.preview).toHaveCount(0);
  // The result stays on the stage, and can be dragged there, too.
  await playground.images.first().dragTo(playground.file("Photo").locator(".."));
  await expect(playground.preview).toHaveJSProperty("naturalWidth", 256);
  await playground.text("Size").fill("64");
  await playground.waitForRun(await playground.start());
});

test("a file dragged over the page shows where it can be dropped", async ({ page, playground }) => {
  await playground.choose("Poster");
  const drag = (type) =>
    page.evaluate((type) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(["x"], "x.json", { type: "application/json" }));
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    }, type);
  await drag("dragover");
  await expect(page.getByText("Drop a workflow or an image made by ComfyUI")).toBeVisible();
  await drag("dragleave");
  await expect(page.getByText("Drop a workflow or an image made by ComfyUI")).toHaveCount(0);
});

test("a failed run says why, leads to its field, and is edited and run again", async ({
  page,
  playground,
  service,
}) => {
  const { schema } = await service.get("/api/v1/comfy/workflows/slow-blur");
  const { node } = schema.fields.find(({ label }) => label === "Word");
  await playground.choose("Slow blur");
  await playground.text("Word").fill("broken");
  await page.route("**/api/v1/runs/*", async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    const error = `the font has no letters\nTraceback: text.py, line 12 (InputText, node ${node})`;
    Object.assign(json.data, { status: "failed", outputs: [], error });
    await route.fulfill({ response, json });
  });
  const run = await playground.start();
  await expect(playground.row(run)).toHaveAttribute("data-state", "failed");
  await expect(stage(playground)).toContainText("the font has no letters");
  const details = stage(playground).getByText("Traceback: text.py");
  await expect(details).toBeHidden();
  await stage(playground).getByText("Details").click();
  await expect(details).toBeVisible();
  await stage(playground).getByRole("button", { name: "Go to “Word”" }).click();
  await expect(playground.text("Word")).toBeFocused();
  await playground.text("Word").fill("something else");
  await stage(playground).getByRole("button", { name: "Edit and run again" }).click();
  await expect(playground.text("Word")).toHaveValue("broken");
});

test("another workflow shows its own newest result, or what it makes, and never one of another", async ({
  page,
  playground,
}) => {
  const run = await quickRun(playground, "mine");
  await expect(playground.images).toHaveCount(1);
  await playground.choose("Poster");
  await expect(playground.result).toContainText("The result appears here");
  await expect(playground.result.getByRole("article")).toHaveCount(0);
  await playground.choose("Slow blur");
  await expect(playground.showButton(run)).toHaveAttribute("aria-pressed", "true");
  await expect(playground.images).toHaveCount(1);

  await test.step("its first run takes the stage at once", async () => {
    await playground.choose("Poster");
    await playground.file("Photo").setInputFiles(await landscape(page));
    await playground.text("Size").fill("64");
    const poster = await playground.start();
    await expect(playground.result.getByRole("article")).not.toContainText("mine");
    await playground.waitForRun(poster);
    await expect(playground.showButton(poster)).toHaveAttribute("aria-pressed", "true");
  });
});

test.describe("with the sample workflows", () => {
  test.use({ workflows: samples });

  test("nine seeds of a result, and its code, are one press away", async ({ page, playground }) => {
    await playground.choose("Quote card");
    await playground.text("Quote").fill("before");
    await playground.waitForRun(await playground.start());
    await playground.text("Quote").fill("after");
    await playground.act("Code of this result");
    const code = page.getByRole("region", { name: "Developers" });
    await expect(code).toContainText("quote=before");
    await page.getByRole("button", { name: "Code", exact: true }).click();
    await playground.act("Nine seeds");
    await expect(playground.text("Quote")).toHaveValue("before");
    await expect(playground.form.getByRole("button", { name: "Run 9" })).toBeVisible();
    await expect(playground.result).toContainText("Not sent yet");
    await expect(playground.result.locator(".planned-cell")).toHaveCount(9);
  });
});
