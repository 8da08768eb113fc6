// What is wrong with single fields before a run: a default that no engine can take, and a name that the workflow does
// not have.
import { expect, test } from "./test.mjs";

const MESSAGE = "no connected engine has the model dusk.safetensors; put it into models/loras, or choose another";
const PROBLEM = {
  node: "4",
  class: "LoraLoader",
  title: null,
  input: "lora_name",
  field: "title",
  message: MESSAGE,
  code: "missing_model_folder",
  args: ["dusk.safetensors", "models/loras"],
};

/** Lets the listing say that the default of Poster's title names a model that no engine has. */
async function withProblem(page) {
  await page.route("**/api/v1/comfy/workflows", async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    for (const entry of json.data) if (entry.id === "poster") entry.problems = [PROBLEM];
    await route.fulfill({ response, json });
  });
}

test("a default that no engine has is a problem of its field, until another value is chosen", async ({
  page,
  playground,
}) => {
  await withProblem(page);
  await playground.reload();
  const title = playground.text("Title");
  await expect(playground.form.getByText(MESSAGE)).toBeVisible();
  await expect(title).toHaveAttribute("aria-invalid", "true");
  await expect(playground.form.getByText("This workflow is not ready")).toHaveCount(0);
  await expect(playground.run).toBeEnabled();

  await title.fill("Another");
  await expect(playground.form.getByText(MESSAGE)).toHaveCount(0);
  await expect(title).not.toHaveAttribute("aria-invalid", "true");
  await playground.form.getByRole("button", { name: "Reset Title" }).click();
  await expect(playground.form.getByText(MESSAGE)).toBeVisible();

  await test.step("in the list, the workflow is not ready", async () => {
    await playground.picker.click();
    await expect(playground.workflow("Poster")).toContainText("not ready");
    await expect(playground.workflow("Poster")).toContainText("models/loras");
    await playground.workflow("Poster").click();
  });

  await test.step("in German", async () => {
    await playground.language("de");
    const german = "Keine verbundene Engine hat das Modell dusk.safetensors; bitte nach models/loras legen";
    await expect(page.getByText(german)).toBeVisible();
  });
});

test("a misspelled field is named before the run, with the one that was meant", async ({ playground }) => {
  await playground.choose("Slow blur");
  await playground.form.getByText("Add a field").click();
  await playground.addField("sise", "number");
  await expect(playground.form.getByText("no field “sise”")).toContainText("Did you mean “size”?");
  await playground.form.getByRole("button", { name: "Remove field sise" }).click();
  await expect(playground.form.getByText("no field “sise”")).toHaveCount(0);
});

test("the details of a result have its engine, and the search finds its runs", async ({ page, playground }) => {
  await playground.choose("Slow blur");
  await playground.run.click();
  await expect(playground.images.first()).toBeVisible();
  await playground.result.getByText("Run info", { exact: true }).click();
  const engine = playground.result.getByText(/^http:\/\/127\.0\.0\.1:\d+$/);
  await expect(engine).toBeVisible();
  const address = (await engine.textContent()) ?? "";
  await page.reload();
  await playground.connected();
  await playground.browse();
  await playground.findRuns.fill(address);
  await expect(playground.runs.locator("[data-run-id]")).toHaveCount(1);
  await playground.findRuns.fill(`${address}9`);
  await expect(playground.runs.locator("[data-run-id]")).toHaveCount(0);
});
