// Reads the OpenAPI document of the service.

/** How a description names a bound. */
const BOUNDS = new Map([
  ["minimum", "At least"],
  ["maximum", "At most"],
]);

/**
 * The document as Scalar shows it and as the service wrote it, or why there is none.
 * @param {string} service its address, without a slash at its end
 * @param {string} key
 * @returns {Promise<{ document?: Record<string, unknown>, text?: string, why?: string }>}
 */
export async function readDocument(service, key) {
  let response;
  try {
    response = await fetch(`${service}/openapi.json`, { headers: { "X-API-KEY": key } });
  } catch {
    return { why: "Could not reach the service. Check that it is running, and your network." };
  }
  const text = await response.text();
  try {
    if (!response.ok) return { why: reason(JSON.parse(text)) };
    const document = JSON.parse(text, keepDigits);
    // The page may have been opened under another name than the one that the service knows.
    document.servers = [{ url: service }];
    completeForms(document);
    return { document, text };
  } catch {
    return { why: `The service answered with status ${response.status}. Check that this page's address is a service.` };
  }
}

/**
 * A text as Markdown that shows it unchanged.
 * @param {string} text
 */
const escaped = (text) => text.replace(/[\\`*_[\]<>|#&~!$]/g, "\\$&");

/**
 * Makes the forms of workflows fit what Scalar makes of them: with texts that stay texts, without a field for
 * additional values, and with the files that a run needs in its examples, so that the calls with these have a place
 * for each.
 * @param {any} document
 */
function completeForms({ paths, components }) {
  for (const { post } of Object.values(paths)) {
    const media = post?.["x-workflow-id"] && post.requestBody.content["multipart/form-data"];
    if (!media) continue;
    const form = components.schemas[media.schema.$ref.split("/").at(-1)];
    delete form.additionalProperties;
    for (const described of [form, ...Object.values(form.properties)]) {
      if (described.description) described.description = escaped(described.description);
    }
    const required = form.required ?? [];
    const files = required.filter((/** @type {string} */ name) => form.properties[name].format === "binary");
    for (const example of Object.values(media.examples ?? {})) {
      for (const name of files) example.value[name] ??= `@${name}`;
    }
  }
}

/**
 * Why the service refused, as a sentence.
 * @param {{ errors?: unknown }} answer
 */
function reason(answer) {
  const text = String(answer.errors ?? "The service refused the key");
  return `${text[0].toUpperCase()}${text.slice(1)}.`.replace(/\.\.$/, ".");
}

/**
 * Keeps the digits of whole numbers that JavaScript would round: as text, and of a bound in the description, since
 * Scalar reads bounds as numbers. Browsers that do not say how a number was written show the rounded one.
 * @this {any} the object that has the number
 * @param {string} name
 * @param {unknown} value
 * @param {{ source?: string }} [context]
 */
function keepDigits(name, value, context) {
  const isRounded = typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value);
  if (!isRounded || !context?.source) return value;
  const bound = BOUNDS.get(name);
  if (!bound) return context.source;
  this.description = [this.description, `${bound} ${context.source}.`].filter(Boolean).join(" ");
  return undefined;
}
