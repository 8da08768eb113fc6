// first-words.mjs: the messages that www/first says, by name, each in every language, as JSON. They are
// taken out of the page's own, so that there is one place for words.
import { readFileSync, readdirSync } from "node:fs";

const messages = readFileSync("src/playground/messages.rs", "utf8");
const scripts = ["www/first.js", ...readdirSync("www/first").map((name) => `www/first/${name}`)];
const said = scripts.flatMap((path) =>
  Array.from(readFileSync(path, "utf8").matchAll(/\bsay\.([A-Z_]+)/g), ([, name]) => name),
);

function message(name) {
  const found = messages.match(new RegExp(`^\\s*${name}: ("(?:[^"\\\\]|\\\\.)*"), ("(?:[^"\\\\]|\\\\.)*");$`, "m"));
  if (!found) throw new Error(`taking words for www/first: there is no message ${name} in src/playground/messages.rs`);
  return found.slice(1).map((text) => JSON.parse(text));
}

console.log(JSON.stringify(Object.fromEntries(said.map((name) => [name, message(name)]))));
