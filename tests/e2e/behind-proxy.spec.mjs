// The program behind a proxy that serves it below a path.
import { pathProxy } from "./loopback-server.mjs";
import { Playground } from "./playground.mjs";
import { plain, Service } from "./service.mjs";
import { expect, minimalTest as test } from "./test.mjs";

test("a page below a path connects, runs a workflow and shows its output", async ({ page }) => {
  const front = await pathProxy("flow", () => service.port);
  const publicUrl = `${front.address}flow`;
  const service = new Service({ engines: 1, workflows: plain, publicUrl });
  await service.start();
  expect(service.link).toBe(`${publicUrl}/#key=${service.key}`);
  const playground = new Playground(page);
  await playground.open(service.link);
  await playground.connected();
  await playground.choose("Slow blur");
  await playground.text("Size").fill("256");
  const run = await playground.start();
  await playground.waitForRun(run);
  await expect(playground.images.first()).toBeVisible();
  const { outputs } = await service.get(`${publicUrl}/api/v1/runs/${run}`);
  expect(outputs[0].url).toContain(`${publicUrl}/api/v1/files/`);
  // It may still be loading thumbnails.
  await page.close();
  await service.stop();
  await front.stop();
});
