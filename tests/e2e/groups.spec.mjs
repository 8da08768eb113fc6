// Runs that were started together: one head, one progress, one cancel.
import { readFile } from "node:fs/promises";
import { expect, test } from "./test.mjs";

const head = (playground) => playground.runs.locator("[data-group]");

/** Starts a run for each of these values of a field. */
async function vary(playground, field, values) {
  await playground.choose("Slow blur");
  await playground.form.getByText("Many runs", { exact: true }).click();
  await playground.choice("Vary").selectOption({ label: field });
  const list = playground.form.getByRole("button", { name: "List" });
  if (await list.isVisible()) await list.click();
  await playground.text("One value a line").fill(values.join("\n"));
  await playground.form.getByRole("button", { name: `Run ${values.length}` }).click();
}

test("a group is folded under a head that counts what is done", async ({ playground }) => {
  await playground.choose("Slow blur");
  await playground.text("Size").fill("256");
  await vary(playground, "Word", ["one", "two", "three"]);
  await expect(head(playground)).toContainText("Word");
  await expect(head(playground)).toContainText("3 of 3 done", { timeout: 45_000 });
  await expect(playground.rows()).toHaveCount(0);
});

test("a head opens to its runs, each told by its value, and closes", async ({ playground }) => {
  await playground.choose("Slow blur");
  await playground.text("Size").fill("256");
  await vary(playground, "Word", ["one", "two"]);
  const open = head(playground).getByRole("button", { expanded: false });
  await open.click();
  await expect(playground.rows()).toHaveCount(2);
  await expect(playground.rows().first()).toContainText("Word: one");
  await expect(playground.rows().last()).toContainText("Word: two");
  await head(playground).getByRole("button", { expanded: true }).click();
  await expect(playground.rows()).toHaveCount(0);
  // The result that is open is one of those that are folded away.
  await expect(head(playground).getByRole("button", { expanded: false })).toHaveAttribute("aria-current", "true");
});

test.describe("on one engine instance", () => {
  test.use({ engines: 1 });

  test("what was stopped is counted, and the group is neither done nor cancelled", async ({ playground }) => {
    await vary(playground, "Size", ["256", "2048", "1984"]);
    await expect(head(playground)).toContainText("1 of 3 done", { timeout: 45_000 });
    await head(playground).getByRole("button", { name: "Cancel all" }).click();
    await expect(head(playground)).toContainText("1 of 3 done, 2 cancelled");
    await expect(head(playground).locator(".state")).toHaveText("ended");
  });

  test("one press cancels all that is under way", async ({ playground }) => {
    await vary(playground, "Size", ["2048", "1984", "1920"]);
    await expect(playground.instances).toHaveAttribute("data-pending", "2");
    await head(playground).getByRole("button", { name: "Cancel all" }).click();
    await expect(head(playground)).toContainText("0 of 3 done, 3 cancelled");
    await expect(head(playground).locator("progress")).toHaveJSProperty("value", 0);
    await playground.busy(playground.instances, 0, 0);
  });
});

test("all that a group gave is downloaded in one archive, in its order", async ({ page, playground }) => {
  await playground.choose("Slow blur");
  await playground.text("Size").fill("256");
  await vary(playground, "Word", ["one", "two"]);
  await expect(head(playground)).toContainText("2 of 2 done");
  const download = page.waitForEvent("download");
  await head(playground).getByRole("button", { name: "Download all" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^Slow blur-[0-9a-f]{8}\.zip$/);
  const bytes = await readFile(await file.path());
  for (const name of ["1 slow-blur_", "2 slow-blur_"]) expect(bytes.includes(name), name).toBe(true);
  await expect(head(playground)).toContainText("2 of 2 done");
});

test("a group that has ended is taken out of the list as a whole, once the person is sure", async ({
  page,
  playground,
}) => {
  await playground.choose("Slow blur");
  await playground.text("Size").fill("256");
  await vary(playground, "Word", ["one", "two"]);
  await expect(head(playground)).toContainText("2 of 2 done");
  const remove = head(playground).getByRole("button", { name: "Remove these 2 runs from the list" });
  page.once("dialog", (dialog) => dialog.dismiss());
  await remove.click();
  await expect(head(playground)).toBeVisible();
  page.once("dialog", (dialog) => dialog.accept());
  await remove.click();
  await expect(playground.runs).toContainText("No runs yet");
});

test.describe("where there is place for one run", () => {
  test.use({ engines: 1, queueLimit: 1, expectedErrors: /status of 429/ });

  test("what was refused stays in its group, with the deployment's words", async ({ playground }) => {
    await vary(playground, "Size", ["2048", "1984"]);
    await expect(head(playground)).toContainText("1 failed");
    await head(playground).getByRole("button", { expanded: false }).click();
    await playground.runs.locator('[data-state="failed"]').getByRole("button", { name: /^Show/ }).click();
    await expect(playground.result).toContainText(/queue|full/i);
    await head(playground).getByRole("button", { name: "Cancel all" }).click();
  });
});
