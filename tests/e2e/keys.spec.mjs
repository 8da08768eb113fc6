// A key with limits: the page tells what it may do, what it has used, and when it may go on.
import { Playground } from "./playground.mjs";
import { expect, test } from "./test.mjs";

// A submission beyond the limit is answered with 429.
test.use({ expectedErrors: /status of 429/ });

test("the panel tells what the key may do and has used, and Run when it may go on", async ({ page, service }) => {
  const made = await page.request.post(`${service.address}api/v1/comfy/keys`, {
    headers: { "X-API-KEY": service.key },
    data: { name: "gallery", may: ["run", "read"], workflows: ["slow-blur"], limit: "1/h", per_day: 5 },
  });
  const playground = new Playground(page);
  const { key } = (await made.json()).data;
  await playground.open(`${service.address}#key=${key}`);
  await playground.connected();
  await playground.text("Size").fill("256");
  await playground.waitForRun(await playground.start());
  await expect(playground.form).toContainText("4 runs left today, of 5.");
  await playground.run.click();
  await expect(playground.form.getByRole("alert")).toContainText(
    /Limit of 1\/h reached\. Runs again at .+ \(in (\d+ min|1 h)\)\./,
  );

  await page.getByRole("button", { name: "Connection" }).click();
  const details = page.getByRole("region", { name: "This key" });
  await expect(details).toContainText("gallery");
  await expect(details).toContainText("start runs, see workflows and its runs");
  await expect(details.getByText("Only the workflows")).toBeVisible();
  await expect(details).toContainText("slow-blur");
  await expect(details).toContainText("at most 1/h");
  await expect(details).toContainText("1 of 5");
  await playground.hidesKey(key);
});

test("near Run stands what is left of the day, and a refusal says when it may run again", async ({ page, service }) => {
  const made = await page.request.post(`${service.address}api/v1/comfy/keys`, {
    headers: { "X-API-KEY": service.key },
    data: { name: "gallery", may: ["run", "read"], per_day: 2 },
  });
  const playground = new Playground(page);
  await playground.open(`${service.address}#key=${(await made.json()).data.key}`);
  await playground.connected();
  await playground.choose("Slow blur");
  await playground.text("Size").fill("256");
  await expect(playground.form).toContainText("2 runs left today, of 2.");
  await playground.waitForRun(await playground.start());
  await expect(playground.form).toContainText("1 run left today, of 2.");
  await playground.waitForRun(await playground.start());
  const reached = /Daily limit of 2 runs reached\. Runs again after midnight UTC \(in \d+ (h|min|s)\)\./;
  await expect(playground.form).toContainText(reached);
  await playground.run.click();
  await expect(playground.form.getByRole("alert")).toContainText(reached);
  await expect(playground.form.getByText(reached), "said once").toHaveCount(1);
  await playground.language("de");
  await page.getByRole("button", { name: "Ausführen", exact: true }).click();
  const refusal = page.getByRole("alert").filter({ hasText: "Tageslimit von 2 Läufen erreicht." });
  await expect(refusal).toBeVisible();
});

test("a batch of more runs than the key may submit at once says so before Run", async ({ page, service }) => {
  const made = await page.request.post(`${service.address}api/v1/comfy/keys`, {
    headers: { "X-API-KEY": service.key },
    data: { name: "gallery", may: ["run", "read"], limit: "3/min" },
  });
  const playground = new Playground(page);
  await playground.open(`${service.address}#key=${(await made.json()).data.key}`);
  await playground.connected();
  await playground.choose("Slow blur");
  const note = playground.form.getByText("This key may submit 3/min, and these are 4 runs: the others are sent later.");
  await playground.vary("Word");
  await playground.values("Word").fill("one\ntwo\nthree\nfour");
  await expect(note).toBeVisible();
  await playground.values("Word").fill("one\ntwo\nthree");
  await expect(note).toBeHidden();
});
