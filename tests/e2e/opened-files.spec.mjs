// Run on an opened file: it never replaces a workflow that is not the same one without a question.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { json } from "./json-file.mjs";
import { Playground } from "./playground.mjs";
import { program } from "./service.mjs";
import { expect, test } from "./test.mjs";

const run = promisify(execFile);

/** A workflow with the fields width and height, which saves an image of one color. */
const image = (color, nodes = {}) => ({
  1: { class_type: "EmptyImage", inputs: { width: 64, height: 48, batch_size: 1, color } },
  9: { class_type: "SaveImage", inputs: { images: [nodes[2] ? "2" : "1", 0], filename_prefix: "x" } },
  ...nodes,
});
const castle = image(255);
const oranges = image(65280);
const blurred = image(255, { 2: { class_type: "ImageBlur", inputs: { image: ["1", 0], blur_radius: 3, sigma: 1 } } });

const open = (playground, name, value) => playground.openWorkflow.setInputFiles(json(name, value));
const button = (playground, name) => playground.form.getByRole("button", { name, exact: true });
const version = async (service, id) => (await service.get(`/api/v1/comfy/workflows/${id}`)).version;

/** Opens a file and runs it. */
async function runFile(playground, name, value, hint) {
  await open(playground, name, value);
  await expect(playground.form).toContainText(hint);
  await playground.waitForRun(await playground.start());
}

test("files with the same fields become workflows of their own", async ({ playground, service }) => {
  for (const [name, file] of Object.entries({ castle, oranges, blurred }))
    await runFile(playground, `${name}.json`, file, `Run deploys this file as “${name}”, then runs it.`);
  for (const id of ["castle", "oranges", "blurred"]) expect(await version(service, id)).toBe(1);
});

test("a deployment is asked once whether files may be deployed", async ({ page, playground }) => {
  const asked = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === "/openapi.json") asked.push(request.url());
  });
  await open(playground, "castle.json", castle);
  await expect(button(playground, "Done choosing")).toBeVisible();
  await expect(playground.form).toContainText("Run deploys this file as “castle”");
  expect(asked).toHaveLength(1);
  await open(playground, "oranges.json", oranges);
  await expect(playground.form).toContainText("Run deploys this file as “oranges”");
  expect(asked).toHaveLength(1);
});

test("the same file under another name runs what this tab deployed from it", async ({ playground, service }) => {
  await runFile(playground, "castle.json", castle, "Run deploys this file as “castle”");
  await runFile(playground, "castle (1).json", castle, "Run uses “castle” as you deployed it.");
  const ids = (await service.get("/api/v1/comfy/workflows")).map(({ id }) => id);
  expect(ids).toEqual(["castle", "poster", "slow-blur"]);
  expect(await version(service, "castle")).toBe(1);
});

test("another file with the name of a deployed one asks, and keeps both by one press", async ({
  page,
  playground,
  service,
}) => {
  await runFile(playground, "castle.json", castle, "Run deploys this file as “castle”");
  await playground.text("Width").fill("99");
  await open(playground, "castle.json", oranges);
  await test.step("with its own values", () => expect(playground.text("Width")).toHaveValue("64"));
  await expect(playground.form).toContainText("“castle” is already deployed. Run asks before it changes that.");
  await playground.run.focus();
  await page.keyboard.press("Enter");
  await expect(playground.text("Deploy as")).toBeFocused();
  await expect(playground.text("Deploy as")).toHaveAccessibleDescription(
    /API calls and pages that use “castle” run this file from then on/,
  );
  await page.keyboard.press("Tab");
  await expect(button(playground, "Use “castle-2”")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(playground.text("Deploy as")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(playground.form).toContainText("Deployed “castle-2”, version 1.");
  await playground.waitForRun(await playground.start());
  expect(await version(service, "castle")).toBe(1);
});

test("a fresh tab asks, too, and names the command that brings the earlier version back", async ({
  context,
  playground,
  service,
}) => {
  await runFile(playground, "castle.json", castle, "Run deploys this file as “castle”");
  const fresh = new Playground(await context.newPage());
  await fresh.open(service.link);
  await fresh.connected();
  await fresh.choose("Castle");
  await fresh.text("Width").fill("99");
  await open(fresh, "castle.json", oranges);
  await test.step("the workflow’s draft does not fill the file’s form", async () => {
    await expect(fresh.text("Width")).toHaveValue("64");
  });
  await fresh.run.click();
  await expect(fresh.form.getByRole("form", { name: "Deploy" })).toContainText("To keep both, use another ID.");
  expect(await version(service, "castle")).toBe(1);
  await button(fresh, "Deploy").click();
  const command = `flowdeck deploy castle@v1 --url ${service.address.replace(/\/$/, "")}`;
  await expect(fresh.form).toContainText(`Deployed “castle”, version 2. To bring back version 1: ${command}`);
  await test.step("nor does it fill the form of the new version", async () => {
    await expect(fresh.text("Width")).toHaveValue("64");
  });
  const env = { ...process.env, FLOWDECK_API_KEY: service.key };
  const { stdout } = await run(program, command.split(" ").slice(1), { env });
  expect(stdout).toMatch(/^deployed castle, version 3\n/);
});

test("the choice of fields of another file with the same name is not used", async ({ playground }) => {
  const width = playground.form.getByRole("checkbox", { name: "Width", exact: true });
  await open(playground, "castle.json", castle);
  await width.uncheck();
  await expect(playground.text("Width")).toHaveCount(0);
  await open(playground, "castle.json", oranges);
  await expect(width).toBeChecked();
  await open(playground, "castle.json", castle);
  await expect(playground.text("Height")).toBeVisible();
  await expect(playground.text("Width")).toHaveCount(0);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test("the question and its answer are in sight", async ({ playground, service }) => {
    await runFile(playground, "castle.json", castle, "Run deploys this file as “castle”");
    await open(playground, "castle.json", oranges);
    await expect(playground.form).toContainText("Run asks before it changes that.");
    await playground.run.tap();
    const other = button(playground, "Use “castle-2”");
    await expect(other).toBeInViewport({ ratio: 1 });
    await expect(button(playground, "Deploy")).toBeInViewport({ ratio: 1 });
    await expect(playground.form.getByText("“castle” is already deployed."), "said once").toHaveCount(1);
    await playground.fitsWidth();
    await other.tap();
    await button(playground, "Deploy").tap();
    await expect(playground.form).toContainText("Deployed “castle-2”, version 1.");
    expect(await version(service, "castle")).toBe(1);
  });
});

test.describe("with a key that may not deploy", () => {
  test.use({ expectedErrors: /status of 40[34]/ });

  test("the page offers no deployment and says what Run does", async ({ page, service }) => {
    const made = await page.request.post(`${service.address}api/v1/comfy/keys`, {
      headers: { "X-API-KEY": service.key },
      data: { name: "gallery", may: ["run", "read"] },
    });
    const playground = new Playground(page);
    await playground.open(`${service.address}#key=${(await made.json()).data.key}`);
    await playground.connected();
    const sent = playground.submissions();
    await open(playground, "castle.json", castle);
    await expect(playground.form).toContainText("“castle” isn’t deployed here, and your key may not deploy.");
    await expect(button(playground, "Deploy…")).toHaveCount(0);
    await playground.run.click();
    await expect(playground.form.getByRole("alert")).toContainText("Choose a deployed workflow");
    expect(sent).toEqual([]);
    await open(playground, "slow-blur.json", oranges);
    await expect(playground.form).toContainText(
      "Your key may not deploy. Run sends your values to “slow-blur”, not this file.",
    );
    await expect(playground.form).not.toContainText("Run asks before it changes that");
    await playground.run.click();
    await expect(playground.form.getByRole("alert")).toContainText(
      "Not sent: “slow-blur” doesn’t have these fields, and would ignore their values: Width, Height.",
    );
    expect(sent).toEqual([]);
    await open(playground, "castle.json", castle);
    await open(playground, "slow-blur.json", oranges);
    await expect(playground.form.getByText("Not sent:"), "opening the file again starts anew").toHaveCount(0);
  });
});
