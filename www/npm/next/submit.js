// Passes a submission on: only its form, for a workflow of the app, up to its largest size.
import { refuse } from "./operations.js";

/** @import { Settings } from "./operations.js" */
/** @import { Upstream } from "./upstream.js" */

/** The parameters that pass. Others would change the app's place in the queue, or call other servers. */
const PARAMETERS = ["group_id", "strict"];

/**
 * @param {Request} request
 * @param {Upstream} upstream
 * @param {Settings} settings
 */
export async function submit(request, upstream, { workflows, maxBytes }) {
  const given = new URL(request.url).searchParams;
  const id = given.get("workflow_id") ?? "";
  if (!workflows.has(id)) return unknown(id);
  const type = request.headers.get("content-type") ?? "";
  if (!/^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(type)) {
    return refuse(415, "a run is submitted as a form");
  }
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) return tooLarge(maxBytes);
  const query = new URLSearchParams({ workflow_id: id });
  for (const name of PARAMETERS) {
    const value = given.get(name);
    if (value !== null) query.set(name, value);
  }
  const body = limited(request.body, maxBytes);
  const repeats = request.headers.get("idempotency-key");
  const answer = await upstream.json(`/api/v1/runs?${query}`, {
    method: "POST",
    headers: { "content-type": type, ...(repeats === null ? {} : { "idempotency-key": repeats }) },
    body: body?.stream ?? null,
    isLong: true,
  });
  return body?.isTooLarge() ? tooLarge(maxBytes) : answer;
}

/**
 * A body that fails when it has become too large, whatever its length was said to be.
 * @param {ReadableStream<Uint8Array> | null} body
 * @param {number} maxBytes
 */
function limited(body, maxBytes) {
  let size = 0;
  const count = new TransformStream({
    transform(/** @type {Uint8Array} */ piece, controller) {
      size += piece.byteLength;
      if (size > maxBytes) controller.error(new Error("too large"));
      else controller.enqueue(piece);
    },
  });
  return body && { stream: body.pipeThrough(count), isTooLarge: () => size > maxBytes };
}

/** @param {number} maxBytes */
const tooLarge = (maxBytes) => refuse(413, `the submission is larger than ${maxBytes} bytes, the limit of this app`);

/**
 * The validation error of the API for a workflow that the app does not offer.
 * @param {string} id
 */
function unknown(id) {
  const msg = `there is no workflow “${id}”`;
  return Response.json({ detail: [{ loc: ["query", "workflow_id"], msg, type: "unknown_workflow" }] }, { status: 422 });
}
