// The webhooks of the key that were not delivered, in the connection panel.
import { expect, test } from "./test.mjs";

const FAILED = {
  id: "msg_1",
  event: "run.completed",
  run_id: "1f2e3d4c-5b6a-4798-8897-a6b5c4d3e2f1",
  webhook_id: "wh_1",
  origin: "https://hooks.example",
  state: "failed",
  attempts: 12,
  status: 500,
  reason: "it answered with status 500",
  created_at: "2026-11-26T10:00:00Z",
  last_attempt_at: "2026-11-27T10:00:00Z",
  next_attempt_at: null,
  ended_at: "2026-11-27T10:00:00Z",
};
const PENDING = {
  ...FAILED,
  id: "msg_2",
  event: "run.started",
  origin: "https://slow.example",
  state: "pending",
  reason: "no answer within 10 s",
  next_attempt_at: "2099-01-01T10:00:00Z",
  ended_at: null,
};

/** Answers with deliveries as a service that calls webhooks does. Returns the IDs of those that are sent again. */
async function answer(page, deliveries) {
  const replayed = [];
  await page.route(/\/api\/v1\/comfy\/webhooks\/deliveries\?/, (route) => {
    const state = new URL(route.request().url()).searchParams.get("state");
    const found = deliveries.filter((delivery) => delivery.state === state);
    const data = { count: found.length, deliveries: found };
    return route.fulfill({ json: { status: "success", data, errors: null, meta: null } });
  });
  await page.route(/\/api\/v1\/comfy\/webhooks\/deliveries\/[^/]+\/replay$/, (route) => {
    replayed.push(new URL(route.request().url()).pathname.split("/").at(-2));
    return route.fulfill({ json: { status: "success", data: { replayed: 1 }, errors: null, meta: null } });
  });
  return replayed;
}

const open = (page) => page.getByRole("button", { name: "Connection" }).click();
const region = (page) => page.getByRole("region", { name: "Webhooks not delivered" });

test("a webhook that failed is shown with its reason, and sent again", async ({ page, playground: _ }) => {
  const deliveries = [FAILED, PENDING];
  const replayed = await answer(page, deliveries);
  await open(page);
  const [failed, pending] = [0, 1].map((index) => region(page).getByRole("listitem").nth(index));
  await expect(failed).toContainText("run.completed of run 1f2e3d4c");
  await expect(failed).toContainText("https://hooks.example");
  await expect(failed).toContainText(/Failed .*10:00.* · it answered with status 500/);
  await expect(pending).toContainText(/Next try Jan 1, 2099.* · no answer within 10 s/);
  await expect(pending.getByRole("button")).toHaveCount(0);

  deliveries.length = 0;
  await failed.getByRole("button", { name: "Send again" }).click();
  await expect(region(page).getByRole("status")).toHaveText("Sending again.");
  await expect(region(page).getByRole("listitem")).toHaveCount(0);
  await expect(region(page)).toContainText("All webhooks are delivered.");
  await expect(region(page).getByRole("heading")).toBeFocused();
  expect(replayed).toEqual(["msg_1"]);
});

test("without undelivered webhooks, nothing is shown", async ({ page, playground: _ }) => {
  await answer(page, []);
  const read = page.waitForResponse(/deliveries\?state=pending/);
  await open(page);
  await read;
  await expect(page.getByRole("region", { name: "This key" })).toBeVisible();
  await expect(region(page)).toHaveCount(0);
});

test("the list fits a phone, in German", async ({ page, playground }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await answer(page, [{ ...FAILED, reason: `could not be reached: ${"a".repeat(300)}` }, PENDING]);
  await playground.language("de");
  await page.getByRole("button", { name: "Verbindung" }).click();
  const list = page.getByRole("region", { name: "Nicht zugestellte Webhooks" });
  await expect(list.getByRole("button", { name: "Erneut senden" })).toBeVisible();
  await playground.fitsWidth();
});
