// A press of a button by the mouse, with time between its two halves in which the page may move.
import { expect } from "./test.mjs";

/** Presses a button in the middle of the window; the page notes in `clicked` what the click reaches. */
export async function pressSlowly(page, button) {
  const { x, y, width, height } = await button.boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await page.mouse.up();
  const arrives = await button.evaluate((button) => button.contains(globalThis.clicked));
  expect(arrives, `the click on ${await button.evaluate((button) => button.outerHTML)}`).toBe(true);
}

/** Scrolls a button to the middle of the window, since Run covers the lower end. */
export const showInMiddle = (button) => button.evaluate((button) => button.scrollIntoView({ block: "center" }));
