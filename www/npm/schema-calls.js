// The functions that need no deck and load with their first call: those of schemas and of webhooks.
import { more, tools } from "./deck.js";

/** @type {typeof import("./index.js").inputSchema} */
export const inputSchema = async (source, options) => (await more()).inputSchema(tools, source, options);
/** @type {typeof import("./index.js").suggestInputs} */
export const suggestInputs = async (source, options) => (await more()).suggestInputs(tools, source, options);
/** @type {typeof import("./index.js").checkValues} */
export const checkValues = async (schema, values, options) =>
  (await more()).checkValues(tools, schema, values, options);
/** @type {typeof import("./index.js").schemaChanges} */
export const schemaChanges = async (before, after) => (await more()).schemaChanges(tools, before, after);
/** @type {typeof import("./index.js").verifyWebhook} */
export const verifyWebhook = async (headers, body, secret) =>
  (await more()).verifyWebhook(tools, headers, body, secret);
