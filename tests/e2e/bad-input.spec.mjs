// What is wrong is said at its field, nothing else is lost, nothing is sent.
import { landscape } from "./pictures.mjs";
import { expect, test } from "./test.mjs";

const notes = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no picture") };

test.beforeEach(async ({ page, playground }) => {
  await playground.choose("Poster");
  await playground.text("Caption").fill("typed before");
  await playground.file("Photo").setInputFiles(await landscape(page));
});

/** Run is refused at this control and leaves everything as it is. */
async function refusedAt(playground, control, message) {
  const sent = playground.submissions();
  await playground.run.click();
  await playground.refuses(control, message);
  await expect(playground.form.locator("[aria-invalid=true]")).toHaveCount(1);
  await expect(playground.text("Caption")).toHaveValue("typed before");
  await expect(playground.rows()).toHaveCount(0);
  expect(sent).toEqual([]);
}

test("letters in a number", async ({ playground }) => {
  await playground.text("Size").fill("big");
  await refusedAt(playground, playground.text("Size"), /must be a whole number, not “big”/);
  await expect(playground.text("Size")).toHaveValue("big");
  await expect(playground.form).toContainText("evening.png");
});

test("a sign between the thousands, which could be that of the decimals", async ({ playground }) => {
  await playground.text("Size").fill("1,024");
  await refusedAt(
    playground,
    playground.text("Size"),
    /must be a whole number, not “1,024”; write 1000, without a comma/,
  );
});

test("a comma before the decimals", async ({ playground }) => {
  await playground.text("Softness").fill("2,5");
  await refusedAt(
    playground,
    playground.text("Softness"),
    /must be a number, not “2,5”; use a decimal point/,
  );
});

test("a number above its bounds", async ({ playground }) => {
  await playground.text("Size").fill("5000");
  await refusedAt(playground, playground.text("Size"), /must be at most 2048/);
});

test("a number below its bounds, in the slider's box", async ({ playground }) => {
  await playground.text("Softness").fill("0");
  await refusedAt(playground, playground.text("Softness"), /must be at least 0\.1/);
});

test("a text file in the place of a picture", async ({ playground }) => {
  await playground.file("Photo").setInputFiles(notes);
  await refusedAt(playground, playground.file("Photo"), /“notes\.txt” isn’t an image \(10 B, text\/plain\)/);
});

test("another file with a picture's name", async ({ playground }) => {
  const renamed = { name: "evening.png", mimeType: "image/png", buffer: Buffer.from("%PDF-1.7 no picture") };
  await playground.file("Photo").setInputFiles(renamed);
  await playground.refuses(playground.file("Photo"), /“evening\.png” isn’t an image \(19 B, application\/pdf by its content\)/);
  await refusedAt(playground, playground.file("Photo"), /application\/pdf by its content/);
});

test("a file with a picture's name that is no picture says so in the place of its picture", async ({ playground }) => {
  await expect(playground.preview).toBeVisible();
  await expect(playground.form).not.toContainText("cannot be shown as a picture");
  await playground.file("Photo").setInputFiles({ ...notes, name: "notes.png", mimeType: "image/png" });
  await expect(playground.form).toContainText("cannot be shown as a picture");
  await expect(playground.preview).toBeHidden();
  await expect(playground.form).toContainText("notes.png");
});

test("a required text that is empty", async ({ playground }) => {
  await playground.text("Title").fill("");
  await refusedAt(playground, playground.text("Title"), /enter text/);
});

test("a text that is too long", async ({ playground }) => {
  await playground.text("Title").fill("x".repeat(61));
  await refusedAt(playground, playground.text("Title"), /must have at most 60 characters, not 61/);
});

test("the first faulty field has the focus", async ({ playground }) => {
  await playground.text("Title").fill("");
  await playground.text("Size").fill("big");
  await playground.run.click();
  await expect(playground.text("Title")).toBeFocused();
});

test("a message goes when its value is right", async ({ playground }) => {
  await playground.text("Size").fill("big");
  await playground.run.click();
  await playground.refuses(playground.text("Size"), /whole number/);
  await playground.text("Size").fill("64");
  await playground.ends(await playground.start());
  await expect(playground.form.locator("[aria-invalid=true]")).toHaveCount(0);
});

test("what was mended is no longer counted, and the last takes the notice along", async ({ playground }) => {
  await playground.text("Title").fill("");
  await playground.text("Size").fill("big");
  await playground.run.click();
  const notice = playground.form.getByText(/need(s)? attention/);
  await expect(notice).toHaveText("Not sent: 2 fields need attention.");
  await playground.text("Title").fill("Mended");
  await playground.text("Size").focus();
  await expect(notice).toHaveText("Not sent: one field needs attention.");
  await playground.text("Size").fill("64");
  await playground.text("Caption").focus();
  await expect(notice).toBeHidden();
  await expect(playground.sendAnyway).toBeHidden();
});

test("a number that was cleared takes its default", async ({ playground }) => {
  await playground.text("Size").fill("");
  await expect(playground.text("Size")).toHaveAttribute("placeholder", "768");
  await playground.ends(await playground.start());
  await expect(playground.pictures).toHaveJSProperty("naturalWidth", 768);
});

test.describe("where the server decides", () => {
  test.use({ expectedErrors: /status of 422/ });

  test("what is sent anyway comes back with the server's words at their fields", async ({ page, playground }) => {
    await playground.text("Size").fill("5000");
    await playground.text("Title").fill("");
    await playground.run.click();
    await playground.refuses(playground.text("Size"), /at most 2048/);
    const answer = page.waitForResponse(/\/api\/v1\/runs\?/);
    await playground.sendAnyway.click();
    const { detail } = await (await answer).json();
    expect(detail.map(({ loc }) => loc)).toEqual([
      ["body", "title"],
      ["body", "size"],
    ]);
    await playground.refuses(playground.text("Title"), containing(detail[0].msg));
    await playground.refuses(playground.text("Size"), containing(detail[1].msg));
    await expect(playground.text("Size")).toHaveValue("5000");
    await expect(playground.text("Caption")).toHaveValue("typed before");
  });

  test("a text that only calls itself a picture is refused at its field", async ({ playground }) => {
    await playground.file("Photo").setInputFiles({ ...notes, name: "notes.png", mimeType: "image/png" });
    await playground.run.click();
    await playground.refuses(playground.file("Photo"), /notes\.png/);
    await expect(playground.text("Caption")).toHaveValue("typed before");
  });
});

function containing(text) {
  return new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
}
