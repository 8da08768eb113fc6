// Texts that try to be more than texts.
import { fixtures } from "./service.mjs";
import { expect, test } from "./test.mjs";

test.use({ workflows: fixtures });

const image = '<img src=x onerror="window.ran = true">';

test("a workflow's texts are shown as they are written and nothing runs", async ({ page, playground }) => {
  await playground.choose("Hostile");
  const word = playground.text("Word <script>window.ran = true</script>");
  await expect(word).toHaveValue(image);
  await expect(word).toHaveAccessibleDescription(new RegExp(`Help ${image}`));
  await playground.fitsWidth();
  expect(await page.evaluate(() => window.ran)).toBeUndefined();
});

test("a result that looks like markup is shown as text", async ({ page, playground }) => {
  await playground.choose("Hostile");
  await playground.ends(await playground.start());
  await expect(playground.runs).toContainText(`${image}\nplain`, { useInnerText: true });
  await playground.fitsWidth();
  expect(await page.evaluate(() => window.ran)).toBeUndefined();
});

test("a very long word stays in its place", async ({ playground }) => {
  await playground.choose("Hostile");
  await playground.text("Word <script>window.ran = true</script>").fill("long".repeat(2000));
  await playground.ends(await playground.start());
  await playground.fitsWidth();
});
