// The line above the code in JavaScript and TypeScript that installs the npm package: from the deployment, if it serves
// the package.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Developers } from "./developers.mjs";
import { pathProxy, server } from "./loopback-server.mjs";
import { Playground } from "./playground.mjs";
import { plain, Service } from "./service.mjs";
import { host, openElsewhere } from "./static-host.mjs";
import { expect, minimalTest, test } from "./test.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const PACKAGE = "**/flowdeck.tgz";
const RELEASED = /^\/\/ npm install \.\/flowdeck-\d+\.\d+\.\d+\.tgz( @types\/node)? \(from a release\)\n/;
const ARCHIVE = { contentType: "application/gzip", body: "" };

/** Opens the panel with the code in this language. */
async function openCode(page, language = "JavaScript") {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const developers = new Developers(page);
  await developers.open();
  await developers.tab(language).click();
  await expect(developers.code).toContainText("// npm install ");
  return developers;
}

/** Holds back the answer that there is a package. Returns a function that sends it. */
async function answerLater(page) {
  let answer;
  const answered = new Promise((resolve) => {
    answer = resolve;
  });
  await page.route(PACKAGE, async (route) => {
    await answered;
    await route.fulfill(ARCHIVE);
  });
  return answer;
}

/** Collects the requests for the package from now on. */
function asked(page) {
  const requests = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/flowdeck.tgz")) requests.push(request);
  });
  return requests;
}

/** Waits until the page has read an answer. It has no body, so the browser does not say when it ends. */
async function read(page, answered) {
  await answered;
  await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))));
}

/** The line that installs the package from this deployment. */
const from = (address, more = "") => `// npm install ${address.replace(/\/$/, "")}/flowdeck.tgz${more}\n`;

/** Runs a command in a folder, and returns what it prints. */
async function run(folder, command, args, env = {}) {
  const child = spawn(command, args, { cwd: folder, env: { ...process.env, ...env } });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
  const [code] = await once(child, "close");
  expect(code, output).toBe(0);
  return output;
}

test("the package comes from the service, which is asked once and without the key", async ({
  page,
  playground,
  service,
}) => {
  const requests = asked(page);
  await playground.choose("Poster");
  expect(requests).toEqual([]);
  const developers = await openCode(page);
  await expect(developers.code).toContainText(from(service.address));
  await developers.tab("TypeScript").click();
  await expect(developers.code).toContainText(from(service.address, " @types/node"));
  await developers.button("Close panel").click();
  await developers.open();
  await expect(developers.code).toContainText(from(service.address, " @types/node"));
  expect(requests.map((request) => request.method())).toEqual(["HEAD"]);
  expect(JSON.stringify([await requests[0].allHeaders(), requests[0].url()])).not.toContain(service.key);
});

/** A registry on loopback that has these packages of the project. */
async function registry(folder, names) {
  const packages = new Map();
  for (const name of names) {
    const source = join(root, "node_modules", name);
    const packed = await run(folder, "npm", ["pack", source, "--silent", "--pack-destination", folder]);
    const manifest = JSON.parse(await readFile(join(source, "package.json"), "utf8"));
    packages.set(name, { manifest, file: join(folder, packed.trim()) });
  }
  return server(async ({ url, headers }, response) => {
    const [, name, isFile] = /^\/(.+?)(\/-\.tgz)?$/.exec(decodeURIComponent(url)) ?? [];
    const { manifest, file } = packages.get(name) ?? {};
    if (!manifest) return response.writeHead(404).end();
    if (isFile) return response.end(await readFile(file));
    const { version } = manifest;
    const dist = { tarball: `http://${headers.host}/${name}/-.tgz` };
    const versions = { [version]: { ...manifest, dist } };
    response.end(JSON.stringify({ name, "dist-tags": { latest: version }, versions }));
  });
}

for (const { language, file, more, packages } of [
  { language: "JavaScript", file: "example.mjs", more: "", packages: [] },
  { language: "TypeScript", file: "example.mts", more: " @types/node", packages: ["@types/node", "undici-types"] },
]) {
  test(`the line for ${language} installs the package, and the code runs with it`, async ({
    page,
    playground,
    service,
  }) => {
    const base = await mkdtemp(join(tmpdir(), "flowdeck-install-"));
    const folder = await mkdtemp(join(base, "project-"));
    const packed = await registry(base, packages);
    await playground.choose("Slow blur");
    await playground.text("Word").fill("from a shell");
    await playground.text("Size").fill("256");
    const developers = await openCode(page, language);
    await expect(developers.code).toContainText(from(service.address, more));
    const code = await developers.copied(developers.button("Copy"));
    const [line] = code.split("\n");
    await run(folder, "sh", ["-c", line.replace("// ", "")], {
      npm_config_cache: join(base, "cache"),
      npm_config_registry: packed.address,
      npm_config_update_notifier: "false",
    });
    await writeFile(join(folder, file), code);
    if (language === "TypeScript") {
      const options = ["--strict", "--target", "es2022", "--module", "nodenext", "--types", "node", file];
      await run(folder, join(root, "node_modules/.bin/tsc"), options);
    }
    const env = { FLOWDECK_API_KEY: service.key };
    expect(await run(folder, process.execPath, ["example.mjs"], env)).toMatch(/^Run \S+ completed$/m);
    expect((await readdir(folder)).filter((name) => name.endsWith(".png"))).toHaveLength(1);
    await packed.stop();
    await rm(base, { recursive: true });
  });
}

test("the code is shown and copied before the deployment has answered, and then only its line changes", async ({
  page,
  playground,
  service,
}) => {
  const answer = await answerLater(page);
  await playground.choose("Poster");
  const developers = await openCode(page);
  await expect(developers.code).toHaveText(RELEASED);
  const before = await developers.copied(developers.button("Copy"));
  expect(before).toMatch(RELEASED);
  expect(before).toBe(await developers.code.textContent());
  const place = await developers.code.boundingBox();
  const selected = () => page.evaluate(() => String(getSelection()));
  await developers.code.getByText("const", { exact: true }).first().dblclick();
  await expect.poll(selected).toBe("const");
  answer();
  await expect(developers.code).toContainText(from(service.address));
  const after = await developers.code.textContent();
  expect(after.slice(after.indexOf("\n"))).toBe(before.slice(before.indexOf("\n")));
  expect(await developers.code.boundingBox()).toEqual(place);
  expect(await selected()).toBe("const");
  expect(await developers.code.evaluate((code) => code.closest("[aria-live], [role=status], [role=alert]"))).toBeNull();
});

for (const language of ["JavaScript", "TypeScript"]) {
  test(`in a narrow window, the line for ${language} changes in its place`, async ({ page, playground }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const answer = await answerLater(page);
    await playground.choose("Poster");
    const developers = await openCode(page, language);
    await expect(developers.code).toHaveText(RELEASED);
    const place = await developers.code.boundingBox();
    answer();
    await expect(developers.code).toContainText("/flowdeck.tgz");
    expect((await developers.code.boundingBox()).height).toBe(place.height);
  });
}

for (const [what, expectedErrors, respond] of /** @type {[string, RegExp, any][]} */ ([
  ["has no package", /status of 404/, (route) => route.fulfill({ status: 404, body: "" })],
  ["answers with its page", undefined, (route) => route.fulfill({ contentType: "text/html", body: "" })],
  ["has a package of another kind", undefined, (route) => route.fulfill({ contentType: "application/zip", body: "" })],
])) {
  test.describe(`a deployment that ${what}`, () => {
    test.use({ expectedErrors });

    test("leaves the line as it is, and is not asked again", async ({ page, playground }) => {
      await page.route(PACKAGE, respond);
      const requests = asked(page);
      await playground.choose("Poster");
      const answered = page.waitForResponse(PACKAGE);
      const developers = await openCode(page);
      await read(page, answered);
      await developers.tab("TypeScript").click();
      await expect(developers.code).toHaveText(RELEASED);
      await expect(developers.code).toContainText("tgz @types/node (from");
      await developers.button("Close panel").click();
      await developers.open();
      await expect(developers.code).toHaveText(RELEASED);
      expect(requests).toHaveLength(1);
    });
  });
}

test.describe("a deployment that does not answer", () => {
  test.use({ expectedErrors: /ERR_FAILED|status of 503/ });

  test("is asked again when the panel opens again", async ({ page, playground, service }) => {
    const answers = [
      (route) => route.abort(),
      (route) => route.fulfill({ status: 503, body: "" }),
      (route) => route.fulfill(ARCHIVE),
    ];
    await page.route(PACKAGE, (route) => answers.shift()(route));
    await playground.choose("Poster");
    const isPackage = (about) => about.url().endsWith("/flowdeck.tgz");
    for (const end of [
      () => page.waitForEvent("requestfailed", isPackage),
      () => page.waitForEvent("response", isPackage),
    ]) {
      const ended = end();
      const developers = await openCode(page);
      await read(page, ended);
      await expect(developers.code).toHaveText(RELEASED);
      await developers.button("Close panel").click();
    }
    const developers = await openCode(page);
    await expect(developers.code).toContainText(from(service.address));
  });
});

test("a page on another origin shows the address of its deployment", async ({ page, service }) => {
  const { address, stop } = await host();
  const playground = await openElsewhere(page, address, service);
  await playground.choose("Slow blur");
  const developers = await openCode(page);
  await expect(developers.code).toContainText(from(service.address));
  await stop();
});

minimalTest("below a path, the line has the path", async ({ page }) => {
  const front = await pathProxy("flow", () => service.port);
  const publicUrl = `${front.address}flow`;
  const service = new Service({ engines: 1, workflows: plain, publicUrl });
  await service.start();
  const playground = new Playground(page);
  await playground.open(service.link);
  await playground.connected();
  await playground.choose("Slow blur");
  const developers = await openCode(page);
  await expect(developers.code).toContainText(from(publicUrl));
  await page.close();
  await service.stop();
  await front.stop();
});

minimalTest("another implementation leaves the line as it is", async ({ page, playground }) => {
  const answered = page.waitForResponse(PACKAGE);
  await playground.openManualForm("wf");
  const developers = await openCode(page);
  await read(page, answered);
  await expect(developers.code).toHaveText(RELEASED);
});
