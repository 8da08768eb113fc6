// A deployment that does not list its workflows: the form comes from a file or is built by hand.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { plain } from "./service.mjs";
import { expect, minimalTest as test } from "./test.mjs";

const poster = readFileSync(join(plain, "poster.json"), "utf8");
const file = (text, name = "odd.json") => ({ name, mimeType: "application/json", buffer: Buffer.from(text) });

test("the page says so, and a dropped or pasted workflow file is opened", async ({ page, playground }) => {
  await expect(playground.form).toContainText("doesn’t list its workflows");
  await expect(playground.form.getByRole("button", { name: "Form by workflow ID" })).toBeVisible();

  await playground.drop(playground.form, file(poster, "poster.json"));
  await expect(playground.text("Title")).toHaveValue("Open studio");

  await test.step("dropped next to the form, without leaving the page", async () => {
    await playground.openManualForm();
    await expect(playground.text("Title")).toHaveCount(0);
    await playground.drop(playground.queue, file(poster, "poster.json"));
    await expect(playground.text("Title")).toHaveValue("Open studio");
    await playground.connected();
  });

  await test.step("pasted", async () => {
    await playground.openManualForm();
    await expect(playground.text("Title")).toHaveCount(0);
    await page.evaluate((text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", text);
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
    }, poster);
    await expect(playground.text("Title")).toHaveValue("Open studio");
  });
});

test("a workflow file in Windows-1252 is opened with a note", async ({ playground }) => {
  const old = { ...file("", "old.json"), buffer: Buffer.from(poster.replace("Open studio", "Größe"), "latin1") };
  await playground.drop(playground.form, old);
  await expect(playground.text("Title")).toHaveValue("Größe");
  await expect(playground.form).toContainText("Check how this file was read:");
  await expect(playground.form).toContainText("the file is not UTF-8 and was read as Windows-1252");
  await expect(playground.run).toBeEnabled();
});

test("the fields of a manual form are sent with the run", async ({ playground, deployment }) => {
  await playground.openManualForm("unknown-to-the-page");
  await playground.addField("prompt");
  await playground.text("prompt").fill("a lighthouse");
  await playground.addField("strength", "number");
  await playground.text("strength").fill("0.75");
  const run = await playground.start();
  const [sent] = deployment.submissions;
  expect(sent.runId).toBe(run);
  expect(sent.workflowId).toBe("unknown-to-the-page");
  expect(sent.body.toString()).toContain("a lighthouse");
  expect(sent.body.toString()).toContain("0.75");
});

test("a field needs a unique name, is restored after a reload, and can be removed", async ({ playground }) => {
  await playground.openManualForm();
  await playground.form.getByRole("button", { name: "Add", exact: true }).click();
  await playground.showsError(playground.text("Field name"), /Enter the field’s name/);
  for (const _ of [1, 2]) await playground.addField("prompt");
  await playground.showsError(playground.text("Field name"), /already/);
  await expect(playground.text("prompt")).toHaveCount(1);
  await playground.text("prompt").fill("kept words");
  await playground.reload();
  await playground.openManualForm();
  await expect(playground.text("prompt")).toHaveValue("kept words");
  await playground.form.getByRole("button", { name: "Remove field prompt" }).click();
  await expect(playground.text("prompt")).toHaveCount(0);
  await playground.undo.click();
  await expect(playground.text("prompt")).toHaveValue("kept words");
});

test("a file without a workflow says why, and what can be opened instead", async ({ playground }) => {
  const notice = playground.form.getByRole("alert");
  for (const [text, why] of [
    ["{}", "the workflow has no nodes"],
    ["[]", "the listing contains no workflows"],
    ["", "it is empty"],
    ['{"name": "a package", "scripts": {"test": "x"}}', "this JSON isn't a ComfyUI workflow"],
  ]) {
    await playground.openWorkflow.setInputFiles(file(text));
    await expect(notice).toContainText(why);
    await expect(notice).toContainText("Couldn’t open “odd.json”.");
    await expect(notice.getByRole("listitem")).toHaveCount(1);
    await expect(notice).toContainText("You can open: a workflow’s JSON file");
    await expect(playground.run).toHaveCount(0);
  }

  await test.step("broken JSON only says where", async () => {
    await playground.openWorkflow.setInputFiles(file("not\na workflow"));
    await expect(notice).toHaveText(
      "Couldn’t open “odd.json”.this is not valid JSON (line 1, column 2); " +
        "provide a workflow, an OpenAPI document, a listing or a schema",
    );
  });

  await test.step("the message can be closed", async () => {
    await notice.getByRole("button", { name: "Close" }).click();
    await expect(playground.form).not.toContainText("Couldn’t open");
    await playground.openWorkflow.setInputFiles(file("not\na workflow"));
    await expect(playground.form).toContainText("Couldn’t open");
  });

  await test.step("the message disappears with the next file", async () => {
    await playground.openWorkflow.setInputFiles(file(poster));
    await expect(playground.text("Title")).toHaveValue("Open studio");
    await expect(playground.form).not.toContainText("Couldn’t open");
  });
});

test("a workflow without marked inputs opens, says so and can be run", async ({ playground, deployment }) => {
  const text =
    '{"1": {"class_type": "EmptyImage", "inputs": {}}, ' +
    '"2": {"class_type": "SaveImage", "inputs": {"images": ["1", 0]}}}';
  await playground.openWorkflow.setInputFiles(file(text, "quiet.json"));
  await expect(playground.form).toContainText("No inputs are marked in this workflow");
  await expect(playground.form).not.toContainText("Not deployed here.");
  await playground.start();
  expect(deployment.submissions[0].workflowId).toBe("quiet");
});
