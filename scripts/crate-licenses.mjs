// crate-licenses.mjs: prints the license texts of every Rust crate that the program, the page or the npm package
// contains, by cargo's description of the workspace. Which licenses are allowed is checked by cargo-deny.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { grouped } from "./grouped-licenses.mjs";

const LICENSE_FILE = /^(licen[cs]e|copying|notice|unlicense)/i;
const ROOTS = ["flowdeck", "playground", "npm_calls", "npm_schema"];

const metadata = JSON.parse(
  String(execFileSync("cargo", ["metadata", "--format-version", "1", "--locked"], { maxBuffer: 1 << 28 })),
);
const packages = new Map(metadata.packages.map((found) => [found.id, found]));
const nodes = new Map(metadata.resolve.nodes.map((node) => [node.id, node]));

/** The ids of the crates that these need when they run, with their own. */
function reachable(roots) {
  const found = new Set(roots);
  for (const id of found) {
    for (const { pkg, dep_kinds: kinds } of nodes.get(id).deps) {
      if (kinds.some(({ kind }) => kind === null)) found.add(pkg);
    }
  }
  return found;
}

/** The license texts of a crate, each with its name: crates often have one text in common and another of their own. */
function describe({ name, version, license, license_file: named, repository, manifest_path: manifest }) {
  const folder = dirname(manifest);
  const entries = readdirSync(folder, { withFileTypes: true });
  const found = entries.filter((entry) => entry.isFile() && LICENSE_FILE.test(entry.name));
  const files = named ? [named] : found.map((entry) => entry.name).sort();
  const texts = files.map((file) => readFileSync(join(folder, file), "utf8").trim());
  const title = `${name} ${version} (${license})`;
  // The sources of crates under the MPL must be named.
  if (texts.length === 0 || license?.includes("MPL")) texts.push(`Source: ${repository ?? name}`);
  return texts.map((text) => ({ title, text }));
}

const roots = metadata.packages.filter(({ name, source }) => source === null && ROOTS.includes(name));
const foreign = [...reachable(roots.map(({ id }) => id))].map((id) => packages.get(id)).filter(({ source }) => source);
console.log(grouped("The program, the page and the npm package contain these Rust crates.", foreign.flatMap(describe)));
