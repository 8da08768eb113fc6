// The API reference at /docs: each workflow's fields, a key typed there, runs with files, and no request to others.
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expectAccessible } from "./axe.mjs";
import { landscape } from "./images.mjs";
import { pathProxy } from "./loopback-server.mjs";
import { fixtures, plain, Service, samples } from "./service.mjs";
import { expect, test } from "./test.mjs";

const largeNumbers = fileURLToPath(new URL("../clients/workflows", import.meta.url));

/** The reference as a person sees it. */
class Reference {
  constructor(page) {
    this.page = page;
    this.key = page.getByLabel("Key", { exact: true });
    this.error = page.getByRole("alert");
    this.otherKey = page.getByRole("button", { name: "Use another key" });
    this.dialog = page.getByRole("dialog");
  }

  /** Opens the reference, at the operation of a workflow if one is named. */
  async open(address, workflow) {
    const path = workflow ? `#tag/run-a-workflow/POST/api/v1/comfy/workflows/${workflow}/runs` : "";
    await this.page.goto(`${address}docs/${path}`);
  }

  async enter(key) {
    await this.key.fill(key);
    await this.page.getByRole("button", { name: "Open", exact: true }).click();
  }

  /** The part about a workflow. */
  workflow(name) {
    const heading = this.page.getByRole("heading", { name, exact: true });
    return this.page.locator("section").filter({ has: heading }).last();
  }

  async isOpen() {
    await expect(this.page.getByRole("heading", { name: "flowdeck API" })).toBeVisible();
  }

  /** Starts a run of a workflow with a file for its only field that takes one. */
  async tryWithFile(workflow, file) {
    await this.workflow(workflow).getByRole("button", { name: "Test Request" }).click();
    const row = this.dialog.getByRole("row").filter({ hasText: "photo" });
    const chooser = this.page.waitForEvent("filechooser");
    await row.getByRole("button", { name: "Select File" }).click();
    await (await chooser).setFiles(file);
    await expect(row).toContainText(file.name);
    const answer = this.page.waitForResponse(/\/runs$/);
    await this.dialog.getByRole("button", { name: /^Send/ }).first().click();
    return answer;
  }
}

/** Every address that the pages of a context request. */
function recorded(context) {
  const addresses = [];
  context.on("request", (request) => addresses.push(request.url()));
  return addresses;
}

/** Everything that a page keeps in the browser. */
function kept(page) {
  return page.evaluate(async () => {
    const databases = (await indexedDB.databases()).map(({ name }) => name);
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, databases]);
  });
}

test.describe("with the samples", () => {
  test.use({ workflows: samples });

  test("the Code panel leads to the fields of each workflow, and nothing asks another host", async ({
    context,
    page,
    playground,
    service,
  }) => {
    const addresses = recorded(context);
    await playground.choose("Poster");
    await page.getByRole("button", { name: "Code", exact: true }).click();
    const opened = context.waitForEvent("page");
    await page.getByRole("link", { name: "API reference" }).click();
    const reference = new Reference(await opened);
    await reference.isOpen();
    const sidebar = reference.page.getByRole("complementary");
    await sidebar.getByText("Poster", { exact: true }).click();
    const poster = reference.workflow("Poster");
    await expect(poster).toContainText("Needs a key with the right run.");
    await expect(poster).toContainText("Drawn large on the picture.");
    const text = await poster.textContent();
    const places = ["title", "caption", "photo", "size", "softness", "position", "outline"].map((name) =>
      text.indexOf(name, text.indexOf("Body")),
    );
    expect(places).toEqual([...places].sort((one, other) => one - other));
    expect(Math.min(...places)).toBeGreaterThan(0);
    await poster.getByRole("tab", { name: "422" }).click();
    await expect(poster).toContainText("must be at least 64");
    const licenses = await (await fetch(`${service.address}docs/licenses.txt`)).text();
    expect(licenses).toContain("@scalar/api-reference 1.");
    await reference.page.waitForLoadState("networkidle");
    const others = addresses.filter(
      (address) => !/^(blob|data):/.test(address) && !address.startsWith(service.address),
    );
    expect(others).toEqual([]);
    expect(addresses.filter((address) => address.includes(service.key))).toEqual([]);
  });

  test("a typed key opens the reference, is kept nowhere, and starts a run with a file", async ({ page, service }) => {
    const addresses = recorded(page.context());
    const reference = new Reference(page);
    await reference.open(service.address, "poster");
    await reference.enter(service.key);
    const answer = await reference.tryWithFile("Poster", await landscape(page, "meadow.png"));
    expect(answer.status()).toBe(200);
    expect(answer.request().headers()["x-api-key"]).toBe(service.key);
    const { data } = await answer.json();
    await expect(reference.dialog).toContainText(data[0].run_id);
    await expect.poll(async () => (await service.get(`/api/v1/runs/${data[0].run_id}`)).status).toBe("completed");
    const { inputs } = await service.get(`/api/v1/runs/${data[0].run_id}`);
    expect(inputs).toContainEqual({ path: "photo", value: "meadow.png" });
    expect(await kept(page)).not.toContain(service.key);
    const others = addresses.filter(
      (address) => !/^(blob|data):/.test(address) && !address.startsWith(service.address),
    );
    expect(others).toEqual([]);
    await page.reload();
    await expect(reference.key).toHaveValue("");
  });
});

test.describe("keys", () => {
  test.use({ expectedErrors: /status of 403/ });

  test("a wrong key says why, and another one can be used", async ({ page, service }) => {
    const reference = new Reference(page);
    await page.goto(`${service.address}docs`);
    expect(page.url()).toBe(`${service.address}docs/`);
    await expect(reference.key).toBeFocused();
    await expectAccessible(page);
    await reference.enter("wrong-key-0123456789");
    await expect(reference.error).toContainText("The key in X-API-KEY doesn't match this service");
    await reference.enter(service.key);
    await reference.isOpen();
    await reference.otherKey.click();
    await expect(reference.key).toBeFocused();
    await expect(page.getByRole("heading", { name: "flowdeck API" })).toHaveCount(0);
  });
});

test("the palette opens the reference, with the key and the theme of the page", async ({
  context,
  page,
  playground,
}) => {
  await page.evaluate(() => localStorage.setItem("flowdeck.theme", '"dark"'));
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Command palette" }).getByRole("combobox").fill("API reference");
  const opened = context.waitForEvent("page");
  await page.keyboard.press("Enter");
  const reference = new Reference(await opened);
  await reference.isOpen();
  const colors = await reference.page.evaluate(() => {
    const heading = [...document.querySelectorAll("h1")].at(-1);
    return [getComputedStyle(document.body).colorScheme, getComputedStyle(heading).color];
  });
  expect(colors).toEqual(["dark", "rgb(233, 235, 237)"]);
  await playground.connected();
});

test.describe("large numbers", () => {
  test.use({ workflows: largeNumbers });

  test("bounds and defaults keep their digits", async ({ page, service }) => {
    const reference = new Reference(page);
    await reference.open(service.address, "large-seed");
    await reference.enter(service.key);
    const workflow = reference.workflow("Large seed");
    await expect(workflow).toContainText("18446744073709551615");
    await expect(workflow).toContainText("9007199254740993");
    const downloaded = page.waitForEvent("download");
    await page.getByRole("button", { name: "openapi.json" }).click();
    const headers = { "X-API-KEY": service.key };
    const original = await (await fetch(`${service.address}openapi.json`, { headers })).text();
    expect(await readFile(await (await downloaded).path(), "utf8")).toBe(original);
  });
});

test.describe("workflows of others", () => {
  test.use({ workflows: fixtures });

  test("markup in their texts does not run, and leads to no request", async ({ page, service }) => {
    const addresses = recorded(page.context());
    const reference = new Reference(page);
    await reference.open(service.address, "hostile");
    await reference.enter(service.key);
    const workflow = reference.workflow("Hostile");
    await expect(workflow).toContainText("Needs a key with the right run.");
    await expect(workflow.locator("img, script, iframe")).toHaveCount(0);
    expect(await page.evaluate(() => globalThis.ran)).toBeUndefined();
    expect(
      addresses.filter((address) => !/^(blob|data):/.test(address) && !address.startsWith(service.address)),
    ).toEqual([]);
  });
});

test("on a phone, the reference and its form fit the width", async ({ page, service }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const reference = new Reference(page);
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
  await reference.open(service.address);
  await expect(reference.key).toBeVisible();
  expect(await fits()).toBe(true);
  await reference.enter(service.key);
  await reference.isOpen();
  expect(await fits()).toBe(true);
});

test("below a path, the reference reads the document and sends runs there", async ({ page }) => {
  const front = await pathProxy("flow", () => service.port);
  const publicUrl = `${front.address}flow`;
  const service = new Service({ engines: 1, workflows: plain, publicUrl });
  await service.start();
  const reference = new Reference(page);
  await page.goto(`${publicUrl}/docs`);
  await expect(reference.key).toBeVisible();
  expect(page.url()).toBe(`${publicUrl}/docs/`);
  await reference.open(`${publicUrl}/`, "poster");
  await reference.enter(service.key);
  const answer = await reference.tryWithFile("Poster", await landscape(page, "meadow.png"));
  expect(answer.url()).toBe(`${publicUrl}/api/v1/comfy/workflows/poster/runs`);
  expect(answer.status()).toBe(200);
  await page.close();
  await service.stop();
  await front.stop();
});
