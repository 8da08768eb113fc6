// Verifies the requests of webhooks. Needs no deck. Imports nothing of the first load; see supports.js.

import { completeOutput } from "./output-files.js";

/** @import { Tools } from "./types/internal.js" */
/** @import { WebhookHeaders } from "./types/options.js" */

const ACTION = "verifying a webhook";

/**
 * The event that a request reports, if it was signed with this secret.
 * @param {Tools} tools
 * @param {WebhookHeaders} headers
 * @param {unknown} body
 * @param {unknown} secret
 * @returns {Promise<import("./types/results.js").WebhookEvent>}
 */
export async function verifyWebhook(tools, headers, body, secret) {
  const { fromCore, usage, schemas, withRaw } = tools;
  if (typeof secret !== "string") throw usage(`${ACTION}: the secret must be a string; it is ${typeof secret}`);
  const bytes = bytesOf(body);
  if (!bytes) throw usage(`${ACTION}: the body ${adviceOn(body)}`);
  const [id, timestamp, signatures] = ["id", "timestamp", "signature"].map((name) => {
    return headerOf(tools, headers, `webhook-${name}`);
  });
  const core = await schemas();
  try {
    const event = /** @type {any} */ (core.verifyWebhook(id, timestamp, signatures, bytes, secret, Date.now()));
    if (event.data && typeof event.data === "object") withRaw(event.data, bytes);
    // A test has any data.
    if (event.type !== "webhook.test") for (const output of event.data.outputs) completeOutput(tools, {}, output);
    return event;
  } catch (thrown) {
    throw fromCore(thrown);
  }
}

/** @param {unknown} body */
function bytesOf(body) {
  if (typeof body === "string") return new TextEncoder().encode(body);
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  // A buffer may be of another window.
  return /^\[object (Shared)?ArrayBuffer]$/.test({}.toString.call(body))
    ? new Uint8Array(/** @type {ArrayBuffer} */ (body))
    : null;
}

/**
 * What to do about a body that is neither text nor bytes.
 * @param {unknown} body
 */
function adviceOn(body) {
  const expected = "must be the text or the bytes exactly as they were received";
  if (body === null || typeof body !== "object") return `${expected}; it is ${body === null ? "null" : typeof body}`;
  const { then } = /** @type {{ then?: unknown }} */ (body);
  if (typeof then === "function") return `${expected}; this is a promise: await it first`;
  return `${expected}; this is an object: verify the request before anything parses it, such as express.json()`;
}

/**
 * A header, whatever the case of its name; undefined if it is missing.
 * @param {Tools} tools
 * @param {WebhookHeaders} headers
 * @param {string} name
 */
function headerOf({ usage }, headers, name) {
  if (headers === null || typeof headers !== "object") {
    throw usage(
      `${ACTION}: the headers must be a Headers or an object; they are ${headers === null ? "null" : typeof headers}`,
    );
  }
  const { get } = headers;
  const value =
    typeof get === "function"
      ? get.call(headers, name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  const text = Array.isArray(value) ? value.join(" ") : value;
  return typeof text === "string" ? text : undefined;
}
