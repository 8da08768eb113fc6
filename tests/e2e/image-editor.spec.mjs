// An image is cropped, and a mask is painted on it, before it is sent.
import { expectAccessible } from "./axe.mjs";
import { png } from "./images.mjs";
import { expect, test } from "./test.mjs";

const red = [200, 40, 30];
const size = 40;
const picture = Array.from({ length: size }, () => Array.from({ length: size }, () => red));

/** The color and transparency of a pixel of the chosen image, given from 0 to 1 of its size. */
const pixelOf = (playground, x, y) =>
  playground.preview.evaluate(
    async (element, [x, y]) => {
      const image = /** @type {HTMLImageElement} */ (element);
      // A canvas would forget the colors of transparent pixels, so only its transparency counts.
      const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
      const context = canvas.getContext("2d");
      context.drawImage(image, 0, 0);
      const at = [Math.floor(x * canvas.width), Math.floor(y * canvas.height)];
      return context.getImageData(at[0], at[1], 1, 1).data[3];
    },
    [x, y],
  );

test.beforeEach(async ({ page, playground }) => {
  await playground.choose("Poster");
  await playground.file("Photo").setInputFiles(await png(page, picture, "square.png"));
  await playground.form.getByRole("button", { name: "Edit square.png in Photo" }).click();
});

test("an image is cropped by dragging or by numbers, and that can be undone", async ({ page, playground }) => {
  const editor = page.getByRole("dialog", { name: "Edit image" });
  await expect(editor.locator("canvas").first()).toHaveJSProperty("width", size);
  await expect(editor.getByRole("spinbutton", { name: "Width (px)" })).toHaveValue(String(size));
  await expectAccessible(page);
  const { x, y, width, height } = await editor.locator("canvas").first().boundingBox();
  await page.mouse.move(x + width * 0.25, y + height * 0.25);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.75, y + height * 0.75, { steps: 3 });
  await page.mouse.up();
  await expect(editor.getByRole("spinbutton", { name: "Width (px)" })).toHaveValue("20");
  await editor.getByRole("spinbutton", { name: "Height (px)" }).fill("10");
  await editor.getByRole("button", { name: "Use image" }).click();
  await expect(editor).toHaveCount(0);
  await expect(playground.preview).toHaveJSProperty("naturalWidth", 20);
  await expect(playground.preview).toHaveJSProperty("naturalHeight", 10);
  await playground.undo.click();
  await expect(playground.preview).toHaveJSProperty("naturalWidth", size);
});

test("a painted mask makes the image transparent there, as ComfyUI expects it", async ({ page, playground }) => {
  const editor = page.getByRole("dialog", { name: "Edit image" });
  await editor.getByRole("button", { name: "Paint mask" }).click();
  await editor.getByRole("slider", { name: "Brush size" }).fill("8");
  const { x, y, width, height } = await editor.locator("canvas").first().boundingBox();
  await page.mouse.move(x + width * 0.5, y + height * 0.5);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.5, y + height * 0.6, { steps: 3 });
  await page.mouse.up();
  await editor.getByRole("button", { name: "Use image" }).click();
  await expect(editor).toHaveCount(0);
  await expect(playground.form).toContainText("square.png");
  await expect.poll(() => pixelOf(playground, 0.5, 0.55)).toBe(0);
  expect(await pixelOf(playground, 0.1, 0.1)).toBe(255);

  await test.step("the edited image is edited further, from the original", async () => {
    const edit = playground.form.getByRole("button", { name: /^Edit square/ });
    await edit.click();
    await expect(editor.locator("canvas").first()).toHaveJSProperty("width", size);
    await page.keyboard.press("Escape");
    await expect(editor, "nothing new is lost").toHaveCount(0);
    await edit.click();
    await editor.getByRole("button", { name: "Paint mask" }).click();
    await editor.getByRole("button", { name: "Invert" }).click();
    await editor.getByRole("button", { name: "Use image" }).click();
    await expect.poll(() => pixelOf(playground, 0.1, 0.1)).toBe(0);
    expect(await pixelOf(playground, 0.5, 0.55)).toBe(255);
    await edit.click();
    await editor.getByRole("button", { name: "Start over" }).click();
    await editor.getByRole("button", { name: "Use image" }).click();
    await expect.poll(() => pixelOf(playground, 0.5, 0.55)).toBe(255);
    expect(await pixelOf(playground, 0.1, 0.1)).toBe(255);
  });
});

test("each step can be undone, and so can starting over", async ({ page, playground }) => {
  const editor = page.getByRole("dialog", { name: "Edit image" });
  const width = editor.getByRole("spinbutton", { name: "Width (px)" });
  const undo = editor.getByRole("button", { name: "Undo" });
  const drag = async (from, to) => {
    // The toolbar, and with it the image, has another height with each tool.
    const frame = await editor.locator("canvas").first().boundingBox();
    await page.mouse.move(frame.x + frame.width * from, frame.y + frame.height * from);
    await page.mouse.down();
    await page.mouse.move(frame.x + frame.width * to, frame.y + frame.height * to, { steps: 3 });
    await page.mouse.up();
  };
  await expect(undo).toBeDisabled();
  await drag(0.5, 0.5);
  await expect(width).toHaveValue(String(size));
  await drag(0.25, 0.75);
  // Its corner is pulled.
  await drag(0.25, 0.5);
  await expect(width).toHaveValue("10");
  await editor.getByRole("button", { name: "Paint mask" }).click();
  await editor.getByRole("slider", { name: "Brush size" }).fill("4");
  await drag(0.55, 0.65);
  await drag(0.7, 0.7);
  await editor.getByRole("button", { name: "Start over" }).click();
  await editor.getByRole("button", { name: "Crop" }).click();
  await expect(width).toHaveValue(String(size));
  await undo.click();
  await expect(width).toHaveValue("10");
  // The second stroke, and nothing else.
  await page.keyboard.press("Control+z");
  await editor.getByRole("button", { name: "Use image" }).click();
  await expect(playground.preview).toHaveJSProperty("naturalWidth", 10);
  await expect.poll(() => pixelOf(playground, 0.4, 0.4)).toBe(0);
  expect(await pixelOf(playground, 0.85, 0.85)).toBe(255);
  await playground.form.getByRole("button", { name: "Edit square.png in Photo" }).click();
  await expect(undo, "the edits of an edited image can still be undone").toBeEnabled();
});

test("Escape and Cancel discard edits only when they are pressed again", async ({ page, playground }) => {
  const editor = page.getByRole("dialog", { name: "Edit image" });
  await editor.getByRole("spinbutton", { name: "Width (px)" }).fill("10");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
  await expect(editor.getByRole("alert")).toHaveText("Cancel again to discard your edits.");
  await page.keyboard.press("Escape");
  await expect(editor).toHaveCount(0);
  await expect(playground.preview).toHaveJSProperty("naturalWidth", size);

  await playground.form.getByRole("button", { name: "Edit square.png in Photo" }).click();
  const cancel = editor.getByRole("button", { name: "Cancel editing" });
  await editor.getByRole("spinbutton", { name: "Width (px)" }).fill("10");
  await cancel.click();
  await expect(editor.getByRole("alert")).toHaveText("Cancel again to discard your edits.");
  await cancel.click();
  await expect(editor).toHaveCount(0);
});

test("nothing changes when the editor is closed", async ({ page, playground }) => {
  const editor = page.getByRole("dialog", { name: "Edit image" });
  await editor.getByRole("button", { name: "Cancel editing" }).click();
  await expect(editor).toHaveCount(0);
  await expect(playground.preview).toHaveJSProperty("naturalWidth", size);
  await expect(playground.undo).toHaveCount(0);
});

test("the part to keep has a ratio, and is moved and pulled at its edges", async ({ page, playground }) => {
  const editor = page.getByRole("dialog", { name: "Edit image" });
  const [left, width, height] = ["Left (px)", "Width (px)", "Height (px)"].map((name) =>
    editor.getByRole("spinbutton", { name }),
  );
  await expect(width).toHaveValue(String(size));
  // Larger, so that the reach of an edge is a small part of the image.
  for (let step = 0; step < 6; step += 1) await editor.getByRole("button", { name: "Zoom in" }).click();
  await editor.getByRole("combobox", { name: "Ratio" }).selectOption("2:3");
  await expect(width).toHaveValue("26");
  await expect(height).toHaveValue("40");
  const drag = async (from, to) => {
    const frame = await editor.locator("canvas").first().boundingBox();
    const move = ([x, y], steps) =>
      page.mouse.move(frame.x + (frame.width * x) / size, frame.y + (frame.height * y) / size, { steps });
    await move(from, 1);
    await page.mouse.down();
    await move(to, 3);
    await page.mouse.up();
  };
  await drag([20, 20], [15, 20]);
  await expect(left).toHaveValue("1");
  await expect(width).toHaveValue("26");
  await drag([27, 20], [14.5, 20]);
  await expect(width).toHaveValue("13");
  await expect(height).toHaveValue("20");
  await editor.getByRole("button", { name: "Use image" }).click();
  await expect(playground.preview).toHaveJSProperty("naturalWidth", 13);
});

test("a mask is painted with a brush by number, with a soft edge, and inverted", async ({ page, playground }) => {
  const editor = page.getByRole("dialog", { name: "Edit image" });
  await editor.getByRole("button", { name: "Paint mask" }).click();
  await editor.getByRole("spinbutton", { name: "Brush (px)" }).fill("20");
  await editor.getByRole("spinbutton", { name: "Soft edge (px)" }).fill("6");
  const frame = await editor.locator("canvas").first().boundingBox();
  await page.mouse.move(frame.x + frame.width / 2, frame.y + frame.height / 2);
  await page.mouse.down();
  await page.mouse.up();
  await editor.getByRole("button", { name: "Invert mask" }).click();
  await editor.getByRole("button", { name: "Use image" }).click();
  await expect(editor).toHaveCount(0);
  await expect.poll(() => pixelOf(playground, 0.02, 0.02)).toBe(0);
  await expect.poll(() => pixelOf(playground, 0.5, 0.5)).toBe(255);
  const edge = await pixelOf(playground, 0.25, 0.5);
  expect(edge).toBeGreaterThan(20);
  expect(edge).toBeLessThan(235);
});
