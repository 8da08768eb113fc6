// One press, many runs: one field over a list or a range, or a file each.
import { keptFiles } from "./database.mjs";
import { landscape } from "./pictures.mjs";
import { expect, test } from "./test.mjs";

test.beforeEach(async ({ playground }) => {
  await playground.choose("Slow blur");
  await playground.form.getByText("Many runs", { exact: true }).click();
});

test("a list makes a run for each of its lines, in one group", async ({ playground, service }) => {
  await playground.choice("Vary").selectOption({ label: "Word" });
  await playground.text("One value a line").fill("one\ntwo\n\nthree");
  const sent = playground.submissions();
  await playground.form.getByRole("button", { name: "Run 3" }).click();
  await expect.poll(() => sent.length).toBe(3);
  const groups = new Set(sent.map((request) => new URL(request.url()).searchParams.get("group_id")));
  expect(groups.size).toBe(1);
  const [group] = groups;
  await expect.poll(async () => (await service.get(`/api/v1/runs?group_id=${group}`)).runs?.length).toBe(3);
});

test("what the lines are for is to be read", async ({ playground }) => {
  await playground.choice("Vary").selectOption({ label: "Word" });
  await expect(playground.form.getByText("One value a line", { exact: true })).toBeVisible();
});

test("a list is typed letter by letter, and is there after a refresh", async ({ page, playground, service }) => {
  await playground.choice("Vary").selectOption({ label: "Word" });
  await playground.text("One value a line").pressSequentially("one\ntwo");
  await expect(playground.text("One value a line")).toBeFocused();
  await page.reload();
  await playground.open(service.link);
  await expect(playground.text("One value a line")).toHaveValue("one\ntwo");
  await expect(playground.form.getByRole("button", { name: "Run 2" })).toBeVisible();
});

test("a range goes from its first to its last by its step", async ({ playground }) => {
  await playground.choice("Vary").selectOption({ label: "Size" });
  await playground.form.getByRole("button", { name: "Range" }).click();
  await playground.text("From").fill("64");
  await playground.text("To").fill("192");
  await playground.text("Step").fill("64");
  await expect(playground.form.getByRole("button", { name: "Run 3" })).toBeVisible();
});

test("a field with bounds begins with a few values from end to end", async ({ playground }) => {
  await playground.choice("Vary").selectOption({ label: "Size" });
  await expect(playground.form.getByRole("button", { name: "Run 5" })).toBeVisible();
  await expect(playground.text("From")).toHaveValue("256");
  await expect(playground.text("To")).toHaveValue("2048");
  await expect(playground.text("Step")).toHaveValue("448");
});

test("a range that never ends is refused", async ({ playground }) => {
  await playground.choice("Vary").selectOption({ label: "Size" });
  await playground.form.getByRole("button", { name: "Range" }).click();
  await playground.text("From").fill("64");
  await playground.text("To").fill("192");
  await playground.text("Step").fill("-1");
  await expect(playground.form).toContainText("never reaches its end");
});

test("values that do not fit keep all runs from being sent, and are named at their list", async ({ playground }) => {
  await playground.choice("Vary").selectOption({ label: "Size" });
  await playground.form.getByRole("button", { name: "List" }).click();
  const list = playground.text("One value a line");
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

test("several files dropped on one field are a run each", async ({ page, playground }) => {
  await playground.choose("Poster");
  await playground.file("Photo").setInputFiles([await landscape(page, "a.png"), await landscape(page, "b.png")]);
  await expect(playground.form).toContainText("2 files in Photo: a run each.");
  const sent = playground.submissions();
  await playground.form.getByRole("button", { name: "Run 2" }).click();
  await expect.poll(() => sent.length).toBe(2);
  await expect(page.getByRole("region", { name: "Form" })).toContainText("b.png");
});

test("several files are a run each after a refresh as well", async ({ page, playground, service }) => {
  await playground.choose("Poster");
  await playground.file("Photo").setInputFiles([await landscape(page, "a.png"), await landscape(page, "b.png")]);
  await expect(playground.form).toContainText("2 files in Photo: a run each.");
  await expect.poll(() => keptFiles(page)).toEqual(["a.png", "b.png"]);
  await page.reload();
  await playground.open(service.link);
  await playground.workflow("Poster").click();
  await expect(playground.form.getByRole("button", { name: "Run 2" })).toBeVisible();
  await expect(playground.form).toContainText("2 files in Photo: a run each.");
});

test("how many of the values do not fit is said before they are sent", async ({ playground }) => {
  await playground.choice("Vary").selectOption({ label: "Size" });
  await playground.text("To").fill("4096");
  await playground.text("Step").fill("640");
  await expect(playground.form.getByRole("status").filter({ hasText: "7 runs, 4 do not fit" })).toBeVisible();
  await playground.text("From").fill("1,024");
  await expect(playground.form).toContainText("without signs between their thousands");
});

test("of many runs, those that fit can be sent alone", async ({ page, playground }) => {
  await playground.choice("Vary").selectOption({ label: "Size" });
  await playground.form.getByRole("button", { name: "List" }).click();
  await playground.text("One value a line").fill("256\n7\n320");
  await playground.form.getByRole("button", { name: "Run 3" }).click();
  const sent = playground.submissions();
  await playground.form.getByRole("button", { name: "Send the 2 that fit" }).click();
  await expect.poll(() => sent.length).toBe(2);
  await expect(playground.runs).toContainText("2 of 2 done");
  // Where something else is wrong, none would fit.
  await playground.text("Word").fill("");
  await playground.form.getByRole("button", { name: "Run 3" }).click();
  await expect(playground.sendAnyway).toBeVisible();
  await expect(playground.form.getByRole("button", { name: /that fit/ })).toHaveCount(0);
});
