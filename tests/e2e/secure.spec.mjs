// The page as a public host serves it, over https: a browser lets it ask no address with http.
import { Playground } from "./playground.mjs";
import { server } from "./server.mjs";
import { contractTest, expect } from "./test.mjs";

const HOST = "https://deck.example/";
const DEPLOYMENT = "http://deployment.example/";

const test = contractTest.extend({ expectedErrors: /Mixed Content|ERR_|blocked by CORS/ });

/** The page under an address with https; its files are those that the contract's host hands out. */
async function open(page, contract) {
  await page.route(`${HOST}**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    await route.fulfill({ response: await route.fetch({ url: new URL(pathname, contract.address).href }) });
  });
  const playground = new Playground(page);
  await playground.open(HOST);
  return playground;
}

const advice = (page) => page.getByRole("region", { name: "Connection" }).getByRole("status");

async function connectTo(page, playground, address, key) {
  await page.getByLabel("Deployment", { exact: true }).fill(address);
  await playground.key.fill(key);
  await playground.connect.click();
}

test("a deployment with http is told to need https", async ({ page, contract }) => {
  const asked = [];
  await page.route(`${DEPLOYMENT}**`, (route) => asked.push(route.request().url()) && route.abort());
  const playground = await open(page, contract);
  expect(await page.evaluate(() => isSecureContext)).toBe(true);
  await connectTo(page, playground, DEPLOYMENT, contract.key);
  await expect(advice(page)).toContainText("Use the https address of deployment.example");
  expect(asked).toEqual([]);
});

test("a deployment on the person's own machine need not have https", async ({ page, contract }) => {
  const gone = await server(() => {});
  await gone.stop();
  const playground = await open(page, contract);
  await connectTo(page, playground, gone.address, contract.key);
  // Newer browsers ask the person before a page of the web reaches this machine.
  await expect(advice(page)).toContainText(/Nothing answers at 127\.0\.0\.1.*allow the local network/);
});
