// Everything without a mouse.
import { png } from "./pictures.mjs";
import { fixtures, samples } from "./service.mjs";
import { expect, test } from "./test.mjs";

test.use({ workflows: fixtures });

/** Presses Tab until the control has the focus. */
async function tabTo(page, control) {
  for (let step = 0; step < 60; step += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${control} was not reached with 60 presses of Tab`);
}

test("from the opened link to the result", async ({ page, playground }) => {
  const picture = await png(page, [[[10, 20, 30]]]);
  // Asked for well before the key is pressed: the browser is told of it behind the test's back.
  const chooser = page.waitForEvent("filechooser");
  await tabTo(page, playground.workflow("Invert"));
  await page.keyboard.press("Enter");
  await tabTo(page, playground.file("Picture"));
  await page.keyboard.press("Enter");
  await (await chooser).setFiles(picture);
  await page.keyboard.press("Control+Enter");
  await expect(playground.rows("completed")).toHaveCount(1);
  await expect(playground.pictures).toHaveJSProperty("naturalWidth", 1);
});

test.describe("with a slow workflow", () => {
  test.use({ workflows: samples });

  test("Run and Cancel are reached by Tab and pressed by Enter", async ({ page, playground }) => {
    await playground.choose("Slow blur");
    await playground.text("Size").fill("2048");
    await tabTo(page, playground.run);
    await page.keyboard.press("Enter");
    await expect(playground.rows("running")).toHaveCount(1);
    await tabTo(page, playground.rows("running").getByRole("button", { name: "Cancel" }));
    await page.keyboard.press("Enter");
    await expect(playground.rows("cancelled")).toHaveCount(1);
  });
});

test("the focus is always seen", async ({ page, playground }) => {
  await playground.choose("Hostile");
  const seen = new Set();
  for (let step = 0; step < 40; step += 1) {
    await page.keyboard.press("Tab");
    const focus = await page.evaluate(() => {
      const element = document.activeElement;
      if (element === document.body) return null;
      const ring = (node) => {
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(node);
        return (outlineStyle !== "none" && parseFloat(outlineWidth) > 0) || boxShadow !== "none";
      };
      // A control that is drawn by its neighbour or its box shows its focus there.
      const shown = [element, element.nextElementSibling, element.parentElement, element.closest("label")];
      return { html: element.outerHTML.slice(0, 120), ringed: shown.some((node) => node && ring(node)) };
    });
    if (!focus) break;
    expect(focus.ringed, `focus is seen on ${focus.html}`).toBe(true);
    seen.add(focus.html);
  }
  expect(seen.size).toBeGreaterThan(5);
});
