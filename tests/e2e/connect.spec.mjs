// Opening the page and getting in.
import { expect, test } from "./test.mjs";
import { Playground } from "./playground.mjs";

test("the printed link connects and its key leaves the address bar", async ({ page, service }) => {
  const playground = new Playground(page);
  await playground.open(service.link);
  await playground.connected();
  await expect(page).toHaveURL(service.address);
  await playground.hides(service.key);
});

test("the deployed workflows are listed", async ({ playground }) => {
  await expect(playground.workflow("Poster")).toBeVisible();
  await expect(playground.workflow("Slow blur")).toBeVisible();
});

test("every engine instance is in the queue", async ({ playground, service }) => {
  const queue = await service.get("/api/v1/comfy/queue");
  expect(queue).toHaveLength(2);
  for (const { comfy_uri } of queue) {
    const instance = playground.queue.getByRole("article", { name: new URL(comfy_uri).host });
    await playground.busy(instance, 0, 0);
  }
});

test("the key goes in a header alone", async ({ page, service }) => {
  const calls = [];
  page.on("request", (request) => calls.push(request));
  const playground = new Playground(page);
  await playground.open(service.link);
  await playground.connected();
  const api = calls.filter((request) => request.url().includes("/api/"));
  expect(api.length).toBeGreaterThan(0);
  for (const request of api) {
    expect(request.url()).not.toContain(service.key);
    expect(request.headers()["x-api-key"]).toBe(service.key);
  }
});

test("without a key the page asks for one", async ({ page, service }) => {
  const playground = new Playground(page);
  await playground.open(service.address);
  await expect(playground.key).toBeVisible();
  await expect(playground.key).toHaveAttribute("type", "password");
  await playground.key.fill(service.key);
  await playground.connect.click();
  await playground.connected();
  await playground.hides(service.key);
});

test("a key is kept over a refresh only when the person says so", async ({ page, service }) => {
  const playground = new Playground(page);
  await playground.open(service.link);
  await playground.connected();
  await page.reload();
  await expect(playground.key).toBeVisible();

  await playground.key.fill(service.key);
  await playground.keepKey("tab");
  await playground.connect.click();
  await playground.connected();
  await playground.hides(service.key, { stored: true });
  await page.reload();
  await playground.connected();
});

test.describe("with a wrong key", () => {
  test.use({ expectedErrors: /status of 40[13]/ });

  test("who gave none is asked for one", async ({ page, service }) => {
    const playground = new Playground(page);
    await playground.open(service.address);
    await playground.connect.click();
    await playground.refuses(playground.key, "this deployment asks for a key: enter it");
  });

  test("the page says so at the key, and takes the right one", async ({ page, service }) => {
    const playground = new Playground(page);
    await playground.open(`${service.address}#key=wrong`);
    await playground.refuses(playground.key, /check the key/);
    await expect(playground.state).toHaveText("key refused");
    // Nowhere else: the form and the queue say what they wait for.
    await expect(playground.form).toContainText("Connect to a deployment to see its workflows");
    await expect(playground.queue).toContainText("Connect to a deployment to see its engine instances.");
    await expect(page.getByRole("region", { name: "Connection" }).getByRole("status")).toHaveText("");
    await playground.key.fill(service.key);
    await playground.connect.click();
    await playground.connected();
  });
});
