/** A file that a person could choose, with this value as JSON. */
export const json = (name, value) => ({
  name,
  mimeType: "application/json",
  buffer: Buffer.from(JSON.stringify(value)),
});
