// The list of runs: kept over refreshes and tabs, searched, filtered, cleared, gone through by keys.
import { landscape } from "./pictures.mjs";
import { Playground } from "./playground.mjs";
import { expect, test } from "./test.mjs";

/** A quick run with this word. */
async function run(playground, word) {
  await playground.choose("Slow blur");
  await playground.text("Word").fill(word);
  await playground.text("Size").fill("256");
  const id = await playground.start();
  await playground.ends(id);
  return id;
}

/** The page again, as after a refresh, connected to the same deployment. */
async function refresh(page, playground, service) {
  await page.reload();
  await playground.open(service.link);
  await playground.connected();
}

test("a run is there after a refresh, with what was entered", async ({ page, playground, service }) => {
  const id = await run(playground, "evening");
  await refresh(page, playground, service);
  await playground.ends(id);
  await playground.show(id);
  await expect(playground.result).toContainText("evening");
  await expect(playground.pictures).toHaveJSProperty("naturalWidth", 256);
});

test("a run is there in another tab, and goes when it is removed in the first", async ({
  context,
  playground,
  service,
}) => {
  const other = new Playground(await context.newPage());
  await other.open(service.link);
  await other.connected();
  const id = await run(playground, "both");
  await other.ends(id);
  await playground
    .row(id)
    .getByRole("button", { name: /^Remove/ })
    .click();
  await expect(playground.row(id)).toHaveCount(0);
  await expect(other.row(id)).toHaveCount(0);
});

test("a removed run stays away after a refresh", async ({ page, playground, service }) => {
  const gone = await run(playground, "gone");
  const kept = await run(playground, "kept");
  await playground
    .row(gone)
    .getByRole("button", { name: /^Remove/ })
    .click();
  await expect(playground.row(gone)).toHaveCount(0);
  await refresh(page, playground, service);
  await playground.ends(kept);
  await expect(playground.row(gone)).toHaveCount(0);
});

test("a list is cleared only when the person is sure", async ({ page, playground }) => {
  const done = await run(playground, "done");
  page.once("dialog", (dialog) => dialog.dismiss());
  await playground.runs.getByRole("button", { name: "Clear list" }).click();
  await expect(playground.row(done)).toBeVisible();
});

test("a cleared list keeps what is under way", async ({ page, playground }) => {
  const done = await run(playground, "done");
  await playground.text("Size").fill("2048");
  const slow = await playground.start();
  page.once("dialog", (dialog) => dialog.accept());
  await playground.runs.getByRole("button", { name: "Clear list" }).click();
  await expect(playground.row(done)).toHaveCount(0);
  await expect(playground.row(slow)).toBeVisible();
  await playground.cancel(slow);
});

test("runs of one workflow are told apart by what differs", async ({ playground }) => {
  await run(playground, "first");
  const second = await run(playground, "second");
  await expect(playground.row(second)).toContainText("Word: second");
});

test("a run alone is told by its longest input, with the field's name", async ({ playground }) => {
  const id = await run(playground, "alone");
  await expect(playground.row(id)).toContainText("Word: alone");
});

test("the buttons of a row are named by the workflow and the time", async ({ playground }) => {
  const row = playground.row(await run(playground, "named"));
  const time = await row.getByRole("time").textContent();
  const show = row.getByRole("button", { name: `Show Slow blur, ${time}` });
  await expect(show).toHaveAccessibleDescription(/Word: named/);
  await expect(row.getByRole("button", { name: `Remove Slow blur, ${time} from the list` })).toBeVisible();
});

test("a search finds a run by what was entered", async ({ playground }) => {
  const first = await run(playground, "needle");
  const second = await run(playground, "hay");
  await playground.findRuns.fill("NEED");
  await expect(playground.findRuns).toHaveValue("NEED");
  await expect(playground.row(first)).toBeVisible();
  await expect(playground.row(second)).toHaveCount(0);
  await playground.findRuns.fill("neither");
  await expect(playground.runs).toContainText("No matching run.");
  await playground.findRuns.fill("");
  await expect(playground.rows()).toHaveCount(2);
});

test("a search finds runs by what their state is called", async ({ playground }) => {
  const done = await run(playground, "quick");
  await playground.text("Size").fill("2048");
  const slow = await playground.start();
  await playground.cancel(slow);
  await playground.ends(slow, "cancelled");
  for (const [word, found, other] of [
    ["cancelled", slow, done],
    ["Done", done, slow],
    ["completed", done, slow],
    ["slow canc", slow, done],
  ]) {
    await playground.findRuns.fill(word);
    await expect(playground.row(other)).toHaveCount(0);
    await expect(playground.row(found)).toBeVisible();
  }
});

test("the result that is shown is one of those that are found", async ({ playground }) => {
  await run(playground, "needle");
  await run(playground, "hay");
  await expect(playground.result).toContainText("hay");
  await playground.findRuns.fill("needle");
  await expect(playground.result).toContainText("needle");
  await playground.findRuns.fill("neither");
  await expect(playground.result).toHaveCount(0);
  await playground.findRuns.fill("");
  await expect(playground.result).toBeVisible();
  await expect(playground.findRuns).toBeFocused();
});

test("a run that is compared stays while another one is looked for", async ({ playground }) => {
  const first = await run(playground, "needle");
  await run(playground, "hay");
  await playground.result.getByRole("button", { name: "Compare" }).click();
  await playground.findRuns.fill("needle");
  await playground.show(first);
  const comparison = playground.runs.getByRole("article", { name: "Comparison" });
  await expect(comparison).toContainText("needle");
  await expect(comparison).toContainText("hay");
});

test("a filter shows the runs of one state", async ({ playground }) => {
  const done = await run(playground, "done");
  await playground.text("Size").fill("2048");
  const slow = await playground.start();
  await playground.filterRuns.selectOption("Under way");
  await expect(playground.row(done)).toHaveCount(0);
  await expect(playground.row(slow)).toBeVisible();
  await playground.cancel(slow);
  await expect(playground.row(slow)).toHaveCount(0);
  await playground.filterRuns.selectOption("Cancelled");
  await expect(playground.row(slow)).toBeVisible();
});

test("the arrow keys go through the list and Enter shows a run", async ({ page, playground }) => {
  const first = await run(playground, "first");
  const second = await run(playground, "second");
  const shows = (id) => playground.row(id).getByRole("button", { name: /^Show/ });
  await shows(second).focus();
  await page.keyboard.press("ArrowDown");
  await expect(shows(first)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(shows(first)).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("Home");
  await expect(shows(second)).toBeFocused();
});

test("a run is run again with the same values and file after a refresh", async ({ page, playground, service }) => {
  await playground.choose("Poster");
  await playground.text("Title").fill("Encore");
  await playground.file("Photo").setInputFiles(await landscape(page));
  await playground.text("Size").fill("64");
  const first = await playground.start();
  await playground.ends(first);
  await refresh(page, playground, service);
  await playground.show(first);
  const answer = page.waitForResponse(
    (response) => response.request().method() === "POST" && response.url().includes("/api/v1/runs?"),
  );
  await playground.result.getByRole("button", { name: "Run again" }).click();
  const [{ run_id: second }] = (await (await answer).json()).data;
  await playground.ends(second);
  const { inputs } = await service.get(`/api/v1/runs/${second}`);
  const values = Object.fromEntries(inputs.map(({ path, value }) => [path, value]));
  expect(values).toMatchObject({ title: "Encore", size: "64", photo: "evening.png" });
});

test("values of an earlier run are taken into the form, which is not sent", async ({ playground }) => {
  const id = await run(playground, "earlier");
  await playground.text("Word").fill("later");
  await playground.show(id);
  const sent = playground.submissions();
  await playground.result.getByRole("button", { name: "Use these values" }).click();
  await expect(playground.text("Word")).toHaveValue("earlier");
  expect(sent).toEqual([]);
});

test("what becomes of a run is said to a screen reader", async ({ page, playground }) => {
  const id = await run(playground, "said");
  const said = page.getByRole("status").filter({ hasText: `Slow blur ${id.slice(0, 8)}: completed` });
  await expect(said).toHaveCount(1);
});
