// What a visit loads first. Where the link carries the key, it asks for the workflows and shows the form
// that the page will begin with, while the page itself, which is WebAssembly, is still on its way: a form
// is what people wait for. The page takes over what was typed by then.
import { handOver } from "./first/hand-over.js";
import { kept } from "./first/kept.js";
import { draw } from "./first/page.js";
import { watch } from "./first/person.js";
import { language, say, told } from "./first/words.js";

// How long the page waits for the workflows, whose form comes first, before it starts; in ms.
const PATIENCE = 300;

// The page's client takes this call in the place of its own first one.
function askEarly() {
  const key = new URLSearchParams(location.hash.slice(1)).get("key");
  if (!key) return undefined;
  const { href } = new URL("api/v1/comfy/workflows", location.href);
  const signal = AbortSignal.timeout(30_000);
  const ask = fetch(href, { headers: { "X-API-KEY": key }, cache: "no-store", redirect: "error", signal });
  const answer = ask.then(async (head) => [head, await head.arrayBuffer()]);
  return { address: href, key, answer };
}

// Fills the first picture in; what is not understood of the answer is told by the page.
async function fill({ answer }) {
  try {
    const [head, body] = await answer;
    if (head.ok) draw(await picture(), JSON.parse(new TextDecoder().decode(body)).data);
    await painted();
  } catch {}
}

// As index.html has it, once that was read to its end; none once the page is there.
async function picture() {
  const read = (resolve) => document.addEventListener("DOMContentLoaded", resolve, { once: true });
  if (document.readyState === "loading") await new Promise(read);
  return document.querySelector(".first");
}

const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

const notice = () => document.getElementById("starting");

// The page comes after the form, so that nothing is read or compiled before that is on the screen.
function preload(href) {
  const link = document.createElement("link");
  document.head.append(
    Object.assign(link, { rel: "preload", as: "fetch", type: "application/wasm", crossOrigin: "", href }),
  );
}

// What is as index.html has it is left alone: each change is a style to be worked out.
function apply(page) {
  const theme = kept("theme");
  if (theme) page.dataset.theme = theme;
  if (language !== "en") page.lang = language;
}

async function main(early) {
  apply(document.documentElement);
  const filled = early && fill(early);
  const first = await picture();
  const person = watch(first);
  if (language !== "en") notice().textContent = say.LOADING;
  if (early) await Promise.race([filled, new Promise((resume) => setTimeout(resume, PATIENCE))]);
  try {
    preload("pkg/playground_bg.wasm");
    const { begin } = await import("./start.js");
    await begin(early, person.atRest);
    await handOver(first, person);
  } catch (error) {
    notice().setAttribute("role", "alert");
    notice().textContent = told(say.START_FAILED, error.message);
  }
}

main(askEarly());
