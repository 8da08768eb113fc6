// Markup and very long words in a workflow and its result stay text.
import { fixtures } from "./service.mjs";
import { expect, test } from "./test.mjs";

test.use({ workflows: fixtures });

const image = '<img src=x onerror="window.ran = true">';
const word = (playground) => playground.text("Word <script>window.ran = true</script>");

test("markup in a workflow and in its result is shown as text", async ({ page, playground }) => {
  await playground.choose("Hostile");
  await expect(word(playground)).toHaveValue(image);
  await expect(word(playground)).toHaveAccessibleDescription(new RegExp(`Help ${image}`));
  await playground.fitsWidth();
  await playground.waitForRun(await playground.start());
  await expect(playground.result).toContainText(`${image}\nplain`, { useInnerText: true });
  await playground.fitsWidth();
  expect(await page.evaluate(() => window.ran)).toBeUndefined();
});

test("a very long word does not widen the page", async ({ playground }) => {
  await playground.choose("Hostile");
  await word(playground).fill("long".repeat(2000));
  await playground.waitForRun(await playground.start());
  await playground.fitsWidth();
});
