// A person shares a result by a link: it is made, opened without a key, and revoked.
import { expectAccessible } from "./axe.mjs";
import { landscape } from "./images.mjs";
import { expect, test } from "./test.mjs";

/** Completes a poster, and opens the dialog that shares it. */
async function shareDialog(page, playground) {
  await playground.choose("Poster");
  await playground.file("Photo").setInputFiles(await landscape(page));
  await playground.text("Title").fill("Open <studio>");
  await playground.text("Size").fill("128");
  await playground.waitForRun(await playground.start());
  await playground.act("Share…");
  return page.getByRole("dialog", { name: "Share “Poster”" });
}

test("a result is shared, opened without a key, and revoked", async ({ browser, page, playground, service }) => {
  const dialog = await shareDialog(page, playground);
  await expect(dialog.getByRole("combobox", { name: "Link expires after" })).toHaveValue("7");
  await expect(dialog).toContainText("No links yet.");
  await expect(dialog.locator(".tile-picture img")).toHaveJSProperty("complete", true);
  await dialog.getByRole("button", { name: "Create link" }).click();
  const link = dialog.getByRole("textbox", { name: "Link" });
  await expect(link).toBeFocused();
  await expect(dialog.getByRole("status").first()).toHaveText("Link created.");
  await expect(dialog).toContainText("This link only opens on this computer.");
  await expect(dialog).toContainText("Expires");
  await expect(dialog.getByRole("listitem"), "the new link is shown once").toHaveCount(0);

  const context = await browser.newContext();
  const visitor = await context.newPage();
  const failed = [];
  visitor.on("console", (message) => failed.push(message.text()));
  const opened = await visitor.goto(await link.inputValue());
  expect(opened.status()).toBe(200);
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Poster");
  const image = visitor.getByRole("img", { name: /^Image: poster/ });
  await expect(image).toHaveJSProperty("naturalWidth", 128);
  await expect(visitor.getByRole("definition").filter({ hasText: "Open <studio>" })).toBeVisible();
  await expect(visitor.getByRole("definition").filter({ hasText: ".png" })).toBeVisible();
  const download = visitor.waitForEvent("download");
  await visitor.getByRole("link", { name: /^Download: caption/ }).click();
  await (await download).cancel();
  expect(await visitor.content()).not.toContain(service.key);
  await expectAccessible(visitor);
  expect(failed).toEqual([]);

  await dialog.getByRole("button", { name: "Revoke" }).click();
  await expect(dialog.getByRole("heading", { name: "Your shared links" })).toBeFocused();
  await expect(link).toHaveCount(0);
  const gone = await visitor.reload();
  expect(gone.status()).toBe(404);
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("This link doesn’t work");
  await context.close();
  await page.keyboard.press("Escape");
  await expect(playground.result.getByRole("button", { name: "Share…" })).toBeFocused();
});

test("links are listed with their lifetimes, also after a reload", async ({ context, page, playground }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const dialog = await shareDialog(page, playground);
  const lifetime = dialog.getByRole("combobox", { name: "Link expires after" });
  await lifetime.selectOption("30 days");
  await lifetime.focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const address = await dialog.getByRole("textbox", { name: "Link" }).inputValue();
  await expectAccessible(page, "dialog");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await playground.reload();
  await playground.act("Share…");
  const entry = dialog.getByRole("listitem");
  await entry.getByRole("button", { name: "Copy" }).click();
  await expect(entry.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
});

test("the selected result of a batch is shared", async ({ page, playground }) => {
  await playground.choose("Slow blur");
  await playground.text("Size").fill("256");
  await playground.vary("Word");
  await playground.values("Word").fill("one\ntwo");
  await playground.form.getByRole("button", { name: "Run 2" }).click();
  await expect(playground.rows("completed")).toHaveCount(2);
  const second = playground.rows().last();
  await second.getByRole("button").first().focus();
  await playground.act("Share…");
  const dialog = page.getByRole("dialog", { name: "Share “Slow blur”" });
  const asked = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/shares"));
  await dialog.getByRole("button", { name: "Create link" }).click();
  expect((await asked).postData()).toContain(await second.getAttribute("data-run-id"));
  await expect(dialog.getByRole("textbox", { name: "Link" })).toBeFocused();
});
