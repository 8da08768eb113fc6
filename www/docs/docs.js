// The API reference: asks for a key, reads the OpenAPI document with it, and loads Scalar to show it.
import { storedKey } from "./key.js";
import { readDocument } from "./openapi.js";

/** The address of the service, without a slash at its end. The page is in a folder of the service's site. */
const SERVICE = new URL("..", location.href).href.replace(/\/$/, "");

const form = /** @type {HTMLFormElement} */ (document.getElementById("key-form"));
const input = /** @type {HTMLInputElement} */ (document.getElementById("key"));
const error = /** @type {HTMLElement} */ (document.getElementById("key-error"));
const status = /** @type {HTMLElement} */ (document.getElementById("status"));
const otherKey = /** @type {HTMLElement} */ (document.getElementById("other-key"));
const download = /** @type {HTMLElement} */ (document.getElementById("download"));

/** The document as the service wrote it: what Scalar shows is changed a little, so it has no button of its own. */
let original = "";

/** The theme that was chosen on the page, or `system`. */
function chosenTheme() {
  try {
    return JSON.parse(localStorage.getItem("flowdeck.theme") ?? "") || "system";
  } catch {
    return "system";
  }
}

/**
 * Asks for a key, and says why the last one was not enough.
 * @param {string} [why]
 */
function askForKey(why = "") {
  form.hidden = false;
  status.textContent = "";
  error.textContent = why;
  otherKey.hidden = true;
  input.focus();
}

/**
 * Shows the reference with this key.
 * @param {string} key
 */
async function open(key) {
  error.textContent = "";
  status.textContent = "Loading the API reference…";
  const { document: api, text = "", why } = await readDocument(SERVICE, key);
  if (!api) {
    askForKey(why);
    return;
  }
  original = text;
  try {
    const { show } = await import("./reference.js");
    form.hidden = true;
    show(api, key);
    status.textContent = "";
    otherKey.hidden = false;
    download.hidden = false;
  } catch {
    status.textContent =
      "The API reference could not be loaded. Reload the page; if that does not help, build the site again.";
  }
}

document.documentElement.dataset.theme = chosenTheme();
form.addEventListener("submit", (event) => {
  event.preventDefault();
  open(input.value.trim());
});
download.addEventListener("click", () => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([original], { type: "application/json" }));
  link.download = "openapi.json";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
});
// Nothing of the old key stays in a page that is loaded again.
otherKey.addEventListener("click", () => {
  sessionStorage.setItem("flowdeck.docs-ask", "true");
  location.reload();
});

const isAsked = sessionStorage.getItem("flowdeck.docs-ask");
sessionStorage.removeItem("flowdeck.docs-ask");
const known = isAsked ? undefined : storedKey(SERVICE);
if (known) open(known);
else askForKey();
