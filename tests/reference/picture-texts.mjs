// The texts that ComfyUI writes into pictures: PNG's text chunks, and WebP's EXIF.

import { inflateSync } from "node:zlib";

/** `{workflow?, prompt?}` of a picture; `undefined` for a file of another kind. */
export function texts(bytes) {
  if (bytes.toString("latin1", 1, 4) === "PNG") return pngTexts(bytes);
  if (bytes.toString("latin1", 8, 12) === "WEBP") return webpTexts(bytes);
  return undefined;
}

function pngTexts(bytes) {
  const found = {};
  for (let at = 8; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const data = bytes.subarray(at + 8, at + 8 + length);
    const end = data.indexOf(0);
    const read = TEXT_CHUNKS[bytes.toString("latin1", at + 4, at + 8)];
    if (read && end > 0) found[data.toString("latin1", 0, end)] ??= read(data.subarray(end + 1));
    at += 12 + length;
  }
  return found;
}

/** The text of each kind of chunk, after its key; UTF-8 in all of them, as the editor reads them. */
const TEXT_CHUNKS = {
  tEXt: (data) => data.toString("utf8"),
  zTXt: (data) => inflateSync(data.subarray(1)).toString("utf8"),
  iTXt: (data) => {
    // Whether it is compressed, how, a language and a translated key.
    const text = data.subarray(data.indexOf(0, data.indexOf(0, 2) + 1) + 1);
    return (data[0] === 1 ? inflateSync(text) : text).toString("utf8");
  },
};

/** Each EXIF text that starts with `workflow:` or `prompt:`, whatever its tag is. */
function webpTexts(bytes) {
  const found = {};
  for (let at = 12; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32LE(at + 4);
    const data = bytes.subarray(at + 8, at + 8 + length);
    if (bytes.toString("latin1", at, at + 4) === "EXIF") {
      for (const text of data.toString("utf8").split("\0")) {
        const [, key, json] = /(workflow|prompt):\s*(\{.*)$/is.exec(text) ?? [];
        if (key) found[key.toLowerCase()] ??= json;
      }
    }
    at += 8 + length + (length % 2);
  }
  return found;
}
