// Deployments: saved by name, their keys remembered as chosen, and connection errors explained.
import { server } from "./loopback-server.mjs";
import { MinimalDeployment } from "./minimal-deployment.mjs";
import { Playground } from "./playground.mjs";
import { plain, Service } from "./service.mjs";
import { expect, NO_RESPONSE, test } from "./test.mjs";

const connection = (page) => page.getByRole("button", { name: "Connection" });
const address = (page) => page.getByLabel("Deployment", { exact: true });

/** Saves the connected deployment under a name. */
async function save(page, playground, name, keep) {
  await connection(page).click();
  await page.getByLabel("Save as").fill(name);
  await playground.rememberKey(keep);
  await playground.connect.click();
  await playground.connected();
}

test.describe("with a second deployment", () => {
  // It answers 404 to the operations that it does not offer, and the browser reports that.
  test.use({ expectedErrors: /status of 404/ });

  test("a saved deployment is opened again by its name, with its key", async ({ page, playground, service }) => {
    await save(page, playground, "Studio", "tab");
    await expect(connection(page)).toContainText("Studio");

    const deployment = new MinimalDeployment();
    await deployment.start();
    await playground.connectTo(deployment.address, deployment.key);
    await playground.connected();
    await expect(connection(page)).not.toContainText("Studio");
    await connection(page).click();
    await page
      .getByRole("list", { name: "Saved deployments" })
      .getByRole("button", { name: /^Studio/ })
      .click();
    await playground.connected();
    await expect(connection(page)).toContainText("Studio");
    await expect(playground.picker).toHaveText("Poster");
    await deployment.stop();
    await connection(page).click();
    await page.getByRole("button", { name: "Forget key" }).click();
    await playground.forgetsKey(service.key);
  });
});

test("a saved deployment is removed with its key", async ({ page, playground, service }) => {
  await save(page, playground, "Studio", "browser");
  await connection(page).click();
  await page.getByRole("button", { name: "Remove Studio and its key" }).click();
  const saved = page.getByRole("list", { name: "Saved deployments" });
  await expect(saved).toBeHidden();
  await playground.forgetsKey(service.key);

  await test.step("undoing brings it back without its key", async () => {
    await playground.undo.click();
    await expect(saved).toContainText("Studio");
    await playground.forgetsKey(service.key);
  });
});

test("another address clears the key, and one click forgets a remembered key", async ({
  page,
  playground,
  service,
}) => {
  await connection(page).click();
  await playground.rememberKey("browser");
  await page.getByRole("button", { name: "Forget key" }).click();
  await expect(playground.state).toHaveText("not connected");
  await expect(playground.key).toHaveValue("");
  await playground.forgetsKey(service.key);

  await playground.open(service.link);
  await playground.connected();
  await connection(page).click();
  await expect(playground.key).not.toHaveValue("");
  await address(page).fill("http://127.0.0.1:1/");
  await expect(playground.key).toHaveValue("");
});

test.describe("when connecting fails", () => {
  test.use({ expectedErrors: /Failed to load resource|blocked by CORS|ERR_|status of/ });

  test("nothing responds", async ({ page, playground }) => {
    const stopped = await server(() => {});
    await stopped.stop();
    await playground.connectTo(stopped.address);
    await expect(playground.advice).toContainText("Nothing responds at 127.0.0.1");
    // It is reported once: not at the address, and not in the list of runs while no run is active.
    await expect(
      page.getByRole("region", { name: "Connection" }).getByRole("alert").filter({ hasText: /\w/ }),
    ).toHaveCount(0);
    await expect(playground.runs.getByRole("status").filter({ hasText: "No response since" })).toHaveCount(0);
    await page.keyboard.press("Escape");
    await expect(playground.form).toContainText("Workflows load once the deployment responds.");
  });

  test("an invalid address is rejected at its field", async ({ page, playground }) => {
    for (const invalid of ["htp:/127.0.0.1:8787", "ftp://127.0.0.1", "hello world"]) {
      await playground.connectTo(invalid);
      await playground.showsError(
        address(page),
        /^the address (must start with|is not an address; give one that starts with) http:\/\/ or https:\/\/$/,
      );
    }
  });

  test("a server does not allow other origins", async ({ page, playground }) => {
    const closed = await server((_, response) => response.end("{}"));
    await playground.connectTo(closed.address);
    await expect(playground.advice).toContainText("(CORS)");
    await expect(playground.advice).toContainText(new URL(page.url()).origin);
    await closed.stop();
  });

  test("the address belongs to another program", async ({ playground }) => {
    const headers = {
      "Access-Control-Allow-Origin": "*",
      "Access-Control-Allow-Headers": "*",
      "Content-Type": "text/html",
    };
    const other = await server((_, response) => response.writeHead(200, headers).end("<h1>Hello</h1>"));
    await playground.connectTo(other.address);
    await expect(playground.advice).toContainText("it isn’t this API");
    await other.stop();
  });

  test("the deployment rejects the key", async ({ page, playground }) => {
    const deployment = new MinimalDeployment();
    await deployment.start();
    await playground.connectTo(deployment.address, "wrong");
    // It is reported once, at the key.
    await playground.showsError(playground.key, /check the key/);
    await expect(playground.state).toHaveText("key rejected");
    await expect(playground.advice).toHaveText("");
    await page.keyboard.press("Escape");
    await expect(playground.queue).toContainText("Connect to a deployment to see its engine instances.");
    await deployment.stop();
  });
});

test("an address is completed with a scheme and cut to its base URL", async ({ page, playground, service }) => {
  await playground.connectTo(new URL(service.address).host, service.key);
  await playground.connected();
  await expect(address(page)).toHaveValue(/^http:\/\/127/);
  for (const path of ["api/v1/runs?workflow_id=poster", "api/v1/comfy/queue", "api/v1"]) {
    await playground.connectTo(service.address + path, service.key);
    await playground.connected();
    await expect(address(page)).toHaveValue(service.address.slice(0, -1));
  }
});

test("two deployments with the same workflow ID keep separate drafts and presets", async ({
  page,
  playground,
  service,
}) => {
  const other = new Service({ engines: 1, workflows: plain });
  await other.start();
  const presets = playground.form.getByRole("list", { name: "Presets" });
  const fold = () => playground.form.getByText("Values and presets", { exact: true }).click();
  await playground.choose("Poster");
  await playground.text("Title").fill("of the first");
  await fold();
  await playground.text("Preset name").fill("Mine");
  await playground.form.getByRole("button", { name: "Save", exact: true }).click();
  await expect(presets).toContainText("Mine");

  await playground.connectTo(other.address, other.key);
  await playground.connected();
  await playground.choose("Poster");
  await expect(playground.text("Title")).toHaveValue("Open studio");
  await fold();
  await expect(playground.text("Preset name")).toBeVisible();
  await expect(presets).toHaveCount(0);

  await page.goto("about:blank");
  await playground.open(service.link);
  await playground.connected();
  await playground.choose("Poster");
  await expect(playground.text("Title")).toHaveValue("of the first");
  await fold();
  await expect(presets).toContainText("Mine");
  await playground.hidesKey(other.key);
  await other.stop();
});

test.describe("with another service, which stops while the page may ask about its key", () => {
  test.use({ expectedErrors: NO_RESPONSE });

  test("a manual form moves to the deployment that is connected next", async ({ playground }) => {
    const other = new Service({ engines: 1, workflows: plain });
    await other.start();
    await playground.openManualForm();
    await playground.addField("prompt");
    await playground.text("prompt").fill("kept words");
    await playground.connectTo(other.address, other.key);
    await playground.connected();
    await expect(playground.text("prompt")).toHaveValue("kept words");

    // The page comes from the first deployment and remembers that it was connected to the other.
    await playground.reload();
    await playground.openManualForm();
    await expect(playground.text("prompt")).toHaveValue("kept words");
    await other.stop();
  });
});

test("a link with values names another deployment, without its key", async ({ page, playground, service }) => {
  const deployment = new MinimalDeployment();
  await deployment.start();
  const values = encodeURIComponent(JSON.stringify({ title: "from afar" }));
  await page.goto("about:blank");
  await playground.open(
    `${deployment.address}#deployment=${encodeURIComponent(service.address)}&workflow=poster&values=${values}`,
  );
  await expect(address(page)).toHaveValue(service.address);
  await playground.key.fill(service.key);
  await playground.connect.click();
  await playground.connected();
  await expect(playground.text("Title")).toHaveValue("from afar");
  await deployment.stop();
});

test.describe("with a deployment that does not serve the page", () => {
  const question = (page) => page.getByText("Remember the key in this browser?");

  test("its key is kept for the tab, and one question after the first result offers to remember it", async ({
    context,
    page,
    playground,
    service,
  }) => {
    const other = new Service({ engines: 1, workflows: plain });
    await other.start();
    await playground.connectTo(other.address, other.key);
    await playground.connected();
    expect(await playground.storedKeys("localStorage")).not.toContain(other.key);
    await playground.choose("Slow blur");
    await playground.text("Size").fill("256");
    await expect(question(page)).toHaveCount(0);
    await playground.waitForRun(await playground.start());
    await expect(question(page)).toBeVisible();
    await page.getByRole("button", { name: "Remember", exact: true }).click();
    await expect(question(page)).toHaveCount(0);
    expect(await playground.storedKeys("localStorage")).toContain(other.key);
    expect(await playground.storedKeys("sessionStorage")).not.toContain(other.key);

    await test.step("another tab is connected", async () => {
      const tab = new Playground(await context.newPage());
      await tab.open(service.address);
      await tab.connected();
      await tab.page.close();
    });

    await test.step("it is never asked again", async () => {
      await connection(page).click();
      await page.getByRole("button", { name: "Forget key" }).click();
      await playground.key.fill(other.key);
      await playground.connect.click();
      await playground.connected();
      await expect(playground.rows("completed")).toHaveCount(1);
      await expect(question(page)).toHaveCount(0);
      expect(await playground.storedKeys("localStorage")).not.toContain(other.key);
    });
    await other.stop();
  });
});
