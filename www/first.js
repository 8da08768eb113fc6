// The first script of a visit. If the link contains the key, it requests the workflows and shows the first
// form while the page's WebAssembly is still loading. The page then takes over what was typed.
import { showFirstForm } from "./first/first-form.js";
import { handOver } from "./first/hand-over.js";
import { recordInteraction } from "./first/interaction.js";
import { format, language, say } from "./first/messages.js";
import { stored } from "./first/storage.js";

// How long the page waits for the first form before it starts, in ms.
const FORM_TIMEOUT = 300;

// Requests the workflows. The page's client uses this response instead of its own first request.
function requestWorkflows() {
  const key = new URLSearchParams(location.hash.slice(1)).get("key");
  if (!key || keepsOtherKey(key)) return undefined;
  const { href } = new URL("api/v1/comfy/workflows", location.href);
  const signal = AbortSignal.timeout(30_000);
  const answer = fetch(href, { headers: { "X-API-KEY": key }, cache: "no-store", redirect: "error", signal });
  return { address: href, key, answer };
}

// Whether an earlier visit left another key for this address. The page then asks which one to use.
function keepsOtherKey(key) {
  const address = new URL(".", location.href).href;
  const isOther = (pair) => address.startsWith(pair?.[0]) && pair[1] !== key;
  return ["sessionStorage", "localStorage"].some((area) => Array.from(stored("keys", [area]) ?? []).some(isOther));
}

// Shows the form of a successful response. The page reports every error.
async function showForm({ answer }) {
  try {
    // A copy, because the page reads the response too.
    const response = (await answer).clone();
    if (response.ok) showFirstForm(await firstElement(), (await response.json()).data);
    await painted();
  } catch {}
}

// The element of the first paint in index.html, available when the document is parsed; `null` after the page
// has replaced it.
async function firstElement() {
  const parsed = (resolve) => document.addEventListener("DOMContentLoaded", resolve, { once: true });
  if (document.readyState === "loading") await new Promise(parsed);
  return document.querySelector(".first");
}

const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

const status = () => document.getElementById("starting");

// Loads the page after the form, so that nothing delays the first paint.
function preload(href) {
  const link = document.createElement("link");
  document.head.append(
    Object.assign(link, { rel: "preload", as: "fetch", type: "application/wasm", crossOrigin: "", href }),
  );
}

// Sets only what differs from index.html, since each change costs a style calculation.
function applySettings(root) {
  const theme = stored("theme");
  if (theme) root.dataset.theme = theme;
  if (language !== "en") root.lang = language;
}

async function main(early) {
  applySettings(document.documentElement);
  const shown = early && showForm(early);
  const first = await firstElement();
  const interaction = recordInteraction(first);
  if (language !== "en") status().textContent = say.LOADING;
  if (early) await Promise.race([shown, new Promise((resume) => setTimeout(resume, FORM_TIMEOUT))]);
  try {
    preload("pkg/playground_bg.wasm");
    const { begin } = await import("./start.js");
    await begin(early, interaction.atRest);
    await handOver(first, interaction);
  } catch (error) {
    status().setAttribute("role", "alert");
    status().textContent = format(say.START_FAILED, error.message);
  }
}

main(requestWorkflows());
