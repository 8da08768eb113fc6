// What a first visit loads until the page can be used.
import { expect, test } from "./test.mjs";

/** In bytes, with headers. `make bench MEASURE=page` shows where they are. */
const BUDGET = 164_500;

test.skip(!process.env.FLOWDECK_SMALL_STD, "this Rust cannot build the standard library for size");

test("a first visit loads little before the page can be used", async ({ page, service }) => {
  // A browser that is never idle, so that the deferred chunk does not load by itself.
  await page.addInitScript(() => {
    globalThis.requestIdleCallback = () => 0;
  });
  const devtools = await page.context().newCDPSession(page);
  const sizes = new Map();
  await devtools.send("Network.enable");
  devtools.on("Network.responseReceived", ({ requestId, response }) => {
    if (response.url.startsWith(new URL(service.link).origin)) sizes.set(requestId, { url: response.url });
  });
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (sizes.has(requestId)) sizes.get(requestId).bytes = encodedDataLength;
  });
  await page.goto("about:blank");
  await page.goto(service.link);
  await expect(page.getByRole("button", { name: "Run", exact: true })).toBeVisible();
  await expect.poll(() => [...sizes.values()].every(({ bytes }) => bytes > 0)).toBe(true);
  const all = [...sizes.values()];
  expect(all.filter(({ url }) => url.includes("split_later"))).toEqual([]);
  const listed = all.map(({ url, bytes }) => `${bytes} ${new URL(url).pathname}`).join("\n");
  expect(
    all.reduce((sum, { bytes }) => sum + bytes, 0),
    listed,
  ).toBeLessThanOrEqual(BUDGET);
});
