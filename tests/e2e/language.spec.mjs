// English and German: words, numbers, and nothing lost when the language changes.
import { landscape } from "./pictures.mjs";
import { fixtures } from "./service.mjs";
import { contractTest, expect, test } from "./test.mjs";

async function german(page) {
  await page.getByRole("combobox", { name: "Language" }).selectOption("de");
  await expect(page.getByRole("button", { name: "Ausführen", exact: true })).toBeVisible();
}

async function english(page) {
  await page.getByRole("combobox", { name: "Sprache" }).selectOption("en");
  await expect(page.getByRole("button", { name: /^Run/ }).first()).toBeVisible();
}

async function open(page, name, text) {
  await page
    .getByLabel("Workflow öffnen")
    .setInputFiles({ name, mimeType: "application/json", buffer: Buffer.from(text) });
}

test("the whole page changes its language and keeps what was typed", async ({ page, playground }) => {
  await playground.choose("Poster");
  await playground.text("Title").fill("half a thought");
  await german(page);
  await expect(page.getByRole("region", { name: "Formular" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Läufe" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Warteschlange" })).toBeVisible();
  await expect(page.getByRole("banner").getByRole("status")).toHaveText("verbunden");
  await expect(page.getByLabel("Title", { exact: true })).toHaveValue("half a thought");
});

test("the language is kept over a refresh", async ({ page, service }) => {
  await page.goto(service.address);
  await page.getByRole("combobox", { name: "Language" }).selectOption("de");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await page.reload();
  await expect(page.getByRole("combobox", { name: "Sprache" })).toHaveValue("de");
});

test("what is wrong with a field is said in German", async ({ page, playground }) => {
  await playground.choose("Poster");
  await german(page);
  const size = page.getByLabel("Size", { exact: true });
  await size.fill("big");
  await size.blur();
  await expect(size).toHaveAccessibleDescription(/ganze Zahl/);
});

test.describe("in a German browser", () => {
  test.use({ locale: "de-DE" });

  test("the page speaks German, with a comma in decimals", async ({ page, service }) => {
    await page.goto(service.link);
    await expect(page.getByRole("banner").getByRole("status")).toHaveText("verbunden");
    await page.getByRole("list", { name: "Workflows" }).getByRole("button").filter({ hasText: "Slow blur" }).click();
    await page.getByLabel("Size", { exact: true }).and(page.getByRole("textbox")).fill("256");
    await page.getByRole("button", { name: "Ausführen", exact: true }).click();
    const row = page.locator("[data-run-id]").first();
    await expect(row).toHaveAttribute("data-state", "completed", { timeout: 45_000 });
    await expect(row).toContainText(/\d,\d s/);
    await expect(row).toContainText("fertig");
  });
});

test("numbers are told with a comma in German, and stay as they are typed with one", async ({ page, playground }) => {
  await playground.choose("Poster");
  await german(page);
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

test("a number keeps its worth from language to language, and is shown as each writes it", async ({
  page,
  playground,
}) => {
  await playground.choose("Poster");
  const softness = page.getByLabel("Softness", { exact: true }).and(page.getByRole("textbox"));
  await expect(softness).toHaveValue("0.5");
  await german(page);
  await expect(softness).toHaveValue("0,5");
  await softness.fill("3,5");
  await english(page);
  await expect(softness).toHaveValue("3.5");
  await expect(softness).not.toHaveAttribute("aria-invalid", "true");
});

test("a list of numbers keeps their worth as well", async ({ page, playground }) => {
  await playground.choose("Poster");
  await german(page);
  await page.getByText("Viele Läufe", { exact: true }).click();
  await page.getByRole("combobox", { name: "Variieren" }).selectOption("Softness");
  await page.getByRole("button", { name: "Liste", exact: true }).click();
  const list = page.getByRole("textbox", { name: "Ein Wert je Zeile" });
  await list.fill("1,5\n2,5");
  await english(page);
  await expect(page.getByRole("textbox", { name: "One value a line" })).toHaveValue("1.5\n2.5");
});

test("a comma that was typed in German is there after a refresh, and a point is sent", async ({
  page,
  playground,
  service,
}) => {
  await playground.choose("Poster");
  await german(page);
  const softness = page.getByLabel("Softness", { exact: true }).and(page.getByRole("textbox"));
  await softness.fill("1,5");
  await page.goto("about:blank");
  await page.goto(service.link);
  await expect(softness).toHaveValue("1,5");
  await page.getByLabel("Photo", { exact: true }).setInputFiles(await landscape(page));
  const answer = page.waitForResponse((response) => response.request().method() === "POST");
  await page.getByRole("button", { name: "Ausführen", exact: true }).click();
  const [{ run_id }] = (await (await answer).json()).data;
  const { inputs } = await service.get(`/api/v1/runs/${run_id}`);
  expect(inputs.find(({ path }) => path === "softness").value).toBe("1.5");
});

test.describe("in a folder with broken files", () => {
  test.use({ workflows: fixtures });

  for (const [name, words] of [
    ["Truncated", "Dies ist kein JSON (Zeile "],
    ["Dangling", "Knoten 1 (ImageInvert): Der Eingang `image` kommt von Knoten 7, den es im Workflow nicht gibt"],
    [
      "Foreign",
      "Knoten 2 (Sharpen) „Crisp“: Keine Engine-Instanz kennt die Klasse `Sharpen`; bitte deren Custom Node dort installieren oder den Knoten aus dem Workflow nehmen",
    ],
    [
      "Twins",
      "Knoten 2 (InputText): Der Name `word` gehört schon zu Knoten 1; bitte einem von beiden einen anderen geben",
    ],
  ]) {
    test(`what is wrong with ${name} is said in German`, async ({ page, playground }) => {
      await german(page);
      await expect(playground.workflow(name)).toContainText(words);
      await playground.workflow(name).click();
      await expect(
        page.getByRole("region", { name: "Formular" }).getByRole("listitem").filter({ hasText: words }),
      ).toHaveCount(2);
    });
  }
});

test("what is wrong with an opened file is said in German", async ({ page, playground }) => {
  await playground.choose("Poster");
  await german(page);
  await open(page, "broken.json", '{\n "1": oh');
  await expect(page.getByRole("region", { name: "Formular" })).toContainText("Dies ist kein JSON (Zeile 2, Spalte ");
  await open(page, "empty.json", "{}");
  await expect(page.getByRole("region", { name: "Formular" })).toContainText(
    "Öffnen lassen sich: die JSON-Datei eines Workflows",
  );
});

test("a problem that has no German words is marked as English", async ({ page, playground }) => {
  await playground.choose("Poster");
  await german(page);
  await open(page, "odd.json", '{"flowdeck": 1, "fields": 7}');
  const english = page.getByRole("region", { name: "Formular" }).locator("[lang=en]");
  await expect(english).toHaveText("the document’s `fields` is not a list");
});

test.describe("with a wrong key in a German browser", () => {
  test.use({ locale: "de-DE", expectedErrors: /status of 403/ });

  test("the key is refused in German", async ({ page, service }) => {
    await page.goto(`${service.address}#key=wrong`);
    const key = page.getByLabel("Schlüssel", { exact: true });
    await expect(key).toHaveAccessibleDescription(/^Das Deployment lehnt den Schlüssel ab; bitte den Schlüssel prüfen/);
  });

  test("an address that can be none is refused in German", async ({ page, service }) => {
    await page.goto(`${service.address}#key=wrong`);
    const address = page.getByLabel("Deployment", { exact: true });
    await address.fill("http://somebody@127.0.0.1/");
    await page.getByRole("button", { name: "Verbinden", exact: true }).click();
    await expect(address).toHaveAccessibleDescription(/^Diese Adresse kann kein Deployment haben; /);
  });
});

test.describe("when the service is gone", () => {
  test.use({
    engines: 1,
    expectedErrors: /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|ERR_SOCKET_NOT_CONNECTED/,
  });

  test("the page says so in German", async ({ page, playground, service }) => {
    await playground.choose("Slow blur");
    await playground.text("Size").fill("1024");
    const run = await playground.start();
    await expect(playground.row(run)).toHaveAttribute("data-state", "running");
    await german(page);
    await service.kill();
    const runs = page.getByRole("region", { name: "Läufe" });
    await expect(runs).toContainText(/Das Deployment antwortet seit .* nicht brauchbar/);
    await expect(runs).not.toContainText("check the address");
  });
});

contractTest.describe("when a deployment fails", () => {
  contractTest.use({ expectedErrors: /status of (404|500)/ });

  contractTest(
    "a call that failed is said in German, with the server's own words after it",
    async ({ contract, page, playground }) => {
      await playground.form.getByRole("button", { name: "By hand" }).click();
      await playground.text("Workflow id").fill("elsewhere");
      await german(page);
      contract.fail(500);
      await page.getByRole("button", { name: "Ausführen", exact: true }).click();
      const form = page.getByRole("region", { name: "Formular" });
      await expect(form).toContainText("Der Aufruf ist misslungen (Status 500). Das Deployment sagt: „not now“");
    },
  );
});

test.describe("in a German row of the list of runs", () => {
  test.use({ engines: 1, viewport: { width: 1260, height: 670 } });

  test("nothing is cut, and the columns stand below each other", async ({ page, playground }) => {
    await playground.choose("Slow blur");
    await playground.text("Size").fill("256");
    const first = await playground.start();
    await playground.ends(first);
    await playground.text("Size").fill("2048");
    await playground.start();
    const waiting = await playground.start();
    await expect(playground.row(waiting)).toContainText("in line");
    await german(page);
    const rows = page.locator("[data-run-id]");
    const place = rows.locator(".run-place").filter({ hasText: "an 1. Stelle" });
    await expect(place).toBeVisible();
    expect(await place.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
    const ends = await rows
      .locator("time")
      .evaluateAll((times) => times.map((time) => Math.round(time.getBoundingClientRect().right)));
    expect(new Set(ends).size, String(ends)).toBe(1);
  });
});
