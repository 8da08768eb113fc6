// How far a run is, while it runs: in words and as a bar, where the deployment tells it.
import { instance } from "./contract.mjs";
import { contractTest, expect, test } from "./test.mjs";

const ENGINE = "http://10.0.0.1:8188";

/** A deployment that tells of its runs. */
const told = contractTest.extend({
  /** What the deployment tells of a run beside its id, as a test sets it. */
  detail: async ({ page }, use) => {
    const detail = { status: "running", outputs: [] };
    await page.route(/\/api\/v1\/runs\/[^/?]+$/, (route) => {
      const _id = new URL(route.request().url()).pathname.split("/").at(-1);
      return route.fulfill({ json: { status: "success", data: { _id, ...detail }, errors: null, meta: null } });
    });
    await use(detail);
  },
  /** The id of a run that runs there. */
  run: async ({ page, playground, contract, detail: _ }, use) => {
    contract.queue = [instance(ENGINE)];
    await page.getByRole("button", { name: "By hand" }).click();
    await playground.text("Workflow id").fill("portrait");
    const run = await playground.start();
    contract.queue = [instance(ENGINE, [run])];
    await expect(playground.row(run)).toContainText("on 10.0.0.1:8188");
    await use(run);
  },
});

test("a run that runs shows the steps that its engine does", async ({ page, playground }) => {
  await playground.choose("Slow blur");
  await playground.text("Size").fill("2048");
  const run = await playground.start();
  await expect(playground.row(run)).toContainText(/step [\d,]+ of 4,096 · on 127\.0\.0\.1/);
  await expect(playground.result).toContainText(/Running · step [\d,]+ of 4,096 · on 127\.0\.0\.1/);
  await playground.cancel(run);
  await playground.ends(run, "cancelled");
  await expect(playground.runs.getByRole("progressbar")).toHaveCount(0);
  await expect(page.getByText(/step [\d,]+ of/)).toHaveCount(0);
});

told("its steps are shown in words and as a bar with a name", async ({ playground, detail, run }) => {
  detail.progress = { value: 12, max: 20, node: "5" };
  await expect(playground.row(run)).toContainText("step 12 of 20 · on 10.0.0.1:8188");
  await expect(playground.result).toContainText("Running · step 12 of 20 · on 10.0.0.1:8188");
  for (const place of [playground.result, playground.row(run)]) {
    const bar = place.getByRole("progressbar", { name: "Progress of the run" });
    await expect(bar).toHaveJSProperty("value", 12);
    await expect(bar).toHaveJSProperty("max", 20);
  }
  detail.progress = { value: 20, max: 20 };
  await expect(playground.result).toContainText("step 20 of 20");
  await expect(playground.result.getByRole("progressbar")).toHaveJSProperty("value", 20);
});

told("its steps are shown in German", async ({ page, detail, run }) => {
  detail.progress = { value: 12, max: 20 };
  await page.getByRole("combobox", { name: "Language" }).selectOption("de");
  const row = page.locator(`[data-run-id="${run}"]`);
  await expect(row).toContainText("Schritt 12 von 20 · auf 10.0.0.1:8188");
  const result = page.getByRole("article", { name: "Ergebnis" });
  await expect(result).toContainText("Läuft · Schritt 12 von 20");
  await expect(result.getByRole("progressbar", { name: "Fortschritt des Laufs" })).toBeVisible();
});

told("its steps are not said one by one to a screen reader", async ({ page, playground, detail, run }) => {
  const said = await page.evaluateHandle(() => {
    const said = [];
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const element = target instanceof Element ? target : target.parentElement;
        const live = element?.closest("[role=status], [role=alert], [role=log], [aria-live]");
        if (live) said.push(live.textContent);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
    return said;
  });
  for (const value of [12, 13, 14]) {
    detail.progress = { value, max: 20 };
    await expect(playground.row(run)).toContainText(`step ${value} of 20`);
  }
  detail.status = "completed";
  await playground.ends(run);
  const texts = await said.jsonValue();
  expect(texts.filter((text) => text.includes("step"))).toEqual([]);
  expect(texts.filter((text) => text.includes("completed"))).not.toEqual([]);
});

told("a strange progress shows nothing, and what follows is read", async ({ page, playground, detail, run }) => {
  for (const progress of [{ value: -1, max: 20 }, { value: 1, max: 0 }, "half"]) {
    detail.progress = progress;
    await page.waitForResponse(/\/api\/v1\/runs\/[^/?]+$/);
    await page.waitForResponse(/\/api\/v1\/runs\/[^/?]+$/);
    await expect(playground.runs.getByRole("progressbar")).toHaveCount(0);
    await expect(playground.row(run)).not.toContainText("step");
  }
  detail.progress = { value: 25, max: 20 };
  await expect(playground.row(run)).toContainText("step 20 of 20");
});

told("a run without told steps stands as it did", async ({ playground, run }) => {
  await expect(playground.result).toContainText("Running on 10.0.0.1:8188");
  await expect(playground.row(run)).not.toContainText("step");
  await expect(playground.runs.getByRole("progressbar")).toHaveCount(0);
});
