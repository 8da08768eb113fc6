// The live queue: many instances, their order and filters, tasks, times and load.
import { join } from "node:path";
import { expectAccessible } from "./axe.mjs";
import { instance, many } from "./minimal-deployment.mjs";
import { plain } from "./service.mjs";
import { expect, minimalTest as test } from "./test.mjs";

const A = "http://10.1.0.1:8188";
const B = "http://10.1.0.2:8188";
const C = "http://10.1.0.3:8188";

/** The article of an instance, by the last part of its address. */
const named = (playground, name) => playground.queue.getByRole("article", { name });
const addresses = (playground) => playground.instances.getByRole("heading").allTextContents();
const search = (playground) => playground.queue.getByRole("searchbox", { name: "Search the queue" });
const select = (playground, name) => playground.queue.getByRole("combobox", { name, exact: true });
/** Chooses an option of a filter. The filters are shown on demand. */
const choose = async (playground, name, option) => {
  const toggle = playground.queue.getByRole("button", { name: /^Filter/ });
  if ((await toggle.getAttribute("aria-expanded")) === "false") await toggle.click();
  await select(playground, name).selectOption(option);
};
const scroll = (playground, share) =>
  playground.queue.evaluate((region, share) => {
    region.scrollTop = region.scrollHeight * share;
  }, share);

/** Runs a workflow from a file and returns the ID of the run. */
async function run(playground) {
  await playground.openWorkflow.setInputFiles(join(plain, "slow-blur.json"));
  return playground.start();
}

test.describe("with a thousand instances", () => {
  test.beforeEach(({ deployment }) => {
    deployment.queue = many(1000, 50);
  });

  test("only visible instances are in the document, up to the last one", async ({ playground }) => {
    await expect(playground.queue).toContainText("1,000 instances · 1,000 running · 50,000 waiting");
    await expect(playground.instances.first()).toBeVisible();
    expect(await playground.queue.locator("*").count()).toBeLessThan(700);
    await scroll(playground, 0.5);
    await expect(named(playground, /10\.0\.0\.0:/)).toHaveCount(0);
    expect(await playground.queue.locator("*").count()).toBeLessThan(700);
    await scroll(playground, 1);
    const last = named(playground, "10.0.3.231:8188");
    await expect(last).toBeInViewport();
    await expect(last).toHaveAttribute("aria-posinset", "1000");
    await expect(last).toHaveAttribute("aria-setsize", "1000");
  });

  test("responses are parsed in a worker", async ({ page, playground, deployment }) => {
    await playground.showsTasks(playground.instances.first(), 1, 50);
    expect(page.workers().map((worker) => new URL(worker.url()).pathname)).toEqual(["/pkg/queue-worker.js"]);
    deployment.queue[0].queue.queue_pending.pop();
    await playground.showsTasks(playground.instances.first(), 1, 49);
    await playground.showsTasks(playground.instances.nth(1), 1, 50);
    deployment.queue[0].queue.queue_pending.push([99, "back"]);
  });

  test("responses are parsed without a worker too", async ({ page, playground, deployment }) => {
    await page.addInitScript(() => delete globalThis.Worker);
    await page.goto("about:blank");
    await playground.open(deployment.link);
    await playground.showsTasks(playground.instances.first(), 1, 50);
    expect(page.workers()).toEqual([]);
  });

  test("a focused control keeps the focus while it is scrolled away", async ({ page, playground }) => {
    const button = playground.instances.first().getByRole("button", { name: /more$/ });
    await button.focus();
    await scroll(playground, 1);
    await expect(named(playground, "10.0.3.231:8188")).toBeInViewport();
    await expect(button).toBeFocused();
    await page.keyboard.press("Shift+Tab");
    await expect(playground.instances.first()).toBeFocused();
  });

  test("a focused control keeps the focus while instances are added above it", async ({ playground }) => {
    await scroll(playground, 0.01);
    const button = named(playground, "10.0.0.10:8188").getByRole("button", { name: /more$/ });
    await button.focus();
    await scroll(playground, 0.007);
    await expect(named(playground, "10.0.0.7:8188")).toBeInViewport();
    await expect(button).toBeFocused();
  });

  test("Page Down and Page Up move between instances", async ({ page, playground }) => {
    await playground.instances.first().focus();
    for (let step = 0; step < 12; step += 1) {
      await page.keyboard.press("PageDown");
      await expect(named(playground, `10.0.0.${step + 1}:8188`)).toBeFocused();
    }
    await expect(named(playground, "10.0.0.12:8188")).toBeInViewport();
    await page.keyboard.press("PageUp");
    await expect(named(playground, "10.0.0.11:8188")).toBeFocused();
  });

  test("a search finds an instance by its address or by a task", async ({ playground, deployment }) => {
    await search(playground).fill("10.0.2.17:");
    await expect(playground.instances).toHaveCount(1);
    await expect(playground.queue).toContainText("1 of 1,000 instances shown");
    await search(playground).fill(deployment.queue[700].queue.queue_pending[30][1]);
    await expect(playground.instances).toHaveCount(1);
    await expect(named(playground, "10.0.2.188:8188")).toBeVisible();
  });
});

test.describe("with thousands of tasks on one instance", () => {
  test.beforeEach(({ deployment }) => {
    deployment.queue = many(1, 5000);
  });

  test("all tasks can be listed, and only visible ones are in the document", async ({ playground }) => {
    const only = playground.instances.first();
    await expect(only.getByRole("listitem")).toHaveCount(5);
    await only.getByRole("button", { name: "Show 4,996 more" }).click();
    await expect(only.getByRole("listitem").nth(5)).toBeVisible();
    await scroll(playground, 1);
    await expect(only.getByText("5,000", { exact: true })).toBeInViewport();
    expect(await only.getByRole("listitem").count()).toBeLessThan(120);
    await only.getByRole("button", { name: "Show fewer" }).click();
    await expect(only.getByRole("listitem")).toHaveCount(5);
  });
});

test.describe("with three instances", () => {
  test.beforeEach(({ deployment }) => {
    deployment.queue = [instance(B, ["b1"], ["b2"]), instance(C), instance(A, ["a1"], ["a2", "a3", "a4"])];
  });

  test("instances are sorted and filtered, and the filter is remembered", async ({ page, playground }) => {
    const order = (names) => expect.poll(() => addresses(playground)).toEqual(names.map((name) => new URL(name).host));
    await order([B, C, A]);
    await choose(playground, "Sort", "By load");
    await order([A, B, C]);
    await choose(playground, "Sort", "By name");
    await order([A, B, C]);
    await choose(playground, "Sort", "Default order");
    await order([B, C, A]);
    await choose(playground, "Show", "Idle");
    await expect(playground.instances).toHaveCount(1);
    await expect(named(playground, C)).toBeVisible();
    await page.reload();
    await expect(playground.queue.getByRole("button", { name: "Filter · 1" })).toBeVisible();
    await expect(select(playground, "Show")).toHaveValue("2");
  });

  test("a focused instance keeps the focus when its position changes", async ({ playground, deployment }) => {
    await choose(playground, "Sort", "By load");
    await expect(playground.instances.last()).toHaveAccessibleName(/10\.1\.0\.3/);
    await named(playground, C).focus();
    deployment.queue[1] = instance(C, ["c1"], ["c2", "c3", "c4", "c5"]);
    await expect(playground.instances.first()).toHaveAccessibleName(/10\.1\.0\.3/);
    await expect(named(playground, C)).toBeFocused();
  });

  test("an instance gets the focus when its focused control is removed", async ({ playground, deployment }) => {
    deployment.queue[1] = instance(C, ["c1", await run(playground)]);
    const cancel = named(playground, C).getByRole("button", { name: "Cancel" });
    await cancel.focus();
    deployment.queue[1] = instance(C, ["c1"]);
    await expect(cancel).toHaveCount(0);
    await expect(named(playground, C)).toBeFocused();
  });

  test("a new instance is marked, and one without a queue counts as stopped", async ({ playground, deployment }) => {
    await expect(playground.instances).toHaveCount(3);
    await expect(playground.queue.getByText("new", { exact: true })).toHaveCount(0);
    deployment.queue.push(instance("http://10.1.0.4:8188"));
    await expect(named(playground, "10.1.0.4").getByText("new", { exact: true })).toBeVisible();
    deployment.queue[0] = { comfy_uri: B, queue: null };
    await expect(named(playground, B)).toHaveAttribute("data-status", "silent");
    await expect(named(playground, B)).toContainText("no response");
    deployment.queue[2] = instance(A);
    await expect(playground.queueButton).toContainText("3 of 4 engines ready");
    await choose(playground, "Show", "Takes no runs");
    await expect(playground.instances).toHaveCount(1);
  });

  test("instances that take no runs say why, and waiting runs are counted", async ({ playground, deployment }) => {
    deployment.meta = {
      hung: [B],
      draining: [C],
      waiting: { count: 1234, ids: ["w-first-of-them", "w-second"], own: [] },
    };
    await expect(named(playground, B)).toContainText("not answering");
    await expect(named(playground, C)).toContainText("finishing its runs");
    await choose(playground, "Show", "Takes no runs");
    await expect(playground.instances).toHaveCount(2);
    const waiting = playground.queue.getByRole("region", { name: "Waiting runs" });
    await expect(waiting).toContainText("1,234 runs wait for an instance");
    await expect(waiting.getByRole("listitem")).toHaveCount(2);
    await expect(waiting).toContainText("and 1,232 more");
    expect(await waiting.innerHTML()).not.toContain("w-first-of-them");
    await expectAccessible(playground.page, "#region-queue");
    deployment.meta = null;
    await expect(waiting).toHaveCount(0);
    await choose(playground, "Show", "All states");
    await expect(named(playground, B)).toHaveAttribute("data-status", "running");
  });

  test("an instance that disappears is shown as gone and removed later", async ({ page, playground, deployment }) => {
    await page.clock.install();
    await expect(playground.instances).toHaveCount(3);
    deployment.queue = deployment.queue.slice(1);
    await page.clock.runFor(2000);
    await expect(named(playground, B)).toHaveAttribute("data-status", "gone");
    await expect(named(playground, B)).toContainText("gone");
    await expect(named(playground, B)).not.toContainText("waiting");
    await page.clock.runFor(90_000);
    await expect(named(playground, B)).toHaveCount(0);
  });

  test("of other people's tasks only the start of the ID is shown", async ({ playground, deployment }) => {
    const id = "0f8fad5b-d9cb-469f-a165-70867728950e";
    deployment.queue[1].queue.queue_running.push([
      7,
      id,
      { 3: { inputs: { text: "somebody's secret" } } },
      { client_id: "x" },
      [],
    ]);
    await expect(named(playground, C)).toContainText("0f8fad5b");
    await expect(playground.queue).not.toContainText("secret");
    expect(await playground.queue.innerHTML()).not.toContain(id);
  });

  test("markup in names is shown as text", async ({ page, playground, deployment }) => {
    const name = "<img src=x onerror='window.ran = true'>";
    deployment.queue = [instance(name, [`${name}\t\n`], ["\u202Eback"]), instance(""), instance("x".repeat(5000))];
    await expect(playground.instances).toHaveCount(3);
    await expect(playground.instances.first().getByRole("heading")).toHaveText(name);
    await playground.showsTasks(playground.instances.first(), 1, 1);
    await playground.fitsWidth();
    expect(await page.evaluate(() => window.ran)).toBeUndefined();
  });

  test("an operation that is not offered is tried once", async ({ page, playground, deployment }) => {
    await page.clock.install();
    await expect(playground.instances).toHaveCount(3);
    for (let round = 0; round < 12; round += 1) {
      const { polls } = deployment;
      await page.clock.runFor(3000);
      await expect.poll(() => deployment.polls).toBeGreaterThan(polls);
    }
    expect(deployment.otherRequests.filter((request) => request.endsWith("/health"))).toHaveLength(1);
  });

  test("the queue meets WCAG 2.2 AA", async ({ page, playground, deployment }) => {
    deployment.queue[0] = { comfy_uri: B, queue: null };
    deployment.queue[1] = instance(C, [await run(playground)]);
    await expect(named(playground, C).getByText("yours", { exact: true })).toBeVisible();
    await expect(named(playground, B)).toContainText("no response");
    await expectAccessible(page, "#region-queue");
  });

  test("paused updates leave the queue as it was until they are resumed", async ({ page, playground, deployment }) => {
    await expect(playground.instances).toHaveCount(3);
    await playground.queue.getByRole("button", { name: "Pause updates" }).click();
    await expect(playground.queue).toContainText("not updated for");
    deployment.queue = [];
    const { polls } = deployment;
    await page.clock.install();
    await page.clock.runFor(30_000);
    expect(deployment.polls).toBe(polls);
    await expect(playground.instances).toHaveCount(3);
    await playground.queue.getByRole("button", { name: "Resume updates" }).click();
    await expect.poll(() => deployment.polls).toBeGreaterThan(polls);
  });

  test("a chosen interval applies and is remembered", async ({ page, playground, deployment }) => {
    await page.clock.install();
    await page.reload();
    await choose(playground, "Interval", "every 15 s");
    await page.reload();
    await expect(select(playground, "Interval")).toHaveValue("3");
    await expect(playground.instances).toHaveCount(3);
    const { polls } = deployment;
    await page.clock.runFor(12_000);
    expect(deployment.polls).toBe(polls);
    await page.clock.runFor(4000);
    await expect.poll(() => deployment.polls).toBe(polls + 1);
  });

  test("the time per run is learned, and the start of my run is estimated", async ({
    page,
    playground,
    deployment,
  }) => {
    await page.clock.install();
    const mine = await run(playground);
    // Each snapshot differs from the previous one, so that the page sees every one: it learns nothing from
    // snapshots that are far apart.
    let snapshots = 0;
    const show = async (running, pending) => {
      snapshots += 1;
      deployment.queue[0] = instance(B, running, pending);
      deployment.queue[1] = instance(C, [], Array(snapshots).fill("others"));
      await page.clock.runFor(1000);
      await playground.showsTasks(named(playground, C), 0, snapshots);
    };
    await expect(named(playground, B)).toContainText("no timing yet");
    for (let second = 0; second < 8; second += 1) await show(["first"], ["next", mine]);
    await show(["next"], [mine]);
    await expect(named(playground, B)).toContainText(/≈ \d+ s per run · yours starts in ≈ \d+ s/);
    await expect(named(playground, B).getByText("yours", { exact: true })).toHaveCount(1);
  });

  test("my run, the load and the tab title follow the queue", async ({ page, playground, deployment }) => {
    await expect(page).toHaveTitle("flowdeck");
    const load = (name) => named(playground, name).getByRole("img");
    await expect(load(A)).toHaveAccessibleName(/^Load over the last 5 minutes: .*, 4 now$/);
    const [running, pending] = [await run(playground), await run(playground)];
    deployment.queue[0] = instance(B, [running], [pending]);
    // No start is estimated for the runs behind it.
    await expect(named(playground, B)).toContainText("yours is running");
    await expect(page).toHaveTitle("▶ 2 · flowdeck");
    deployment.queue[0] = instance(B, []);
    await expect(named(playground, B)).not.toContainText("yours");
    await expect(load(B)).toHaveAccessibleName(/, idle now$/);
  });
});
