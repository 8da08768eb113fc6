// Sends forms where fetch differs from a browser's. In test environments such as jsdom, FormData and Blob are not
// fetch's own: it would send the text “[object FormData]” or never end. Cloudflare Workers refuse some options.
import { bytesOf } from "./foreign-file.js";
import { platform } from "./platform.js";

/** @import { Fetch } from "./types/options.js" */
/** @import { FormPart, PartsFetch } from "./types/internal.js" */

const hasOwnForms = takesForms();
const takesRedirect = takes({ redirect: "error" });
const takesCache = takes({ cache: "no-store" });

if (!hasOwnForms || !takesRedirect || !takesCache) {
  platform.wrapped = (fetch) => (url, init) => send(fetch, url, init);
  platform.fetchParts ??= platform.wrapped((url, init) => globalThis.fetch(url, init));
}

/** Whether fetch can send the global FormData and its files. */
function takesForms() {
  try {
    if (!Blob.prototype.stream) return false;
    return new Response(new FormData()).headers.get("content-type")?.startsWith("multipart/");
  } catch {
    return true;
  }
}

/**
 * Whether fetch has an option.
 * @param {RequestInit} option
 */
function takes(option) {
  try {
    return Boolean(new Request("http://localhost", option));
  } catch {
    return false;
  }
}

/**
 * Sends the parts of a form by a fetch, and rejects redirects, because the key would be sent there too.
 * @param {Fetch} fetch
 * @param {string} url
 * @param {Parameters<PartsFetch>[1]} init
 */
async function send(fetch, url, { body, progress: _, ...init }) {
  /** @type {RequestInit} */
  const options = { ...init };
  if (!takesRedirect) options.redirect = "manual";
  if (!takesCache) delete options.cache;
  if (body) options.body = await formOf(body);
  const response = await fetch(url, options);
  if (response.status >= 300 && response.status < 400) throw new Error("it redirected");
  return response;
}

/** @param {FormPart[]} parts */
async function formOf(parts) {
  // Only reading an answer gives objects of fetch's own.
  const form = hasOwnForms ? new FormData() : await answer("", "application/x-www-form-urlencoded").formData();
  for (const [name, value, fileName] of parts) {
    if (typeof value === "string") form.append(name, value);
    else form.append(name, hasOwnForms ? value : await answer(await bytesOf(value), value.type).blob(), fileName);
  }
  return form;
}

/**
 * @param {BodyInit} body
 * @param {string} type
 */
const answer = (body, type) => new Response(body, { headers: { "content-type": type } });
