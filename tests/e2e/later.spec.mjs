// The part of the page that comes when it is first needed.
import { expect, test } from "./test.mjs";

const PART = "**/pkg/split_later.*.wasm";
const loaded = (page) => page.evaluate(() => performance.getEntriesByType("resource").filter(({ name }) => name.includes("/pkg/split_later.")).length);
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
  expect(await loaded(page)).toBe(1);
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
    await playground.run.click();
    await expect(missed(page)).toBeVisible();
    await expect(playground.text("Size")).toHaveValue("256");
    await page.unroute(PART);
    await missed(page).getByRole("button", { name: "Try again" }).click();
    await expect(missed(page)).toHaveCount(0);
    await playground.ends(await playground.start());
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
