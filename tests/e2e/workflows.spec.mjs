// Workflows that are broken, unknown or opened from a file.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { landscape } from "./pictures.mjs";
import { fixtures, samples } from "./service.mjs";
import { expect, test } from "./test.mjs";

const file = (name, text) => ({ name, mimeType: "application/json", buffer: Buffer.from(text) });

test.describe("in a folder with broken files", () => {
  test.use({ workflows: fixtures });

  for (const [name, reason] of [
    ["Truncated", /not JSON/],
    ["Dangling", /node 7, which is not in the workflow/],
    ["Twins", /word/],
    ["Foreign", /node 2 \(Sharpen\) “Crisp”: no connected engine has the node Sharpen/],
  ]) {
    test(`${name} is marked as not ready, with the reason`, async ({ playground }) => {
      await expect(playground.workflow(name)).toContainText(/not ready/i);
      await playground.workflow(name).click();
      await expect(playground.form).toContainText(reason);
    });
  }

  test("the others are ready and run", async ({ playground }) => {
    await expect(playground.workflow("Invert")).toContainText(/ready/i);
    await expect(playground.workflow("Invert")).not.toContainText(/not ready/i);
    await playground.choose("Hostile");
    await playground.ends(await playground.start());
  });
});

test("a workflow is opened from a file and run under its id", async ({ playground }) => {
  await playground.openWorkflow.setInputFiles(join(samples, "slow-blur.json"));
  await expect(playground.text("Word")).toHaveValue("patience");
  await playground.text("Size").fill("256");
  await playground.ends(await playground.start());
});

test("a picture that is opened and carries no workflow says so, and takes no field's place", async ({
  page,
  playground,
}) => {
  await playground.choose("Poster");
  await playground.openWorkflow.setInputFiles(await landscape(page, "evening.png"));
  await expect(playground.form.getByRole("alert").first()).toContainText("“evening.png” was not opened:");
  await expect(playground.form.getByRole("alert").first()).toContainText("no workflow");
  await expect(playground.preview).toHaveCount(0);
});

test("a file with the fields of one listed workflow proposes its id", async ({ playground }) => {
  const text = await readFile(join(samples, "slow-blur.json"), "utf8");
  await playground.openWorkflow.setInputFiles(file("export (3).json", text));
  await expect(playground.text("Workflow id")).toHaveValue("slow-blur");
});

test("a file with other fields than any listed workflow proposes its name", async ({ playground }) => {
  const text = await readFile(join(fixtures, "hostile.json"), "utf8");
  await playground.openWorkflow.setInputFiles(file("hostile.json", text));
  await expect(playground.text("Workflow id")).toHaveValue("hostile");
});

test.describe("a workflow the service does not know", () => {
  test.use({ expectedErrors: /status of 422/ });

  test("is named in the answer, and the form is kept", async ({ playground }) => {
    const text = await readFile(join(samples, "slow-blur.json"), "utf8");
    await playground.openWorkflow.setInputFiles(file("elsewhere.json", text));
    await playground.text("Workflow id").fill("elsewhere");
    await playground.text("Word").fill("kept");
    await playground.run.click();
    await expect(playground.form.getByRole("alert")).toContainText("elsewhere");
    await expect(playground.text("Word")).toHaveValue("kept");
    await expect(playground.rows("running")).toHaveCount(0);
  });
});

test("a file that is no JSON says why, and what was typed before is not lost", async ({ playground }) => {
  await playground.choose("Slow blur");
  await playground.text("Word").fill("kept");
  await playground.openWorkflow.setInputFiles(file("broken.json", '{ "1": '));
  await expect(playground.form).toContainText("this is not valid JSON (line 1, column 7)");
  await expect(playground.form).toContainText("broken.json");
  await playground.choose("Slow blur");
  await expect(playground.text("Word")).toHaveValue("kept");
});
