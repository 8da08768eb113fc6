// Chromium as an arena: a module of contenders, bundled as a consumer would, in a page of its own.
import { execFileSync } from "node:child_process";
import { chromium } from "playwright-core";
import { byEsbuild } from "./bundle.mjs";
import { deployment } from "./deployment.mjs";
import { wasm } from "./package.mjs";

const BROWSER = process.env.CHROME || "/usr/bin/chromium";
const QUIET = ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"];
const ARGS = [...QUIET, "--no-sandbox", "--disable-component-update", "--disable-sync", "--js-flags=--expose-gc"];
const PAGE = Buffer.from('<!doctype html><meta charset="utf-8"><title>bench</title><input type="file">');

/** As in `Chromium 156.0.8078.79`. */
export function chromiumVersion() {
  const words = execFileSync(BROWSER, ["--version"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  return words.match(/\S+ [\d.]+/)[0];
}

/** A browser, fresh. */
export const browse = () => chromium.launch({ executablePath: BROWSER, args: ARGS });

/** The files of a page that has these, `/main.js` its module. */
export const site = (files) => new Map([["/", PAGE], ...wasm(), ...files]);

/**
 * A page on a deployment of its own, with `source` as its module. `ask(name, ...args)` calls an
 * export of it there.
 * `data` maps further paths of the deployment to bytes.
 */
export async function chromiumArena(source, { queue, data = [] } = {}) {
  const files = site([...(await byEsbuild(source)), ...data]);
  const there = await deployment({ files, queue });
  const browser = await browse();
  const page = await browser.newPage();
  page.setDefaultTimeout(300_000);
  await page.goto(there.url);
  const ask = (name, ...args) =>
    page.evaluate(async ([name, args]) => (await import("/main.js"))[name](...args), [name, args]);
  const close = async () => {
    await browser.close();
    there.close();
  };
  return { there, browser, page, ask, close };
}
