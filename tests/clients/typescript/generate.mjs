// generate.mjs DOCUMENT: writes the types of an OpenAPI document to api.d.ts, with files as `Blob`.
import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";

const blob = ts.factory.createTypeReferenceNode("Blob");
const [document] = process.argv.slice(2);
const types = await openapiTS(pathToFileURL(document), {
  defaultNonNullable: false,
  transform: (schema) => (schema.format === "binary" ? blob : undefined),
});
writeFileSync("api.d.ts", astToString(types));
