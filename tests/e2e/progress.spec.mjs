// The progress of a run: as text and as a bar, if the deployment reports it.
import { instance } from "./minimal-deployment.mjs";
import { expect, minimalTest, test } from "./test.mjs";

const ENGINE = "http://10.0.0.1:8188";

/**
 * A deployment that returns the details of its runs.
 * @type {import("@playwright/test").Fixtures<
 *   { detail: Record<string, unknown>, run: string }, {},
 *   import("./test.mjs").MinimalFixtures & import("./test.mjs").TestArgs
 * >}
 */
const runDetails = {
  /** The details it returns for every run. */
  detail: async ({ page }, use) => {
    const detail = { status: "running", outputs: [] };
    await page.route(/\/api\/v1\/runs\/[^/?]+$/, (route) => {
      const _id = new URL(route.request().url()).pathname.split("/").at(-1);
      return route.fulfill({ json: { status: "success", data: { _id, ...detail }, errors: null, meta: null } });
    });
    await use(detail);
  },
  /** The ID of a running run. */
  run: async ({ playground, deployment, detail: _ }, use) => {
    deployment.queue = [instance(ENGINE)];
    await playground.openManualForm("portrait");
    const run = await playground.start();
    deployment.queue = [instance(ENGINE, [run])];
    await expect(playground.row(run)).toContainText("on 10.0.0.1:8188");
    await use(run);
  },
};
const withDetails = minimalTest.extend(runDetails);

test("the bar of a running run never runs backwards, and its current node is named", async ({ page, playground }) => {
  await playground.choose("Slow blur");
  // The largest size: however fast the machine is, the run lasts longer than the values that are awaited.
  await playground.text("Size").fill("2048");
  await page.evaluate(() => {
    const seen = { values: [], texts: [] };
    const read = () => {
      const bar = document.querySelector("#region-result article progress:not([hidden])");
      if (!(bar instanceof HTMLProgressElement)) return;
      if (seen.values.at(-1) !== bar.value) seen.values.push(bar.value);
      const text = document.querySelector("#region-runs .run-status").textContent;
      if (seen.texts.at(-1) !== text) seen.texts.push(text);
    };
    new MutationObserver(read).observe(document.body, { subtree: true, childList: true, attributes: true });
    Object.assign(window, { seen });
  });
  const run = await playground.start();
  await page.waitForFunction(() => {
    const { values, texts } = /** @type {any} */ (window).seen;
    return values.length > 2 && texts.some((text) => text.includes("step"));
  });
  await playground.cancel(run);
  await playground.waitForRun(run, "cancelled");
  const { values, texts } = await page.evaluate(() => /** @type {any} */ (window).seen);
  expect(values).toEqual(values.toSorted((one, other) => one - other));
  expect(texts.join("\n")).toMatch(/^\d+% · Blur \d+ of 12 · step [\d,]+ of 4,096 · on 127\.0\.0\.1/m);
  await expect(playground.runs.getByRole("progressbar")).toHaveCount(0);
});

test("a cancelled run shows no progress", async ({ page, playground }) => {
  await playground.choose("Slow blur");
  await playground.text("Size").fill("2048");
  const run = await playground.start();
  await expect(playground.row(run)).toContainText(/\d+% · Blur \d+ of 12/);
  await expect(playground.result).toContainText(/Running · \d+% · Blur \d+ of 12/);
  await playground.cancel(run);
  await playground.waitForRun(run, "cancelled");
  await expect(playground.runs.getByRole("progressbar")).toHaveCount(0);
  await expect(page.getByText(/step [\d,]+ of/)).toHaveCount(0);
});

withDetails(
  "steps are shown as text and as a labelled bar, in both languages",
  async ({ page, playground, detail, run }) => {
    detail.progress = { value: 12, max: 20, node: "5" };
    await expect(playground.row(run)).toContainText("step 12 of 20 · on 10.0.0.1:8188");
    await expect(playground.result).toContainText("Running · step 12 of 20");
    for (const place of [playground.result, playground.row(run)]) {
      const bar = place.getByRole("progressbar", { name: "Run progress" });
      await expect(bar).toHaveJSProperty("value", 60);
      await expect(bar).toHaveJSProperty("max", 100);
    }
    detail.progress = { value: 20, max: 20 };
    await expect(playground.result).toContainText("step 20 of 20");
    await expect(playground.result.getByRole("progressbar")).toHaveJSProperty("value", 100);

    await playground.language("de");
    await expect(page.locator(`[data-run-id="${run}"]`)).toContainText("Schritt 20 von 20 · auf 10.0.0.1:8188");
    const result = page.getByRole("region", { name: "Ergebnis" });
    await expect(result).toContainText("Läuft · Schritt 20 von 20");
    await expect(result.getByRole("progressbar", { name: "Fortschritt des Laufs" })).toBeVisible();
  },
);

withDetails(
  "the progress goes on when a run started after the queue was read, and before its detail was",
  async ({ page, playground, deployment, detail }) => {
    let answer;
    const queueWasRead = new Promise((resolve) => {
      answer = resolve;
    });
    await page.route(/\/api\/v1\/runs\/[^/?]+$/, async (route) => {
      await queueWasRead;
      await route.fallback();
    });
    await playground.openManualForm("portrait");
    const run = await playground.start();
    deployment.queue = [instance(ENGINE, [], [run])];
    await expect(playground.row(run)).toHaveAttribute("data-state", "pending");
    detail.progress = { value: 12, max: 20 };
    deployment.queue = [instance(ENGINE, [run])];
    answer();
    await expect(playground.row(run)).toContainText("step 12 of 20 · on 10.0.0.1:8188");
    detail.progress = { value: 13, max: 20 };
    await expect(playground.row(run)).toContainText("step 13 of 20");
  },
);

withDetails(
  "the status of a running run is above its bar, and its time in its title's row",
  async ({ playground, detail, run }) => {
    detail.progress = { value: 12, max: 20 };
    await expect(playground.row(run)).toHaveAttribute("data-state", "running");
    const [status, bar] = await Promise.all([
      playground.result.getByText(/^Running/).boundingBox(),
      playground.result.getByRole("progressbar").boundingBox(),
    ]);
    expect(bar.y - status.y - status.height).toBeGreaterThanOrEqual(0);
    expect(bar.y - status.y - status.height).toBeLessThan(16);
    expect(bar.width).toBeGreaterThan(status.width);
    await expect(playground.result.locator(".run-duration")).toHaveText(/^\d+ s/);
    await expect(playground.result.getByRole("button", { name: "Run again" })).toHaveCount(0);
  },
);

withDetails("steps are not announced to screen readers one by one", async ({ page, playground, detail, run }) => {
  const announced = await page.evaluateHandle(() => {
    const texts = [];
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const element = target instanceof Element ? target : target.parentElement;
        const live = element?.closest("[role=status], [role=alert], [role=log], [aria-live]");
        if (live) texts.push(live.textContent);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
    return texts;
  });
  for (const value of [12, 13, 14]) {
    detail.progress = { value, max: 20 };
    await expect(playground.row(run)).toContainText(`step ${value} of 20`);
  }
  detail.status = "completed";
  await playground.waitForRun(run);
  const texts = await announced.jsonValue();
  expect(texts.filter((text) => text.includes("step"))).toEqual([]);
  expect(texts.filter((text) => text.includes("completed"))).not.toEqual([]);
});

withDetails(
  "without progress, or with a malformed one, no steps are shown",
  async ({ page, playground, detail, run }) => {
    await expect(playground.result.getByText("Running", { exact: true })).toBeVisible();
    await expect(playground.row(run)).not.toContainText("step");
    await expect(playground.runs.getByRole("progressbar")).toHaveCount(0);
    for (const progress of [{ value: -1, max: 20 }, { value: 1, max: 0 }, "half"]) {
      detail.progress = progress;
      await page.waitForResponse(/\/api\/v1\/runs\/[^/?]+$/);
      await page.waitForResponse(/\/api\/v1\/runs\/[^/?]+$/);
      await expect(playground.runs.getByRole("progressbar")).toHaveCount(0);
      await expect(playground.row(run)).not.toContainText("step");
    }
    detail.progress = { value: 25, max: 20 };
    await expect(playground.row(run)).toContainText("step 20 of 20");
  },
);

for (const width of [1440, 360]) {
  withDetails(
    `a preview has the place of the result, ${width} pixels wide`,
    async ({ page, playground, detail, run }) => {
      await page.setViewportSize({ width, height: 900 });
      const picture =
        '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="700"><rect width="900" height="700"/></svg>';
      await page.route("**/picture.svg", (route) => route.fulfill({ contentType: "image/svg+xml", body: picture }));
      Object.assign(detail, { preview: "/picture.svg", progress: { value: 3, max: 20, node: "5" } });
      const preview = playground.result.getByRole("img", { name: "Preview of the running run" });
      await expect(preview).toHaveJSProperty("naturalWidth", 900);
      await expect(playground.result).toContainText("step 3 of 20");
      const before = await preview.boundingBox();
      const again = playground.result.locator(".more > summary");
      const place = await again.boundingBox();
      const outputs = [{ filename: "picture.svg", s3_key: "picture.svg", url: "/picture.svg" }];
      Object.assign(detail, { status: "completed", outputs, preview: undefined, progress: undefined });
      await playground.waitForRun(run);
      await expect(playground.images).toHaveJSProperty("naturalWidth", 900);
      expect(await playground.images.boundingBox()).toEqual(before);
      // On a phone, the actions begin at the start of the line.
      if (width === 1440) expect(await again.boundingBox()).toEqual(place);
    },
  );
}
