// Workflows that are broken, unknown to the service, or opened from a file.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { landscape } from "./images.mjs";
import { fixtures, samples } from "./service.mjs";
import { expect, test } from "./test.mjs";

const file = (name, text) => ({ name, mimeType: "application/json", buffer: Buffer.from(text) });

test.describe("in a folder with broken files", () => {
  test.use({ workflows: fixtures });

  test("each broken workflow is not ready and says why, and the others run", async ({ playground }) => {
    for (const [name, reason] of [
      ["Truncated", /not valid JSON/],
      ["Dangling", /node 7, which is not in the workflow/],
      ["Twins", /word/],
      ["Foreign", /node 2 \(Sharpen\) “Crisp”: no connected engine has the node Sharpen/],
    ]) {
      await expect(playground.workflow(name)).toContainText(/not ready/i);
      await playground.workflow(name).click();
      await expect(playground.form).toContainText(reason);
    }
    await expect(playground.workflow("Invert")).toContainText(/ready/i);
    await expect(playground.workflow("Invert")).not.toContainText(/not ready/i);
    await playground.choose("Hostile");
    await playground.waitForRun(await playground.start());
  });
});

test("a workflow opened from a file runs under its ID", async ({ playground }) => {
  await playground.openWorkflow.setInputFiles(join(samples, "slow-blur.json"));
  await expect(playground.text("Word")).toHaveValue("patience");
  await playground.text("Size").fill("256");
  await playground.waitForRun(await playground.start());
});

test("an opened image without a workflow says so, and is not put into an image field", async ({ page, playground }) => {
  await playground.choose("Poster");
  await playground.openWorkflow.setInputFiles(await landscape(page, "evening.png"));
  await expect(playground.form.getByRole("alert").first()).toContainText("Couldn’t open “evening.png”.");
  await expect(playground.form.getByRole("alert").first()).toContainText("contains no workflow");
  await expect(playground.preview).toHaveCount(0);
});

test("a file suggests the ID of the listed workflow with its fields, or else its name", async ({ playground }) => {
  const listed = await readFile(join(samples, "slow-blur.json"), "utf8");
  await playground.openWorkflow.setInputFiles(file("export (3).json", listed));
  await expect(playground.text("Workflow ID")).toHaveValue("slow-blur");
  const other = await readFile(join(fixtures, "hostile.json"), "utf8");
  await playground.openWorkflow.setInputFiles(file("hostile.json", other));
  await expect(playground.text("Workflow ID")).toHaveValue("hostile");
});

test.describe("with an ID that the service does not know", () => {
  test.use({ expectedErrors: /status of 422/ });

  test("the error names the workflow, and the form is kept", async ({ playground }) => {
    const text = await readFile(join(samples, "slow-blur.json"), "utf8");
    await playground.openWorkflow.setInputFiles(file("elsewhere.json", text));
    await playground.text("Workflow ID").fill("elsewhere");
    await playground.text("Word").fill("kept");
    await playground.run.click();
    await expect(playground.form.getByRole("alert")).toContainText("elsewhere");
    await expect(playground.text("Word")).toHaveValue("kept");
    await expect(playground.rows("running")).toHaveCount(0);
  });
});

test("a file that is not JSON says why, and typed text is kept", async ({ playground }) => {
  await playground.choose("Slow blur");
  await playground.text("Word").fill("kept");
  await playground.openWorkflow.setInputFiles(file("broken.json", '{ "1": '));
  await expect(playground.form).toContainText("this is not valid JSON (line 1, column 7)");
  await expect(playground.form).toContainText("broken.json");
  await playground.choose("Slow blur");
  await expect(playground.text("Word")).toHaveValue("kept");
});
