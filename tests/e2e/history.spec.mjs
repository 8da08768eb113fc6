// The list of runs: kept over reloads and across tabs, searched, filtered, cleared, and used by keyboard.
import { copyRun, storedRuns } from "./database.mjs";
import { landscape } from "./images.mjs";
import { Playground } from "./playground.mjs";
import { samples } from "./service.mjs";
import { expect, test } from "./test.mjs";

/** Completes a quick run with this word. */
async function run(playground, word) {
  await playground.choose("Slow blur");
  await playground.text("Word").fill(word);
  await playground.text("Size").fill("256");
  const id = await playground.start();
  await playground.waitForRun(id);
  return id;
}

const remove = (playground, id) =>
  playground
    .row(id)
    .getByRole("button", { name: /^Remove/ })
    .click();

test("a row names its run by what was typed, and its button by all that is visible", async ({ page, playground }) => {
  const id = await run(playground, "alone");
  const row = playground.row(id);
  await expect(row).toContainText("alone");
  const announced = page.getByRole("status").filter({ hasText: `Slow blur ${id.slice(0, 8)}: completed` });
  await expect(announced).toHaveCount(1);
  const time = await row.getByRole("time").textContent();
  const duration = await row.locator(".run-duration").textContent();
  await expect(playground.showButton(id)).toHaveAccessibleName(`completed alone Slow blur ${time} ${duration}`);
  const remove = row.getByRole("button", { name: `Remove alone, ${time} from the list` });
  await expect(remove).toHaveAccessibleDescription("Slow blur");
});

test("a run is restored after a reload with its inputs and result, and a removed one is not", async ({
  playground,
}) => {
  const removed = await run(playground, "removed");
  const kept = await run(playground, "evening");
  await remove(playground, removed);
  await expect(playground.row(removed)).toHaveCount(0);
  await playground.reload();
  await playground.waitForRun(kept);
  await expect(playground.row(removed)).toHaveCount(0);
  await playground.show(kept);
  await expect(playground.result).toContainText("evening");
  await expect(playground.images).toHaveJSProperty("naturalWidth", 256);
});

test("a run appears in another tab, and disappears when it is removed in the first", async ({
  context,
  playground,
  service,
}) => {
  const other = new Playground(await context.newPage());
  await other.open(service.link);
  await other.connected();
  const id = await run(playground, "both");
  await other.waitForRun(id);
  await remove(playground, id);
  await expect(playground.row(id)).toHaveCount(0);
  await expect(other.row(id)).toHaveCount(0);
});

test("more runs are shown as the list is scrolled, and as many as a large display has room for", async ({
  page,
  playground,
}) => {
  const id = await run(playground, "many");
  await expect.poll(() => storedRuns(page)).toContain(id);
  await copyRun(page, 120);
  await playground.reload();
  await page.getByRole("button", { name: "All runs 120" }).click();
  const tiles = page.locator(".run-list > .tile");
  await expect(tiles).not.toHaveCount(120);
  await expect(async () => {
    await tiles.last().scrollIntoViewIfNeeded();
    await expect(tiles).toHaveCount(120, { timeout: 100 });
  }).toPass();
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 3000, height: 2000 });
  await page.getByRole("button", { name: "All runs 120" }).click();
  await expect(tiles).toHaveCount(120);
});

test("clearing the list keeps active runs and can be undone", async ({ playground }) => {
  const done = await run(playground, "done");
  await playground.text("Size").fill("2048");
  const slow = await playground.start();
  await playground.browse();
  await playground.runs.getByRole("button", { name: "Clear finished runs" }).click();
  await expect(playground.row(done)).toHaveCount(0);
  await expect(playground.row(slow)).toBeVisible();
  await playground.undo.click();
  await expect(playground.row(done)).toBeVisible();
  await expect(playground.undo).toHaveCount(0);
  await playground.cancel(slow);
});

test("a filtered list is cleared only of the runs that it shows", async ({ playground }) => {
  const [one, two] = [await run(playground, "one"), await run(playground, "two")];
  await playground.browse();
  await playground.findRuns.fill("word: one");
  await expect(playground.row(two)).toHaveCount(0);
  await playground.runs.getByRole("button", { name: "Clear the finished runs shown" }).click();
  await expect(playground.row(one)).toHaveCount(0);
  await playground.findRuns.fill("");
  await expect(playground.row(two)).toBeVisible();
  await expect(playground.row(one)).toHaveCount(0);
});

test("a double click removes one run", async ({ playground }) => {
  const [one, two] = [await run(playground, "one"), await run(playground, "two")];
  const button = playground.row(two).getByRole("button", { name: /^Remove/ });
  await button.dblclick();
  await expect(playground.row(two)).toHaveCount(0);
  await expect(playground.row(one)).toBeVisible();
});

test("removed runs can be restored, also after a reload, until their data is deleted", async ({ page, playground }) => {
  const first = await run(playground, "first");
  const second = await run(playground, "second");
  await remove(playground, first);
  await remove(playground, second);
  await expect(playground.rows()).toHaveCount(0);
  await playground.reload();
  await expect(playground.undo).toBeVisible();
  await expect(playground.rows()).toHaveCount(0);
  await playground.undo.click();
  await expect(playground.rows()).toHaveCount(2);
  await playground.reload();
  await expect(playground.rows()).toHaveCount(2);

  await page.clock.install();
  await playground.reload();
  await expect(playground.rows()).toHaveCount(2);
  await remove(playground, first);
  await expect(playground.undo).toBeVisible();
  expect(await storedRuns(page)).toHaveLength(2);
  const waitForNotice = async () => {
    await page.mouse.move(0, 0);
    await page.clock.runFor(11_000);
    await expect(playground.undo).toHaveCount(0);
  };
  await waitForNotice();
  await page.keyboard.press("Control+z");
  await expect(playground.rows()).toHaveCount(2);

  await remove(playground, first);
  await waitForNotice();
  await remove(playground, second);
  await expect.poll(() => storedRuns(page)).toHaveLength(1);
  await page.keyboard.press("Control+z");
  await expect(playground.row(second)).toBeVisible();
  await playground.reload();
  await expect(playground.row(second)).toBeVisible();
  await expect(playground.row(first)).toHaveCount(0);
});

test("a run of another day has its date, in the page's language", async ({ page, playground }) => {
  await run(playground, "needle");
  const time = playground.result.getByRole("article").locator("time");
  await expect(time).toHaveText(/^\d+:\d+:\d+ [AP]M$/);
  const sent = await time.getAttribute("datetime");
  const later = (days) => new Date(Date.parse(sent) + days * 86_400_000);
  await page.clock.install({ time: later(1) });
  await playground.reload();
  await expect(time).toHaveText(/^yesterday \d+:\d+ [AP]M$/);
  await expect(playground.rows().first()).toContainText("yesterday");
  const weekday = new Date(sent).toLocaleDateString("en-US", { weekday: "long" });
  await expect(time).toHaveAttribute("title", new RegExp(`^${weekday}, .*:\\d\\d [AP]M$`));

  await page.clock.setSystemTime(later(400));
  await expect(time, "the day changes while the page is open").toHaveText(/^[A-Z][a-z]+ \d+, \d{4}, \d+:\d+ [AP]M$/);
  await page.clock.setSystemTime(later(1));
  await playground.language("de");
  await expect(page.locator("article time")).toHaveText(/^gestern \d\d:\d\d$/);
});

test.describe("with two completed runs", () => {
  let first;
  let second;

  test.beforeEach(async ({ playground }) => {
    first = await run(playground, "needle");
    second = await run(playground, "hay");
  });

  test("a search finds runs by their inputs and keeps the shown result", async ({ playground }) => {
    // Runs are named by what was typed.
    await expect(playground.row(second)).toContainText("hay");
    await expect(playground.result).toContainText("hay");
    await playground.browse();
    await expect(playground.findRuns).toBeFocused();
    // With a value that there is.
    await expect(playground.findRuns).toHaveAttribute("placeholder", /^Find runs, such as Size: \d+$/);
    await playground.findRuns.fill("NEED");
    await expect(playground.findRuns).toHaveValue("NEED");
    await expect(playground.row(first)).toBeVisible();
    await expect(playground.row(second)).toHaveCount(0);
    await expect(playground.result).toContainText("hay");
    await playground.findRuns.fill("neither");
    await expect(playground.runs).toContainText("No matching runs.");
    await expect(playground.result).toContainText("hay");
    await playground.findRuns.fill("");
    await expect(playground.rows()).toHaveCount(2);
    await expect(playground.findRuns).toBeFocused();
    await playground.findRuns.fill("neither");
    await playground.page.keyboard.press("Escape");
    await expect(playground.findRuns).toHaveCount(0);
    await expect(playground.rows(), "without its controls, a filter has no effect").toHaveCount(2);
  });

  test("arrow keys move through the list, and Enter shows a run", async ({ page, playground }) => {
    const shows = (id) => playground.showButton(id);
    await shows(second).focus();
    await page.keyboard.press("ArrowDown");
    await expect(shows(first)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(shows(first)).toHaveAttribute("aria-pressed", "true");
    await page.keyboard.press("Home");
    await expect(shows(second)).toBeFocused();
  });

  test("a run stays selected for comparison during a search", async ({ playground }) => {
    await playground.act("Compare");
    await playground.browse();
    await playground.findRuns.fill("needle");
    await playground.show(first);
    const comparison = playground.comparison;
    await expect(comparison).toContainText("needle");
    await expect(comparison).toContainText("hay");
  });
});

test("runs are filtered by state, and a search finds the name of a state", async ({ playground }) => {
  const done = await run(playground, "quick");
  await playground.text("Word").fill("patience");
  await playground.text("Size").fill("2048");
  const slow = await playground.start();
  await playground.browse();
  await playground.filterRuns.selectOption("In progress");
  await expect(playground.row(done)).toHaveCount(0);
  await expect(playground.row(slow)).toBeVisible();
  await playground.cancel(slow);
  await expect(playground.row(slow)).toHaveCount(0);
  await playground.filterRuns.selectOption("Cancelled");
  await expect(playground.row(slow)).toBeVisible();
  await playground.filterRuns.selectOption("All states");
  await playground.waitForRun(slow, "cancelled");
  for (const [words, found, other] of [
    ["cancelled", slow, done],
    ["Done", done, slow],
    ["completed", done, slow],
    ["slow canc", slow, done],
  ]) {
    await playground.findRuns.fill(words);
    await expect(playground.row(other)).toHaveCount(0);
    await expect(playground.row(found)).toBeVisible();
  }
});

test("an earlier run is repeated with its values and file after a reload", async ({ page, playground, service }) => {
  await playground.choose("Poster");
  await playground.text("Title").fill("Encore");
  await playground.file("Photo").setInputFiles(await landscape(page));
  await playground.text("Size").fill("64");
  const first = await playground.start();
  await playground.waitForRun(first);
  await playground.reload();
  await playground.show(first);
  const response = page.waitForResponse(
    (response) => response.request().method() === "POST" && response.url().includes("/api/v1/runs?"),
  );
  await playground.act("Run again");
  const [{ run_id: second }] = (await (await response).json()).data;
  await playground.waitForRun(second);
  const { inputs } = await service.get(`/api/v1/runs/${second}`);
  const values = Object.fromEntries(inputs.map(({ path, value }) => [path, value]));
  expect(values).toMatchObject({ title: "Encore", size: "64", photo: "evening.png" });
});

test("the inputs of an earlier run are put into the form, which is not sent", async ({ playground }) => {
  const id = await run(playground, "earlier");
  await playground.text("Word").fill("later");
  await playground.show(id);
  const sent = playground.submissions();
  await playground.act("Use these values");
  await expect(playground.text("Word")).toHaveValue("earlier");
  expect(sent).toEqual([]);
});

test.describe("with the sample workflows", () => {
  test.use({ workflows: samples });

  test("titles that begin alike say where they differ, in tooltips and in the list of all runs", async ({
    playground,
  }) => {
    await playground.choose("Quote card");
    const start = "still waters run deep, and ".repeat(7);
    const [first, second] = ["slowly", "silently"].map((end) => start + end);
    const make = async (quote) => {
      await playground.text("Quote").fill(quote);
      const id = await playground.start();
      await playground.waitForRun(id);
      return playground.row(id);
    };
    const one = await make(first);
    const two = await make(second);
    const tooltip = (tile) => tile.locator(".tile-picture");
    await expect(tooltip(one)).toHaveAttribute("title", new RegExp(`^${first}\n…and slowly`));
    await expect(tooltip(two)).toHaveAttribute("title", new RegExp(`^${second}\n…and silently`));
    await expect(one.getByRole("button").first()).toHaveAccessibleName(new RegExp(first));
    expect((await one.boundingBox()).height, "there is no room for words").toBe(48);
    await playground.browse();
    await expect(one.locator(".run-inputs")).toHaveText(/^…and slowly/);
    await expect(two.locator(".run-inputs")).toHaveText(/^…and silently/);
    await playground.page.keyboard.press("Escape");

    await test.step("so do the results of a batch", async () => {
      await playground.vary("Quote");
      await playground.values("Quote").fill([first, second].join("\n"));
      await playground.form.getByRole("button", { name: "Run 2" }).click();
      await expect(playground.result.locator(".cell-value")).toHaveText(["…and slowly", "…and silently"]);
    });
  });
});
