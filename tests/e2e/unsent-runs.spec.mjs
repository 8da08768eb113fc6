// Runs of a batch that were not sent when the page was left: they are named, and one press sends them.
import { forgetRunFiles } from "./database.mjs";
import { landscape } from "./images.mjs";
import { expect, test } from "./test.mjs";

const SUBMISSIONS = "**/api/v1/runs?*";

/** The parts of a submission, without the boundary between them. */
const parts = (request) => {
  const [boundary] = request.postDataBuffer().toString("latin1").split("\r\n", 1);
  return request.postDataBuffer().toString("latin1").split(boundary).slice(1, -1).sort();
};

/** The service takes the first run, and three more without an answer; the last two wait. Then the page is left. */
async function leaveWhileSending(page, playground) {
  let count = 0;
  let unanswered = 0;
  let isLeft = false;
  const arrived = new Promise((resolve) => {
    page.route(SUBMISSIONS, async (route) => {
      if (route.request().method() !== "POST" || isLeft || ++count === 1) return route.continue();
      await route.fetch();
      if (++unanswered === 3) resolve(undefined);
    });
  });
  await playground.form.getByRole("button", { name: "Run 6" }).click();
  await arrived;
  page.once("dialog", (dialog) => dialog.accept());
  await playground.reload();
  isLeft = true;
}

test("one press sends what was not sent, with the same values, and starts nothing twice", async ({
  page,
  playground,
  service,
}) => {
  await playground.choose("Poster");
  await playground.file("Photo").setInputFiles(await landscape(page, "kept.png"));
  await playground.text("Title").fill(" spaces ");
  await playground.vary("Softness");
  await playground.form.getByRole("button", { name: "List" }).click();
  await playground.values("Softness").fill("1\n2\n3\n4\n5\n6");
  const sent = playground.submissions();
  await leaveWhileSending(page, playground);

  const batch = playground.runs.locator("[data-group]");
  await expect(batch).toContainText("1 of 6 done, 5 not sent");
  await expect(playground.result).toContainText("1 of 6 done, 5 not sent");
  await expect(playground.result.locator('[data-state="not-sent"]')).toHaveCount(5);
  await playground.browse();
  await playground.runs.getByRole("button", { name: "Clear finished runs" }).click();
  await expect(batch, "what was not sent is not cleared").toContainText("5 not sent");
  await playground.undo.click();
  await page.keyboard.press("Escape");

  await playground.result.getByRole("button", { name: "Send the 5 runs that were not sent" }).click();
  await expect(batch).toContainText("6 of 6 done");
  await expect(playground.result.getByRole("button", { name: /not sent/ })).toHaveCount(0);
  await expect(playground.rows("completed")).toHaveCount(6);
  const byKey = new Map();
  for (const request of sent) {
    const key = request.headers()["idempotency-key"];
    byKey.set(key, [...(byKey.get(key) ?? []), parts(request)]);
  }
  expect(byKey.size).toBe(6);
  const again = [...byKey.values()].filter((attempts) => attempts.length > 1);
  expect(again).toHaveLength(3);
  for (const [first, second] of again) expect(second, "the same values").toEqual(first);
  const softness = [...byKey.values()].map(([first]) => first.join("").match(/"softness"\s+(\d)/)[1]);
  expect(softness.sort()).toEqual(["1", "2", "3", "4", "5", "6"]);
  expect((await service.get("/api/v1/runs")).runs).toHaveLength(6);
});

test("a run whose file is not kept says so, and is not sent", async ({ page, playground }) => {
  await playground.choose("Poster");
  await playground.file("Photo").setInputFiles(await landscape(page, "gone.png"));
  await playground.vary("Softness");
  await playground.form.getByRole("button", { name: "List" }).click();
  await playground.values("Softness").fill("1\n2\n3\n4\n5\n6");
  await leaveWhileSending(page, playground);
  await expect(playground.result.locator('[data-state="not-sent"]')).toHaveCount(5);
  await forgetRunFiles(page);
  await playground.reload();
  const unsent = playground.result.locator('[data-state="not-sent"]');
  await expect(unsent).toHaveCount(5);
  await expect(playground.result.getByRole("button", { name: /Send the/ })).toHaveCount(0);
  await unsent.first().getByRole("button").first().dblclick();
  await expect(playground.result).toContainText("gone.png is not kept in this browser. Edit the inputs");
});
