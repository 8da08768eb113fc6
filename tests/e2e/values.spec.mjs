// The values of a form: as JSON, as a link, as presets, and reset to their defaults.
import { landscape } from "./images.mjs";
import { Playground } from "./playground.mjs";
import { expect, test } from "./test.mjs";

test.beforeEach(async ({ playground }) => playground.choose("Poster"));

const openFold = (playground) => playground.form.getByText("Values and presets", { exact: true }).click();

const apply = async (playground, json) => {
  await playground.text("Values as JSON").fill(json);
  await playground.form.getByRole("button", { name: "Apply" }).click();
};

test("values are written as JSON and read from it", async ({ playground }) => {
  await playground.text("Title").fill('say "hi"');
  await openFold(playground);
  expect(JSON.parse(await playground.text("Values as JSON").inputValue())).toEqual({
    title: 'say "hi"',
    caption: "",
    size: 768,
    softness: 0.5,
    position: "bottom",
    outline: true,
  });
  await apply(playground, '{"title": "by JSON", "size": 640, "outline": false}');
  await expect(playground.text("Title")).toHaveValue("by JSON");
  await expect(playground.text("Size")).toHaveValue("640");
  await expect(playground.toggle("Outline")).not.toBeChecked();
});

test("the JSON follows the form until it is edited, and Apply changes only the edited values", async ({
  page,
  context,
  playground,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const json = playground.text("Values as JSON");
  const box = async () => JSON.parse(await json.inputValue());
  await openFold(playground);
  await playground.text("Title").fill("typed after opening");
  await expect(json).toHaveValue(/typed after opening/);
  await playground.form.getByRole("button", { name: "Copy", exact: true }).click();
  await expect(playground.form.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))).toEqual(await box());

  await json.fill(JSON.stringify({ ...(await box()), title: "by JSON", size: 640 }));
  await expect(playground.form.getByText("Not applied yet.")).toBeVisible();
  await playground.text("Title").fill("typed after editing");
  await expect(json).toHaveValue(/typed after editing/);
  expect(await box()).toMatchObject({ title: "typed after editing", size: 640 });
  await playground.form.getByRole("button", { name: "Apply" }).click();
  await expect(playground.form.getByText("Changed: Size.")).toBeVisible();
  await expect(playground.text("Title")).toHaveValue("typed after editing");
  await expect(playground.text("Size")).toHaveValue("640");
  expect(await box()).toMatchObject({ title: "typed after editing", size: 640 });
});

test("applying JSON and discarding its edits can be undone", async ({ playground }) => {
  const json = playground.text("Values as JSON");
  await openFold(playground);
  await apply(playground, '{"title": "by JSON"}');
  await expect(playground.text("Title")).toHaveValue("by JSON");
  await playground.undo.click();
  await expect(playground.text("Title")).toHaveValue("Open studio");
  // Pending edits would come back with the next run.
  await expect(json).toHaveValue(/Open studio/);
  await json.fill('{"title": "by JSON"}');
  await playground.form.getByRole("button", { name: "Discard" }).click();
  await expect(json).toHaveValue(/Open studio/);
  await playground.undo.click();
  await expect(json).toHaveValue('{"title": "by JSON"}');
});

test("Run applies JSON, and stops at JSON that it cannot apply", async ({ page, playground }) => {
  const json = playground.text("Values as JSON");
  await playground.file("Photo").setInputFiles(await landscape(page));
  await openFold(playground);
  await json.fill("{title: 1}");
  await openFold(playground);
  await expect(json).toBeHidden();
  const sent = playground.submissions();
  await playground.run.click();
  await playground.showsError(json, /Not applied: this isn’t a JSON object/);
  await expect(json).toBeFocused();
  expect(sent).toEqual([]);
  await json.fill('{"title": "sent from JSON", "size": 64}');
  const run = await playground.start();
  await expect(playground.text("Title")).toHaveValue("sent from JSON");
  await expect(playground.form.getByText("Not applied yet.")).toBeHidden();
  await playground.show(run);
  await expect(playground.result).toContainText("sent from JSON");
});

test("invalid JSON is rejected with its reason and can be corrected", async ({ playground }) => {
  await openFold(playground);
  await apply(playground, "{title: 1}");
  await playground.showsError(playground.text("Values as JSON"), /isn’t a JSON object.* \(.+ position 1/);
  await expect(playground.text("Values as JSON")).toHaveValue("{title: 1}");
  await expect(playground.text("Title")).toHaveValue("Open studio");
  await expect(playground.undo, "nothing was changed").toHaveCount(0);
});

test("invalid values are applied and marked at their fields", async ({ playground }) => {
  await openFold(playground);
  await apply(playground, '{"size": "abc", "position": "left"}');
  await playground.showsError(playground.text("Size"), /whole number/);
  await playground.showsError(playground.choice("Title at"), /one of/);
  await expect(playground.choice("Title at")).toHaveValue("left");
  await playground.showsError(playground.text("Size"), /whole number/);
  const message = playground.form
    .getByRole("alert")
    .filter({ hasText: "2 values aren’t valid. Check the marked fields." });
  await expect(message).toBeVisible();
  await playground.text("Size").fill("256");
  await playground.choice("Title at").selectOption("top");
  await expect(message).toHaveCount(0);
});

test("a preset restores its values, and a long name stays in its column", async ({ page, playground }) => {
  const save = async (name) => {
    await playground.text("Preset name").fill(name);
    await playground.form.getByRole("button", { name: "Save", exact: true }).click();
  };
  const use = playground.form.getByRole("button", { name: "Use preset Dark one" });
  await playground.text("Title").fill("night");
  await openFold(playground);
  await save("Dark one");
  await playground.text("Title").fill("day");
  await expect(playground.form.getByText("A preset keeps the values, but no files.")).toBeVisible();
  await use.click();
  await expect(playground.text("Title")).toHaveValue("night");
  await expect(page.getByText("Preset “Dark one” filled in. Files stay as they were.")).toBeVisible();
  await playground.undo.click();
  await expect(playground.text("Title")).toHaveValue("day");
  await save("Dark one");
  await playground.undo.click();
  await playground.text("Title").fill("noon");
  await use.click();
  await expect(playground.text("Title")).toHaveValue("night");
  await playground.form.getByRole("button", { name: "Delete preset Dark one" }).click();
  await expect(use).toBeHidden();

  await save("A very long name ".repeat(12));
  await expect(playground.form.getByRole("button", { name: /^Delete preset/ })).toBeInViewport({ ratio: 1 });
  const overflow = await playground.form.evaluate((form) => form.scrollWidth - form.clientWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});

/** The link to the form with its current values. */
async function copyLink({ context, page, playground }) {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openFold(playground);
  await playground.form.getByRole("button", { name: "Copy link" }).click();
  await expect(playground.form.getByRole("button", { name: "Copied" })).toBeVisible();
  return page.evaluate(() => navigator.clipboard.readText());
}

test("a link contains the values but not the key", async ({ browser, page, context, playground, service }) => {
  await playground.text("Title").fill("shared & kept");
  const link = await copyLink({ context, page, playground });
  expect(link).not.toContain(service.key);
  expect(new URLSearchParams(new URL(link).hash.slice(1)).get("values")).toMatch(/^\{"title":"shared & kept",\S+\}$/);

  await test.step("followed in the open page", async () => {
    await playground.text("Title").fill("something else");
    await page.evaluate(() => {
      globalThis.sameDocument = true;
    });
    await playground.open(link);
    const question = playground.form.getByRole("alert").filter({ hasText: "would replace what you entered" });
    await expect(question).toBeVisible();
    await expect(playground.text("Title")).toHaveValue("something else");
    await question.getByRole("button", { name: "Use the link’s values" }).click();
    await expect(question).toHaveCount(0);
    await expect(playground.text("Title")).toHaveValue("shared & kept");
    expect(await page.evaluate(() => globalThis.sameDocument)).toBe(true);
    expect(new URL(page.url()).hash).toBe("");
  });

  await test.step("opened in another browser, which asks for the key", async () => {
    const elsewhere = await browser.newContext();
    const other = new Playground(await elsewhere.newPage());
    await other.open(link);
    const waiting = other.page.getByRole("region", { name: "Connection" }).getByText("This link opens “poster”.");
    await expect(waiting).toBeVisible();
    await other.key.fill(service.key);
    await other.connect.click();
    await other.connected();
    await expect(other.text("Title")).toHaveValue("shared & kept");
    await expect(waiting).toBeHidden();
    await elsewhere.close();
  });
});

test("a link's values replace what was entered only if the person wants it", async ({ page, playground }) => {
  const follow = (values) =>
    page.evaluate(
      (hash) => {
        location.hash = hash;
      },
      `workflow=poster&values=${encodeURIComponent(JSON.stringify(values))}`,
    );
  const question = playground.form.getByText("would replace what you entered");

  await test.step("other fields are filled in at once", async () => {
    await playground.text("Title").fill("typed");
    await follow({ caption: "by link", title: "typed" });
    await expect(playground.text("Caption")).toHaveValue("by link");
    await expect(question).toHaveCount(0);
  });

  await test.step("a typed value is kept until the person chooses, and after “Keep my values”", async () => {
    await follow({ title: "by link", size: 640 });
    await expect(question).toBeVisible();
    await expect(playground.text("Title")).toHaveValue("typed");
    await playground.form.getByRole("button", { name: "Keep my values" }).click();
    await expect(question).toHaveCount(0);
    await expect(playground.text("Title")).toHaveValue("typed");
    await expect(playground.text("Size")).toHaveValue("768");
  });

  await test.step("the draft of an earlier visit counts as typed", async () => {
    await page.reload();
    await playground.connected();
    await follow({ title: "by link", size: 640 });
    await playground.form.getByRole("button", { name: "Use the link’s values" }).click();
    await expect(playground.text("Title")).toHaveValue("by link");
    await expect(playground.text("Size")).toHaveValue("640");
    await expect(question).toHaveCount(0);
  });
});

test("a link with unreadable values leaves the form as it is, and says so", async ({ page, playground }) => {
  await playground.text("Title").fill("mine");
  await page.evaluate(() => {
    location.hash = "workflow=nope&values=%7Bbad";
  });
  await expect(playground.form.getByText(/link’s values/)).toBeVisible();
  await expect(playground.text("Title")).toHaveValue("mine");
});

test("one field or all fields return to their defaults, and unmatched values are discarded", async ({ playground }) => {
  const title = playground.text("Title");
  await openFold(playground);
  await title.fill("other");
  await playground.form.getByRole("button", { name: "Reset Title" }).click();
  await expect(title).toHaveValue("Open studio");
  await expect(title).toBeFocused();
  await expect(playground.form.getByRole("button", { name: "Reset Title" })).toBeHidden();
  await playground.undo.click();
  await expect(title).toHaveValue("other");

  await apply(playground, '{"former": "kept words"}');
  await expect(playground.form.getByText("kept words")).toBeVisible();
  await playground.form.getByRole("button", { name: "Discard" }).click();
  await expect(playground.form.getByText("kept words")).toBeHidden();
  await playground.undo.click();
  await expect(playground.form.getByText("kept words")).toBeVisible();
  await playground.form.getByRole("button", { name: "Discard" }).click();
  await expect(playground.form.getByText("kept words")).toBeHidden();

  await title.fill("other");
  await playground.text("Size").fill("100");
  await apply(playground, '{"former": "kept words"}');
  await expect(playground.form.getByText("kept words")).toBeVisible();
  await playground.form.getByRole("button", { name: "Reset all" }).click();
  await expect(playground.form.getByText("kept words")).toHaveCount(0);
  await expect(title).toHaveValue("Open studio");
  await expect(playground.text("Size")).toHaveValue("768");
});

test("a file that takes the place of another can be undone", async ({ page, playground }) => {
  await playground.file("Photo").setInputFiles(await landscape(page, "first.png"));
  await expect(playground.form).toContainText("first.png");
  await playground.file("Photo").setInputFiles(await landscape(page, "second.png"));
  await expect(playground.form).toContainText("second.png");
  await playground.undo.click();
  await expect(playground.form).toContainText("first.png");
});

test("Ctrl+Z undoes a change although its field has the focus, but not after typing", async ({ page, playground }) => {
  const size = playground.text("Size");
  await size.fill("640");
  await playground.form.getByRole("button", { name: "Reset Size" }).click();
  await expect(size).toBeFocused();
  await page.keyboard.press("Control+z");
  await expect(size).toHaveValue("640");

  await playground.file("Photo").setInputFiles(await landscape(page, "first.png"));
  await playground.form.getByRole("button", { name: "Remove first.png" }).click();
  await expect(playground.file("Photo")).toBeFocused();
  await page.keyboard.press("Control+z");
  await expect(playground.form).toContainText("first.png");

  await playground.form.getByRole("button", { name: "Remove first.png" }).click();
  await expect(playground.undo).toBeVisible();
  await playground.text("Caption").pressSequentially("w");
  await page.keyboard.press("Control+z");
  await expect(playground.text("Caption")).toHaveValue("");
  await expect(playground.form).not.toContainText("first.png");
});

test("an opened fold is not behind the buttons below the form", async ({ page, playground }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const title of ["Values and presets", "Runs from a table", "Add a field"]) {
    const summary = playground.form.getByText(title, { exact: true });
    await summary.click();
    const gap = async () => {
      const fold = await summary.locator("xpath=ancestor::details").boundingBox();
      return (await playground.run.boundingBox()).y - fold.y - fold.height;
    };
    await expect.poll(gap, title).toBeGreaterThanOrEqual(0);
    await summary.click();
  }
});

test("a reset of the whole form can be undone, with its files and varied values", async ({ page, playground }) => {
  await playground.text("Title").fill("kept");
  await playground.file("Photo").setInputFiles(await landscape(page));
  await playground.vary("Softness");
  await openFold(playground);
  await playground.form.getByRole("button", { name: "Reset all" }).click();
  await expect(playground.text("Title")).toHaveValue("Open studio");
  await expect(playground.preview).toHaveCount(0);
  await expect(playground.run).toBeVisible();
  await playground.undo.click();
  await expect(playground.text("Title")).toHaveValue("kept");
  await expect(playground.preview).toBeVisible();
  await expect(playground.form.getByRole("button", { name: /^Run \d/ })).toBeVisible();
  await expect(playground.form.getByRole("button", { name: "Reset all" })).toBeFocused();
});
