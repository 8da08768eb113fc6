// The pictures of the README: UPDATE_SCREENSHOTS=1 writes them, without it they are only looked for.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { landscape } from "./pictures.mjs";
import { expect, test } from "./test.mjs";

const folder = fileURLToPath(new URL("../../www/screenshots/", import.meta.url));
const shoot = async (page, name) => {
  if (process.env.UPDATE_SCREENSHOTS === "1") await page.screenshot({ path: join(folder, name), animations: "disabled" });
};

/** A poster that is done, and work under way on both instances. */
async function atWork(page, playground) {
  await playground.choose("Poster");
  await playground.text("Title").fill("Open studio");
  await playground.text("Caption").fill("Saturday, from eight to midnight.\nBring something to draw with.");
  await playground.file("Photo").setInputFiles(await landscape(page));
  const poster = await playground.start();
  await playground.ends(poster);
  await playground.choose("Slow blur");
  await playground.text("Size").fill("2048");
  for (let run = 0; run < 3; run += 1) await playground.start();
  await expect(playground.rows("running")).toHaveCount(2);
  await expect(playground.rows("pending")).toHaveCount(1);
  await expect(playground.instances.getByText("mine", { exact: true })).toHaveCount(3);
  await playground.choose("Poster");
  await playground.show(poster);
  await expect(playground.pictures).toHaveJSProperty("naturalWidth", 768);
  await expect(playground.pictures).toBeInViewport();
}

for (const colorScheme of ["light", "dark"]) {
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme, viewport: { width: 1280, height: 800 } });

    test("form, result and queue are seen at a glance", async ({ page, playground }) => {
      await atWork(page, playground);
      for (const region of [playground.form, playground.runs, playground.queue]) await expect(region).toBeInViewport();
      await shoot(page, `playground-${colorScheme}.png`);
    });
  });
}

test.describe("on a phone", () => {
  test.use({ colorScheme: "light", viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, hasTouch: true });

  test("the form is seen with Run in reach", async ({ page, playground }) => {
    await playground.choose("Poster");
    await playground.file("Photo").setInputFiles(await landscape(page));
    await expect(playground.preview).toBeVisible();
    await expect(playground.run).toBeInViewport({ ratio: 1 });
    await shoot(page, "playground-phone.png");
  });
});
