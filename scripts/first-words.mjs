// Prints the messages that www/first shows, as JSON: by language and name. They are read from the page's own
// messages, so that every text has one source.
import { readdirSync, readFileSync } from "node:fs";

const texts = (folder) => readdirSync(folder).map((name) => readFileSync(`${folder}/${name}`, "utf8"));

const messages = texts("src/playground/messages").join("\n");
const scripts = [readFileSync("www/first.js", "utf8"), ...texts("www/first")];
const names = scripts.flatMap((script) => Array.from(script.matchAll(/\bsay\.([A-Z_]+)/g), ([, name]) => name));

function message(name) {
  const found = messages.match(new RegExp(`^\\s*${name}: ("(?:[^"\\\\]|\\\\.)*"), ("(?:[^"\\\\]|\\\\.)*");$`, "m"));
  if (!found) throw new Error(`reading the messages of www/first: ${name} is not in src/playground/messages`);
  return found.slice(1).map((text) => JSON.parse(text));
}

const languages = ["en", "de"].map((language, index) => [
  language,
  Object.fromEntries(names.map((name) => [name, message(name)[index]])),
]);
console.log(JSON.stringify(Object.fromEntries(languages)));
