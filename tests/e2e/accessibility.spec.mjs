// The main views hold to WCAG 2.2 AA, in both themes.
import { AxeBuilder } from "@axe-core/playwright";
import { landscape } from "./pictures.mjs";
import { Playground } from "./playground.mjs";
import { expect, test } from "./test.mjs";

async function isClean(page) {
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    .analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.failureSummary} ${node.html}`),
  );
  expect(found).toEqual([]);
}

for (const colorScheme of ["light", "dark"]) {
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme });

    test("asking for a key", async ({ page, service }) => {
      const playground = new Playground(page);
      await playground.open(service.address);
      await expect(playground.key).toBeVisible();
      await isClean(page);
    });

    test("a form with faults", async ({ page, playground }) => {
      await playground.choose("Poster");
      await playground.text("Size").fill("big");
      await playground.run.click();
      await playground.refuses(playground.text("Size"), /whole number/);
      await isClean(page);
    });

    test("a result, runs under way and a queue", async ({ page, playground }) => {
      await playground.choose("Poster");
      await playground.file("Photo").setInputFiles(await landscape(page));
      await playground.text("Size").fill("128");
      const poster = await playground.start();
      await playground.ends(poster);
      await playground.choose("Slow blur");
      await playground.text("Size").fill("2048");
      for (let run = 0; run < 3; run += 1) await playground.start();
      await expect(playground.rows("pending")).toHaveCount(1);
      await playground.show(poster);
      await isClean(page);
    });

    test("two results side by side, one enlarged, and a group of runs", async ({ page, playground }) => {
      await playground.choose("Poster");
      await playground.file("Photo").setInputFiles(await landscape(page));
      await playground.text("Size").fill("128");
      const first = await playground.start();
      await playground.ends(first);
      await playground
        .output(/poster.*\.png/)
        .getByRole("button", { name: "Zoom" })
        .click();
      await isClean(page);
      await page.keyboard.press("Escape");
      const second = await playground.start();
      await playground.ends(second);
      await playground.result.getByRole("button", { name: "Compare" }).click();
      await isClean(page);
      await playground.show(first);
      await expect(playground.runs.getByRole("article", { name: "Comparison" })).toBeVisible();
      await playground.form.getByText("Many runs", { exact: true }).click();
      await playground.choice("Vary").selectOption({ label: "Title" });
      await playground.text("One value a line").fill("one\ntwo");
      await playground.form.getByRole("button", { name: "Run 2" }).click();
      await playground.runs.locator("[data-group]").getByRole("button", { expanded: false }).click();
      await expect(playground.rows("completed")).toHaveCount(4);
      await isClean(page);
    });

    test("a form with every fold open, fields by hand and saved deployments", async ({ page, playground }) => {
      await playground.choose("Poster");
      for (const fold of ["Values and presets", "Many runs", "Add a field"]) {
        await playground.form.getByText(fold, { exact: true }).click();
      }
      await playground.choice("Vary").selectOption({ label: "Size" });
      await page.getByRole("button", { name: "Connection" }).click();
      await page.getByLabel("Save as").fill("Studio");
      await playground.connect.click();
      await playground.connected();
      await page.getByRole("button", { name: "Connection" }).click();
      // At the end, where Run covers nothing.
      await playground.form.evaluate((region) => region.scrollTo(0, region.scrollHeight));
      await isClean(page);
      await playground.form.getByRole("button", { name: "By hand" }).click();
      await playground.form.evaluate((region) => region.scrollTo(0, region.scrollHeight));
      await isClean(page);
    });

    test("what a developer takes along", async ({ page, playground }) => {
      await playground.choose("Poster");
      await page.getByRole("button", { name: "Code", exact: true }).click();
      const region = page.getByRole("region", { name: "Developers" });
      for (const name of ["Last calls", "Schema", "Code"]) {
        await region.getByRole("tab", { name, exact: true }).click();
        await isClean(page);
      }
    });

    test("in German", async ({ page, playground }) => {
      await page.getByRole("combobox", { name: "Language" }).selectOption("de");
      await expect(page.locator("html")).toHaveAttribute("lang", "de");
      await expect(page.getByRole("button", { name: "Ausführen", exact: true })).toBeVisible();
      await isClean(page);
    });

    test("on a phone", async ({ page, playground }) => {
      await page.setViewportSize({ width: 360, height: 740 });
      for (const name of ["Queue", "Runs", "Form"]) {
        await playground.tab(name).click();
        await isClean(page);
      }
    });
  });
}

test("the theme follows the system and can be chosen", async ({ page, playground }) => {
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMedia({ colorScheme: "light" });
  const light = await background();
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(background).not.toBe(light);
  await playground.theme("Light");
  await expect.poll(background).toBe(light);
});
