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

test("the first keys lead to the form and to Run", async ({ page, playground }) => {
  await playground.choose("Invert");
  await page.reload();
  await playground.connected();
  const skip = page.getByRole("navigation", { name: "Skip" });
  await expect(skip.getByRole("button")).toHaveText(["Skip to form", "Skip to Run"]);
  await page.keyboard.press("Tab");
  await expect(skip.getByRole("button", { name: "Skip to form" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(playground.file("Picture")).toBeFocused();
  await skip.getByRole("button", { name: "Skip to Run" }).focus();
  await page.keyboard.press("Enter");
  await expect(playground.run).toBeFocused();
});

test.describe("with an input method", () => {
  test.use({ workflows: plain });

  test("Enter that ends a composition does not run the form", async ({ playground }) => {
    await playground.choose("Slow blur");
    const word = playground.text("Word");
    await word.focus();
    const sent = playground.submissions();
    const press = (composing) =>
      word.evaluate((input, composing) => {
        for (const ctrlKey of [false, true]) {
          const options = { key: "Enter", ctrlKey, bubbles: true, cancelable: true, ...composing };
          const event = new KeyboardEvent("keydown", options);
          // What the browser does by itself.
          if (input.dispatchEvent(event) && !ctrlKey && !event.isComposing) input.form.requestSubmit();
        }
      }, composing);
    await press({ isComposing: true });
    // Safari's, after the end of the composition.
    await press({ keyCode: 229 });
    await word.press("Control+Enter");
    await expect(playground.rows()).toHaveCount(1);
    expect(sent).toHaveLength(1);
  });
});
