// A batch from one press: a field varies over a list or a range, or one run per file.
import { storedFiles } from "./database.mjs";
import { landscape } from "./images.mjs";
import { expect, test } from "./test.mjs";

test.beforeEach(async ({ playground }) => {
  await playground.choose("Slow blur");
  await playground.form.getByText("Vary a value", { exact: true }).click();
});

test("a list makes one run per line, all in one batch", async ({ playground, service }) => {
  await playground.choice("Vary").selectOption({ label: "Word" });
  await expect(playground.form.getByText("One value per line", { exact: true })).toBeVisible();
  await playground.text("One value per line").fill("one\ntwo\n\nthree");
  const sent = playground.submissions();
  await playground.form.getByRole("button", { name: "Run 3" }).click();
  await expect.poll(() => sent.length).toBe(3);
  const batches = new Set(sent.map((request) => new URL(request.url()).searchParams.get("group_id")));
  expect(batches.size).toBe(1);
  const [batch] = batches;
  await expect.poll(async () => (await service.get(`/api/v1/runs?group_id=${batch}`)).runs?.length).toBe(3);
});

test("a list keeps the focus while it is typed, and is restored after a reload", async ({
  page,
  playground,
  service,
}) => {
  await playground.choice("Vary").selectOption({ label: "Word" });
  await playground.text("One value per line").pressSequentially("one\ntwo");
  await expect(playground.text("One value per line")).toBeFocused();
  await page.reload();
  await playground.open(service.link);
  await expect(playground.text("One value per line")).toHaveValue("one\ntwo");
  await expect(playground.form.getByRole("button", { name: "Run 2" })).toBeVisible();
});

test("a range starts between the bounds of the field, counts its runs, and reports errors", async ({ playground }) => {
  const size = () => playground.choice("Vary").selectOption({ label: "Size" });
  await size();
  await expect(playground.form.getByRole("button", { name: "Run 5" })).toBeVisible();
  await expect(playground.text("From")).toHaveValue("256");
  await expect(playground.text("To")).toHaveValue("2048");
  await expect(playground.text("Step")).toHaveValue("448");

  await playground.text("To").fill("4096");
  await playground.text("Step").fill("640");
  await expect(playground.form.getByRole("status").filter({ hasText: "7 runs, 4 not valid" })).toBeVisible();
  await playground.text("From").fill("1,024");
  await expect(playground.form).toContainText("as plain numbers");

  await playground.text("From").fill("64");
  await playground.text("To").fill("192");
  await playground.text("Step").fill("64");
  await expect(playground.form.getByRole("button", { name: "Run 3" })).toBeVisible();
  await playground.text("Step").fill("-1");
  await expect(playground.form).toContainText("never reaches the end");
});

test("invalid values keep the whole batch from being sent, and are named at their list", async ({ playground }) => {
  await playground.choice("Vary").selectOption({ label: "Size" });
  await playground.form.getByRole("button", { name: "List" }).click();
  const list = playground.text("One value per line");
  await list.fill("big\n512\n7");
  const sent = playground.submissions();
  await playground.form.getByRole("button", { name: "Run 3" }).click();
  await expect(playground.form.getByRole("alert").first()).toContainText("big");
  await expect(list).toHaveAttribute("aria-invalid", "true");
  await expect(list).toHaveAccessibleDescription(/^big: .*; 7: /);
  await expect(playground.text("Size")).not.toHaveAttribute("aria-invalid");
  expect(sent).toEqual([]);
  await list.fill("512");
  await expect(list).not.toHaveAttribute("aria-invalid");
  await expect(playground.form.getByRole("alert").first()).toBeEmpty();
});

test("the valid values of a batch can be run alone", async ({ playground }) => {
  await playground.choice("Vary").selectOption({ label: "Size" });
  await playground.form.getByRole("button", { name: "List" }).click();
  await playground.text("One value per line").fill("256\n7\n320");
  await playground.form.getByRole("button", { name: "Run 3" }).click();
  const sent = playground.submissions();
  await playground.form.getByRole("button", { name: "Run the other 2" }).click();
  await expect.poll(() => sent.length).toBe(2);
  await expect(playground.runs).toContainText("2 of 2 done");
  // With an error in another field, no run of the batch is valid.
  await playground.text("Word").fill("");
  await playground.form.getByRole("button", { name: "Run 3" }).click();
  await expect(playground.runAnyway).toBeVisible();
  await expect(playground.form.getByRole("button", { name: /^Run the other/ })).toHaveCount(0);
});

test("several files in one field make one run per file, also after a reload", async ({ page, playground, service }) => {
  await playground.choose("Poster");
  await playground.file("Photo").setInputFiles([await landscape(page, "a.png"), await landscape(page, "b.png")]);
  await expect(playground.form).toContainText("2 files in Photo: one run per file.");
  await expect.poll(() => storedFiles(page)).toEqual(["a.png", "b.png"]);
  await page.reload();
  await playground.open(service.link);
  await playground.workflow("Poster").click();
  await expect(playground.form.getByRole("button", { name: "Run 2" })).toBeVisible();
  await expect(playground.form).toContainText("2 files in Photo: one run per file.");
  const sent = playground.submissions();
  await playground.form.getByRole("button", { name: "Run 2" }).click();
  await expect.poll(() => sent.length).toBe(2);
  await expect(playground.form).toContainText("b.png");
});
