// The form of the sample workflow "poster": each field has the control for its node.
import { json } from "./json-file.mjs";
import { expect, test } from "./test.mjs";

test("a seed that the editor randomizes starts as random", async ({ page, playground }) => {
  const seed = { kind: "number", integer: true, default: "5", required: false };
  const fields = [
    { name: "seed", label: "Seed", node: "3.seed", random: true, ...seed },
    { name: "other_seed", label: "Other seed", node: "4.seed", ...seed },
  ];
  const entry = {
    id: "seeds",
    name: "Seeds",
    inputs: "{}",
    outputs: "{}",
    problems: [],
    schema: { fields, outputs: [] },
  };
  const json = { status: "success", data: [entry], errors: null, meta: null };
  await page.route("**/api/v1/comfy/workflows", (route) => route.fulfill({ json }));
  await playground.reload();
  await playground.choose("Seeds");
  await expect(playground.choice("Seed after each run")).toHaveValue("random");
  await expect(playground.choice("Other seed after each run")).toHaveValue("keep");
});

test("a text area gives its whole text one direction, which stays fast for a million characters", async ({
  playground,
}) => {
  await playground.choose("Poster");
  await expect(playground.text("Caption")).toHaveCSS("unicode-bidi", "isolate");
});

test("each field has its control, default, bounds and help", async ({ playground }) => {
  await playground.choose("Poster");

  await test.step("text", async () => {
    const title = playground.text("Title");
    await expect(title).toHaveAttribute("name", "title");
    await expect(title).toHaveValue("Open studio");
    await expect(title).toHaveAccessibleDescription(/Drawn large on the picture\./);
    await expect(title).toHaveAccessibleDescription(/60/);
    await expect(title).toHaveAttribute("aria-required", "true");
  });

  await test.step("multi-line text", async () => {
    const caption = playground.text("Caption");
    await expect(caption).toHaveAttribute("name", "caption");
    await expect(caption).toHaveJSProperty("tagName", "TEXTAREA");
    await expect(caption).toHaveValue("");
    await expect(caption).not.toHaveAttribute("aria-required");
  });

  await test.step("image", async () => {
    const photo = playground.file("Photo");
    await expect(photo).toHaveAttribute("name", "photo");
    await expect(photo).toHaveAttribute("type", "file");
    await expect(photo).toHaveAttribute("accept", "image/*");
    await expect(photo).toHaveAttribute("aria-required", "true");
    await expect(photo).toHaveAccessibleDescription(/cut to a square/);
  });

  await test.step("number, with the numeric keyboard", async () => {
    const size = playground.text("Size");
    await expect(size).toHaveAttribute("name", "size");
    await expect(size).toHaveAttribute("inputmode", "numeric");
    await expect(size).toHaveValue("768");
    await expect(size).toHaveAccessibleDescription(/64.*2048/);
  });

  await test.step("choice", async () => {
    const position = playground.choice("Title at");
    await expect(position).toHaveAttribute("name", "position");
    await expect(position.getByRole("option")).toHaveText(["top", "bottom"]);
    await expect(position).toHaveValue("bottom");
  });

  await test.step("switch", async () => {
    const outline = playground.toggle("Outline");
    await expect(outline).toHaveAttribute("name", "outline");
    await expect(outline).toBeChecked();
    await expect(outline).toHaveAccessibleDescription(/black edge/);
  });

  await test.step("slider, in step with its number box", async () => {
    await expect(playground.form.locator("[name=softness]")).toHaveCount(1);
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

  await test.step("the fields follow the order of their nodes", async () => {
    const names = await playground.form
      .locator("[name]")
      .evaluateAll((controls) => controls.map((control) => control.name));
    const fields = ["title", "caption", "photo", "size", "softness", "position", "outline"];
    expect(names.filter((name) => fields.includes(name))).toEqual(fields);
  });
});

test("a width stands beside its height, other short numbers share a line, and both sides are swapped", async ({
  playground,
}) => {
  const number = (name, value) => ({ class_type: "InputNumber", inputs: { name, label: name, default: value } });
  const workflow = {
    1: number("Width", 512),
    2: number("Height", 768),
    3: number("Steps", 12),
    4: number("CFG", 7),
    5: number("Denoise", 1),
    6: { class_type: "EmptyImage", inputs: { width: ["1", 0], height: ["2", 0], batch_size: 1, color: 0 } },
    7: { class_type: "SaveImage", inputs: { images: ["6", 0], filename_prefix: "empty" } },
  };
  await playground.openWorkflow.setInputFiles(json("empty.json", workflow));
  const [width, height, ...others] = ["Width", "Height", "Steps", "CFG", "Denoise"].map((name) =>
    playground.text(name),
  );
  const top = async (control) => (await control.boundingBox()).y;
  expect(await top(height)).toBe(await top(width));
  const line = await top(others[0]);
  expect(line).toBeGreaterThan(await top(width));
  for (const other of others) expect(await top(other)).toBe(line);
  await playground.form.getByRole("button", { name: "Swap width and height" }).click();
  await expect(width).toHaveValue("768");
  await expect(height).toHaveValue("512");
});
