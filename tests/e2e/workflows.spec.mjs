// Workflows that are broken, unknown to the service, or opened from a file.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { landscape } from "./images.mjs";
import { Playground } from "./playground.mjs";
import { fixtures, plain, Service } from "./service.mjs";
import { expect, test } from "./test.mjs";

const file = (name, text) => ({ name, mimeType: "application/json", buffer: Buffer.from(text) });

test.describe("in a folder with broken files", () => {
  test.use({ workflows: fixtures });

  test("each broken workflow is not ready and says why, and the others run", async ({ playground }) => {
    for (const [name, reason] of [
      ["Truncated", /not valid JSON/],
      ["Dangling", /node 7, which is not in the workflow/],
      ["Twins", /word/],
      ["Foreign", /the embedded engines don't have Sharpen; connect ComfyUI: flowdeck serve --engine http:/],
    ]) {
      await playground.openPicker();
      await expect(playground.workflow(name)).toContainText(/not ready/i);
      await playground.workflow(name).click();
      await expect(playground.form).toContainText(reason);
      await expect(playground.run).toBeDisabled();
    }
    await playground.openPicker();
    await expect(playground.workflow("Invert")).toContainText(/ready/i);
    await expect(playground.workflow("Invert")).not.toContainText(/not ready/i);
    await playground.choose("Hostile");
    await playground.waitForRun(await playground.start());
  });

  test("a long list can be searched, and the chosen workflow is in view after a reload", async ({
    page,
    playground,
  }) => {
    const entries = page.getByRole("list", { name: "Workflows", exact: true }).getByRole("button");
    const chosen = page.getByRole("list", { name: "Workflows", exact: true }).getByRole("button", { pressed: true });
    await page.setViewportSize({ width: 1260, height: 400 });
    await playground.openPicker();
    const count = await entries.count();
    await playground.form.getByRole("searchbox", { name: "Find workflows" }).fill("INV");
    await expect(entries).toHaveText([/Invert/]);
    await page.keyboard.press("Enter");
    await expect(playground.picker).toHaveText("Invert");
    await playground.openPicker();
    await playground.form.getByRole("searchbox", { name: "Find workflows" }).fill("");
    await expect(entries).toHaveCount(count);
    await entries.last().click();
    await playground.reload();
    await playground.openPicker();
    await expect(entries).toHaveCount(count);
    await expect(chosen).toBeInViewport({ ratio: 1 });
    await expect(entries.first()).not.toBeInViewport();
  });
});

test("a workflow opened from a file takes the place of the open list, and runs under its ID", async ({
  playground,
}) => {
  await playground.openPicker();
  await playground.openWorkflow.setInputFiles(join(plain, "slow-blur.json"));
  await expect(playground.text("Word")).toHaveValue("patience");
  await expect(playground.picker).toHaveAttribute("aria-expanded", "false");
  await expect(playground.form.getByRole("list", { name: "Workflows", exact: true })).toHaveCount(0);
  await (await playground.deployAs()).fill("slower-blur");
  await playground.form.getByRole("button", { name: "Close" }).click();
  await playground.text("Size").fill("256");
  await playground.waitForRun(await playground.start());
});

test("an image that a run made restores the workflow, every value and the photo", async ({
  page,
  playground,
  service,
  browser,
}) => {
  await playground.choose("Poster");
  await playground.file("Photo").setInputFiles(await landscape(page, "evening.png"));
  await playground.text("Title").fill("Größe “42” &amp; <b>");
  await playground.text("Size").fill("64");
  await playground.text("Softness").fill("3.3");
  await playground.choice("Title at").selectOption("top");
  await playground.toggle("Outline").uncheck();
  const run = await playground.start();
  await playground.waitForRun(run);
  const image = { name: "poster_00001_.png", mimeType: "image/png", buffer: await service.output(run) };

  await playground.text("Title").fill("something else");
  await playground.form.getByRole("button", { name: "Remove evening.png from Photo" }).click();
  await playground.choose("Slow blur");
  await playground.openWorkflow.setInputFiles(image);
  await restored(playground);
  await expect(playground.form.getByText("evening.png")).toBeVisible();
  await expect(page.getByText("Values from poster_00001_.png filled in.", { exact: true })).toBeVisible();
  await playground.undo.click();
  await expect(playground.text("Title")).toHaveValue("something else");

  const elsewhere = await browser.newContext();
  const other = new Playground(await elsewhere.newPage());
  await other.open(service.link);
  await other.choose("Slow blur");
  await other.openWorkflow.setInputFiles(image);
  await restored(other);
  await expect(other.page.getByText("Choose Photo again: the file isn’t in this browser.")).toBeVisible();
  await elsewhere.close();
});

async function restored(playground) {
  await expect(playground.picker).toHaveText("Poster");
  await expect(playground.text("Title")).toHaveValue("Größe “42” &amp; <b>");
  await expect(playground.text("Size")).toHaveValue("64");
  await expect(playground.text("Softness")).toHaveValue("3.3");
  await expect(playground.choice("Title at")).toHaveValue("top");
  await expect(playground.toggle("Outline")).not.toBeChecked();
}

test.describe("at a deployment without the workflow of an image", () => {
  test.use({ workflows: fixtures });

  test("the image opens as a form of its own, with the values", async ({ playground }) => {
    const origin = new Service({ engines: 1, workflows: plain });
    await origin.start();
    const body = new FormData();
    body.set("word", "far away");
    body.set("size", "256");
    const run = await origin.run("slow-blur", body);
    const status = async () => (await origin.get(`/api/v1/runs/${run}`)).status;
    await expect.poll(status).toBe("completed");
    const buffer = await origin.output(run);
    await origin.stop();
    await playground.openWorkflow.setInputFiles({ name: "blur.png", mimeType: "image/png", buffer });
    await expect(await playground.deployAs()).toHaveValue("slow-blur");
    await expect(playground.text("Word")).toHaveValue("far away");
    await expect(playground.text("Size")).toHaveValue("256");
  });
});

test("an opened image without a workflow says so, and is not put into an image field", async ({ page, playground }) => {
  await playground.choose("Poster");
  await playground.openWorkflow.setInputFiles(await landscape(page, "evening.png"));
  await expect(playground.form.getByRole("alert").first()).toContainText("Couldn’t open “evening.png”.");
  await expect(playground.form.getByRole("alert").first()).toContainText("contains no workflow");
  await expect(playground.preview).toHaveCount(0);
});

test("a file suggests its name as the ID, whichever workflow has the same fields", async ({ playground }) => {
  const listed = await readFile(join(plain, "slow-blur.json"), "utf8");
  await playground.openWorkflow.setInputFiles(file("export (3).json", listed));
  await expect(await playground.deployAs()).toHaveValue("export (3)");
  const other = await readFile(join(fixtures, "hostile.json"), "utf8");
  await playground.openWorkflow.setInputFiles(file("hostile.json", other));
  await expect(await playground.deployAs()).toHaveValue("hostile");
});

test.describe("with an ID that the service does not know", () => {
  test.use({ expectedErrors: /status of 422/ });

  test("the error names the workflow, and the form is kept", async ({ playground }) => {
    await playground.openManualForm("slow-blur");
    await playground.addField("word");
    await expect(playground.form).not.toContainText("Not deployed here.");
    await playground.text("Workflow ID").fill("elsewhere");
    await expect(playground.text("Workflow ID")).toHaveAccessibleDescription(/^Not deployed here\./);
    await playground.text("word").fill("kept");
    await playground.run.click();
    await expect(playground.form.getByRole("alert").filter({ hasText: "elsewhere" })).toBeVisible();
    await expect(playground.text("word")).toHaveValue("kept");
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

test("a workflow that was chosen is shown after a reload, even if it was never painted", async ({ playground }) => {
  await playground.openPicker();
  await playground.workflow("Slow blur").evaluate((entry) => {
    globalThis.requestAnimationFrame = () => 0;
    entry.click();
  });
  await expect(playground.text("Word")).toBeVisible();
  await playground.reload();
  await expect(playground.picker).toHaveText("Slow blur");
});

test("a field that is used right after a workflow was chosen keeps the focus", async ({ page, playground }) => {
  await playground.openPicker();
  // The list gives its focus back after a frame, which can be late on a busy machine.
  const frames = await page.evaluateHandle(() => {
    const frame = globalThis.requestAnimationFrame;
    const held = [];
    globalThis.requestAnimationFrame = (call) => held.push(call);
    const paint = async () => {
      globalThis.requestAnimationFrame = frame;
      for (const call of held) frame(call);
      for (let painted = 0; painted < 3; painted += 1) await new Promise((next) => frame(next));
    };
    return { paint };
  });
  await playground.workflow("Slow blur").click();
  await playground.text("Word").fill("");
  await page.keyboard.type("qui");
  await frames.evaluate(({ paint }) => paint());
  await page.keyboard.type("et");
  await expect(playground.text("Word")).toBeFocused();
  await expect(playground.text("Word")).toHaveValue("quiet");
});

test("a workflow that was added is listed when people come back to the page", async ({ page, playground }) => {
  await page.route("**/api/v1/comfy/workflows", async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    json.data.push({ ...json.data[0], id: "added", name: "Added" });
    await route.fulfill({ response, json });
  });
  await playground.text("Title").fill("kept");
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await playground.picker.click();
  await expect(playground.workflow("Added")).toBeVisible();
  await expect(playground.text("Title")).toHaveValue("kept");
});

test("a workflow that was added is listed when the list is opened", async ({ page, playground }) => {
  await page.route("**/api/v1/comfy/workflows", async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    json.data.push({ ...json.data[0], id: "added", name: "Added" });
    await route.fulfill({ response, json });
  });
  await playground.picker.click();
  await expect(playground.workflow("Added")).toBeVisible();
});

test("a workflow without a picture shows its last result in the list", async ({ playground }) => {
  const picture = playground.workflow("Slow blur").locator("img");
  await playground.choose("Slow blur");
  await playground.openPicker();
  await expect(playground.workflow("Slow blur")).toBeVisible();
  await expect(picture).toHaveCount(0);
  await playground.choose("Slow blur");
  await playground.text("Size").fill("256");
  await playground.waitForRun(await playground.start());
  await playground.openPicker();
  await expect(picture).toBeVisible();
});
