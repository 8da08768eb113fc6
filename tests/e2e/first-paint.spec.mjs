// The first paint: a form shown while the WebAssembly loads, which the page then takes over.
import { expectAccessible } from "./axe.mjs";
import { landscape } from "./images.mjs";
import { Playground } from "./playground.mjs";
import { expect, test } from "./test.mjs";

const WASM = "**/pkg/playground_bg.wasm";
const LISTING = "**/api/v1/comfy/workflows";

/** Holds back the requests for an address until the returned function is called. */
async function hold(page, address) {
  let release;
  const released = new Promise((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Opens a link and holds back the WebAssembly until the returned function is called. */
async function openHeld(page, link) {
  const release = await hold(page, WASM);
  await page.goto(link, { waitUntil: "commit" });
  // The form can be in the document before its styles, when nothing is on the screen yet.
  await page.waitForFunction(() => document.styleSheets.length > 0);
  return async () => {
    release();
    await expect(page.getByRole("button", { name: /^(Run|Ausführen)$/ })).toBeVisible();
    await expect(page.locator(".first")).toHaveCount(0);
  };
}

const title = (page) => page.getByRole("textbox", { name: "Title", exact: true });

/** A listed workflow with these fields, as the service lists it. */
const listed = (fields, more = {}) => ({
  id: "odd",
  name: "Odd",
  description: null,
  inputs: "{}",
  outputs: "{}",
  problems: [],
  schema: { fields: fields.map(({ hints, ...definition }) => definition), outputs: [] },
  hints: Object.fromEntries(fields.flatMap(({ hints }, index) => (hints ? [[index, hints]] : []))),
  ...more,
});

/** Replaces the listing by a workflow with these fields, and others. */
async function listWorkflow(page, fields, more = {}, ...others) {
  const entry = listed(fields, more);
  await page.route(LISTING, (route) =>
    route.fulfill({ json: { status: "success", data: [entry, ...others], errors: null, meta: null } }),
  );
}

const field = (name, more = {}) => ({
  name,
  label: name,
  kind: "text",
  multiline: false,
  required: false,
  node: "1",
  ...more,
});
const optional = { hints: { optional: true } };
const seed = { kind: "number", integer: true, hints: { control: "seed" } };
const color = { kind: "number", integer: true, min: "0", max: "16777215", hints: { control: "color" } };

test("values entered during the first paint stay in the form", async ({ page, service }) => {
  const load = await openHeld(page, service.link);
  await title(page).fill("Long night");
  await page.getByRole("slider", { name: "Softness" }).fill("3");
  await page.getByRole("combobox", { name: "Title at" }).selectOption("top");
  await page.getByRole("switch", { name: "Outline" }).uncheck();
  await page.getByLabel("Photo").setInputFiles(await landscape(page));
  await load();
  const playground = new Playground(page);
  await expect(playground.text("Title")).toHaveValue("Long night");
  await expect(playground.text("Softness")).toHaveValue("3");
  await expect(playground.choice("Title at")).toHaveValue("top");
  await expect(playground.toggle("Outline")).not.toBeChecked();
  await expect(playground.preview).toBeVisible();
  await expect(playground.text("Size")).toHaveValue("768");
  await playground.waitForRun(await playground.start());
});

test("typing continues at the same caret position", async ({ page, service }) => {
  const load = await openHeld(page, service.link);
  await title(page).focus();
  await page.keyboard.press("Home");
  await page.keyboard.type("An ");
  await load();
  await page.keyboard.type("almost ");
  await expect(new Playground(page).text("Title")).toHaveValue("An almost Open studio");
});

test("a field that was emptied stays empty", async ({ page, service }) => {
  const load = await openHeld(page, service.link);
  await title(page).fill("");
  await load();
  await page.keyboard.type("?");
  await expect(new Playground(page).text("Title")).toHaveValue("?");
});

/** The position and size of everything that the first paint and the page both show. */
function layout(page) {
  return page.evaluate(async () => {
    // The browser decides in the next frame which fields are in view, and lays out the others only then.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const selectors = [
      ".picker-title-name",
      ".form-head .hint",
      ".fields [name]",
      ".fields label[dir]",
      ".fields .optional",
      ".fields .help",
      ".form-actions",
      ".brand",
    ];
    return Array.from(document.querySelectorAll(selectors.join(", ")), (element) =>
      [
        element.getAttribute("name") || element.className,
        ...["x", "y", "width", "height"].map((side) => Math.round(element.getBoundingClientRect()[side])),
      ].join(" "),
    ).filter((line) => !line.endsWith(" 0 0"));
  });
}

for (const width of [1280, 360]) {
  for (const locale of ["en-US", "de-DE"]) {
    test.describe(`${width} pixels wide, ${locale}`, () => {
      test.use({ locale, viewport: { width, height: 800 } });

      test("nothing moves when the page has loaded", async ({ page, service }) => {
        const load = await openHeld(page, service.link);
        await expect(title(page)).toBeVisible();
        const before = await layout(page);
        await load();
        expect(before.length).toBeGreaterThan(20);
        expect(await layout(page)).toEqual(before);
      });

      test("nothing moves with long labels and a workflow that is not ready", async ({ page, service }) => {
        const label = "A label that is much longer than a form of this width has room for in one line";
        const bounds = { min: "-0.5", max: "1234.5", default: "0.25" };
        const fields = [
          field("long", { label, required: true, maxLength: 20 }),
          field("seed", { label, ...seed, required: true, ...bounds, default: "4" }),
          field("tint", { label, ...color, default: "255" }),
          field("range", { label, kind: "slider", integer: false, hints: { increment: "12.35" }, ...bounds }),
        ];
        const problems = [{ message: "this is not JSON", code: "json", args: ["1"] }];
        const broken = listed([], { id: "broken", name: "Broken", problems });
        await listWorkflow(page, fields, { description: "What it is for." }, broken);
        const load = await openHeld(page, service.link);
        await expect(page.locator(".first [name]")).toHaveCount(4);
        const before = await layout(page);
        await load();
        expect(await layout(page)).toEqual(before);
      });
    });
  }
}

/** Which workflow is shown, and the values, increments and hints of its fields. */
function content(page) {
  return page.evaluate(() => {
    const controls = (field) => Array.from(field.querySelectorAll("[name], [type=range], [type=color]"));
    const shown = ({ type, name, step, value, checked }) => [type, name, step, value, checked].join(" ");
    const fields = Array.from(document.querySelectorAll(".fields .field"), (field) =>
      [
        field.getAttribute("data-kind"),
        field.querySelector(".optional")?.textContent,
        ...controls(field).map(shown),
      ].join(", "),
    );
    return [document.querySelector(".picker-title-name")?.textContent, ...fields];
  });
}

test("the page chooses the same workflow and shows the same values", async ({ page, service }) => {
  const range = { kind: "slider", integer: false, min: "0", max: "1.5" };
  const fields = [
    field("word", optional),
    field("seed", { ...seed, default: "18446744073709551615" }),
    field("tint", { ...color, default: "255" }),
    field("other tint", { ...color, default: "1" }),
    field("range", { ...range, hints: { increment: "0.015" }, default: "0.5" }),
    field("fine range", { ...range, step: "0.001", default: "0.5" }),
    field("whole range", { ...range, max: "9", integer: true, default: "5" }),
    field("on", { kind: "boolean", default: "true" }),
    field("off", { kind: "boolean" }),
    field("photo", { kind: "image", ...optional }),
  ];
  const problems = [{ message: "this is not JSON", code: "json", args: ["1"] }];
  const examples = [{ name: "Example", values: { word: "An example", "other tint": "16744448", off: "true" } }];
  const broken = listed([], { id: "broken", examples, problems });
  const example = listed(fields, { id: "example", name: "Chosen", examples });
  await listWorkflow(page, [field("word")], {}, broken, example);
  const load = await openHeld(page, service.link);
  await expect(page.locator(".first [name]")).toHaveCount(fields.length);
  const before = await content(page);
  await load();
  expect(before.slice(0, 2)).toEqual(["Chosen", "text, optional, text word  An example false"]);
  expect(await content(page)).toEqual(before);
});

test("a value that the first form shows in another way stays as the page has it", async ({ page, service }) => {
  await listWorkflow(page, [field("on", { kind: "boolean", default: "yes" }), field("word", { default: "a" })]);
  const load = await openHeld(page, service.link);
  await page.getByRole("textbox", { name: "word" }).fill("b");
  await load();
  await expect(page.getByRole("textbox", { name: "word" })).toHaveValue("b");
  await expect(page.getByRole("switch", { name: "on" })).toBeChecked();
});

test("the form of the last visit's workflow is drawn", async ({ page, service }) => {
  const others = Array.from({ length: 20 }, (_, at) =>
    listed([field("word", optional)], { id: `w${at}`, name: `Workflow ${at}` }),
  );
  await listWorkflow(page, [field("word")], {}, ...others);
  const playground = new Playground(page);
  await (await openHeld(page, service.link))();
  await playground.choose("Workflow 17");
  await page.goto("about:blank");
  const load = await openHeld(page, service.link);
  await expect(page.locator(".first").getByRole("button", { name: "Workflow 17" })).toBeVisible();
  const before = await layout(page);
  await load();
  expect(await layout(page)).toEqual(before);
  await playground.openPicker();
  await expect(playground.workflow("Workflow 17")).toBeInViewport({ ratio: 1 });
});

test("a slider keeps moving while it is dragged", async ({ page, service }) => {
  const load = await openHeld(page, service.link);
  const slider = page.getByRole("slider", { name: "Softness" });
  // Away from Run, which stays at the bottom.
  await slider.evaluate((slider) => slider.scrollIntoView({ block: "center" }));
  const { x, y, width, height } = await slider.boundingBox();
  await page.mouse.move(x + width * 0.2, y + height / 2);
  await page.mouse.down();
  const loaded = page.waitForResponse(WASM);
  const loading = load();
  await (await loaded).finished();
  await page.mouse.move(x + width * 0.8, y + height / 2, { steps: 4 });
  const chosen = await slider.inputValue();
  await page.mouse.up();
  await loading;
  expect(Number(chosen)).toBeGreaterThan(6);
  await expect(slider).toHaveValue(chosen);
});

test("a file picker that opened during the first paint still works", async ({ page, service }) => {
  const load = await openHeld(page, service.link);
  const chooser = page.waitForEvent("filechooser");
  await page.getByLabel("Photo").click();
  const list = await chooser;
  await load();
  await list.setFiles(await landscape(page));
  await expect(new Playground(page).preview).toBeVisible();
});

test("another workflow can be looked for", async ({ page, service }) => {
  const load = await openHeld(page, service.link);
  await title(page).fill("Left");
  await page.getByRole("button", { name: "Poster", exact: true }).click();
  await load();
  const playground = new Playground(page);
  await playground.workflow("Slow blur").click();
  await expect(playground.text("Word")).toBeVisible();
  await playground.choose("Poster");
  await expect(playground.text("Title")).toHaveValue("Left");
});

test("an invalid value is reported at its field once the page has loaded", async ({ page, service }) => {
  const load = await openHeld(page, service.link);
  await page.getByRole("textbox", { name: "Size" }).fill("12x");
  await page.keyboard.press("Tab");
  await load();
  await expect(page.getByRole("textbox", { name: "Size" })).toHaveAttribute("aria-invalid", "true");
});

test("a file dropped next to a field does not navigate away", async ({ page, service }) => {
  const load = await openHeld(page, service.link);
  const prevented = await page
    .getByRole("heading", { name: "Poster" })
    .evaluate(
      (heading) =>
        !heading.dispatchEvent(
          new DragEvent("drop", { dataTransfer: new DataTransfer(), bubbles: true, cancelable: true }),
        ),
    );
  expect(prevented).toBe(true);
  await load();
});

test("the draft of the last visit is shown at once", async ({ page, service }) => {
  let load = await openHeld(page, service.link);
  await title(page).fill("Kept");
  await load();
  await page.goto("about:blank");
  await page.unroute(WASM);
  load = await openHeld(page, service.link);
  await expect(title(page)).toHaveValue("Kept");
  await load();
  await expect(title(page)).toHaveValue("Kept");
  const tab = await page.context().newPage();
  load = await openHeld(tab, service.link);
  await expect(title(tab)).toHaveValue("Kept");
  await load();
});

test.describe("in German", () => {
  test.use({ locale: "de-DE" });

  test("numbers have a decimal comma, as on the page", async ({ page, service }) => {
    const load = await openHeld(page, service.link);
    const softness = page.getByRole("textbox", { name: "Softness" });
    await expect(softness).toHaveValue("0,5");
    await page.getByRole("slider", { name: "Softness" }).fill("2.5");
    await expect(softness).toHaveValue("2,5");
    await load();
    await expect(softness).toHaveValue("2,5");
  });
});

test("it meets WCAG 2.2 AA", async ({ page, service }) => {
  const load = await openHeld(page, service.link);
  await expect(title(page)).toBeVisible();
  await expectAccessible(page);
  await load();
});

test("the chosen theme applies from the first paint", async ({ page, playground, service }) => {
  await playground.theme("Dark");
  await page.goto("about:blank");
  const load = await openHeld(page, service.link);
  await expect(title(page)).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await load();
});

test("field names that are form properties, and markup, are only text", async ({ page, service }) => {
  const names = ["elements", "querySelector", "addEventListener", "append", "closest", "submit", "__proto__"];
  const markup = `<img src=x onerror="document.title = 'ran'">`;
  await listWorkflow(
    page,
    names.map((name) => field(name, { label: `${markup} ${name}`, help: markup, default: markup })),
    { name: markup, description: markup },
  );
  const load = await openHeld(page, service.link);
  const elements = page.locator(`.first [name="elements"]`);
  await expect(elements).toHaveValue(markup);
  await elements.fill("mine");
  await load();
  await expect(page.locator(`[name="elements"]`)).toHaveValue("mine");
  await expect(page.locator(".fields [name]")).toHaveCount(names.length);
  await expect(page).toHaveTitle("flowdeck");
});

test("fields of every kind are taken over, also in a long form", async ({ page, service }) => {
  const kinds = [
    field("area", { kind: "text", multiline: true }),
    field("seed", { ...seed, default: "7" }),
    field("video", { kind: "video" }),
    field("none", { kind: "choice", options: ["a", "b"], default: "c" }),
  ];
  await listWorkflow(page, [...kinds, ...Array.from({ length: 80 }, (_, index) => field(`more-${index}`))]);
  const load = await openHeld(page, service.link);
  await expect(page.locator(".first [name]")).toHaveCount(50);
  await page.getByRole("textbox", { name: "area" }).fill("one\ntwo");
  await page.getByRole("textbox", { name: "seed" }).fill("8");
  await load();
  await expect(page.getByRole("textbox", { name: "area" })).toHaveValue("one\ntwo");
  await expect(page.getByRole("textbox", { name: "seed" })).toHaveValue("8");
  await expect(page.getByRole("combobox", { name: "none" })).toHaveValue("c");
  await expect(page.locator(".fields [name]")).toHaveCount(84);
});

test("a link with values waits for the page", async ({ page, service }) => {
  const values = encodeURIComponent(JSON.stringify({ title: "Carried" }));
  const load = await openHeld(page, `${service.link}&workflow=poster&values=${values}`);
  await expect(page.getByText("Loading flowdeck…")).toBeVisible();
  await expect(page.locator("[name=title]")).toHaveCount(0);
  await load();
  await expect(title(page)).toHaveValue("Carried");
});

test("the page loads without waiting for a slow listing, and shows no list that closes by itself", async ({
  page,
  service,
}) => {
  const release = await hold(page, LISTING);
  await page.goto(service.link);
  const playground = new Playground(page);
  await playground.connected();
  // The settings come from the chunk that has the list.
  await playground.openSettings();
  await expect(page.locator("select.language")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByText("Loading workflows…")).toBeVisible();
  await expect(page.locator(".picker-content")).toHaveCount(0);
  release();
  await expect(title(page)).toBeVisible();
});

test("the page also starts in a tab that is not painted", async ({ page, service }) => {
  await page.addInitScript(() => {
    globalThis.requestAnimationFrame = () => 0;
  });
  await page.goto(service.link);
  await expect(page.locator(".page:not(.first)")).toBeAttached();
});

test("a malformed listing is left to the page", async ({ page, service }) => {
  await page.route(LISTING, (route) => route.fulfill({ json: { data: [{ id: 1, schema: { fields: [null] } }] } }));
  await page.goto(service.link);
  await new Playground(page).connected();
  await expect(page.locator(".first")).toHaveCount(0);
});

test("Enter during the first paint does not change the address", async ({ page, service }) => {
  const load = await openHeld(page, service.link);
  await title(page).press("Enter");
  await expect(title(page)).toHaveValue("Open studio");
  await load();
  await expect(title(page)).toHaveValue("Open studio");
  expect(new URL(page.url()).search).toBe("");
});

test.describe("when the first script is missing", () => {
  test.use({ expectedErrors: /ERR_FAILED/ });

  test("the page says so after a while", async ({ page, service }) => {
    await page.route("**/pkg/first.js", (route) => route.abort());
    await page.goto(service.link);
    const late = page.getByText("This is taking longer than usual. Reload the page");
    await expect(late).toBeHidden();
    await page.evaluate(() => {
      for (const animation of document.getAnimations()) animation.finish();
    });
    await expect(late).toBeVisible();
  });
});

test.describe("when the page cannot load", () => {
  test.use({ expectedErrors: /ERR_FAILED|Failed to fetch|WebAssembly/ });

  test("the error is shown, and typed text stays visible", async ({ page, service }) => {
    await page.route(WASM, (route) => route.abort());
    await page.goto(service.link, { waitUntil: "commit" });
    await title(page).fill("Still here");
    await expect(page.getByRole("alert")).toContainText("flowdeck couldn’t start");
    await expect(title(page)).toHaveValue("Still here");
  });
});
