// Opening the page and connecting to the deployment.
import { Playground } from "./playground.mjs";
import { expect, test } from "./test.mjs";

test("the printed link connects, lists workflows and instances, and sends the key only as a header", async ({
  page,
  service,
}) => {
  const requests = [];
  page.on("request", (request) => requests.push(request));
  const playground = new Playground(page);
  await playground.open(service.link);
  await playground.connected();
  await expect(page).toHaveURL(service.address);
  await playground.hidesKey(service.key);

  await expect(playground.workflow("Poster")).toBeVisible();
  await expect(playground.workflow("Slow blur")).toBeVisible();
  const queue = await service.get("/api/v1/comfy/queue");
  expect(queue).toHaveLength(2);
  for (const { comfy_uri } of queue) {
    const instance = playground.queue.getByRole("article", { name: new URL(comfy_uri).host });
    await playground.showsTasks(instance, 0, 0);
  }

  const calls = requests.filter((request) => request.url().includes("/api/"));
  expect(calls.length).toBeGreaterThan(0);
  for (const request of calls) {
    expect(request.url()).not.toContain(service.key);
    expect(request.headers()["x-api-key"]).toBe(service.key);
  }
});

test("without a key the page asks for one, and remembers it only if chosen", async ({ page, service }) => {
  const playground = new Playground(page);
  await playground.open(service.address);
  await expect(playground.key).toBeVisible();
  await expect(playground.key).toHaveAttribute("type", "password");
  await playground.key.fill(service.key);
  await playground.connect.click();
  await playground.connected();
  await playground.hidesKey(service.key);
  await page.reload();
  await expect(playground.key).toBeVisible();

  await playground.key.fill(service.key);
  await playground.rememberKey("tab");
  await playground.connect.click();
  await playground.connected();
  await playground.hidesKey(service.key, { stored: true });
  await page.reload();
  await playground.connected();
});

test.describe("with a wrong key", () => {
  test.use({ expectedErrors: /status of 40[13]/ });

  test("an empty key field shows that a key is needed", async ({ page, service }) => {
    const playground = new Playground(page);
    await playground.open(service.address);
    await playground.connect.click();
    await playground.showsError(playground.key, "This deployment needs a key.");
  });

  test("the error is shown at the key only, and the right key connects", async ({ page, service }) => {
    const playground = new Playground(page);
    await playground.open(`${service.address}#key=wrong`);
    await playground.showsError(playground.key, /check the key/);
    await expect(playground.state).toHaveText("key rejected");
    // The form and the queue only ask to connect.
    await expect(playground.form).toContainText("Connect to a deployment to see its workflows");
    await expect(playground.queue).toContainText("Connect to a deployment to see its engine instances.");
    await expect(playground.advice).toHaveText("");
    await playground.key.fill(service.key);
    await playground.connect.click();
    await playground.connected();
  });
});
