// A page that was loaded over https: the browser blocks http addresses.

import { server } from "./loopback-server.mjs";
import { Playground } from "./playground.mjs";
import { expect, minimalTest } from "./test.mjs";

const HOST = "https://deck.example/";
const DEPLOYMENT = "http://deployment.example/";

const test = minimalTest.extend({ expectedErrors: /Mixed Content|ERR_|blocked by CORS/ });

/** Opens the page at an https address; its files come from the deployment. */
async function open(page, deployment) {
  await page.route(`${HOST}**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    await route.fulfill({ response: await route.fetch({ url: new URL(pathname, deployment.address).href }) });
  });
  const playground = new Playground(page);
  await playground.open(HOST);
  return playground;
}

test("an http deployment is not requested, and the advice asks for its https address", async ({ page, deployment }) => {
  const requested = [];
  await page.route(`${DEPLOYMENT}**`, (route) => requested.push(route.request().url()) && route.abort());
  const playground = await open(page, deployment);
  expect(await page.evaluate(() => isSecureContext)).toBe(true);
  await playground.connectTo(DEPLOYMENT, deployment.key);
  await expect(playground.advice).toContainText("Use the https address of deployment.example");
  expect(requested).toEqual([]);
});

test("a deployment on this machine may use http", async ({ page, deployment }) => {
  const stopped = await server(() => {});
  await stopped.stop();
  const playground = await open(page, deployment);
  await playground.connectTo(stopped.address, deployment.key);
  // Newer browsers ask for permission before a public page reaches this machine.
  await expect(playground.advice).toContainText(/Nothing responds at 127\.0\.0\.1.*allow local network access/);
});
