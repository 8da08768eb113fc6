// Where a form comes from when the deployment lists no workflows: a deployment of the contract alone.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { samples } from "./service.mjs";
import { contractTest as test, expect } from "./test.mjs";

const poster = readFileSync(join(samples, "poster.json"), "utf8");

test("the page says that nothing is listed and what can be done", async ({ playground }) => {
  await expect(playground.form).toContainText("does not list its workflows");
  await expect(playground.form.getByRole("button", { name: "By hand" })).toBeVisible();
});

test("a workflow dropped on the form is opened", async ({ playground }) => {
  await playground.drop(playground.form, {
    name: "poster.json",
    mimeType: "application/json",
    buffer: Buffer.from(poster),
  });
  await expect(playground.text("Title")).toHaveValue("Open studio");
});

test("a workflow dropped beside the form is opened too, and the page stays", async ({ page, playground }) => {
  await playground.drop(playground.queue, {
    name: "poster.json",
    mimeType: "application/json",
    buffer: Buffer.from(poster),
  });
  await expect(playground.text("Title")).toHaveValue("Open studio");
  await playground.connected();
});

test("a pasted workflow is opened", async ({ page, playground }) => {
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
  }, poster);
  await expect(playground.text("Title")).toHaveValue("Open studio");
});

test("fields named by hand are sent with their run", async ({ contract, playground }) => {
  await playground.form.getByRole("button", { name: "By hand" }).click();
  await playground.text("Workflow id").fill("unknown-to-the-page");
  await playground.text("Name of the field").fill("prompt");
  await playground.form.getByRole("button", { name: "Add", exact: true }).click();
  await playground.text("prompt").fill("a lighthouse");
  await playground.text("Name of the field").fill("strength");
  await playground.choice("Kind of the field").selectOption("number");
  await playground.form.getByRole("button", { name: "Add", exact: true }).click();
  await playground.text("strength").fill("0.75");
  const run = await playground.start();
  const [sent] = contract.submissions;
  expect(sent.runId).toBe(run);
  expect(sent.workflowId).toBe("unknown-to-the-page");
  expect(sent.body.toString()).toContain("a lighthouse");
  expect(sent.body.toString()).toContain("0.75");
});

test("a name is added once, and needs letters", async ({ playground }) => {
  await playground.form.getByRole("button", { name: "By hand" }).click();
  await playground.form.getByRole("button", { name: "Add", exact: true }).click();
  await playground.refuses(playground.text("Name of the field"), /needs a name/);
  for (const _ of [1, 2]) {
    await playground.text("Name of the field").fill("prompt");
    await playground.form.getByRole("button", { name: "Add", exact: true }).click();
  }
  await playground.refuses(playground.text("Name of the field"), /already/);
  await expect(playground.text("prompt")).toHaveCount(1);
});

test("an added field is there after a refresh, and can be removed", async ({ page, contract, playground }) => {
  await playground.form.getByRole("button", { name: "By hand" }).click();
  await playground.text("Name of the field").fill("prompt");
  await playground.form.getByRole("button", { name: "Add", exact: true }).click();
  await playground.text("prompt").fill("kept words");
  await page.reload();
  await playground.open(contract.link);
  await playground.connected();
  await playground.form.getByRole("button", { name: "By hand" }).click();
  await expect(playground.text("prompt")).toHaveValue("kept words");
  await playground.form.getByRole("button", { name: "Remove the field prompt" }).click();
  await expect(playground.text("prompt")).toHaveCount(0);
});

for (const [what, text, why] of [
  ["an empty object", "{}", "the workflow has no nodes"],
  ["an empty list", "[]", "the listing contains no workflows"],
  ["nothing in it", "", "it is empty"],
  ["something else in JSON", '{"name": "a package", "scripts": {"test": "x"}}', "this JSON isn’t a ComfyUI workflow"],
]) {
  test(`a file with ${what} gives no form, and the page says what can be opened`, async ({ playground }) => {
    await playground.openWorkflow.setInputFiles({
      name: "odd.json",
      mimeType: "application/json",
      buffer: Buffer.from(text),
    });
    const notice = playground.form.getByRole("alert");
    await expect(notice).toContainText("“odd.json” was not opened:");
    await expect(notice.getByRole("listitem")).toHaveCount(1);
    await expect(notice).toContainText(why);
    await expect(notice).toContainText("What can be opened: a workflow’s JSON file");
    await expect(playground.run).toHaveCount(0);
  });
}

test("a workflow that is broken JSON says where, and not what else could be opened", async ({ playground }) => {
  await playground.openWorkflow.setInputFiles({
    name: "odd.json",
    mimeType: "application/json",
    buffer: Buffer.from("not\na workflow"),
  });
  const notice = playground.form.getByRole("alert");
  await expect(notice).toHaveText(
    "“odd.json” was not opened:this is not valid JSON (line 1, column 2); provide a workflow, an OpenAPI document, a listing or a schema",
  );
});

test("what could not be opened is told until something else is", async ({ playground }) => {
  const open = (text) =>
    playground.openWorkflow.setInputFiles({ name: "a.json", mimeType: "application/json", buffer: Buffer.from(text) });
  await open("{}");
  await expect(playground.form).toContainText("“a.json” was not opened");
  await open(poster);
  await expect(playground.text("Title")).toHaveValue("Open studio");
  await expect(playground.form).not.toContainText("was not opened");
});

test("a workflow that asks for nothing opens, says so and can be run", async ({ contract, playground }) => {
  const text =
    '{"1": {"class_type": "EmptyImage", "inputs": {}}, "2": {"class_type": "SaveImage", "inputs": {"images": ["1", 0]}}}';
  await playground.openWorkflow.setInputFiles({
    name: "quiet.json",
    mimeType: "application/json",
    buffer: Buffer.from(text),
  });
  await expect(playground.form).toContainText("This workflow asks for nothing: press Run.");
  await playground.start();
  expect(contract.submissions[0].workflowId).toBe("quiet");
});
