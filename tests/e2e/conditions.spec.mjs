// Fields that are folded away, and fields that are only visible if another field has a value.
import { expect, test } from "./test.mjs";

// A test rejects the run that it sends.
test.use({ expectedErrors: /400/ });

const field = (name, more) => ({ name, label: name, kind: "text", required: false, node: "1", ...more });

const fields = [
  field("Word", { default: "sea" }),
  field("Upscale", { kind: "boolean", default: "false" }),
  field("Factor", {
    kind: "number",
    integer: true,
    required: true,
    default: "2",
    visibleIf: { field: "Upscale", is: "true" },
  }),
  field("Sharpness", { visibleIf: { field: "Factor", is: "4.0" } }),
  field("Steps", { kind: "number", integer: true, default: "20", advanced: true }),
];

async function list(page) {
  const entry = {
    id: "poster",
    name: "Odd",
    inputs: "{}",
    outputs: "{}",
    problems: [],
    schema: { fields, outputs: [] },
  };
  const json = { status: "success", data: [entry], errors: null, meta: null };
  await page.route("**/api/v1/comfy/workflows", (route) => route.fulfill({ json }));
}

test("hidden fields keep their values and are not sent", async ({ page, playground }) => {
  await list(page);
  await playground.reload();
  await expect(playground.text("Factor")).toBeHidden();
  await playground.toggle("Upscale").check();
  await playground.text("Factor").fill("4");
  await playground.text("Sharpness").fill("high");
  await playground.toggle("Upscale").uncheck();
  await expect(playground.text("Factor")).toBeHidden();
  await expect(playground.text("Sharpness")).toBeHidden();
  await page.route("**/api/v1/runs?*", (route) => route.fulfill({ status: 400, json: { detail: "no" } }));
  const sent = page.waitForRequest((request) => request.method() === "POST");
  await playground.run.click();
  const body = (await sent).postData();
  expect(body).toContain('name="Word"');
  expect(body).not.toContain('name="Factor"');
  expect(body).not.toContain('name="Sharpness"');
  await playground.toggle("Upscale").check();
  await expect(playground.text("Factor")).toHaveValue("4");
  await expect(playground.text("Sharpness")).toHaveValue("high");
});

test("advanced fields are folded away, and an error in one opens the fold", async ({ page, playground }) => {
  await list(page);
  await playground.reload();
  await expect(playground.text("Steps")).toBeHidden();
  await playground.form.getByText("Advanced", { exact: true }).click();
  await playground.text("Steps").fill("many");
  await playground.form.getByText("Advanced", { exact: true }).click();
  await expect(playground.text("Steps")).toBeHidden();
  await playground.run.click();
  await expect(playground.text("Steps")).toBeFocused();
});

test("the first paint folds advanced fields and leaves conditional ones to the page", async ({ page, service }) => {
  await list(page);
  let release;
  const released = new Promise((resolve) => (release = resolve));
  await page.route("**/pkg/playground_bg.wasm", async (route) => {
    await released;
    await route.continue();
  });
  await page.goto("about:blank");
  await page.goto(service.link, { waitUntil: "commit" });
  const first = page.locator(".first");
  const textbox = (name) => page.getByRole("textbox", { name, exact: true });
  await expect(first.getByRole("textbox", { name: "Word" })).toBeVisible();
  await expect(textbox("Factor")).toHaveCount(0);
  await expect(textbox("Steps")).toHaveCount(0);
  await page.getByRole("switch", { name: "Upscale" }).check();
  await page.getByText("Advanced", { exact: true }).click();
  await textbox("Steps").fill("30");
  release();
  await expect(first).toHaveCount(0);
  await expect(textbox("Factor")).toBeVisible();
  await expect(textbox("Steps")).toHaveValue("30");
});
