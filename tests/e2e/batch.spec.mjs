// A batch from one press: a field varies over a list or a range, or one run per file.
import { storedFiles } from "./database.mjs";
import { landscape } from "./images.mjs";
import { samples } from "./service.mjs";
import { expect, test } from "./test.mjs";

test.beforeEach(async ({ playground }) => {
  await playground.choose("Slow blur");
});

test("a list makes one run per line, all in one batch", async ({ playground, service }) => {
  await playground.vary("Word");
  await playground.values("Word").fill("one\ntwo\n\nthree");
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
  await playground.vary("Word");
  await playground.values("Word").fill("");
  await playground.values("Word").pressSequentially("one\ntwo");
  await expect(playground.values("Word")).toBeFocused();
  await page.reload();
  await playground.open(service.link);
  await expect(playground.values("Word")).toHaveValue("one\ntwo");
  await expect(playground.form.getByRole("button", { name: "Run 2" })).toBeVisible();
});

test("a range starts around the value of the field, counts its runs, and reports errors", async ({ playground }) => {
  await playground.vary("Size");
  await expect(playground.form.getByRole("button", { name: "Run 5" })).toBeVisible();
  await expect(playground.text("From")).toHaveValue("640");
  await expect(playground.text("To")).toHaveValue("896");
  await expect(playground.text("Step")).toHaveValue("64");

  await playground.text("From").fill("256");
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
  await playground.vary("Size");
  await playground.form.getByRole("button", { name: "List" }).click();
  const list = playground.values("Size");
  await list.fill("big\n512\n7");
  await expect(
    playground.form.getByRole("status").filter({ hasText: /^3 runs, 2 not valid · Size big: / }),
  ).toBeVisible();
  const sent = playground.submissions();
  await playground.form.getByRole("button", { name: "Run 3" }).click();
  await expect(playground.form.getByRole("alert").first()).toContainText("Size big: ");
  await expect(list).toHaveAttribute("aria-invalid", "true");
  await expect(list).toHaveAccessibleDescription(/^big: .*; 7: /);
  expect(sent).toEqual([]);
  await list.fill("512");
  await expect(list).not.toHaveAttribute("aria-invalid");
  await expect(playground.form.getByRole("alert").first()).toBeEmpty();
});

test("the valid values of a batch can be run alone", async ({ playground }) => {
  await playground.vary("Size");
  await playground.form.getByRole("button", { name: "List" }).click();
  await playground.values("Size").fill("256\n7\n320");
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
  await playground.openPicker();
  await playground.workflow("Poster").click();
  await expect(playground.form.getByRole("button", { name: "Run 2" })).toBeVisible();
  await expect(playground.form).toContainText("2 files in Photo: one run per file.");
  const sent = playground.submissions();
  await playground.form.getByRole("button", { name: "Run 2" }).click();
  await expect.poll(() => sent.length).toBe(2);
  await expect(playground.form).toContainText("b.png");
});

test("two fields make a grid with headings, and a third takes the place of the second", async ({ playground }) => {
  await playground.vary("Word");
  await playground.values("Word").fill("one\ntwo");
  await playground.vary("Size");
  await playground.form.getByRole("button", { name: "List" }).click();
  await playground.values("Size").fill("256\n320\n384");
  await expect(playground.form.getByText("6 runs", { exact: true }), "said once").toHaveCount(1);
  await playground.form.getByRole("button", { name: "Run 6" }).click();
  await expect(playground.result.locator('[data-state="completed"]')).toHaveCount(6);
  await expect(playground.result.getByRole("heading", { level: 3 })).toHaveText("Word × Size");
  await expect(playground.result.locator(".sheet-heading")).toHaveText([
    "",
    "Size 256",
    "320",
    "384",
    "Word one",
    "two",
  ]);
  await expect(playground.result.locator(".cell-value")).toHaveText([
    "one · 256",
    "one · 320",
    "one · 384",
    "two · 256",
    "two · 320",
    "two · 384",
  ]);
  const overflow = (stage) => stage.scrollHeight - stage.clientHeight;
  expect(await playground.result.locator(".stage").evaluate(overflow), "six results fit the stage").toBe(0);
  const left = async (row) => (await row.boundingBox()).x;
  const rows = playground.result.locator("[data-run-id]");
  expect(await left(rows.nth(0)), "each row is a value of the first field").toBe(await left(rows.nth(3)));
  const places = () =>
    rows.evaluateAll((cells) =>
      cells.map((cell) => [cell.dataset.runId, cell.getBoundingClientRect().x, cell.getBoundingClientRect().y]),
    );
  const [, ...others] = await places();
  await rows.first().hover();
  const remove = rows.first().getByRole("button", { name: /^Remove/ });
  await remove.click();
  await expect(rows).toHaveCount(5);
  expect(await places(), "the other results keep their places").toEqual(others);
  await playground.undo.click();
  await expect(rows).toHaveCount(6);
  await playground.form.getByRole("button", { name: "Stop varying Word" }).click();
  await expect(playground.form.getByRole("button", { name: "Run 3" })).toBeVisible();
  await playground.form.getByRole("button", { name: "Stop varying Size" }).click();
  await expect(playground.run).toBeVisible();
});

test("the values of a range are shown before they are sent", async ({ playground }) => {
  await playground.vary("Size");
  await playground.text("From").fill("256");
  await playground.text("To").fill("512");
  await playground.text("Step").fill("128");
  await expect(playground.form.getByRole("list", { name: "Values" }).getByRole("listitem")).toHaveText([
    "256",
    "384",
    "512",
  ]);
  await playground.form.getByRole("button", { name: "List" }).click();
  await expect(playground.values("Size")).toHaveValue("256\n384\n512");
});

test("the rows of a CSV file are runs, and the values are saved as one", async ({ page, playground, service }) => {
  await playground.form.getByText("Runs from a table", { exact: true }).click();
  const open = (text) =>
    playground.form.getByLabel("Open CSV…").setInputFiles({
      name: "words.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(text),
    });
  await open("Wort\none");
  await expect(
    playground.form.getByRole("alert").filter({ hasText: "words.csv: The form has no field “Wort”" }),
  ).toBeVisible();
  await open('Word,size\n"one, two",256\nthree,\n');
  await expect(playground.form.getByRole("group", { name: "words.csv" })).toContainText("words.csv: 2 runs");
  await playground.text("Size").fill("320");
  const saved = page.waitForEvent("download");
  await playground.form.getByRole("button", { name: "Save values as CSV" }).click();
  const text = await (await saved).createReadStream().then((stream) => stream.toArray());
  expect(Buffer.concat(text).toString()).toBe('\ufeffword,size\r\n"one, two",256\r\nthree,320\r\n');
  const sent = playground.submissions();
  await playground.form.getByRole("button", { name: "Run 2" }).click();
  await expect.poll(() => sent.length).toBe(2);
  const group = new URL(sent[0].url()).searchParams.get("group_id");
  await expect.poll(async () => (await service.get(`/api/v1/runs?group_id=${group}`)).runs?.length).toBe(2);
  await playground.form.getByRole("button", { name: "Remove table" }).click();
  await expect(playground.run).toBeVisible();
  await playground.undo.click();
  await expect(playground.form.getByRole("button", { name: "Run 2" })).toBeVisible();
});

test("a table replaces the controls of its fields, and its errors name their rows", async ({ playground }) => {
  await playground.form.getByText("Runs from a table", { exact: true }).click();
  const open = (text, encoding) =>
    playground.form.getByLabel("Open CSV…").setInputFiles({
      name: "sizes.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(text, encoding),
    });
  await open("Size;Word;\r\n256;Größe;\r\n7;b;\r\n;;\r\n3,5;c\r\n", "latin1");
  await expect(playground.form).toContainText("sizes.csv isn’t UTF-8");
  const preview = playground.form.getByRole("group", { name: "sizes.csv" });
  await expect(preview).toContainText("Größe");
  await expect(preview).toContainText("sizes.csv: 3 runs, 2 not valid · Row 3, Size 7: ");
  await expect(playground.form).toContainText("Each run takes its value from sizes.csv.");
  await expect(playground.text("Size")).toBeHidden();
  await playground.form.getByRole("button", { name: "Run 3" }).click();
  const errors = playground.form.getByRole("alert").first();
  await expect(errors).toContainText("Row 3, Size 7: ");
  await expect(errors).toContainText("Row 5, Size 3.5: ");

  await open("Size,Word\n,a\n256,b\n");
  await expect(playground.form).toContainText("Rows of sizes.csv without a value use this one.");
  await expect(playground.text("Size")).toBeVisible();
  await playground.form.getByRole("button", { name: "Remove table" }).click();
  await expect(playground.text("Word")).toBeVisible();
});

test("values that were typed come back if varying a field ends by mistake", async ({ playground }) => {
  await playground.vary("Word");
  await playground.form.getByRole("button", { name: "Stop varying Word" }).click();
  await expect(playground.run).toBeVisible();
  await expect(playground.undo, "nothing was typed").toHaveCount(0);

  await playground.vary("Word");
  await playground.values("Word").fill("one\ntwo\nthree");
  await playground.form.getByRole("button", { name: "Stop varying Word" }).click();
  await expect(playground.run).toBeVisible();
  await playground.undo.click();
  await expect(playground.values("Word")).toHaveValue("one\ntwo\nthree");
});

test("the list has the focus when a field is varied by keyboard", async ({ page, playground }) => {
  await playground.form.getByRole("button", { name: "Vary Word", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(playground.values("Word")).toBeFocused();
});

test("a choice is varied by ticking its options, which are kept", async ({ playground }) => {
  await playground.choose("Poster");
  await playground.vary("Title at");
  const options = playground.form.getByRole("group", { name: "Values of Title at" });
  await expect(options.getByRole("checkbox", { checked: true })).toHaveAccessibleName("bottom");
  await expect(playground.run).toBeVisible();
  await playground.form.getByRole("button", { name: "All: Title at" }).click();
  await expect(playground.form.getByRole("button", { name: "Run 2" })).toBeVisible();
  await playground.form.getByRole("button", { name: "None: Title at" }).click();
  await expect(options.getByRole("checkbox", { checked: true })).toHaveCount(0);
  await options.getByRole("checkbox", { name: "top" }).check();
  await playground.reload();
  await expect(options.getByRole("checkbox", { checked: true })).toHaveCount(1);
  await options.getByRole("checkbox", { name: "bottom" }).check();
  await expect(playground.form.getByRole("button", { name: "Run 2" })).toBeVisible();
});

test("many options can be searched", async ({ page, playground }) => {
  const options = Array.from({ length: 41 }, (_, index) => `style ${index + 1}`);
  const field = {
    name: "style",
    label: "Style",
    kind: "choice",
    options,
    default: "style 7",
    required: false,
    node: "1",
  };
  const entry = {
    id: "many",
    name: "Many",
    inputs: "{}",
    outputs: "{}",
    problems: [],
    schema: { fields: [field], outputs: [] },
  };
  const json = { status: "success", data: [entry], errors: null, meta: null };
  await page.route("**/api/v1/comfy/workflows", (route) => route.fulfill({ json }));
  await playground.reload();
  await playground.choose("Many");
  await playground.vary("Style");
  const checkboxes = playground.form.getByRole("group", { name: "Values of Style" }).getByRole("checkbox");
  await expect(checkboxes).toHaveCount(41);
  await playground.form.getByRole("searchbox", { name: "Search the values of Style" }).fill("STYLE 4");
  await expect(checkboxes).toHaveCount(6);
  await playground.form.getByRole("button", { name: "All: Style" }).click();
  await expect(playground.form.getByRole("button", { name: "Run 7" })).toBeVisible();
});

test("more than twenty runs start only after a question", async ({ playground }) => {
  await playground.vary("Word");
  const words = Array.from({ length: 21 }, (_, index) => `word ${index}`);
  await playground.values("Word").fill(words.join("\n"));
  const sent = playground.submissions();
  await playground.form.getByRole("button", { name: "Run 21" }).click();
  const question = playground.form.getByRole("alert").filter({ hasText: "Start 21 runs?" });
  await question.getByRole("button", { name: "Don’t start" }).click();
  await expect(question).toHaveCount(0);
  expect(sent).toEqual([]);
  await playground.form.getByRole("button", { name: "Run 21" }).click();
  await question.getByRole("button", { name: "Start all" }).click();
  await expect.poll(() => sent.length).toBe(21);
});

test("a batch that is set is named next to Run, also after a reload, and can be ended there", async ({
  playground,
}) => {
  await playground.vary("Word");
  await playground.values("Word").fill("one\ntwo");
  await playground.reload();
  const line = playground.form.locator(".form-actions").getByText("Varied: Word.");
  await expect(line).toBeInViewport();
  await playground.form.getByRole("button", { name: "Stop varying", exact: true }).click();
  await expect(playground.run).toBeVisible();
  await expect(line).toHaveCount(0);
  await playground.undo.click();
  await expect(playground.values("Word")).toHaveValue("one\ntwo");
});

test.describe("of a seed", () => {
  test.use({ workflows: samples });

  test("nine random seeds are suggested", async ({ playground }) => {
    await playground.choose("Quote card");
    await playground.vary("Color seed");
    const seeds = (await playground.values("Color seed").inputValue()).split("\n");
    expect(new Set(seeds).size).toBe(9);
    for (const seed of seeds) expect(seed).toMatch(/^\d+$/);
    await expect(playground.form.getByRole("button", { name: "Run 9" })).toBeVisible();
  });

  test("a random seed is the same in every run of a batch, and its sheet says so", async ({ playground }) => {
    await playground.choose("Quote card");
    await playground.choice("Color seed after each run").selectOption("random");
    await playground.text("Color seed").fill("4711");
    await playground.vary("Quote");
    await playground.values("Quote").fill("one\ntwo\nthree");
    await playground.form.getByRole("button", { name: "Run 3" }).click();
    await expect(playground.result.locator('[data-state="completed"]')).toHaveCount(3);
    await expect(playground.result.getByText("Color seed 4711 for all")).toBeVisible();
    await expect(playground.text("Color seed")).not.toHaveValue("4711");
  });
});
