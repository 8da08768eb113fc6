// A form's values beyond the form: as JSON, as a link, under names; reset, and what no longer fits.
import { expect, test } from "./test.mjs";

test.beforeEach(async ({ playground }) => playground.choose("Poster"));

const fold = (playground, name) => playground.form.getByText(name, { exact: true }).click();

test("values are written as JSON, numbers as numbers", async ({ playground }) => {
  await playground.text("Title").fill('say "hi"');
  await fold(playground, "Values and presets");
  const json = JSON.parse(await playground.text("Values as JSON").inputValue());
  expect(json).toEqual({
    title: 'say "hi"',
    caption: "",
    size: 768,
    softness: 0.5,
    position: "bottom",
    outline: true,
  });
});

test("values are read from JSON", async ({ playground }) => {
  await fold(playground, "Values and presets");
  await playground.text("Values as JSON").fill('{"title": "by JSON", "size": 640, "outline": false}');
  await playground.form.getByRole("button", { name: "Apply" }).click();
  await expect(playground.text("Title")).toHaveValue("by JSON");
  await expect(playground.text("Size")).toHaveValue("640");
  await expect(playground.toggle("Outline")).not.toBeChecked();
});

test("what is no JSON is refused with its reason, and stays to be mended", async ({ playground }) => {
  await fold(playground, "Values and presets");
  const json = playground.text("Values as JSON");
  await json.fill("{title: 1}");
  await playground.form.getByRole("button", { name: "Apply" }).click();
  await playground.refuses(json, /no JSON object.* \(.+ position 1/);
  await expect(json).toHaveValue("{title: 1}");
  await expect(playground.text("Title")).toHaveValue("Open studio");
});

test("a name that is no field is shown, and can be copied or dropped", async ({ playground }) => {
  await fold(playground, "Values and presets");
  await playground.text("Values as JSON").fill('{"former": "kept words"}');
  await playground.form.getByRole("button", { name: "Apply" }).click();
  await expect(playground.form.getByText("kept words")).toBeVisible();
  await playground.form.getByRole("button", { name: "Discard" }).click();
  await expect(playground.form.getByText("kept words")).toBeHidden();
});

test("a preset with a long name stays in its column", async ({ playground }) => {
  await fold(playground, "Values and presets");
  await playground.text("Name of a preset").fill("A very long name ".repeat(12));
  await playground.form.getByRole("button", { name: "Save", exact: true }).click();
  await expect(playground.form.getByRole("button", { name: /^Delete the preset/ })).toBeInViewport({ ratio: 1 });
  const over = await playground.form.evaluate((form) => form.scrollWidth - form.clientWidth);
  expect(over).toBeLessThanOrEqual(0);
});

test("a preset brings its values back", async ({ playground }) => {
  await playground.text("Title").fill("night");
  await fold(playground, "Values and presets");
  await playground.text("Name of a preset").fill("Dark one");
  await playground.form.getByRole("button", { name: "Save", exact: true }).click();
  await playground.text("Title").fill("day");
  await playground.form.getByRole("button", { name: "Use the preset Dark one" }).click();
  await expect(playground.text("Title")).toHaveValue("night");
  await playground.form.getByRole("button", { name: "Delete the preset Dark one" }).click();
  await expect(playground.form.getByRole("button", { name: "Use the preset Dark one" })).toBeHidden();
});

/** The link to the form with the values now in it. */
async function link({ context, page, playground }) {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await fold(playground, "Values and presets");
  await playground.form.getByRole("button", { name: "Copy link" }).click();
  await expect(playground.form.getByRole("button", { name: "Copied" })).toBeVisible();
  return page.evaluate(() => navigator.clipboard.readText());
}

test("a link carries the values and never the key", async ({ page, context, playground, service }) => {
  await playground.text("Title").fill("shared & kept");
  const carries = await link({ context, page, playground });
  expect(carries).not.toContain(service.key);
  await playground.text("Title").fill("something else");
  await page.goto("about:blank");
  await playground.open(carries);
  const waiting = playground.form.getByText("The link that opened this page carries values.");
  await expect(waiting).toBeVisible();
  await playground.key.fill(service.key);
  await playground.connect.click();
  await playground.connected();
  await expect(playground.text("Title")).toHaveValue("shared & kept");
  await expect(waiting).toBeHidden();
});

test("a link that is followed in the open page fills its values in", async ({ page, context, playground }) => {
  await playground.text("Title").fill("sent by a colleague");
  const carries = await link({ context, page, playground });
  await playground.text("Title").fill("something else");
  await page.evaluate(() => (globalThis.sameDocument = true));
  await playground.open(carries);
  await expect(playground.text("Title")).toHaveValue("sent by a colleague");
  expect(await page.evaluate(() => globalThis.sameDocument)).toBe(true);
  expect(new URL(page.url()).hash).toBe("");
});

test("a link whose values cannot be read leaves the form that is there, and says so", async ({ page, playground }) => {
  await playground.text("Title").fill("mine");
  await page.evaluate(() => (location.hash = "workflow=nope&values=%7Bbad"));
  await expect(playground.form.getByText(/values of the link/)).toBeVisible();
  await expect(playground.text("Title")).toHaveValue("mine");
});

test("one field goes back to its default", async ({ playground }) => {
  await playground.text("Title").fill("other");
  await playground.form.getByRole("button", { name: "Reset Title" }).click();
  await expect(playground.text("Title")).toHaveValue("Open studio");
  await expect(playground.text("Title")).toBeFocused();
  await expect(playground.form.getByRole("button", { name: "Reset Title" })).toBeHidden();
});

test("all fields go back to their defaults", async ({ playground }) => {
  await playground.text("Title").fill("other");
  await playground.text("Size").fill("100");
  await fold(playground, "Values and presets");
  await playground.text("Values as JSON").fill('{"former": "kept words"}');
  await playground.form.getByRole("button", { name: "Apply" }).click();
  await expect(playground.form.getByText("kept words")).toBeVisible();
  await playground.form.getByRole("button", { name: "Reset all" }).click();
  await expect(playground.form.getByText("kept words")).toHaveCount(0);
  await expect(playground.text("Title")).toHaveValue("Open studio");
  await expect(playground.text("Size")).toHaveValue("768");
});

test("values applied that do not fit are marked at their fields", async ({ playground }) => {
  await fold(playground, "Values and presets");
  await playground.text("Values as JSON").fill('{"size": "abc", "position": "left"}');
  await playground.form.getByRole("button", { name: "Apply" }).click();
  await playground.refuses(playground.text("Size"), /whole number/);
  await playground.refuses(playground.choice("Title at"), /one of/);
  await expect(playground.choice("Title at")).toHaveValue("left");
  await playground.refuses(playground.text("Size"), /whole number/);
  const told = playground.form.getByRole("alert").filter({ hasText: "2 values do not fit: see their fields." });
  await expect(told).toBeVisible();
  await playground.text("Size").fill("256");
  await playground.choice("Title at").selectOption("top");
  await expect(told).toHaveCount(0);
});
