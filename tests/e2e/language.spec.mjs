// English and German: texts, numbers, and no loss when the language changes.
import { landscape } from "./images.mjs";
import { Playground } from "./playground.mjs";
import { fixtures } from "./service.mjs";
import { expect, minimalTest, NO_RESPONSE, test } from "./test.mjs";

async function toGerman(page) {
  await new Playground(page).language("de");
  await expect(page.getByRole("button", { name: "Ausführen", exact: true })).toBeVisible();
}

async function toEnglish(page) {
  await new Playground(page).language("en");
  await expect(page.getByRole("button", { name: /^Run/ }).first()).toBeVisible();
}

async function open(page, name, text) {
  await page
    .getByLabel("Workflow öffnen")
    .setInputFiles({ name, mimeType: "application/json", buffer: Buffer.from(text) });
}

test("the whole page changes its language, keeps typed text, and reports errors in German", async ({
  page,
  playground,
}) => {
  await playground.choose("Poster");
  await playground.text("Title").fill("half a thought");
  await toGerman(page);
  await expect(page.getByRole("region", { name: "Formular" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Ergebnis" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Warteschlange" })).toBeVisible();
  await expect(page.getByRole("banner").getByRole("status")).toHaveText("verbunden");
  await expect(page.getByLabel("Title", { exact: true })).toHaveValue("half a thought");
  const size = page.getByLabel("Size", { exact: true });
  await size.fill("big");
  await size.blur();
  await expect(size).toHaveAccessibleDescription(/ganze Zahl/);
});

test("the language is remembered", async ({ page, service }) => {
  await page.goto(service.address);
  await new Playground(page).language("de");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await page.reload();
  await expect(page.locator("select.language")).toHaveValue("de");
});

test.describe("in a German browser", () => {
  test.use({ locale: "de-DE" });

  test("the page is German, with a decimal comma", async ({ page, service }) => {
    await page.goto(service.link);
    await expect(page.getByRole("banner").getByRole("status")).toHaveText("verbunden");
    await page.getByRole("list", { name: "Workflows" }).getByRole("button").filter({ hasText: "Slow blur" }).click();
    await page.getByLabel("Size", { exact: true }).and(page.getByRole("textbox")).fill("256");
    await page.getByRole("button", { name: "Ausführen", exact: true }).click();
    const row = page.locator("[data-run-id]").first();
    await expect(row).toHaveAttribute("data-state", "completed");
    await expect(row).toContainText(/\d,\d s/);
    await expect(row).toContainText("fertig");
  });
});

test("numbers are shown and typed with a decimal comma in German", async ({ page, playground }) => {
  await playground.choose("Poster");
  await toGerman(page);
  const softness = page.getByLabel("Softness", { exact: true }).and(page.getByRole("textbox"));
  await expect(softness).toHaveAccessibleDescription(/0,1 – 10/);
  await expect(softness).toHaveAttribute("placeholder", "0,5");
  await softness.fill("0,05");
  await softness.blur();
  await expect(softness).toHaveAccessibleDescription(/muss mindestens 0,1 sein/);
  await softness.fill("1,5");
  await softness.blur();
  await expect(softness).toHaveValue("1,5");
  await expect(softness).not.toHaveAttribute("aria-invalid", "true");
  const slider = page.getByRole("slider", { name: "Softness", exact: true });
  await expect(slider).toHaveValue("1.5");
  await expect(slider).toHaveAttribute("aria-valuetext", "1,5");
  await softness.press("ArrowUp");
  await expect(softness).toHaveValue("1,6");
  await slider.press("ArrowRight");
  await expect(softness).toHaveValue("1,7");
});

test("a number keeps its value when the language changes", async ({ page, playground }) => {
  await playground.choose("Poster");
  const softness = page.getByLabel("Softness", { exact: true }).and(page.getByRole("textbox"));
  await expect(softness).toHaveValue("0.5");
  await toGerman(page);
  await expect(softness).toHaveValue("0,5");
  await softness.fill("3,5");
  await page.getByRole("button", { name: "Softness variieren", exact: true }).click();
  await page.getByRole("button", { name: "Liste", exact: true }).click();
  await page.getByRole("textbox", { name: "Werte von Softness, einer pro Zeile" }).fill("1,5\n2,5");
  await toEnglish(page);
  await expect(playground.values("Softness")).toHaveValue("1.5\n2.5");
  await page.getByRole("button", { name: "Stop varying Softness" }).click();
  await expect(softness).toHaveValue("3.5");
  await expect(softness).not.toHaveAttribute("aria-invalid", "true");
});

test("a decimal comma survives a reload and is sent as a point", async ({ page, playground, service }) => {
  await playground.choose("Poster");
  await toGerman(page);
  const softness = page.getByLabel("Softness", { exact: true }).and(page.getByRole("textbox"));
  await softness.fill("1,5");
  await page.goto("about:blank");
  await page.goto(service.link);
  await expect(softness).toHaveValue("1,5");
  await page.getByLabel("Photo", { exact: true }).setInputFiles(await landscape(page));
  const response = page.waitForResponse((response) => response.request().method() === "POST");
  await page.getByRole("button", { name: "Ausführen", exact: true }).click();
  const [{ run_id }] = (await (await response).json()).data;
  const { inputs } = await service.get(`/api/v1/runs/${run_id}`);
  expect(inputs.find(({ path }) => path === "softness").value).toBe("1.5");
});

test.describe("in a folder with broken files", () => {
  test.use({ workflows: fixtures });

  test("problems of each workflow are shown in German", async ({ page, playground }) => {
    await toGerman(page);
    for (const [name, message] of [
      ["Truncated", "Das ist kein gültiges JSON (Zeile "],
      ["Dangling", "Knoten 1 (ImageInvert): Der Eingang image kommt von Knoten 7, den es im Workflow nicht gibt"],
      [
        "Foreign",
        "Die eingebauten Engines haben Sharpen nicht; bitte ComfyUI verbinden: " +
          "flowdeck serve --engine http://127.0.0.1:8188",
      ],
      [
        "Twins",
        "Knoten 2 (InputText): Der Name word ist schon an Knoten 1 vergeben; bitte einen der beiden umbenennen",
      ],
    ]) {
      await playground.openPicker();
      await expect(playground.workflow(name)).toContainText(message);
      await playground.workflow(name).click();
      await expect(
        page.getByRole("region", { name: "Formular" }).getByRole("listitem").filter({ hasText: message }),
      ).toHaveCount(1);
    }
  });
});

test("problems of an opened file are shown in German, or marked as English", async ({ page, playground }) => {
  await playground.choose("Poster");
  await toGerman(page);
  await open(page, "broken.json", '{\n "1": oh');
  await expect(page.getByRole("region", { name: "Formular" })).toContainText(
    "Das ist kein gültiges JSON (Zeile 2, Spalte ",
  );
  await open(page, "empty.json", "{}");
  await expect(page.getByRole("region", { name: "Formular" })).toContainText(
    "Öffnen lassen sich: die JSON-Datei eines Workflows",
  );
  await open(page, "odd.json", '{"flowdeck": 1, "fields": 7}');
  const english = page.getByRole("region", { name: "Formular" }).locator("[lang=en]");
  await expect(english).toHaveText("the document's fields is not a list");
});

test.describe("with a wrong key in a German browser", () => {
  test.use({ locale: "de-DE", expectedErrors: /status of 403/ });

  test("a wrong key and an invalid address are rejected in German", async ({ page, service }) => {
    await page.goto(`${service.address}#key=wrong`);
    const key = page.getByLabel("Schlüssel", { exact: true });
    await expect(key).toHaveAccessibleDescription(/^Dieser Schlüssel passt nicht zu diesem Dienst\./);
    const address = page.getByLabel("Deployment", { exact: true });
    await page.getByText("Anderes Deployment").click();
    await address.fill("http://somebody@127.0.0.1/");
    await page.getByRole("button", { name: "Verbinden", exact: true }).click();
    await expect(address).toHaveAccessibleDescription(/^Bitte eine Adresse angeben, /);
  });
});

test.describe("when the service stops", () => {
  test.use({
    engines: 1,
    expectedErrors: NO_RESPONSE,
  });

  test("an outage is reported in German", async ({ page, playground, service }) => {
    await playground.choose("Slow blur");
    await playground.text("Size").fill("1024");
    const run = await playground.start();
    await expect(playground.row(run)).toHaveAttribute("data-state", "running");
    await toGerman(page);
    await service.kill();
    const runs = page.getByRole("region", { name: "Ergebnis" });
    await expect(runs).toContainText(/Keine Antwort seit /);
    await expect(runs).not.toContainText("check the address");
  });
});

minimalTest.describe("when a deployment fails", () => {
  minimalTest.use({ expectedErrors: /status of (404|500)/ });

  minimalTest(
    "a failed call is reported in German, followed by the message of the server",
    async ({ deployment, page, playground }) => {
      await playground.openManualForm("elsewhere");
      await toGerman(page);
      deployment.fail(500);
      await page.getByRole("button", { name: "Ausführen", exact: true }).click();
      const form = page.getByRole("region", { name: "Formular" });
      await expect(form).toContainText("Der Aufruf ist fehlgeschlagen (Status 500). Das Deployment meldet: „not now“");
    },
  );
});

test.describe("in the German list of runs", () => {
  test.use({ engines: 1, viewport: { width: 1260, height: 670 } });

  test("no text is cut off", async ({ page, playground }) => {
    await playground.choose("Slow blur");
    await playground.text("Size").fill("2048");
    await playground.start();
    const waiting = await playground.start();
    await expect(playground.row(waiting)).toContainText("in queue");
    await toGerman(page);
    await page.getByRole("button", { name: "Alle Läufe" }).click();
    const place = page.locator("[data-run-id] .run-status").filter({ hasText: "an 1. Stelle" });
    await expect(place).toBeVisible();
    expect(await place.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
  });
});
