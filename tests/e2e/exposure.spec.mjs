// Choosing the fields of a workflow that was opened from a file, and deploying it.
import { readFile } from "node:fs/promises";
import { expectAccessible } from "./axe.mjs";
import { json } from "./json-file.mjs";
import { expect, test } from "./test.mjs";

/** A blurred area of one color, as the editor saves it. */
const clouds = {
  nodes: [
    {
      id: 1,
      type: "EmptyImage",
      inputs: [],
      outputs: [{ name: "IMAGE", type: "IMAGE", links: [1] }],
      widgets_values: [64, 48, 1, 255],
    },
    {
      id: 2,
      type: "ImageBlur",
      title: "Soften",
      inputs: [{ name: "image", type: "IMAGE", link: 1 }],
      outputs: [{ name: "IMAGE", type: "IMAGE", links: [2] }],
      widgets_values: [3, 1.5],
    },
    {
      id: 3,
      type: "SaveImage",
      inputs: [{ name: "images", type: "IMAGE", link: 2 }],
      outputs: [],
      widgets_values: ["clouds"],
    },
  ],
  links: [
    [1, 1, 0, 2, 0, "IMAGE"],
    [2, 2, 0, 3, 0, "IMAGE"],
  ],
  version: 0.4,
};

const input = (playground, label) => playground.form.getByRole("checkbox", { name: label, exact: true });
const button = (playground, name) => playground.form.getByRole("button", { name, exact: true });

test("an ordinary file becomes a form, version 1, a run and version 2", async ({ page, playground, service }) => {
  await test.step("the likely inputs are ticked, and form the form", async () => {
    await playground.openWorkflow.setInputFiles(json("clouds.json", clouds));
    await expect(input(playground, "Width")).toBeChecked();
    await expect(input(playground, "Blur radius")).not.toBeChecked();
    await expect(playground.text("Width")).toHaveValue("64");
    await expectAccessible(page);
  });

  await test.step("ticks change the form, and what was typed stays", async () => {
    await playground.text("Width").fill("80");
    await input(playground, "Height").uncheck();
    await expect(playground.text("Height")).toHaveCount(0);
    await input(playground, "Blur radius").check();
    await expect(playground.text("Blur radius")).toHaveValue("3");
    await expect(playground.text("Width")).toHaveValue("80");
  });

  await test.step("the stage shows what goes in and comes out", async () => {
    await expect(playground.result.locator(".drawn-input")).toHaveText(["Width", "Blur radius"]);
    await expect(playground.result.locator(".drawn-output")).toHaveText(["image"]);
  });

  await test.step("the choice comes first", async () => {
    await expect(button(playground, "Deploy…")).toHaveCount(0);
    await expect(playground.form).toContainText("Then run the form, or deploy it for others.");
  });

  await test.step("deployed as version 1, it runs", async () => {
    await playground.deployAs();
    await expect(playground.text("Deploy as")).toHaveValue("clouds");
    // One step at a time, and the ID only in this one.
    await expect(input(playground, "Width")).toHaveCount(0);
    await expect(playground.text("Workflow ID")).toHaveCount(0);
    await expect(button(playground, "Deploy")).toBeInViewport();
    await expect(playground.form).toContainText("New workflow.");
    await button(playground, "Deploy").click();
    await expect(playground.form).toContainText("Deployed “clouds”, version 1.");
    await expect(playground.picker).toHaveText("Clouds");
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await button(playground, "Copy link to this form").click();
    await expect(button(playground, "Copied")).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("#workflow=clouds");
    await expect(playground.text("Width")).toHaveValue("80");
    const run = await playground.start();
    await playground.waitForRun(run);
    const output = await service.output(run);
    expect([output.readUInt32BE(16), output.readUInt32BE(20)]).toEqual([80, 48]);
  });

  await test.step("with other ticks, it becomes version 2", async () => {
    await button(playground, "Choose fields").click();
    await input(playground, "Height").check();
    await input(playground, "Blur radius").uncheck();
    await expect(playground.text("Height")).toHaveValue("48");
    await playground.deployAs();
    await expect(playground.form).toContainText("Changes become version 2.");
    await expect(playground.form).toContainText("New fields: height. Removed fields: blur_radius.");
    await button(playground, "Deploy").click();
    await expect(playground.form).toContainText("Deployed “clouds”, version 2.");
    const { version, schema } = await service.get("/api/v1/comfy/workflows/clouds");
    expect(version).toBe(2);
    expect(schema.fields.map(({ name }) => name)).toEqual(["width", "height"]);
  });

  await test.step("the same again stays version 2", async () => {
    await playground.openWorkflow.setInputFiles(json("clouds.json", clouds));
    await playground.deployAs();
    await button(playground, "Deploy").click();
    await expect(playground.form).toContainText("“clouds” is still version 2: nothing has changed.");
  });
});

/** A node on the map, by its name. */
const node = (playground, name) =>
  playground.form.getByRole("group", { name: "Graph of the workflow" }).getByRole("button", { name, exact: true });

test("the map shows the chosen nodes and leads to their inputs", async ({ page, playground }) => {
  const placed = structuredClone(clouds);
  for (const [at, entry] of placed.nodes.entries()) Object.assign(entry, { pos: [at * 300, 40], size: [200, 100] });
  const blur = placed.nodes[1];
  blur.title = "Soften <b>the</b> clouds";
  await playground.openWorkflow.setInputFiles(json("clouds.json", placed));
  const [image, soften] = [node(playground, "EmptyImage #1"), node(playground, "Soften <b>the</b> clouds #2")];
  await expect(image).toHaveAttribute("data-state", "chosen");
  await expect(soften).not.toHaveAttribute("data-state", "chosen");

  await test.step("with the mouse", async () => {
    await soften.click();
    await expect(input(playground, "Blur radius")).toBeFocused();
    await expect(soften).toHaveAttribute("data-lit");
    await input(playground, "Blur radius").check();
    await expect(soften).toHaveAttribute("data-state", "chosen");
    await input(playground, "Width").hover();
    await expect(image).toHaveAttribute("data-lit");
  });

  await test.step("with the keyboard, as one stop of Tab", async () => {
    await soften.focus();
    await page.keyboard.press("ArrowLeft");
    await expect(image).toBeFocused();
    await page.keyboard.press("End");
    await expect(node(playground, "SaveImage #3")).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(playground.form.getByRole("searchbox", { name: "Find inputs" })).toBeFocused();
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Enter");
    await expect(input(playground, "Filename prefix")).toBeFocused();
  });

  await test.step("also to an input that the search hides", async () => {
    await playground.form.getByRole("searchbox", { name: "Find inputs" }).fill("width");
    await expect(input(playground, "Blur radius")).toHaveCount(0);
    await soften.click();
    await expect(input(playground, "Blur radius")).toBeFocused();
  });
});

test("Run deploys a file, again only if it changed, and replaces nothing", async ({ page, playground, service }) => {
  const deploys = [];
  page.on("request", (request) => {
    if (request.method() === "PUT") deploys.push(request);
  });
  await playground.openWorkflow.setInputFiles(json("clouds.json", clouds));
  await playground.text("Width").fill("80");

  await test.step("the first time, as a new workflow", async () => {
    await expect(playground.form).toContainText("Run deploys this file as “clouds”, then runs it.");
    const run = await playground.start();
    await playground.waitForRun(run);
    expect((await service.output(run)).readUInt32BE(16)).toBe(80);
    await expect(playground.form).toContainText("Run uses “clouds” as you deployed it.");
    await playground.deployAs();
    await expect(playground.form).toContainText("“clouds” is already deployed with this file and these fields.");
    await button(playground, "Close").click();
    await button(playground, "Choose fields").click();
  });

  await test.step("then it runs without", async () => {
    await playground.text("Width").fill("72");
    await playground.waitForRun(await playground.start());
    expect(deploys).toHaveLength(1);
  });

  await test.step("a changed choice is deployed, also after a reload", async () => {
    await input(playground, "Blur radius").check();
    await expect(playground.form).toContainText("Run deploys your changes to “clouds”, then runs it.");
    await playground.waitForRun(await playground.start());
    expect(deploys).toHaveLength(2);
    await playground.reload();
    await playground.openWorkflow.setInputFiles(json("clouds.json", clouds));
    await expect(playground.form).toContainText("Run uses “clouds” as you deployed it.");
    expect((await service.get("/api/v1/comfy/workflows/clouds")).version).toBe(2);
  });

  await test.step("a workflow from elsewhere is not replaced", async () => {
    const sent = playground.submissions();
    await expect(playground.text("Workflow ID")).toHaveCount(0);
    await playground.deployAs();
    await playground.text("Deploy as").fill("poster");
    await button(playground, "Close").click();
    await playground.text("Width").fill("64");
    await expect(playground.form).toContainText("“poster” is already deployed. Run asks before it changes that.");
    await playground.run.click();
    const deploy = playground.form.getByRole("form", { name: "Deploy" });
    await expect(deploy).toContainText("To keep both, use another ID.");
    await expect(playground.text("Deploy as")).toBeFocused();
    await expect(playground.text("Deploy as")).toHaveValue("poster");
    expect([sent, deploys].map((requests) => requests.length)).toEqual([0, 2]);
    await expect(playground.text("Width")).toHaveValue("64");
  });
});

test("a title replaces the name of the file, here and where it is deployed", async ({ playground, service }) => {
  await playground.openWorkflow.setInputFiles(json("clouds.json", clouds));
  await playground.text("Workflow title").fill("Evening clouds");
  await expect(playground.picker).toHaveText("Evening clouds");
  await test.step("also at the head of its form, until it is deployed", async () => {
    await button(playground, "Done choosing").click();
    await expect(playground.text("Workflow title")).toHaveValue("Evening clouds");
    await playground.text("Workflow title").fill("Morning clouds");
    await expect(playground.picker).toHaveText("Morning clouds");
  });
  await playground.reload();
  await expect(playground.picker).toHaveText("Morning clouds");
  await playground.waitForRun(await playground.start());
  const workflow = await service.get("/api/v1/comfy/workflows/clouds");
  expect(workflow.name).toBe("Morning clouds");
});

test("values of another file with the same name are not kept", async ({ playground }) => {
  await playground.openWorkflow.setInputFiles(json("workflow.json", clouds));
  await playground.text("Width").fill("80");
  const other = {
    1: { class_type: "LoadImage", inputs: { image: "a.png" } },
    2: { class_type: "ImageScaleBy", inputs: { image: ["1", 0], upscale_method: "area", scale_by: 2 } },
    3: { class_type: "SaveImage", inputs: { images: ["2", 0], filename_prefix: "x" } },
  };
  await playground.openWorkflow.setInputFiles(json("workflow.json", other));
  await expect(playground.text("Scale by")).toHaveValue("2");
  await expect(playground.form).not.toContainText("These values don’t match any field");
});

test("a new version shows no values of the workflow that it replaces", async ({ playground }) => {
  await playground.text("Title").fill("Closed studio");
  await playground.openWorkflow.setInputFiles(json("clouds.json", clouds));
  await playground.deployAs();
  await playground.text("Deploy as").fill("poster");
  await button(playground, "Deploy").click();
  await expect(playground.form).toContainText("Deployed “poster”");
  await expect(playground.text("Width")).toHaveValue("64");
  await expect(playground.form).not.toContainText("These values don’t match any field");
});

test("after a reload, the file is shown again with its choice and its values", async ({ playground }) => {
  await playground.openWorkflow.setInputFiles(json("clouds.json", clouds));
  await input(playground, "Blur radius").check();
  await playground.text("Blur radius").fill("7");
  await playground.reload();
  await expect(playground.picker).toHaveText("clouds.json");
  await expect(playground.text("Blur radius")).toHaveValue("7");
  await playground.choose("Slow blur");
  await playground.reload();
  await expect(playground.picker).toHaveText("Slow blur");
});

test("a color is chosen from a swatch or entered as a number", async ({ playground }) => {
  await playground.openWorkflow.setInputFiles(json("clouds.json", clouds));
  await input(playground, "Color").check();
  const swatch = playground.form.locator("input[type=color]");
  await expect(swatch).toHaveValue("#0000ff");
  await swatch.fill("#ff8000");
  await expect(playground.text("Color")).toHaveValue("16744448");
  await playground.text("Color").fill("10");
  await expect(swatch).toHaveValue("#00000a");
});

test("what the engines lack is said before Run, which then deploys nothing", async ({ page, playground, service }) => {
  const sampler = {
    1: { class_type: "KSampler", inputs: { seed: 1, latent_image: ["2", 0] } },
    2: { class_type: "EmptyLatentImage", inputs: { width: 64, height: 64, batch_size: 1 } },
    3: { class_type: "SaveImage", inputs: { images: ["1", 0], filename_prefix: "drawn" } },
  };
  await playground.openWorkflow.setInputFiles(json("drawn.json", sampler));
  await expect(playground.form).toContainText(/the embedded engines don't have KSampler/i);
  await expect(playground.form).toContainText("No connected engine can run this workflow");
  await test.step("its seed is drawn anew after each run, as in the editor", async () => {
    await expect(playground.choice("Seed after each run")).toHaveValue("random");
  });
  const sent = playground.submissions();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(playground.form.getByRole("alert").filter({ hasText: "No connected engine" })).toBeVisible();
  expect(sent).toEqual([]);
  const workflows = await service.get("/api/v1/comfy/workflows");
  expect(workflows.map(({ id }) => id)).not.toContain("drawn");
});

test.describe("a deployment that lets nobody deploy", () => {
  test("Run says that the file is not deployed, and keeps what was typed", async ({ page, playground }) => {
    await page.route("**/openapi.json", (route) => route.fulfill({ json: { paths: {} } }));
    const sent = playground.submissions();
    await playground.openWorkflow.setInputFiles(json("clouds.json", clouds));
    await playground.text("Width").fill("80");
    await expect(playground.form).toContainText("“clouds” isn’t deployed here, and you can’t deploy it.");
    await playground.run.click();
    await expect(
      playground.form.getByRole("alert").filter({ hasText: "Enter the ID of a deployed workflow" }),
    ).toBeVisible();
    expect(sent).toEqual([]);
    await expect(playground.text("Width")).toHaveValue("80");
  });
});

test("a choice is kept in the browser, saved as a file and applied from one", async ({ page, playground }) => {
  await playground.openWorkflow.setInputFiles(json("clouds.json", clouds));
  await input(playground, "Height").uncheck();
  await expect(playground.text("Height")).toHaveCount(0);
  const download = page.waitForEvent("download");
  await button(playground, "Download choice of fields").click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe("clouds.form.json");
  const exposure = JSON.parse(await readFile(await saved.path(), "utf8"));
  expect(exposure.fields.map(({ node, input }) => `${node}.${input}`)).toEqual(["1.width"]);

  await button(playground, "Done choosing").click();
  await expect(input(playground, "Width")).toHaveCount(0);
  await playground.reload();
  await playground.openWorkflow.setInputFiles(json("clouds.json", clouds));
  await expect(playground.text("Width")).toBeVisible();
  await expect(playground.text("Height")).toHaveCount(0);
  await expect(input(playground, "Width")).toHaveCount(0);

  exposure.fields = [{ node: "2", input: "sigma", name: "softness", label: "Softness" }];
  await playground.openWorkflow.setInputFiles(json("clouds.form.json", exposure));
  await expect(playground.text("Softness")).toHaveValue("1.5");
  await expect(input(playground, "Softness")).toBeChecked();
  await expect(playground.text("Width")).toHaveCount(0);
});

test("an exposure without its workflow says what to do", async ({ playground }) => {
  const exposure = { flowdeck: 1, fields: [{ node: "1", input: "width" }] };
  await playground.openWorkflow.setInputFiles(json("clouds.form.json", exposure));
  await expect(playground.form.getByRole("alert").first()).toContainText("Open the workflow first");
});

test.describe("a deployment that refuses", () => {
  test.use({ expectedErrors: /422/ });

  test("its reason is shown at the place, and nothing is lost", async ({ playground }) => {
    await playground.openWorkflow.setInputFiles(json("clouds.json", clouds));
    await playground.text("Width").fill("80");
    await playground.deployAs();
    await playground.text("Deploy as").fill("a@v1");
    await button(playground, "Deploy").click();
    await expect(playground.form.getByRole("alert").first()).toContainText("“@” stands before a version");
    await expect(playground.text("Deploy as")).toHaveValue("a@v1");
    await expect(playground.text("Width")).toHaveValue("80");
    await button(playground, "Close").click();
    await button(playground, "Choose fields").click();
    await expect(input(playground, "Width")).toBeChecked();
  });
});

test("two thousand inputs are searched, and only some are drawn", async ({ playground }) => {
  const nodes = Array.from({ length: 400 }, (_, at) => [
    String(at + 1),
    {
      class_type: "EmptyImage",
      inputs: { width: at + 1, height: 1, batch_size: 1, color: 0 },
      _meta: { title: `Area ${at}` },
    },
  ]);
  const saves = nodes.map(([id]) => [
    `s${id}`,
    { class_type: "SaveImage", inputs: { images: [id, 0], filename_prefix: `file ${id}` } },
  ]);
  await playground.openWorkflow.setInputFiles(json("large.json", Object.fromEntries([...nodes, ...saves])));
  await expect(playground.form).toContainText("2,000 inputs");
  await expect(playground.form).toContainText("and 1,900 more: search to narrow the list");
  await expect(playground.form.getByRole("checkbox")).toHaveCount(100);
  await playground.form.getByRole("searchbox", { name: "Find inputs" }).pressSequentially("#400 color");
  await expect(playground.form).toContainText("1 input ·");
  await expect(playground.form.getByRole("checkbox")).toHaveCount(1);
});
