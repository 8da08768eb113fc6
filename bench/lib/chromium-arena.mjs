// Chromium as an arena: a page that loads a bundled module of contenders.
import { execFileSync } from "node:child_process";
import { chromium } from "playwright-core";
import { bundleWithEsbuild } from "./bundle.mjs";
import { startDeployment } from "./deployment.mjs";
import { wasmFiles } from "./package.mjs";

const BROWSER = process.env.CHROME || "/usr/bin/chromium";
const QUIET = ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"];
const ARGS = [...QUIET, "--no-sandbox", "--disable-component-update", "--disable-sync", "--js-flags=--expose-gc"];
const PAGE = Buffer.from('<!doctype html><meta charset="utf-8"><title>bench</title><input type="file">');

/** The version, such as `Chromium 156.0.8078.79`. */
export function chromiumVersion() {
  const output = execFileSync(BROWSER, ["--version"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  return output.match(/\S+ [\d.]+/)[0];
}

/** Launches a browser with an empty profile. */
export const launchBrowser = () => chromium.launch({ executablePath: BROWSER, args: ARGS });

/** The files of a page with these files; `/main.js` is its module. */
export const site = (files) => new Map([["/", PAGE], ...wasmFiles(), ...files]);

/**
 * A page on its own deployment, with `source` as its module. `call(name, ...args)` calls an export of
 * the module. `data` maps additional paths of the deployment to bytes.
 *
 * @param {string} source
 * @param {{ queue?: Buffer, data?: [path: string, bytes: Uint8Array][] }} [deployment]
 */
export async function chromiumArena(source, { queue, data = [] } = {}) {
  const files = site([...(await bundleWithEsbuild(source)), ...data]);
  const server = await startDeployment({ files, queue });
  const browser = await launchBrowser();
  const page = await browser.newPage();
  page.setDefaultTimeout(300_000);
  await page.goto(server.url);
  const call = (name, ...args) =>
    page.evaluate(async ([name, args]) => (await import("/main.js"))[name](...args), [name, args]);
  const close = async () => {
    await browser.close();
    server.close();
  };
  return { server, browser, page, call, close };
}
