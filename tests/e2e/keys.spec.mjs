// A key with limits: the page tells what it may do, what it has used, and when it may go on.
import { Playground } from "./playground.mjs";
import { expect, test } from "./test.mjs";

// A submission beyond the limit is answered with 429.
test.use({ expectedErrors: /status of 429/ });

test("the panel tells what the key may do and has used, and Run when it may go on", async ({ page, service }) => {
  const made = await page.request.post(`${service.address}api/v1/comfy/keys`, {
    headers: { "X-API-KEY": service.key },
    data: { name: "gallery", may: ["run", "read"], limit: "1/h", per_day: 5 },
  });
  const playground = new Playground(page);
  const { key } = (await made.json()).data;
  await playground.open(`${service.address}#key=${key}`);
  await playground.connected();
  await playground.choose("Slow blur");
  await playground.text("Size").fill("256");
  await playground.waitForRun(await playground.start());
  await playground.run.click();
  await expect(playground.form.getByRole("alert")).toContainText(/limit of 1\/h for submissions.*try again in \d+ s/);

  await page.getByRole("button", { name: "Connection" }).click();
  const details = page.getByRole("region", { name: "This key" });
  await expect(details).toContainText("gallery");
  await expect(details).toContainText("start runs, see workflows and its runs");
  await expect(details).toContainText("at most 1/h");
  await expect(details).toContainText("1 of 5");
  await playground.hidesKey(key);
});
