// What a developer takes along: the call as code, the calls as they went, the schema, the names.
import { readFile } from "node:fs/promises";
import { Contract } from "./contract.mjs";
import { landscape } from "./pictures.mjs";
import { expect, test } from "./test.mjs";

const words = 'say "it\'s" & <b>done</b>';

class Developers {
  constructor(page) {
    this.page = page;
    this.region = page.getByRole("region", { name: "Developers" });
    this.opener = page.getByRole("button", { name: "Code", exact: true });
    this.code = this.region.getByRole("tabpanel").locator("pre");
    this.calls = this.region.getByRole("list", { name: "Last calls" });
    this.names = this.region.getByRole("table", { name: "Fields" });
  }

  async open() {
    await this.opener.click();
    await expect(this.region).toBeVisible();
  }

  tab(name) {
    return this.region.getByRole("tab", { name, exact: true });
  }

  button(name) {
    return this.region.getByRole("button", { name, exact: true });
  }

  /** The last call of this method and path, opened: its request and its answer. */
  async call(method, path) {
    await this.tab("Last calls").click();
    const call = this.calls.getByRole("listitem").filter({ hasText: method }).filter({ hasText: path }).first();
    await call.locator("summary").click();
    return { call, request: call.locator("pre").first(), answer: call.locator("pre").last() };
  }

  /** What a press on the button puts on the clipboard. */
  async copied(button) {
    await button.click();
    await expect(this.button("Copied")).toBeVisible();
    return this.page.evaluate(() => navigator.clipboard.readText());
  }

  /** The JSON file that a press on the button saves, and its name. */
  async saved(name) {
    const download = this.page.waitForEvent("download");
    await this.button(name).click();
    const file = await download;
    return { name: file.suggestedFilename(), json: JSON.parse(await readFile(await file.path(), "utf8")) };
  }
}

/** Presses Tab until the control has the focus. */
async function tabTo(page, control) {
  for (let step = 0; step < 80; step += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${control} was not reached with 80 presses of Tab`);
}

test.describe("beside the program", () => {
  let developers;

  test.beforeEach(async ({ page, context, playground }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    developers = new Developers(page);
    await playground.choose("Poster");
  });

  // Each as its language writes it.
  for (const [language, parts] of Object.entries({
    curl: ["curl", "title=say ", "'\\''s", "size=640"],
    JavaScript: ["flowdeck", 'say \\"it\'s\\"', "640"],
    fetch: ["new FormData()", 'say \\"it\'s\\"', '"640"'],
    TypeScript: ["flowdeck", 'say \\"it\'s\\"', "640"],
    Python: ["requests.post", 'say \\"it\'s\\"', "640"],
    Rust: ["reqwest", 'say \\"it\'s\\"', "640"],
  })) {
    test(`the code in ${language} has the values and not the key`, async ({ playground, service }) => {
      await playground.text("Title").fill(words);
      await playground.text("Size").fill("640");
      await developers.open();
      await developers.tab(language).click();
      for (const part of ["poster", ...parts]) await expect(developers.code).toContainText(part);
      await expect(developers.code).not.toContainText(service.key);
    });
  }

  test("a number is a number in JavaScript, and a file to be chosen has a path", async ({ playground }) => {
    await playground.text("Size").fill("640");
    await developers.open();
    await expect(developers.code).toContainText("-F 'photo=@\"photo.png\";type=image/png'");
    await expect(developers.code).toContainText("# No file is chosen yet");
    await developers.tab("JavaScript").click();
    await expect(developers.code).toContainText("size: 640,");
    await expect(developers.code).toContainText('openAsBlob("photo.png")');
  });

  test("the code follows the form while it is open", async ({ page, playground }) => {
    await developers.open();
    await expect(developers.code).toContainText("Open studio");
    await playground.text("Title").fill("typed beside it");
    await expect(developers.code).toContainText("typed beside it");
    await playground.file("Photo").setInputFiles(await landscape(page));
    await expect(developers.code).toContainText("evening.png");
    await playground.choose("Slow blur");
    await expect(developers.code).toContainText("workflow_id=slow-blur");
  });

  test("the code is copied as it is shown", async () => {
    await developers.open();
    await expect(developers.code).toContainText("Open studio");
    expect(await developers.copied(developers.button("Copy"))).toBe(await developers.code.textContent());
  });

  test("the language is kept over a refresh", async ({ page, playground, service }) => {
    await developers.open();
    await developers.tab("Python").click();
    await expect(developers.code).toContainText("import requests");
    await page.goto("about:blank");
    await playground.open(service.link);
    await playground.choose("Poster");
    await developers.open();
    await expect(developers.code).toContainText("import requests");
  });

  test("the code's writer is loaded only when it is asked for", async ({ page }) => {
    const loaded = () =>
      page.evaluate(
        () => performance.getEntriesByType("resource").filter(({ name }) => name.includes("/pkg/schema")).length,
      );
    expect(await loaded()).toBe(0);
    await developers.open();
    await expect(developers.code).toContainText("curl");
    await expect.poll(loaded).toBe(2);
  });

  test("a run is shown as it went over the wire, without the key", async ({ page, playground, service }) => {
    await playground.text("Title").fill(words);
    await playground.file("Photo").setInputFiles(await landscape(page));
    const id = await playground.start();
    await developers.open();
    const { call, request, answer } = await developers.call("POST", "/api/v1/runs?workflow_id=poster");
    await expect(call).toContainText("200");
    await expect(request).toContainText("X-API-KEY: ••••");
    await expect(request).toContainText(`title=${words}`);
    await expect(request).toContainText(/photo=@evening\.png;type=image\/png \(\d+ bytes\)/);
    await expect(answer).toContainText("HTTP 200");
    await expect(answer).toContainText("content-type: application/json");
    await expect(answer).toContainText(id);
    await expect(developers.region).not.toContainText(service.key);
    await playground.ends(id);
  });

  test("readings of one address are one entry, with how often it was asked", async () => {
    await developers.open();
    const { call, answer } = await developers.call("GET", "/api/v1/comfy/queue");
    await expect(call).toContainText(/× [3-9]/);
    await expect(developers.calls.getByText("/api/v1/comfy/queue", { exact: true })).toHaveCount(1);
    await expect(answer).toContainText("comfy_uri");
  });

  test("a call is copied as it is shown", async () => {
    await developers.open();
    const { call, answer } = await developers.call("GET", "/api/v1/comfy/workflows");
    const copied = await developers.copied(call.getByRole("button", { name: "Copy" }).last());
    expect(copied).toBe(await answer.textContent());
  });

  test.describe("that refuses", () => {
    test.use({ expectedErrors: /status of 422/ });

    test("the refusal is shown as it came", async ({ playground, service }) => {
      await playground.text("Size").fill("9000");
      await playground.run.click();
      await playground.sendAnyway.click();
      await playground.refuses(playground.text("Size"), /2048/);
      await developers.open();
      const { call, request, answer } = await developers.call("POST", "/api/v1/runs");
      await expect(call).toContainText("422");
      await expect(request).toContainText("size=9000");
      await expect(answer).toContainText('"loc"');
      await expect(developers.region).not.toContainText(service.key);
    });
  });

  test("the schema is saved as a document of its own", async () => {
    await developers.open();
    await developers.tab("Schema").click();
    const { name, json } = await developers.saved("Download schema");
    expect(name).toBe("Poster.schema.json");
    expect(json).toMatchObject({ flowdeck: 1, workflow_id: "poster" });
    expect(json.fields.map((field) => field.name)).toContain("softness");
  });

  test("the schema is saved as OpenAPI, with each field", async ({ service }) => {
    await developers.open();
    await developers.tab("Schema").click();
    const { name, json } = await developers.saved("Download OpenAPI");
    expect(name).toBe("Poster.openapi.json");
    expect(json.servers[0].url).toBe(service.address.replace(/\/$/, ""));
    const names = Object.keys(json.components.schemas.Workflow1.properties);
    expect(names).toEqual(["title", "caption", "photo", "size", "softness", "position", "outline"]);
  });

  test("each field is listed with what it takes", async () => {
    await developers.open();
    await developers.tab("Schema").click();
    const row = (name) =>
      developers.names.getByRole("row").filter({ has: developers.page.getByRole("rowheader", { name, exact: true }) });
    await expect(row("title")).toContainText("required · ≤ 60 characters");
    await expect(row("softness")).toContainText(/0\.1 – \d/);
    await expect(row("position")).toContainText("top, ");
  });

  test("the names of the fields are copied, all or one", async () => {
    await developers.open();
    await developers.tab("Schema").click();
    const all = await developers.copied(developers.button("Copy all names"));
    expect(all.split("\n")).toEqual(["title", "caption", "photo", "size", "softness", "position", "outline"]);
    const row = developers.names.getByRole("row").filter({ hasText: "softness" });
    await expect(row).toContainText("slider");
    await row.getByRole("button", { name: "Copy" }).click();
    await expect(row.getByRole("button", { name: "Copied" })).toBeVisible();
    expect(await developers.page.evaluate(() => navigator.clipboard.readText())).toBe("softness");
  });

  test("all of it by keyboard alone", async ({ page, playground }) => {
    await tabTo(page, developers.opener);
    await page.keyboard.press("Enter");
    await expect(developers.tab("Code")).toBeFocused();
    await tabTo(page, developers.tab("curl"));
    await page.keyboard.press("End");
    await expect(developers.code).toContainText("reqwest");
    await tabTo(page, developers.button("Copy"));
    await page.keyboard.press("Enter");
    await expect(developers.button("Copied")).toBeVisible();
    await tabTo(page, developers.tab("Code"));
    await page.keyboard.press("ArrowRight");
    const queue = developers.calls.locator("summary").filter({ hasText: "/comfy/queue" });
    await tabTo(page, queue);
    await page.keyboard.press("Enter");
    await expect(developers.calls.locator("pre").first()).toContainText("X-API-KEY");
    await page.keyboard.press("Escape");
    await expect(developers.region).toBeHidden();
    await expect(developers.opener).toBeFocused();
    await expect(playground.run).toBeVisible();
  });

  test("a narrow page shows it alone, and gives the form back", async ({ page, playground }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await developers.open();
    await expect(playground.form).toBeHidden();
    for (const name of ["Code", "Last calls", "Schema"]) {
      await developers.tab(name).click();
      await playground.fitsWidth();
    }
    await developers.button("Close the view for developers").click();
    await expect(playground.run).toBeVisible();
  });
});

test.describe("beside a deployment of the contract alone", () => {
  // What it does not offer is answered 404, which the browser reports.
  test.use({ expectedErrors: /status of 404/ });

  test("code, call and schema of fields that were named by hand", async ({ page, playground, service }) => {
    const contract = new Contract();
    await contract.start();
    await playground.open(contract.link);
    await playground.connected();
    await page.getByRole("button", { name: "By hand" }).click();
    await playground.text("Workflow id").fill("wf & more");
    await playground.text("Name of the field").fill("prompt");
    await playground.form.getByRole("button", { name: "Add", exact: true }).click();
    await playground.text("prompt").fill("a lighthouse");
    await playground.start();
    const developers = new Developers(page);
    await developers.open();
    await expect(developers.code).toContainText(`${contract.address}api/v1/runs?workflow_id=wf%20%26%20more`);
    await expect(developers.code).toContainText("prompt=a lighthouse");
    const { request } = await developers.call("POST", "/api/v1/runs");
    await expect(request).toContainText("prompt=a lighthouse");
    await developers.tab("Schema").click();
    const { json } = await developers.saved("Download OpenAPI");
    expect(Object.keys(json.components.schemas.Workflow1.properties)).toEqual(["prompt"]);
    await playground.hides(contract.key);
    await contract.stop();
    await playground.hides(service.key);
  });
});
