// The form that is there before the page is: shown while its WebAssembly is on its way, and taken over.
import { AxeBuilder } from "@axe-core/playwright";
import { landscape } from "./pictures.mjs";
import { Playground } from "./playground.mjs";
import { expect, test } from "./test.mjs";

const WASM = "**/pkg/playground_bg.wasm";
const LISTING = "**/api/v1/comfy/workflows";

/** Opens a link and keeps the page itself away until what this gives is called. */
async function opened(page, link) {
  let arrive;
  const arrived = new Promise((resolve) => (arrive = resolve));
  await page.route(WASM, async (route) => {
    await arrived;
    await route.continue();
  });
  await page.goto(link, { waitUntil: "commit" });
  // The form may be in the document before its styles are, when nothing is on the screen yet.
  await page.waitForFunction(() => document.styleSheets.length > 0);
  return async () => {
    arrive();
    await expect(page.getByRole("button", { name: /^(Run|Ausführen)$/ })).toBeVisible();
    await expect(page.locator(".first")).toHaveCount(0);
  };
}

const title = (page) => page.getByRole("textbox", { name: "Title", exact: true });

/** Lists a workflow with these fields, and others. */
async function lists(page, fields, more = {}, ...others) {
  const entry = {
    id: "odd",
    name: "Odd",
    description: null,
    inputs: "{}",
    outputs: "{}",
    problems: [],
    schema: { fields, outputs: [] },
    ...more,
  };
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

test("what is entered before the page is there is the page's", async ({ page, service }) => {
  const arrive = await opened(page, service.link);
  await title(page).fill("Long night");
  await page.getByRole("slider", { name: "Softness" }).fill("3");
  await page.getByRole("combobox", { name: "Title at" }).selectOption("top");
  await page.getByRole("switch", { name: "Outline" }).uncheck();
  await page.getByLabel("Photo").setInputFiles(await landscape(page));
  await arrive();
  const playground = new Playground(page);
  await expect(playground.text("Title")).toHaveValue("Long night");
  await expect(playground.text("Softness")).toHaveValue("3");
  await expect(playground.choice("Title at")).toHaveValue("top");
  await expect(playground.toggle("Outline")).not.toBeChecked();
  await expect(playground.preview).toBeVisible();
  await expect(playground.text("Size")).toHaveValue("768");
  await playground.ends(await playground.start());
});

test("who types goes on typing, at the same place", async ({ page, service }) => {
  const arrive = await opened(page, service.link);
  await title(page).focus();
  await page.keyboard.press("Home");
  await page.keyboard.type("An ");
  await arrive();
  await page.keyboard.type("almost ");
  await expect(new Playground(page).text("Title")).toHaveValue("An almost Open studio");
});

/** Where everything stands that the first picture and the page both show. */
function places(page) {
  return page.evaluate(() => {
    const shown = document.querySelectorAll(
      ".picker-entry, .form-head h2, .fields [name], .fields label[dir], .fields .field-hint, .fields .help, .form-foot, .brand",
    );
    return Array.from(shown, (one) =>
      [
        one.name || one.className,
        ...["x", "y", "width", "height"].map((side) => Math.round(one.getBoundingClientRect()[side])),
      ].join(" "),
    ).filter((place) => !place.endsWith(" 0 0"));
  });
}

for (const width of [1280, 360]) {
  for (const locale of ["en-US", "de-DE"]) {
    test.describe(`${width} pixels wide, ${locale}`, () => {
      test.use({ locale, viewport: { width, height: 800 } });

      test("nothing moves when the page comes", async ({ page, service }) => {
        const arrive = await opened(page, service.link);
        await expect(title(page)).toBeVisible();
        const before = await places(page);
        await arrive();
        expect(before.length).toBeGreaterThan(20);
        expect(await places(page)).toEqual(before);
      });

      test("nor with long labels, and workflows that are not ready", async ({ page, service }) => {
        const label = "A label that is much longer than a form of this width has room for in one line";
        const bounds = { min: "-0.5", max: "1234.5", default: "0.25" };
        const fields = [
          field("long", { label, required: true, maxLength: 20 }),
          field("seed", { label, kind: "number", integer: true, required: true, ...bounds, default: "4" }),
          field("range", { label, kind: "slider", integer: false, ...bounds }),
        ];
        const broken = {
          id: "broken",
          name: "Broken",
          inputs: "{}",
          outputs: "{}",
          schema: { fields: [], outputs: [] },
          problems: [{ message: "this is not JSON", code: "json", args: ["1"] }],
        };
        await lists(page, fields, { description: "What it is for." }, broken);
        const arrive = await opened(page, service.link);
        await expect(page.locator(".first [name]")).toHaveCount(3);
        const before = await places(page);
        await arrive();
        expect(await places(page)).toEqual(before);
      });
    });
  }
}

test("of a long list, the workflow of the visit before is seen", async ({ page, service }) => {
  const others = Array.from({ length: 20 }, (_, at) => ({
    id: `w${at}`,
    name: `Workflow ${at}`,
    inputs: "{}",
    outputs: "{}",
    problems: [],
    schema: { fields: [field("word")], outputs: [] },
  }));
  await lists(page, [field("word")], {}, ...others);
  const last = new Playground(page).workflow("Workflow 17");
  await (await opened(page, service.link))();
  await last.click();
  await page.goto("about:blank");
  const arrive = await opened(page, service.link);
  await expect(page.locator(".first").getByRole("button", { name: "Workflow 17" })).toBeInViewport({ ratio: 1 });
  const before = await places(page);
  await arrive();
  await expect(last).toBeInViewport({ ratio: 1 });
  expect(await places(page)).toEqual(before);
});

test("a slider that is held goes on when the page could come", async ({ page, service }) => {
  const arrive = await opened(page, service.link);
  const slider = page.getByRole("slider", { name: "Softness" });
  await slider.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await slider.boundingBox();
  await page.mouse.move(x + width * 0.2, y + height / 2);
  await page.mouse.down();
  const loaded = page.waitForResponse(WASM);
  const arriving = arrive();
  await (await loaded).finished();
  await page.mouse.move(x + width * 0.8, y + height / 2, { steps: 4 });
  const chosen = await slider.inputValue();
  await page.mouse.up();
  await arriving;
  expect(Number(chosen)).toBeGreaterThan(6);
  await expect(slider).toHaveValue(chosen);
});

test("a file is taken that is chosen in a list that was opened before", async ({ page, service }) => {
  const arrive = await opened(page, service.link);
  const chooser = page.waitForEvent("filechooser");
  await page.getByLabel("Photo").click();
  const list = await chooser;
  await arrive();
  await list.setFiles(await landscape(page));
  await expect(new Playground(page).preview).toBeVisible();
});

test("Ctrl and Enter run as soon as the page is there", async ({ page, service }) => {
  const arrive = await opened(page, service.link);
  await page.getByLabel("Photo").setInputFiles(await landscape(page));
  await title(page).fill("At once");
  const playground = new Playground(page);
  const sent = playground.submissions();
  await title(page).press("Control+Enter");
  await arrive();
  await expect(playground.rows("completed")).toHaveCount(1);
  expect(sent).toHaveLength(1);
});

test("another workflow can be chosen already", async ({ page, service }) => {
  const arrive = await opened(page, service.link);
  await title(page).fill("Left");
  await page.getByRole("button", { name: "Slow blur" }).click();
  await arrive();
  const playground = new Playground(page);
  await expect(playground.text("Word")).toBeVisible();
  await playground.choose("Poster");
  await expect(playground.text("Title")).toHaveValue("Left");
});

test("what was left and does not fit is told at its field", async ({ page, service }) => {
  const arrive = await opened(page, service.link);
  await page.getByRole("textbox", { name: "Size" }).fill("12x");
  await page.keyboard.press("Tab");
  await arrive();
  await expect(page.getByRole("textbox", { name: "Size" })).toHaveAttribute("aria-invalid", "true");
});

test("a file that falls beside a field leaves the page where it is", async ({ page, service }) => {
  const arrive = await opened(page, service.link);
  const prevented = await page
    .getByRole("heading", { name: "Poster" })
    .evaluate(
      (heading) =>
        !heading.dispatchEvent(
          new DragEvent("drop", { dataTransfer: new DataTransfer(), bubbles: true, cancelable: true }),
        ),
    );
  expect(prevented).toBe(true);
  await arrive();
});

for (const [how, type] of [
  ["pasted", "paste"],
  ["dropped beside the fields", "drop"],
]) {
  test(`a picture that is ${how} goes to the field that takes it`, async ({ page, service }) => {
    const arrive = await opened(page, service.link);
    await expect(title(page)).toBeVisible();
    await page.evaluate(async (type) => {
      const canvas = Object.assign(document.createElement("canvas"), { width: 40, height: 30 });
      const blob = await new Promise((resolve) => canvas.toBlob(resolve));
      const data = new DataTransfer();
      data.items.add(new File([blob], "evening.png", { type: blob.type }));
      const how = { bubbles: true, cancelable: true, clipboardData: data, dataTransfer: data };
      const target = document.querySelector(".first .form-head");
      target.dispatchEvent(type === "paste" ? new ClipboardEvent(type, how) : new DragEvent(type, how));
    }, type);
    await arrive();
    await expect(new Playground(page).form.getByText("evening.png")).toBeVisible();
  });
}

test("a picture that is dropped on its field is that field's", async ({ page, service }) => {
  const arrive = await opened(page, service.link);
  const playground = new Playground(page);
  await expect(title(page)).toBeVisible();
  const [chosen] = [await landscape(page, "evening.png")];
  await playground.drop(page.locator(".first .file-empty"), chosen);
  await arrive();
  await expect(playground.form.getByText("evening.png")).toBeVisible();
});

test("what was typed at an earlier visit is there at once", async ({ page, service }) => {
  let arrive = await opened(page, service.link);
  await title(page).fill("Kept");
  await arrive();
  await page.goto("about:blank");
  await page.unroute(WASM);
  arrive = await opened(page, service.link);
  await expect(title(page)).toHaveValue("Kept");
  await arrive();
  await expect(title(page)).toHaveValue("Kept");
});

test.describe("in German", () => {
  test.use({ locale: "de-DE" });

  test("numbers are written as the page writes them", async ({ page, service }) => {
    const arrive = await opened(page, service.link);
    const softness = page.getByRole("textbox", { name: "Softness" });
    await expect(softness).toHaveValue("0,5");
    await page.getByRole("slider", { name: "Softness" }).fill("2.5");
    await expect(softness).toHaveValue("2,5");
    await arrive();
    await expect(softness).toHaveValue("2,5");
  });
});

for (const colorScheme of ["light", "dark"]) {
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme });

    test("it holds to WCAG 2.2 AA", async ({ page, service }) => {
      const arrive = await opened(page, service.link);
      await expect(title(page)).toBeVisible();
      const { violations } = await new AxeBuilder({ page })
        .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
        .analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`)).toEqual([]);
      await arrive();
    });
  });
}

test("the theme that was chosen is there from the first picture on", async ({ page, playground, service }) => {
  await playground.theme("Dark");
  await page.goto("about:blank");
  const arrive = await opened(page, service.link);
  await expect(title(page)).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await arrive();
});

test("names that a form has itself, and markup, are names and texts", async ({ page, service }) => {
  const names = ["elements", "querySelector", "addEventListener", "append", "closest", "submit", "__proto__"];
  const markup = `<img src=x onerror="document.title = 'ran'">`;
  await lists(
    page,
    names.map((name) => field(name, { label: `${markup} ${name}`, help: markup, default: markup })),
    { name: markup, description: markup },
  );
  const arrive = await opened(page, service.link);
  const own = page.locator(`.first [name="elements"]`);
  await expect(own).toHaveValue(markup);
  await own.fill("mine");
  await arrive();
  await expect(page.locator(`[name="elements"]`)).toHaveValue("mine");
  await expect(page.locator(".fields [name]")).toHaveCount(names.length);
  await expect(page).toHaveTitle("flowdeck");
});

test("every kind of field is taken over, of a long form as well", async ({ page, service }) => {
  const kinds = [
    field("area", { kind: "text", multiline: true }),
    field("seed", { kind: "number", integer: true, default: "7" }),
    field("video", { kind: "video" }),
    field("none", { kind: "choice", options: ["a", "b"], default: "c" }),
  ];
  await lists(page, [...kinds, ...Array.from({ length: 80 }, (_, index) => field(`more-${index}`))]);
  const arrive = await opened(page, service.link);
  await expect(page.locator(".first [name]")).toHaveCount(50);
  await page.getByRole("textbox", { name: "area" }).fill("one\ntwo");
  await page.getByRole("textbox", { name: "seed" }).fill("8");
  await arrive();
  await expect(page.getByRole("textbox", { name: "area" })).toHaveValue("one\ntwo");
  await expect(page.getByRole("textbox", { name: "seed" })).toHaveValue("8");
  await expect(page.getByRole("combobox", { name: "none" })).toHaveValue("c");
  await expect(page.locator(".fields [name]")).toHaveCount(84);
});

test("a link that carries values waits for the page", async ({ page, service }) => {
  const values = encodeURIComponent(JSON.stringify({ title: "Carried" }));
  const arrive = await opened(page, `${service.link}&workflow=poster&values=${values}`);
  await expect(page.getByText("Loading flowdeck…")).toBeVisible();
  await expect(page.locator("[name=title]")).toHaveCount(0);
  await arrive();
  await expect(title(page)).toHaveValue("Carried");
});

test("a listing that never comes keeps nothing back", async ({ page, service }) => {
  await page.route(LISTING, () => {});
  await page.goto(service.link);
  await new Playground(page).connected();
});

test("a listing of something else is the page's to tell", async ({ page, service }) => {
  await page.route(LISTING, (route) => route.fulfill({ json: { data: [{ id: 1, schema: { fields: [null] } }] } }));
  await page.goto(service.link);
  await new Playground(page).connected();
  await expect(page.locator(".first")).toHaveCount(0);
});

test("Enter in the first picture leaves nothing in the address", async ({ page, service }) => {
  const arrive = await opened(page, service.link);
  await title(page).press("Enter");
  await expect(title(page)).toHaveValue("Open studio");
  await arrive();
  await expect(new Playground(page).form.getByRole("alert").first()).toContainText("Photo");
  expect(new URL(page.url()).search).toBe("");
});

test.describe("where the first script is missing", () => {
  test.use({ expectedErrors: /ERR_FAILED/ });

  test("it says so after a while", async ({ page, service }) => {
    await page.route("**/pkg/first.js", (route) => route.abort());
    await page.goto(service.link);
    const late = page.getByText("It takes long. Load the page again");
    await expect(late).toBeHidden();
    await page.evaluate(() => document.getAnimations().forEach((animation) => animation.finish()));
    await expect(late).toBeVisible();
  });
});

test.describe("where the page cannot come", () => {
  test.use({ expectedErrors: /ERR_FAILED|Failed to fetch|WebAssembly/ });

  test("it says so, and what was typed stays to be seen", async ({ page, service }) => {
    await page.route(WASM, (route) => route.abort());
    await page.goto(service.link, { waitUntil: "commit" });
    await title(page).fill("Still here");
    await expect(page.getByRole("alert")).toContainText("flowdeck could not start");
    await expect(title(page)).toHaveValue("Still here");
  });
});
