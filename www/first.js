// The first script of a visit. If the link contains the key, it requests the workflows and shows the first
// form while the page's WebAssembly is still loading. The page then takes over what was typed.
import { showForm } from "./first/form.js";
import { atRest, follow, handOver } from "./first/hand-over.js";
import { language, say, stored } from "./first/texts.js";

// Requests the workflows. The page's client uses this response instead of its own first request.
function requestWorkflows() {
  const key = new URLSearchParams(location.hash.slice(1)).get("key");
  // If an earlier visit left another key for this address, the page asks which one to use.
  const isOther = (pair) => location.href.startsWith(pair?.[0]) && pair[1] !== key;
  const keys = ["sessionStorage", "localStorage"].flatMap((area) => stored("keys", [area]) ?? []);
  if (!key || keys.some(isOther)) return undefined;
  const { href } = new URL("api/v1/comfy/workflows", location.href);
  const signal = AbortSignal.timeout(30_000);
  const answer = fetch(href, { headers: { "X-API-KEY": key }, cache: "no-store", redirect: "error", signal });
  return { address: href, key, answer: answer.then(read) };
}

// Reads the whole response, so that the page has its form as soon as it starts.
async function read(response) {
  const bytes = await response.arrayBuffer();
  return { status: response.status, headers: response.headers, arrayBuffer: async () => bytes };
}

// Shows the form of the response. The page reports every error.
async function showFirst(first, { answer }) {
  try {
    const { status, arrayBuffer } = await answer;
    if (status === 200) showForm(first, JSON.parse(new TextDecoder().decode(await arrayBuffer())).data);
  } catch {}
}

// The form delays the page by no more than 300 ms. A tab in the background paints nothing.
const soon = (promise) => Promise.race([promise, new Promise((resume) => setTimeout(resume, 300))]);
const painted = () => new Promise((resume) => requestAnimationFrame(() => setTimeout(resume)));

async function main(early) {
  const root = document.documentElement;
  // Sets only what differs from index.html, since each change costs a style calculation.
  if (stored("theme")) root.dataset.theme = stored("theme");
  if (language !== "en") root.lang = language;
  if (document.readyState === "loading")
    await new Promise((parsed) => document.addEventListener("DOMContentLoaded", parsed, { once: true }));
  const first = document.querySelector(".first");
  const status = document.getElementById("starting");
  follow(first);
  if (language !== "en") status.textContent = say.LOADING;
  if (early) await soon(showFirst(first, early));
  try {
    // After the form, so that nothing delays it, but while the browser paints it.
    const module = fetch("pkg/playground_bg.wasm");
    const shown = early && soon(painted());
    const { begin } = await import("./start.js");
    await begin(module, early, async () => {
      await shown;
      await atRest(first);
    });
    await handOver(first);
  } catch (error) {
    status.setAttribute("role", "alert");
    status.textContent = say.START_FAILED.replace("{0}", () => error.message);
  }
}

main(requestWorkflows());
