// Sends a request from a browser: over fetch, or over XMLHttpRequest, which alone reports upload
// progress. Knows no operations.

/** @import { SendRequest, SendResponse } from "./types/internal.js" */

/**
 * Sends `{method, url, key, parts, signal, progress, fetch}`; `parts`, `progress` and the caller's own
 * `fetch` are optional. Resolves to `{status, retryAfter, body}`.
 * @param {SendRequest} request
 */
export function send(request) {
  const { progress, fetch } = request;
  return progress && !fetch && globalThis.XMLHttpRequest ? byXhr(request, progress) : byFetch(request);
}

/**
 * @param {SendRequest} request
 * @returns {Promise<SendResponse>}
 */
async function byFetch({ method, url, key, parts, signal, fetch = globalThis.fetch }) {
  const headers = { "X-API-KEY": key };
  const response = await fetch(url, {
    method,
    headers,
    body: formData(parts),
    signal,
    // A redirect to another origin would carry the key along.
    redirect: "error",
    cache: "no-store",
  });
  const body = new Uint8Array(await response.arrayBuffer());
  return { status: response.status, retryAfter: response.headers.get("Retry-After"), body };
}

/**
 * @param {SendRequest} request
 * @param {NonNullable<SendRequest["progress"]>} progress
 * @returns {Promise<SendResponse>}
 */
function byXhr({ method, url, key, parts, signal }, progress) {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    const abort = () => xhr.abort();
    const end = () => {
      signal.removeEventListener("abort", abort);
      // XMLHttpRequest follows redirects; an answer from another address does not count.
      if (xhr.status === 0 || xhr.responseURL !== url) return reject(new Error(xhr.responseURL && "it redirected"));
      resolve({
        status: xhr.status,
        retryAfter: xhr.getResponseHeader("Retry-After"),
        body: new Uint8Array(xhr.response),
      });
    };
    xhr.open(method, url);
    xhr.responseType = "arraybuffer";
    xhr.setRequestHeader("X-API-KEY", key);
    xhr.upload.onprogress = ({ loaded, total }) => progress({ loaded, total });
    xhr.onloadend = end;
    signal.addEventListener("abort", abort);
    xhr.send(formData(parts));
  });
}

/** @param {SendRequest["parts"]} parts */
function formData(parts) {
  if (!parts) return undefined;
  const form = new FormData();
  for (const [name, value, fileName] of parts) {
    if (typeof value === "string") form.append(name, value);
    else form.append(name, value, fileName);
  }
  return form;
}
