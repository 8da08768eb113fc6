// The deferred part of the page, which loads when it is first needed.
import { expect, test } from "./test.mjs";

const DEFERRED = "**/pkg/split_later.*.wasm";
const loaded = (page) =>
  page.evaluate(
    () => performance.getEntriesByType("resource").filter(({ name }) => name.includes("/pkg/split_later.")).length,
  );
const loadError = (page) => page.getByRole("alert").filter({ hasText: "Part of this page couldn’t be loaded" });

/** Opens the page with this workflow, and with a browser that is never idle. */
const openWithout = (page) =>
  page.addInitScript(() => {
    globalThis.requestIdleCallback = () => 0;
    // An empty page has no storage.
    if (location.protocol !== "about:") sessionStorage.setItem("flowdeck.workflow", '"slow-blur"');
  });

test.beforeEach(({ page }) => openWithout(page));

test("it is not loaded before the browser is idle, and the workflows are requested once", async ({
  page,
  playground,
  service,
}) => {
  await page.goto("about:blank");
  const requested = [];
  page.on("request", (request) => requested.push(new URL(request.url()).pathname));
  await playground.open(service.link);
  await playground.connected();
  await expect(playground.run).toBeVisible();
  expect(requested.filter((path) => path.endsWith("/workflows"))).toHaveLength(1);
  expect(await loaded(page)).toBe(0);
});

test("it is not needed for the first form, and the first click loads it once", async ({ page, playground }) => {
  await expect(playground.run).toBeVisible();
  expect(await loaded(page)).toBe(0);
  await playground.waitForRun(await playground.start());
  await page.getByRole("button", { name: "Code", exact: true }).click();
  await expect(page.getByRole("region", { name: "Developers" })).toContainText("curl");
  await expect.poll(() => loaded(page)).toBe(1);
});

test("it is loaded once, whatever needs it at the same time", async ({ page, playground }) => {
  await playground.waitForRun(await playground.start());
  expect(await loaded(page)).toBe(1);
  await expect(page.locator('link[href="styles/later.css"]')).toHaveCount(1);
});

test.describe("when it cannot be loaded", () => {
  test.use({ expectedErrors: /ERR_FAILED|Failed to fetch/ });

  test("the error keeps what was typed, and the next try sends it", async ({ page, playground }) => {
    let isBlocked = true;
    await page.route(DEFERRED, (route) => (isBlocked ? route.abort() : route.fallback()));
    await playground.text("Size").fill("256");
    const sent = playground.submissions();
    await playground.run.click();
    await expect(loadError(page)).toBeVisible();
    await expect(playground.text("Size")).toHaveValue("256");
    isBlocked = false;
    // At once, because the page also tries again by itself.
    await loadError(page).getByRole("button", { name: "Try again" }).dispatchEvent("click");
    await expect(loadError(page)).toHaveCount(0);
    await expect(playground.rows("completed")).toHaveCount(1);
    expect(sent).toHaveLength(1);
  });

  test("stored runs appear after the next try", async ({ page, playground, service }) => {
    const run = await playground.start();
    await playground.waitForRun(run);
    await page.goto("about:blank");
    await page.route(DEFERRED, (route) => route.abort());
    await playground.open(service.link);
    await expect(loadError(page)).toBeVisible();
    await expect(playground.result).not.toContainText("Press Run");
    await page.unroute(DEFERRED);
    await loadError(page).getByRole("button", { name: "Try again" }).click();
    await expect(playground.row(run)).toBeVisible();
  });

  test("the error covers nothing on a phone, and the panel offers another try when it is closed", async ({
    page,
    playground,
  }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    await page.route(DEFERRED, (route) => route.abort());
    await page.getByRole("button", { name: "Code", exact: true }).click();
    await expect(loadError(page)).toBeVisible();
    await playground.fitsWidth();
    for (const covered of [playground.run, page.getByRole("button", { name: "Code", exact: true })])
      await covered.click({ trial: true });
    await loadError(page).getByRole("button", { name: "Close" }).click();
    await expect(loadError(page)).toHaveCount(0);
    await page.unroute(DEFERRED);
    await page.getByRole("main").getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("region", { name: "Developers" })).toContainText("curl");
  });

  test("the panel opens with the next try", async ({ page, playground: _ }) => {
    await page.route(DEFERRED, (route) => route.abort());
    await page.getByRole("button", { name: "Code", exact: true }).click();
    await expect(loadError(page)).toBeVisible();
    await page.unroute(DEFERRED);
    await loadError(page).getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("region", { name: "Developers" })).toContainText("curl");
  });
});

test("Run pressed twice while it loads sends the form once, as it was", async ({ page, playground }) => {
  let release;
  const released = new Promise((resolve) => {
    release = resolve;
  });
  await page.route(DEFERRED, async (route) => {
    await released;
    await route.continue();
  });
  const sent = playground.submissions();
  const word = playground.text("Word");
  const value = await word.inputValue();
  await word.press("Control+Enter");
  await expect(playground.run).toHaveAttribute("aria-busy", "true");
  await expect(word, "the focus stays").toBeFocused();
  await page.keyboard.type("typed too late");
  await expect(word).toHaveValue(value);
  await playground.run.click();
  await page.getByRole("button", { name: "Code", exact: true }).click();
  await expect(page.getByRole("region", { name: "Developers" })).toHaveCount(0);
  release();
  await expect(page.getByRole("region", { name: "Developers" })).toBeVisible();
  await expect.poll(() => sent.length).toBe(1);
  await word.fill("typed again");
});
