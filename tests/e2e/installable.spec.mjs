// Browsers can install the page as an app: its manifest and icons are there, and the page's policy lets them load.
import { expect, test } from "./test.mjs";

test("the page has a manifest whose icons have the sizes that it says", async ({ page, playground }) => {
  await playground.connected();
  const session = await page.context().newCDPSession(page);
  const { url, errors, data } = await session.send("Page.getAppManifest");
  expect(url).toMatch(/\/manifest\.webmanifest$/);
  expect(errors).toEqual([]);
  const { name, display, icons } = JSON.parse(data);
  expect([name, display]).toEqual(["flowdeck", "standalone"]);
  const sizes = await page.evaluate(
    async ([manifest, icons]) => {
      const size = async ({ src, type }) => {
        const response = await fetch(new URL(src, manifest));
        if (type !== "image/png") return response.headers.get("content-type");
        const { width, height } = await createImageBitmap(await response.blob());
        return `${width}x${height}`;
      };
      return Promise.all(icons.map(size));
    },
    [url, icons],
  );
  expect(sizes).toEqual(icons.map(({ sizes }) => (sizes === "any" ? "image/svg+xml" : sizes)));
  await expect(page.locator(".install-hint"), "this computer's own pages are secure").toBeHidden();
});
