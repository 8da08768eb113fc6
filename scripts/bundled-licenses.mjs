// bundled-licenses.mjs META: prints the license of every npm package in a bundle, by esbuild's description of it. Fails
// if one has a license that is not among those below, which permit use in a program of any license.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { grouped } from "./grouped-licenses.mjs";

const ALLOWED = new Set(["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT"]);
const LICENSE_FILE = /^(licen[cs]e|copying)/i;

/**
 * The folder of the package that a bundled file belongs to; undefined for the project's own files.
 * @param {string} file
 */
function packageOf(file) {
  return file.match(/^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//)?.[1];
}

/** @param {string} folder */
function describe(folder) {
  const { name, version, license, repository } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  if (!ALLOWED.has(license)) {
    throw new Error(`bundling ${name} ${version}: its license ${license} is not allowed; use another package`);
  }
  const file = readdirSync(folder).find((entry) => LICENSE_FILE.test(entry));
  const text = file && readFileSync(join(folder, file), "utf8").trim();
  const source = typeof repository === "string" ? repository : repository?.url;
  return { title: `${name} ${version}`, text: text ?? `License: ${license}. Source: ${source ?? name}` };
}

const [meta] = process.argv.slice(2);
const outputs = Object.values(JSON.parse(readFileSync(meta, "utf8")).outputs);
const files = outputs.flatMap(({ inputs }) => Object.entries(inputs));
const folders = files.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([file]) => packageOf(file));
const packages = [...new Set(folders.filter((folder) => folder !== undefined))].map(describe);

console.log(grouped("The API reference contains these packages.", packages));
