// The functions of schemas and webhooks with their WebAssembly as text. package.json lists no side effects of this
// module: bundlers keep it only for apps that import one of its functions.
import * as api from "./index.js";
import { texts } from "./inline-text.js";

texts.schema = () => import("./pkg/schema.inline.js");

// Constants, because bundlers skip a module that only re-exports.
export const inputSchema = api.inputSchema;
export const suggestInputs = api.suggestInputs;
export const checkValues = api.checkValues;
export const schemaChanges = api.schemaChanges;
export const verifyWebhook = api.verifyWebhook;
