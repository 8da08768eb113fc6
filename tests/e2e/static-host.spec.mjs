// The folder that `make site` writes, on a static host: below a path, on another origin than the
// deployment, and without any header but the type of each file.
import { host, openElsewhere } from "./static-host.mjs";
import { expect, test } from "./test.mjs";

test("a page on a static host runs a workflow of a deployment on another origin", async ({ page, service }) => {
  const { address, stop } = await host();
  const playground = await openElsewhere(page, address, service);
  await playground.choose("Slow blur");
  await playground.text("Size").fill("256");
  const run = await playground.start();
  await playground.waitForRun(run);
  await expect(playground.images.first()).toBeVisible();
  await stop();
});
