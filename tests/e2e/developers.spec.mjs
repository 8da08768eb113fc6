// The panel for developers: the call as code, recent calls, the schema, and the field names.
import { Developers } from "./developers.mjs";
import { landscape } from "./images.mjs";
import { MinimalDeployment } from "./minimal-deployment.mjs";
import { expect, test } from "./test.mjs";

const words = 'say "it\'s" & <b>done</b>';

test.describe("for a deployed workflow", () => {
  let developers;

  test.beforeEach(async ({ page, context, playground }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    developers = new Developers(page);
    await playground.choose("Poster");
  });

  test("the files of a call are saved and the key is copied, for the code that needs them", async ({
    page,
    playground,
    service,
  }) => {
    await playground.file("Photo").setInputFiles(await landscape(page, "beach.png"));
    await developers.open();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save beach.png" }).click();
    expect((await download).suggestedFilename()).toBe("beach.png");
    await page.getByRole("button", { name: "Copy key" }).click();
    await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(service.key);
  });

  test("the code in every language contains the values and not the key", async ({ playground, service }) => {
    await playground.text("Size").fill("640");
    await developers.open();
    await expect(developers.code).toContainText("-F 'photo=@\"photo.png\";type=image/png'");
    await expect(developers.code).toContainText("# No file is chosen yet");
    await playground.text("Title").fill(words);
    for (const [language, parts] of Object.entries({
      curl: ["curl", "title=say ", "'\\''s", "size=640"],
      JavaScript: ["flowdeck", 'say \\"it\'s\\"', "size: 640,", 'openAsBlob("photo.png")'],
      fetch: ["new FormData()", 'say \\"it\'s\\"', '"640"'],
      TypeScript: ["flowdeck", 'say \\"it\'s\\"', "640"],
      Python: ["requests.request", 'say \\"it\'s\\"', "640"],
      Rust: ["reqwest", 'say \\"it\'s\\"', "640"],
    })) {
      await developers.tab(language).click();
      for (const part of ["poster", ...parts]) await expect(developers.code, language).toContainText(part);
      await expect(developers.code).not.toContainText(service.key);
      const hint = developers.region.getByText("whose name ends in .mjs");
      await expect(hint).toHaveCount(language === "JavaScript" ? 1 : 0);
    }
  });

  test("the code is generated on demand, follows the form, and is copied as shown", async ({ page, playground }) => {
    const loaded = () =>
      page.evaluate(
        () => performance.getEntriesByType("resource").filter(({ name }) => name.includes("/pkg/schema")).length,
      );
    expect(await loaded()).toBe(0);
    await developers.open();
    await expect(developers.code).toContainText("curl");
    await expect.poll(loaded).toBe(2);
    await expect(developers.code).toContainText("Open studio");
    expect(await developers.copied(developers.button("Copy"))).toBe(await developers.code.textContent());
    await playground.text("Title").fill("typed beside it");
    await expect(developers.code).toContainText("typed beside it");
    await playground.file("Photo").setInputFiles(await landscape(page));
    await expect(developers.code).toContainText("evening.png");
    await playground.vary("Title");
    await playground.values("Title").fill("first of two\nsecond of two");
    await expect(developers.code).toContainText("first of two");
    await expect(developers.code).not.toContainText("typed beside it");
    await expect(developers.region).toContainText("the values of the batch’s first run");
    await playground.choose("Slow blur");
    await expect(developers.code).toContainText("workflow_id=slow-blur");
  });

  test("the code has the values of the open result until the form is changed", async ({ playground }) => {
    await playground.choose("Slow blur");
    await playground.text("Size").fill("256");
    await playground.vary("Word");
    await playground.values("Word").fill("early\nlate");
    await playground.form.getByRole("button", { name: "Run 2", exact: true }).click();
    const cell = (word) => playground.result.locator("[data-run-id]").filter({ hasText: word });
    for (const word of ["early", "late"]) await expect(cell(word)).toHaveAttribute("data-state", "completed");
    await developers.open();
    await expect(developers.code).toContainText("word=early");
    await expect(developers.region).toContainText("This call has the values of run 1 of 2: Word: early.");
    await cell("late").getByRole("button").first().click();
    await expect(developers.code).toContainText("word=late");
    await expect(developers.region).toContainText("run 2 of 2: Word: late.");
    await playground.text("Size").fill("320");
    await expect(developers.code).toContainText("size=320");
    await expect(developers.region).toContainText("the values of the batch’s first run");
    await developers.button("Open result").click();
    await expect(developers.code).toContainText("word=late");
    await expect(developers.code).toContainText("size=256");
    await playground.choose("Poster");
    await expect(developers.code).toContainText("workflow_id=poster");
  });

  test("the code language is remembered", async ({ page, playground, service }) => {
    await developers.open();
    await developers.tab("Python").click();
    await expect(developers.code).toContainText("requests.request");
    await page.goto("about:blank");
    await playground.open(service.link);
    await playground.choose("Poster");
    await developers.open();
    await expect(developers.code).toContainText("requests.request");
  });

  test("a run is shown as it went over the wire, without the key", async ({ page, playground, service }) => {
    await playground.text("Title").fill(words);
    await playground.file("Photo").setInputFiles(await landscape(page));
    const id = await playground.start();
    await developers.open();
    const { call, request, response } = await developers.call("POST", "/api/v1/runs?workflow_id=poster");
    await expect(call).toContainText("200");
    await expect(request).toContainText("X-API-KEY: ••••");
    await expect(request).toContainText(`title=${words}`);
    await expect(request).toContainText(/photo=@evening\.png;type=image\/png \(\d+ bytes\)/);
    await expect(response).toContainText("HTTP 200");
    await expect(response).toContainText("content-type: application/json");
    await expect(response).toContainText(id);
    await expect(developers.region).not.toContainText(service.key);
    await playground.waitForRun(id);
  });

  test("repeated polls are merged and counted, and a call is copied as shown", async () => {
    await developers.open();
    const queue = await developers.call("GET", "/api/v1/comfy/queue");
    await expect(queue.call).toContainText(/× [3-9]/);
    await expect(developers.calls.getByText("/api/v1/comfy/queue", { exact: true })).toHaveCount(1);
    await expect(queue.response).toContainText("comfy_uri");
    const { call, response } = await developers.call("GET", "/api/v1/comfy/workflows");
    const copied = await developers.copied(call.getByRole("button", { name: "Copy" }).last());
    expect(copied).toBe(await response.textContent());
  });

  test.describe("when the service rejects", () => {
    test.use({ expectedErrors: /status of 422/ });

    test("the response is shown unchanged", async ({ playground, service }) => {
      await playground.text("Size").fill("9000");
      await playground.run.click();
      await playground.runAnyway.click();
      await playground.showsError(playground.text("Size"), /2048/);
      await developers.open();
      const { call, request, response } = await developers.call("POST", "/api/v1/runs");
      await expect(call).toContainText("422");
      await expect(request).toContainText("size=9000");
      await expect(response).toContainText('"loc"');
      await expect(developers.region).not.toContainText(service.key);
    });
  });

  test("the schema lists each field, and is saved in both formats", async ({ service }) => {
    const fields = ["title", "caption", "photo", "size", "softness", "position", "outline"];
    await developers.open();
    await developers.tab("Schema").click();
    const row = (name) =>
      developers.names.getByRole("row").filter({ has: developers.page.getByRole("rowheader", { name, exact: true }) });
    await expect(row("title")).toContainText("required · ≤ 60 characters");
    await expect(row("softness")).toContainText(/0\.1 – \d/);
    await expect(row("softness")).toContainText("slider");
    await expect(row("position")).toContainText("top, ");

    await test.step("its names are copied, all or one", async () => {
      const all = await developers.copied(developers.button("Copy all names"));
      expect(all.split("\n")).toEqual(fields);
      await row("softness").getByRole("button", { name: "Copy" }).click();
      await expect(row("softness").getByRole("button", { name: "Copied" })).toBeVisible();
      expect(await developers.page.evaluate(() => navigator.clipboard.readText())).toBe("softness");
    });

    await test.step("as a schema document", async () => {
      const { name, json } = await developers.saved("Download schema");
      expect(name).toBe("Poster.schema.json");
      expect(json).toMatchObject({ flowdeck: 1, workflow_id: "poster" });
      expect(json.fields.map((field) => field.name)).toContain("softness");
    });

    await test.step("as OpenAPI", async () => {
      const { name, json } = await developers.saved("Download OpenAPI");
      expect(name).toBe("Poster.openapi.json");
      expect(json.servers[0].url).toBe(service.address.replace(/\/$/, ""));
      expect(Object.keys(json.components.schemas.PosterInputs.properties)).toEqual(fields);
    });
  });

  test("the panel works by keyboard alone", async ({ page, playground }) => {
    await playground.tabTo(developers.opener);
    await page.keyboard.press("Enter");
    await expect(developers.tab("Code")).toBeFocused();
    await playground.tabTo(developers.tab("curl"));
    await page.keyboard.press("End");
    await expect(developers.code).toContainText("reqwest");
    await playground.tabTo(developers.button("Copy"));
    await page.keyboard.press("Enter");
    await expect(developers.button("Copied")).toBeVisible();
    await playground.tabTo(developers.tab("Code"));
    await page.keyboard.press("ArrowRight");
    const queue = developers.calls.locator("summary").filter({ hasText: "/comfy/queue" });
    await playground.tabTo(queue);
    await page.keyboard.press("Enter");
    await expect(developers.calls.locator("pre").first()).toContainText("X-API-KEY");
    await page.keyboard.press("Escape");
    await expect(developers.region).toBeHidden();
    await expect(developers.opener).toBeFocused();
    await expect(playground.run).toBeVisible();
  });

  test("in a narrow window, the panel is on top of the rest until it is closed", async ({ page, playground }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await developers.open();
    await expect(page.getByRole("region", { name: "Developers" })).toBeInViewport({ ratio: 1 });
    await expect(playground.run.click({ trial: true, timeout: 1000 })).rejects.toThrow(/intercepts pointer events/);
    for (const name of ["Code", "Recent calls", "Schema"]) {
      await developers.tab(name).click();
      await playground.fitsWidth();
    }
    await developers.button("Close panel").click();
    await expect(playground.run).toBeVisible();
  });
});

test.describe("for a minimal deployment", () => {
  // It answers 404 to the operations that it does not offer, and the browser reports that.
  test.use({ expectedErrors: /status of 404/ });

  test("the code, the calls and the schema of a manual form", async ({ page, playground, service }) => {
    const deployment = new MinimalDeployment();
    await deployment.start();
    await playground.open(deployment.link);
    await playground.connected();
    await playground.openManualForm("wf & more");
    await playground.addField("prompt");
    await playground.text("prompt").fill("a lighthouse");
    await playground.start();
    const developers = new Developers(page);
    await developers.open();
    await expect(developers.code).toContainText(`base='${deployment.address.replace(/\/$/, "")}'`);
    await expect(developers.code).toContainText("$base/api/v1/runs?workflow_id=wf%20%26%20more");
    await expect(developers.code).toContainText("prompt=a lighthouse");
    const { request } = await developers.call("POST", "/api/v1/runs");
    await expect(request).toContainText("prompt=a lighthouse");
    await developers.tab("Schema").click();
    const { json } = await developers.saved("Download OpenAPI");
    const [inputs] = Object.keys(json.components.schemas).filter((name) => /^WfMore.*Inputs$/.test(name));
    expect(Object.keys(json.components.schemas[inputs].properties)).toEqual(["prompt"]);
    await playground.hidesKey(deployment.key);
    await deployment.stop();
    await playground.hidesKey(service.key);
  });
});
