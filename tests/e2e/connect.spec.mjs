// Opening the page and connecting to the deployment.
import { expectAccessible } from "./axe.mjs";
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

  await playground.picker.click();
  await expect(playground.workflow("Poster")).toBeVisible();
  await expect(playground.workflow("Slow blur")).toBeVisible();
  const queue = await service.get("/api/v1/comfy/queue");
  expect(queue).toHaveLength(2);
  for (const { comfy_uri } of queue) {
    const instance = playground.queue.getByRole("article", { name: new URL(comfy_uri).host });
    await playground.showsTasks(instance, 0, 0);
  }

  await page.getByRole("button", { name: "Connection" }).click();
  await expect(playground.connect, "there is nothing to connect").not.toHaveClass(/primary/);

  const calls = requests.filter((request) => request.url().includes("/api/"));
  expect(calls.length).toBeGreaterThan(0);
  for (const request of calls) {
    expect(request.url()).not.toContain(service.key);
    expect(request.headers()["x-api-key"]).toBe(service.key);
  }
});

test("without a key the page asks for one, and a second tab and a bookmark need none", async ({
  context,
  page,
  service,
}) => {
  const playground = new Playground(page);
  await playground.open(service.address);
  await expect(playground.key).toBeVisible();
  await expect(playground.key).toHaveAttribute("type", "password");
  const remember = page.getByRole("combobox", { name: "Remember key" });
  await expect(remember.getByRole("option", { selected: true })).toHaveText("In this browser, until I remove it");
  await expect(playground.form).toBeHidden();
  await playground.key.fill(service.key);
  await playground.connect.click();
  await playground.connected();
  await playground.hidesKey(service.key);
  expect(await playground.storedKeys("localStorage")).toContain(service.key);
  expect(await playground.storedKeys("sessionStorage")).not.toContain(service.key);
  await playground.reload();
  const other = new Playground(await context.newPage());
  await other.open(service.address);
  await other.connected();
});

test("a key that is not stored is asked for after a reload or in another tab, with the reason", async ({
  context,
  page,
  service,
}) => {
  const playground = new Playground(page);
  await playground.open(service.address);
  await playground.key.fill(service.key);
  await playground.rememberKey("page");
  await playground.connect.click();
  await playground.connected();
  await playground.forgetsKey(service.key);
  await page.reload();
  await expect(playground.key).toBeVisible();
  await expect(playground.advice).toContainText("was not stored");
  await playground.key.fill(service.key);
  await playground.rememberKey("tab");
  await playground.connect.click();
  await playground.connected();
  await expect(playground.advice).toBeHidden();

  const other = new Playground(await context.newPage());
  await other.open(service.address);
  await expect(other.key).toBeVisible();
  await expect(other.advice).toContainText("Keys are kept per tab.");
});

test("a link of a deployment whose key is remembered for the tab keeps that choice", async ({ page, service }) => {
  const playground = new Playground(page);
  await playground.open(service.address);
  await playground.key.fill(service.key);
  await playground.rememberKey("tab");
  await playground.connect.click();
  await playground.connected();
  await playground.open("about:blank");
  await playground.open(service.link);
  await playground.connected();
  expect(await playground.storedKeys("sessionStorage")).toContain(service.key);
  expect(await playground.storedKeys("localStorage")).not.toContain(service.key);
});

test.describe("a link with another key than the remembered one", () => {
  const question = (page) => page.getByText("This link has a different key");

  test("asks which to use, and the remembered key stays until the person chooses", async ({ page, service }) => {
    const sent = [];
    page.on("request", (request) => sent.push(request.headers()["x-api-key"]));
    const playground = new Playground(page);
    await playground.open(service.link);
    await playground.connected();

    await test.step("in the open page", async () => {
      await playground.open(`${service.address}#key=another-key`);
      await expect(question(page)).toBeVisible();
      await playground.connected();
      await page.getByRole("button", { name: "Keep my key" }).click();
      await expect(question(page)).toBeHidden();
      await playground.connected();
    });

    await test.step("in a new visit of the tab", async () => {
      await playground.open("about:blank");
      await playground.open(`${service.address}#key=another-key`);
      await expect(question(page)).toBeVisible();
      await playground.connected();
      expect(await playground.storedKeys("localStorage")).toContain(service.key);
      await page.getByRole("button", { name: "Keep my key" }).click();
      await playground.connected();
    });
    expect(sent).not.toContain("another-key");

    await test.step("the same key asks nothing", async () => {
      await playground.open("about:blank");
      await playground.open(service.link);
      await playground.connected();
      await expect(question(page)).toHaveCount(0);
    });
  });

  test.describe("when one of them is wrong", () => {
    test.use({ expectedErrors: /status of 403/ });

    test("the link's key replaces the remembered one on demand", async ({ page, playground, service }) => {
      await playground.open("about:blank");
      await playground.open(`${service.address}#key=another-key`);
      await expect(question(page)).toBeVisible();
      await page.getByRole("button", { name: "Use the link’s key" }).click();
      await expect(playground.state).toHaveText("key rejected");
      expect(await playground.storedKeys("localStorage")).not.toContain(service.key);

      await test.step("and a remembered one that the deployment rejects without asking", async () => {
        await playground.open("about:blank");
        await playground.open(service.link);
        await playground.connected();
        await expect(question(page)).toHaveCount(0);
        const stored = await playground.storedKeys("localStorage");
        expect(stored).toContain(service.key);
        expect(stored).not.toContain("another-key");
      });
    });
  });
});

test("without storage the page connects and keeps the key until it is left", async ({ page, service }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  const playground = new Playground(page);
  await playground.open(service.link);
  await playground.connected();
  await playground.run.waitFor();
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
    await playground.showsError(
      playground.key,
      /This key doesn’t match this service\. Open the link that “flowdeck serve” prints/,
    );
    await expect(playground.state).toHaveText("key rejected");
    await expect(playground.advice).toHaveText("");
    await expectAccessible(page);

    await test.step("without a key, the form and the queue only ask to connect", async () => {
      await expect(playground.form).toBeHidden();
      await page.getByRole("button", { name: "Look around without connecting" }).click();
      await expect(playground.form).toContainText("Connect to a deployment to see its workflows");
      await expect(playground.queue).toContainText("Connect to a deployment to see its engine instances.");
      await playground.result.getByRole("button", { name: "Connect" }).click();
    });
    await playground.key.fill(service.key);
    await playground.connect.click();
    await playground.connected();
  });
});
