// Everything works without a mouse.
import { png } from "./images.mjs";
import { fixtures, plain } from "./service.mjs";
import { expect, test } from "./test.mjs";

test.use({ workflows: fixtures });

test("a workflow is chosen, filled in and run by keyboard", async ({ page, playground }) => {
  const image = await png(page, [[[10, 20, 30]]]);
  // Listens long before the key press: the file chooser has to be intercepted first.
  const chooser = page.waitForEvent("filechooser");
  await playground.tabTo(playground.picker);
  await page.keyboard.press("Enter");
  await playground.tabTo(playground.workflow("Invert"));
  await page.keyboard.press("Enter");
  await expect(playground.picker).toBeFocused();
  await playground.tabTo(playground.file("Picture"));
  await page.keyboard.press("Enter");
  await (await chooser).setFiles(image);
  await page.keyboard.press("Control+Enter");
  await expect(playground.rows("completed")).toHaveCount(1);
  await expect(playground.images).toHaveJSProperty("naturalWidth", 1);
});

test.describe("with a slow workflow", () => {
  test.use({ workflows: plain });

  test("Run and Cancel work with Tab and Enter", async ({ page, playground }) => {
    await playground.choose("Slow blur");
    await playground.text("Size").fill("2048");
    await playground.tabTo(playground.run);
    await page.keyboard.press("Enter");
    await expect(playground.rows("running")).toHaveCount(1);
    await playground.tabTo(playground.rows("running").getByRole("button", { name: "Cancel" }));
    await page.keyboard.press("Enter");
    await expect(playground.rows("cancelled")).toHaveCount(1);
  });
});

test("every focused control has a visible focus ring", async ({ page, playground }) => {
  await playground.choose("Hostile");
  const focused = new Set();
  for (let step = 0; step < 40; step += 1) {
    await page.keyboard.press("Tab");
    const focus = await page.evaluate(() => {
      const element = document.activeElement;
      if (element === document.body) return null;
      const ring = (node) => {
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(node);
        return (outlineStyle !== "none" && parseFloat(outlineWidth) > 0) || boxShadow !== "none";
      };
      // The ring may be on the neighbour or the box that draws the control.
      const candidates = [element, element.nextElementSibling, element.parentElement, element.closest("label")];
      return { html: element.outerHTML.slice(0, 120), ringed: candidates.some((node) => node && ring(node)) };
    });
    if (!focus) break;
    expect(focus.ringed, `the focus is visible on ${focus.html}`).toBe(true);
    focused.add(focus.html);
  }
  expect(focused.size).toBeGreaterThan(5);
});
