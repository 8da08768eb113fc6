// Invalid input is reported at its field. Nothing is sent and nothing else is lost.
import { landscape } from "./images.mjs";
import { pressSlowly, showInMiddle } from "./press.mjs";
import { expect, test } from "./test.mjs";

const notes = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no picture") };
const renamed = { name: "evening.png", mimeType: "image/png", buffer: Buffer.from("%PDF-1.7 no picture") };

test.beforeEach(async ({ page, playground }) => {
  await playground.choose("Poster");
  await playground.text("Caption").fill("typed before");
  await playground.file("Photo").setInputFiles(await landscape(page));
});

/** Run reports an error at this control and leaves everything as it is. */
async function rejectedAt(playground, control, message) {
  const sent = playground.submissions();
  await playground.run.click();
  await playground.showsError(control, message);
  await expect(playground.form.locator("[aria-invalid=true]")).toHaveCount(1);
  await expect(playground.text("Caption")).toHaveValue("typed before");
  await expect(playground.rows()).toHaveCount(0);
  expect(sent).toEqual([]);
}

test("each kind of invalid value is rejected at its field", async ({ page, playground }) => {
  for (const [label, value, message, valid] of [
    ["Size", "big", /must be a whole number, not “big”/, "64"],
    ["Size", "1,024", /must be a whole number, not “1,024”; write 1000, without a comma/, "64"],
    ["Softness", "2,5", /must be a number, not “2,5”; use a decimal point/, "2.5"],
    ["Size", "5000", /must be at most 2048/, "64"],
    // In the box next to the slider.
    ["Softness", "0", /must be at least 0\.1/, "0.5"],
    ["Title", "", /enter text/, "Open studio"],
    ["Title", "x".repeat(61), /must have at most 60 characters, not 61/, "Open studio"],
  ]) {
    const field = playground.text(label);
    await field.fill(value);
    await rejectedAt(playground, field, message);
    await expect(field).toHaveValue(value);
    await expect(playground.form).toContainText("evening.png");
    await field.fill(valid);
    await playground.text("Caption").focus();
    await expect(playground.form.locator("[aria-invalid=true]")).toHaveCount(0);
  }
  const photo = playground.file("Photo");
  await photo.setInputFiles(notes);
  await rejectedAt(playground, photo, /“notes\.txt” isn't an image \(10 B, text\/plain\)/);
  await photo.setInputFiles(await landscape(page));
  await photo.setInputFiles(renamed);
  await playground.showsError(photo, /“evening\.png” isn't an image \(19 B, application\/pdf by its content\)/);
  await rejectedAt(playground, photo, /application\/pdf by its content/);
});

test("a broken image says that there is no preview", async ({ playground }) => {
  await expect(playground.preview).toBeVisible();
  await expect(playground.form).not.toContainText("No preview");
  await playground.file("Photo").setInputFiles({ ...notes, name: "notes.png", mimeType: "image/png" });
  await expect(playground.form).toContainText("No preview");
  await expect(playground.preview).toBeHidden();
  await expect(playground.form).toContainText("notes.png");
});

test("every press of a button arrives, although it shows the error of the field that loses the focus", async ({
  page,
  playground,
}) => {
  const title = playground.text("Title");
  await playground.form.locator("details").evaluateAll((folds) => {
    for (const fold of folds) fold.open = true;
  });
  await expect(playground.form.getByRole("button", { name: "Vary Title", exact: true })).toBeVisible();
  // Notes each click, and keeps it from doing anything: the form stays as it is for the next one.
  await page.evaluate(() => {
    const note = (event) => {
      event.preventDefault();
      event.stopPropagation();
      globalThis.clicked = event.target;
    };
    addEventListener("click", note, true);
  });
  const buttons = await playground.form.locator("button:visible, a[href]:visible, label.button:visible").all();
  expect(buttons.length).toBeGreaterThan(10);
  for (const button of buttons) {
    await title.fill("");
    await showInMiddle(button);
    await expect(title).not.toHaveAttribute("aria-invalid");
    await pressSlowly(page, button);
    await playground.showsError(title, /enter text/);
    await title.fill("Open studio");
    // The next error needs a change since the field got the focus.
    await title.blur();
    await expect(title).not.toHaveAttribute("aria-invalid");
  }
});

test("the first invalid field is focused, and the notice counts those that are left", async ({ playground }) => {
  await playground.text("Title").fill("");
  await playground.text("Size").fill("big");
  await playground.run.click();
  await expect(playground.text("Title")).toBeFocused();
  const notice = playground.form.getByText(/need(s)? attention/);
  await expect(notice).toHaveText("Not sent: 2 fields need attention.");
  await playground.text("Title").fill("Fixed");
  await playground.text("Size").focus();
  await expect(notice).toHaveText("Not sent: 1 field needs attention.");
  await playground.text("Size").fill("64");
  await playground.text("Caption").focus();
  await expect(notice).toBeHidden();
  await expect(playground.runAnyway).toBeHidden();
});

test("an error disappears with the next run, and an empty number uses its default", async ({ playground }) => {
  await playground.text("Size").fill("big");
  await playground.run.click();
  await playground.showsError(playground.text("Size"), /whole number/);
  await playground.text("Size").fill("");
  await expect(playground.text("Size")).toHaveAttribute("placeholder", "768");
  await playground.waitForRun(await playground.start());
  await expect(playground.form.locator("[aria-invalid=true]")).toHaveCount(0);
  await expect(playground.images).toHaveJSProperty("naturalWidth", 768);
});

test.describe("when the server rejects", () => {
  test.use({ expectedErrors: /status of 422/ });

  test("its errors appear at their fields", async ({ page, playground }) => {
    await playground.text("Size").fill("5000");
    await playground.text("Title").fill("");
    await playground.run.click();
    await playground.showsError(playground.text("Size"), /at most 2048/);
    const response = page.waitForResponse(/\/api\/v1\/runs\?/);
    await playground.runAnyway.click();
    const { detail } = await (await response).json();
    expect(detail.map(({ loc }) => loc)).toEqual([
      ["body", "title"],
      ["body", "size"],
    ]);
    await playground.showsError(playground.text("Title"), containing(detail[0].msg));
    await playground.showsError(playground.text("Size"), containing(detail[1].msg));
    await expect(playground.text("Size")).toHaveValue("5000");
    await expect(playground.text("Caption")).toHaveValue("typed before");

    await test.step("and its notice counts neither corrected fields nor errors that the page finds", async () => {
      const notice = playground.form.getByText(/^The deployment rejected/);
      await expect(notice).toHaveText("The deployment rejected 2 fields.");
      await playground.text("Title").fill("Fixed");
      await expect(notice).toHaveText("The deployment rejected 1 field.");
      await playground.text("Size").fill("4000");
      await playground.text("Caption").focus();
      await playground.showsError(playground.text("Size"), /at most 2048/);
      await expect(notice).toBeHidden();
    });
  });

  test("a text file with the type of an image is rejected at its field", async ({ playground }) => {
    await playground.file("Photo").setInputFiles({ ...notes, name: "notes.png", mimeType: "image/png" });
    await playground.run.click();
    await playground.showsError(playground.file("Photo"), /notes\.png/);
    await expect(playground.text("Caption")).toHaveValue("typed before");
  });
});

function containing(text) {
  return new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
}
