// Nothing typed is lost.
import { isMade, keptFiles, made } from "./database.mjs";
import { landscape } from "./pictures.mjs";
import { expect, test } from "./test.mjs";

test("what was typed is there after a refresh", async ({ page, playground, service }) => {
  await playground.choose("Poster");
  await playground.text("Title").fill("half a thought");
  await playground.text("Softness").fill("3.3");
  await playground.choice("Title at").selectOption("top");
  await playground.toggle("Outline").uncheck();
  await page.reload();
  await playground.open(service.link);
  await playground.connected();
  await playground.choose("Poster");
  await expect(playground.text("Title")).toHaveValue("half a thought");
  await expect(playground.text("Softness")).toHaveValue("3.3");
  await expect(playground.choice("Title at")).toHaveValue("top");
  await expect(playground.toggle("Outline")).not.toBeChecked();
});

test("what was typed is there after a look at another workflow", async ({ playground }) => {
  await playground.choose("Poster");
  await playground.text("Title").fill("half a thought");
  await playground.choose("Slow blur");
  await expect(playground.text("Word")).toBeVisible();
  await playground.choose("Poster");
  await expect(playground.text("Title")).toHaveValue("half a thought");
});

test("inputs are kept after a run", async ({ playground }) => {
  await playground.choose("Slow blur");
  await playground.text("Word").fill("again");
  await playground.text("Size").fill("256");
  await playground.ends(await playground.start());
  await expect(playground.text("Word")).toHaveValue("again");
  await expect(playground.text("Size")).toHaveValue("256");
});

test("runs under way say that nobody follows them until the key is there again", async ({
  page,
  playground,
  service,
}) => {
  await playground.choose("Slow blur");
  const run = await playground.start();
  await page.reload();
  const cancel = playground.row(run).getByRole("button", { name: "Cancel", exact: true });
  await expect(playground.runs).toContainText("Not connected.");
  await expect(cancel).toBeDisabled();
  await playground.key.fill(service.key);
  await playground.connect.click();
  await playground.connected();
  await expect(playground.runs).not.toContainText("Not connected.");
  await playground.ends(run);
});

test("a run is there after a refresh that was quicker than the browser's database", async ({
  page,
  playground,
  service,
}) => {
  // The first visit's database opens only after that visit.
  await page.addInitScript(() => {
    if (sessionStorage.visited) return;
    sessionStorage.visited = true;
    IDBFactory.prototype.open = () => new EventTarget();
  });
  await page.reload();
  await playground.open(service.link);
  await playground.connected();
  await playground.choose("Slow blur");
  await playground.text("Word").fill("in a hurry");
  const run = await playground.start();
  expect(await isMade(page)).toBe(false);
  await page.reload();
  await expect(playground.row(run)).toBeVisible();
  await made(page);
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).filter((name) => name.includes("run "))))
    .toEqual([]);
  await playground.show(run);
  await expect(playground.result).toContainText("in a hurry");
});

test("Escape closes the connection panel", async ({ page, playground }) => {
  await page.getByRole("banner").getByRole("button", { expanded: false }).click();
  await playground.key.press("Escape");
  await expect(playground.key).toBeHidden();
});

test("a chosen file is there after a refresh", async ({ page, playground, service }) => {
  const again = async () => {
    await page.reload();
    await playground.open(service.link);
    await playground.connected();
    await playground.choose("Poster");
  };
  await playground.choose("Poster");
  await playground.file("Photo").setInputFiles(await landscape(page, "kept.png"));
  await expect.poll(() => keptFiles(page)).toEqual(["kept.png"]);
  await again();
  await expect(playground.form.getByText("kept.png")).toBeVisible();
  await playground.form.getByRole("button", { name: "Remove kept.png" }).click();
  await expect.poll(() => keptFiles(page)).toEqual([]);
  await again();
  await expect(playground.form.getByText("kept.png")).toBeHidden();
});
