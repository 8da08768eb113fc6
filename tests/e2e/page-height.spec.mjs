// The page never scrolls as a whole, in any of its states and at any width: only its regions do.
import { landscape } from "./images.mjs";
import { expect, test } from "./test.mjs";

const SIZES = [
  [360, 740],
  [720, 450],
  [1024, 700],
  [1440, 900],
  [2560, 1300],
];

/** Checks the state at every size. */
async function staysInWindow(page, playground, state) {
  await test.step(state, async () => {
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await playground.fillsWindow();
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  });
}

/** A workflow file with this many nodes that have inputs. */
function manyNodes(count) {
  const inputs = { width: 64, height: 64, batch_size: 1, color: 0 };
  const nodes = Array.from({ length: count }, (_, at) => [`${at}`, { class_type: "EmptyImage", inputs }]);
  const saves = nodes.map(([id]) => [
    `s${id}`,
    { class_type: "SaveImage", inputs: { images: [id, 0], filename_prefix: "x" } },
  ]);
  const buffer = Buffer.from(JSON.stringify(Object.fromEntries([...nodes, ...saves])));
  return { name: "many.json", mimeType: "application/json", buffer };
}

test.slow();

test("the form, its errors and folds, the Code panel and the menus", async ({ page, playground }) => {
  await playground.choose("Poster");
  await staysInWindow(page, playground, "a form");
  await playground.text("Size").fill("big");
  await playground.run.click();
  await playground.showsError(playground.text("Size"), /whole number/);
  await staysInWindow(page, playground, "its errors");
  for (const fold of ["Values and presets", "Runs from a table", "Add a field"]) {
    await playground.form.getByText(fold, { exact: true }).click();
  }
  await playground.vary("Title at");
  await staysInWindow(page, playground, "its folds");
  await page.getByRole("button", { name: "Code", exact: true }).click();
  await expect(page.getByRole("region", { name: "Developers" })).toBeVisible();
  await staysInWindow(page, playground, "the Code panel");
});

test("a list of inputs to choose from", async ({ page, playground }) => {
  await playground.openWorkflow.setInputFiles(manyNodes(100));
  await expect(playground.form.getByRole("checkbox").first()).toBeVisible();
  await staysInWindow(page, playground, "100 nodes");
  await playground.run.click();
  await staysInWindow(page, playground, "100 nodes after Run");
});

test("a result, its comparison, a batch and all runs", async ({ page, playground }) => {
  await playground.choose("Poster");
  await playground.file("Photo").setInputFiles(await landscape(page));
  await playground.text("Size").fill("128");
  await playground.waitForRun(await playground.start());
  await staysInWindow(page, playground, "a result");
  await playground.act("Share…");
  await expect(page.getByRole("dialog")).toBeVisible();
  await staysInWindow(page, playground, "the dialog that shares it");
  await page.keyboard.press("Escape");
  await playground.vary("Title");
  await playground.values("Title").fill(["one", "two", "long ".repeat(11)].join("\n"));
  await playground.form.getByRole("button", { name: "Run 3" }).click();
  await expect(playground.result.locator('[data-state="completed"]')).toHaveCount(3);
  await staysInWindow(page, playground, "a batch");
  await playground.result.getByRole("button", { name: /^completed two/ }).click();
  await staysInWindow(page, playground, "one of its results");
  await playground.browse();
  await staysInWindow(page, playground, "all runs");
});
