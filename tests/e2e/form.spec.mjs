// The form made from the sample workflow "poster": a control a field, as its node says.
import { expect, test } from "./test.mjs";

test.beforeEach(async ({ playground }) => playground.choose("Poster"));

test("a text has its name, default, help and greatest length", async ({ playground }) => {
  const title = playground.text("Title");
  await expect(title).toHaveAttribute("name", "title");
  await expect(title).toHaveValue("Open studio");
  await expect(title).toHaveAccessibleDescription(/Drawn large on the picture\./);
  await expect(title).toHaveAccessibleDescription(/60/);
  await expect(title).toHaveAttribute("aria-required", "true");
});

test("a text of several lines is a text area", async ({ playground }) => {
  const caption = playground.text("Caption");
  await expect(caption).toHaveAttribute("name", "caption");
  await expect(caption).toHaveJSProperty("tagName", "TEXTAREA");
  await expect(caption).toHaveValue("");
  await expect(caption).toHaveAttribute("aria-required", "false");
});

test("a picture is a file input for images", async ({ playground }) => {
  const photo = playground.file("Photo");
  await expect(photo).toHaveAttribute("name", "photo");
  await expect(photo).toHaveAttribute("type", "file");
  await expect(photo).toHaveAttribute("accept", "image/*");
  await expect(photo).toHaveAttribute("aria-required", "true");
  await expect(photo).toHaveAccessibleDescription(/cut to a square/);
});

test("a number says its bounds and opens the right keyboard", async ({ playground }) => {
  const size = playground.text("Size");
  await expect(size).toHaveAttribute("name", "size");
  await expect(size).toHaveAttribute("inputmode", "numeric");
  await expect(size).toHaveValue("768");
  await expect(size).toHaveAccessibleDescription(/64.*2048/);
});

test("a slider has its bounds, its step and a number box in step with it", async ({ playground }) => {
  const slider = playground.slider("Softness");
  await expect(slider).toHaveAttribute("min", "0.1");
  await expect(slider).toHaveAttribute("max", "10");
  await expect(slider).toHaveAttribute("step", "0.1");
  await expect(slider).toHaveValue("0.5");
  const box = playground.text("Softness");
  await expect(box).toHaveValue("0.5");
  await box.fill("7.5");
  await expect(slider).toHaveValue("7.5");
  await slider.press("ArrowRight");
  await expect(box).toHaveValue("7.6");
});

test("one control of the slider has the field's name", async ({ playground }) => {
  await expect(playground.form.locator("[name=softness]")).toHaveCount(1);
});

test("a choice has its options and its default", async ({ playground }) => {
  const position = playground.choice("Title at");
  await expect(position).toHaveAttribute("name", "position");
  await expect(position.getByRole("option")).toHaveText(["top", "bottom"]);
  await expect(position).toHaveValue("bottom");
});

test("a yes or no is a switch", async ({ playground }) => {
  const outline = playground.toggle("Outline");
  await expect(outline).toHaveAttribute("name", "outline");
  await expect(outline).toBeChecked();
  await expect(outline).toHaveAccessibleDescription(/black edge/);
});

test("the fields stand in the order of their nodes", async ({ playground }) => {
  const names = await playground.form
    .locator("[name]")
    .evaluateAll((controls) => controls.map((control) => control.name));
  const fields = ["title", "caption", "photo", "size", "softness", "position", "outline"];
  expect(names.filter((name) => fields.includes(name))).toEqual(fields);
});
