// Deployments: saved by name, their keys kept as the person chose, and what is wrong said in plain words.
import { Contract } from "./contract.mjs";
import { server } from "./server.mjs";
import { samples, Service } from "./service.mjs";
import { expect, test } from "./test.mjs";

async function connectTo(page, playground, address, key = "some-key") {
  await page.getByRole("button", { name: "Connection" }).click();
  await page.getByLabel("Deployment", { exact: true }).fill(address);
  await playground.key.fill(key);
  await playground.connect.click();
}

const advice = (page) => page.getByRole("region", { name: "Connection" }).getByRole("status");

test.describe("with a deployment of the contract alone", () => {
  // What it does not offer is answered 404, which the browser reports.
  test.use({ expectedErrors: /status of 404/ });

  test("a deployment is saved by its name, and taken again with its key", async ({ page, playground, service }) => {
    await page.getByRole("button", { name: "Connection" }).click();
    await page.getByLabel("Save as").fill("Studio");
    await playground.keepKey("tab");
    await playground.connect.click();
    await playground.connected();
    await expect(page.getByRole("button", { name: "Connection" })).toContainText("Studio");

    const contract = new Contract();
    await contract.start();
    await connectTo(page, playground, contract.address, contract.key);
    await playground.connected();
    await expect(page.getByRole("button", { name: "Connection" })).not.toContainText("Studio");
    await page.getByRole("button", { name: "Connection" }).click();
    await page
      .getByRole("list", { name: "Saved deployments" })
      .getByRole("button", { name: /^Studio/ })
      .click();
    await playground.connected();
    await expect(page.getByRole("button", { name: "Connection" })).toContainText("Studio");
    await expect(playground.workflow("Poster")).toBeVisible();
    await contract.stop();
    await page.getByRole("button", { name: "Connection" }).click();
    await page.getByRole("button", { name: "Forget" }).click();
    await playground.hides(service.key);
  });
});

test("a saved deployment is removed with its key", async ({ page, playground, service }) => {
  await page.getByRole("button", { name: "Connection" }).click();
  await page.getByLabel("Save as").fill("Studio");
  await playground.keepKey("browser");
  await playground.connect.click();
  await playground.connected();
  await page.getByRole("button", { name: "Connection" }).click();
  await page.getByRole("button", { name: "Remove Studio and its key" }).click();
  await expect(page.getByRole("list", { name: "Saved deployments" })).toBeHidden();
  await playground.hides(service.key);
});

test("a key is forgotten with one click, wherever it is kept", async ({ page, playground, service }) => {
  await page.getByRole("button", { name: "Connection" }).click();
  await playground.keepKey("browser");
  await page.getByRole("button", { name: "Forget" }).click();
  await expect(playground.state).toHaveText("not connected");
  await expect(playground.key).toHaveValue("");
  await playground.hides(service.key);
});

test.describe("what is wrong is said with what to do", () => {
  test.use({ expectedErrors: /Failed to load resource|blocked by CORS|ERR_|status of/ });

  test("nothing answers", async ({ page, playground }) => {
    const gone = await server(() => {});
    await gone.stop();
    await connectTo(page, playground, gone.address);
    await expect(advice(page)).toContainText("Nothing answers at 127.0.0.1");
    // Said in full once: neither again at the address nor where no run waits for an answer.
    await expect(
      page.getByRole("region", { name: "Connection" }).getByRole("alert").filter({ hasText: /\w/ }),
    ).toHaveCount(0);
    await expect(playground.runs.getByRole("status").filter({ hasText: "no good answer" })).toHaveCount(0);
    await expect(playground.form).toContainText("The workflows are read as soon as the deployment answers.");
  });

  for (const address of ["htp:/127.0.0.1:8787", "ftp://127.0.0.1", "hello world"]) {
    test(`${address} is no address`, async ({ page, playground }) => {
      await connectTo(page, playground, address);
      await playground.refuses(
        page.getByLabel("Deployment", { exact: true }),
        /^the address (must begin with|is no address; give one that begins with) http:\/\/ or https:\/\/$/,
      );
    });
  }

  test("a server lets no page of another origin read it", async ({ page, playground }) => {
    const silent = await server((_, response) => response.end("{}"));
    await connectTo(page, playground, silent.address);
    await expect(advice(page)).toContainText("(CORS)");
    await expect(advice(page)).toContainText(new URL(page.url()).origin);
    await silent.stop();
  });

  test("it is another program", async ({ page, playground }) => {
    const headers = {
      "Access-Control-Allow-Origin": "*",
      "Access-Control-Allow-Headers": "*",
      "Content-Type": "text/html",
    };
    const other = await server((_, response) => response.writeHead(200, headers).end("<h1>Hello</h1>"));
    await connectTo(page, playground, other.address);
    await expect(advice(page)).toContainText("does not speak this API");
    await other.stop();
  });

  test("a key is refused", async ({ page, playground }) => {
    const contract = new Contract();
    await contract.start();
    await connectTo(page, playground, contract.address, "wrong");
    // Said once, where the key is entered, beside the header's word.
    await playground.refuses(playground.key, /check the key/);
    await expect(playground.state).toHaveText("key refused");
    await expect(advice(page)).toHaveText("");
    await expect(playground.queue).toContainText("Connect to a deployment to see its engine instances.");
    await contract.stop();
  });
});

test("an address without a scheme gets the likely one", async ({ page, playground, service }) => {
  await page.getByRole("button", { name: "Connection" }).click();
  await page.getByLabel("Deployment", { exact: true }).fill(new URL(service.address).host);
  await playground.key.fill(service.key);
  await playground.connect.click();
  await playground.connected();
  await expect(page.getByLabel("Deployment", { exact: true })).toHaveValue(/^http:\/\/127/);
});

for (const path of ["api/v1/runs?workflow_id=poster", "api/v1/comfy/queue", "api/v1"]) {
  test(`of an address with /${path} behind it the base URL is taken`, async ({ page, playground, service }) => {
    await connectTo(page, playground, service.address + path, service.key);
    await playground.connected();
    await expect(page.getByLabel("Deployment", { exact: true })).toHaveValue(service.address.slice(0, -1));
  });
}

test("two deployments with a workflow of the same id keep what was entered apart", async ({
  page,
  playground,
  service,
}) => {
  const other = new Service({ engines: 1, workflows: samples });
  await other.start();
  const presets = playground.form.getByRole("list", { name: "Presets" });
  const fold = () => playground.form.getByText("Values and presets", { exact: true }).click();
  await playground.choose("Poster");
  await playground.text("Title").fill("of the first");
  await fold();
  await playground.text("Name of a preset").fill("Mine");
  await playground.form.getByRole("button", { name: "Save", exact: true }).click();
  await expect(presets).toContainText("Mine");

  await connectTo(page, playground, other.address, other.key);
  await playground.connected();
  await playground.choose("Poster");
  await expect(playground.text("Title")).toHaveValue("Open studio");
  await fold();
  await expect(playground.text("Name of a preset")).toBeVisible();
  await expect(presets).toHaveCount(0);

  await page.goto("about:blank");
  await playground.open(service.link);
  await playground.connected();
  await playground.choose("Poster");
  await expect(playground.text("Title")).toHaveValue("of the first");
  await fold();
  await expect(presets).toContainText("Mine");
  await playground.hides(other.key);
  await other.stop();
});

test("a form by hand goes along to the deployment that is connected then", async ({ page, playground, service }) => {
  const other = new Service({ engines: 1, workflows: samples });
  await other.start();
  await playground.form.getByRole("button", { name: "By hand" }).click();
  await playground.text("Name of the field").fill("prompt");
  await playground.form.getByRole("button", { name: "Add", exact: true }).click();
  await playground.text("prompt").fill("kept words");
  await connectTo(page, playground, other.address, other.key);
  await playground.connected();
  await expect(playground.text("prompt")).toHaveValue("kept words");

  // The page is of the first, and remembers that it was connected to the other.
  await page.reload();
  await playground.key.fill(other.key);
  await playground.connect.click();
  await playground.connected();
  await playground.form.getByRole("button", { name: "By hand" }).click();
  await expect(playground.text("prompt")).toHaveValue("kept words");
  await other.stop();
});

test("another address keeps neither the key nor the name of the one before", async ({ page, playground }) => {
  await page.getByRole("button", { name: "Connection" }).click();
  await page.getByLabel("Deployment", { exact: true }).fill("http://127.0.0.1:1/");
  await expect(playground.key).toHaveValue("");
});

test("a link with values names another deployment without its key", async ({ page, playground, service }) => {
  const contract = new Contract();
  await contract.start();
  const values = encodeURIComponent(JSON.stringify({ title: "from afar" }));
  await page.goto("about:blank");
  await playground.open(
    `${contract.address}#deployment=${encodeURIComponent(service.address)}&workflow=poster&values=${values}`,
  );
  await expect(page.getByLabel("Deployment", { exact: true })).toHaveValue(service.address);
  await playground.key.fill(service.key);
  await playground.connect.click();
  await playground.connected();
  await expect(playground.text("Title")).toHaveValue("from afar");
  await contract.stop();
});
