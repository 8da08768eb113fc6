import { createServer } from "node:http";
import { expect, test } from "@playwright/test";
import { Playground } from "./playground.mjs";
import { plain, Service } from "./service.mjs";

const STATS = {
  system: { os: "linux", python_version: "3.12.3", comfyui_version: "0.33.0", argv: ["main.py"] },
  devices: [],
};

/** A ComfyUI without node classes, on this port, or a free one. */
async function startComfyUI(port = 0) {
  const answers = { "/system_stats": STATS, "/queue": { queue_running: [], queue_pending: [] }, "/object_info": {} };
  const server = createServer(({ url = "" }, response) => {
    const answer = answers[url.split("?")[0]];
    response.writeHead(answer ? 200 : 404, { "content-type": "application/json" }).end(JSON.stringify(answer ?? {}));
  });
  await new Promise((resolve) => server.listen(port, "127.0.0.1", () => resolve(undefined)));
  const address = /** @type {import("node:net").AddressInfo} */ (server.address());
  const stop = () => new Promise((resolve) => server.close(resolve).closeAllConnections());
  return { port: address.port, stop };
}

test("ComfyUI that starts after the service is put behind the page in one press", async ({ page }) => {
  const first = await startComfyUI();
  await first.stop();
  const env = { FLOWDECK_NO_SEARCH: "false", FLOWDECK_SEARCH_PORT: String(first.port) };
  const service = new Service({ workflows: plain, env });
  await service.start();
  const comfyui = await startComfyUI(first.port);
  try {
    await page.goto(service.link);
    const address = `http://127.0.0.1:${comfyui.port}`;
    await expect(page.getByText(`ComfyUI 0.33.0 runs on the service’s machine, at ${address}.`)).toBeVisible();
    await page.getByRole("button", { name: "Use it for runs" }).click();
    await expect(page.getByText("The service found ComfyUI 0.33.0 on its machine and uses it")).toBeVisible();
    const engines = await fetch(`${service.address}api/v1/comfy/engines`, { headers: { "X-API-KEY": service.key } });
    expect((await engines.json()).data.map(({ comfy_uri }) => comfy_uri)).toEqual([address]);
  } finally {
    await service.stop();
    await comfyui.stop();
  }
});

/** Opens the page with a key as somebody who was never there, and waits for an answer to it. */
async function opened(browser, service, key, answer) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const answered = page.waitForResponse(answer);
  await page.goto(`${service.address}#key=${key}`);
  const playground = new Playground(page);
  await playground.connected();
  await playground.choose("Poster");
  await answered;
  return page;
}

test("how to use one is said only to those who may, and while the service has only its own engines", async ({
  browser,
}) => {
  const comfyui = await startComfyUI();
  const [embedded, named] = [{}, { FLOWDECK_ENGINE: `http://127.0.0.1:${comfyui.port}` }].map(
    (env) => new Service({ workflows: plain, env }),
  );
  const how = (page) => page.getByText("Put ComfyUI behind this page");
  try {
    await Promise.all([embedded.start(), named.start()]);
    const owner = await opened(browser, embedded, embedded.key, "**/comfy/engines");
    await expect(how(owner)).toBeVisible();
    const served = await opened(browser, named, named.key, "**/comfy/engines");
    await expect(how(served)).toBeHidden();
    const made = await owner.request.post(`${embedded.address}api/v1/comfy/keys`, {
      headers: { "X-API-KEY": embedded.key },
      data: { name: "gallery", may: ["run", "read"] },
    });
    const guest = await opened(browser, embedded, (await made.json()).data.key, "**/comfy/key");
    await expect(how(guest)).toBeHidden();
  } finally {
    await Promise.all([embedded.stop(), named.stop(), comfyui.stop()]);
  }
});
