// The part of the page that comes when it is first needed.
import { expect, test } from "./test.mjs";

const PART = "**/pkg/split_later.*.wasm";
const loaded = (page) =>
  page.evaluate(
    () => performance.getEntriesByType("resource").filter(({ name }) => name.includes("/pkg/split_later.")).length,
  );
const missed = (page) => page.getByRole("alert").filter({ hasText: "A part of this page could not be loaded" });

test("a form is there without it", async ({ page, playground }) => {
  await expect(playground.run).toBeVisible();
  expect(await loaded(page)).toBe(0);
});

test("the workflows are asked for once, beside the loading of the page", async ({ page, playground, service }) => {
  await page.goto("about:blank");
  const asked = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await playground.open(service.link);
  await playground.connected();
  await expect(playground.run).toBeVisible();
  expect(asked.filter((path) => path.endsWith("/workflows"))).toHaveLength(1);
});

test("the first press of a person loads it, once", async ({ page, playground }) => {
  await playground.choose("Slow blur");
  await playground.ends(await playground.start());
  await page.getByRole("button", { name: "Code", exact: true }).click();
  await expect(page.getByRole("region", { name: "Developers" })).toContainText("curl");
  await expect.poll(() => loaded(page)).toBe(1);
});

test("a page that ran nothing before does not load it to look for runs", async ({ page, playground, service }) => {
  await page.goto("about:blank");
  await playground.open(service.link);
  await playground.connected();
  expect(await loaded(page)).toBe(0);
});

test.describe("where it cannot be loaded", () => {
  test.use({ expectedErrors: /ERR_FAILED|Failed to fetch/ });

  test("the page says so, keeps what was typed, and sends it once it can", async ({ page, playground }) => {
    await page.route(PART, (route) => route.abort());
    await playground.choose("Slow blur");
    await playground.text("Size").fill("256");
    const sent = playground.submissions();
    await playground.run.click();
    await expect(missed(page)).toBeVisible();
    await expect(playground.text("Size")).toHaveValue("256");
    await page.unroute(PART);
    await missed(page).getByRole("button", { name: "Try again" }).click();
    await expect(missed(page)).toHaveCount(0);
    await expect(playground.rows("completed")).toHaveCount(1);
    expect(sent).toHaveLength(1);
  });

  test("the runs that are kept are there after the next try", async ({ page, playground, service }) => {
    await playground.choose("Slow blur");
    const run = await playground.start();
    await playground.ends(run);
    await page.goto("about:blank");
    await page.route(PART, (route) => route.abort());
    await playground.open(service.link);
    await expect(missed(page)).toBeVisible();
    await expect(playground.runs).not.toContainText("No runs yet");
    await page.unroute(PART);
    await missed(page).getByRole("button", { name: "Try again" }).click();
    await expect(playground.row(run)).toBeVisible();
  });

  test("what says so is closed, covers nothing on a phone, and leaves a way to try again", async ({
    page,
    playground,
  }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    await page.route(PART, (route) => route.abort());
    await page.getByRole("button", { name: "Code", exact: true }).click();
    await expect(missed(page)).toBeVisible();
    await playground.fitsWidth();
    for (const covered of [playground.tab("Queue"), page.getByRole("button", { name: "Code", exact: true })])
      await covered.click({ trial: true });
    await missed(page).getByRole("button", { name: "Close" }).click();
    await expect(missed(page)).toHaveCount(0);
    await page.unroute(PART);
    await page.getByRole("main").getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("region", { name: "Developers" })).toContainText("curl");
  });

  test("what was opened comes with the next try", async ({ page, playground }) => {
    await page.route(PART, (route) => route.abort());
    await page.getByRole("button", { name: "Code", exact: true }).click();
    await expect(missed(page)).toBeVisible();
    await page.unroute(PART);
    await missed(page).getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("region", { name: "Developers" })).toContainText("curl");
  });
});

test("Run that is pressed twice while it comes sends what was there at the press, once", async ({
  page,
  playground,
}) => {
  let arrives;
  const held = new Promise((resolve) => (arrives = resolve));
  await page.route(PART, async (route) => {
    await held;
    await route.continue();
  });
  await playground.choose("Slow blur");
  const sent = playground.submissions();
  await playground.run.click();
  await expect(playground.run).toHaveAttribute("aria-busy", "true");
  await expect(playground.form.locator(".fields")).toHaveAttribute("inert", "");
  await playground.run.click();
  await page.getByRole("button", { name: "Code", exact: true }).click();
  await expect(page.getByRole("region", { name: "Developers" })).toHaveCount(0);
  arrives();
  await expect(page.getByRole("region", { name: "Developers" })).toBeVisible();
  await expect.poll(() => sent.length).toBe(1);
});
