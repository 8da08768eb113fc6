// Sending a request from a browser: over fetch, or over XMLHttpRequest, which alone tells how far
// an upload has come.

/**
 * Sends `{method, url, key, parts, signal, progress, fetch}`: `parts` as values.js makes them, for a
 * form; `progress` and `fetch`, the caller's own, may be missing. Gives `{status, retryAfter, body}`.
 */
export function send(request) {
  const { progress, fetch } = request;
  return progress && !fetch && globalThis.XMLHttpRequest ? byXhr(request) : byFetch(request);
}

async function byFetch({ method, url, key, parts, signal, fetch = globalThis.fetch }) {
  const headers = { "X-API-KEY": key };
  // A redirect to another origin would take the key along.
  const response = await fetch(url, {
    method,
    headers,
    body: form(parts),
    signal,
    redirect: "error",
    cache: "no-store",
  });
  const body = new Uint8Array(await response.arrayBuffer());
  return { status: response.status, retryAfter: response.headers.get("Retry-After"), body };
}

function byXhr({ method, url, key, parts, signal, progress }) {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    const stop = () => xhr.abort();
    const end = () => {
      signal.removeEventListener("abort", stop);
      // It follows redirects by itself; what came from elsewhere is no answer.
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
    signal.addEventListener("abort", stop);
    xhr.send(form(parts));
  });
}

function form(parts) {
  if (!parts) return undefined;
  const form = new FormData();
  for (const part of parts) form.append(...part);
  return form;
}
