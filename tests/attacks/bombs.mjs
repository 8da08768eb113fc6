// Small files of huge images.
import { crc32, deflateSync } from "node:zlib";

/** A workflow that decodes its image. */
export const inverted = {
  1: { class_type: "InputImage", inputs: { name: "photo", required: true } },
  2: { class_type: "ImageInvert", inputs: { image: ["1", 0] } },
  3: { class_type: "SaveImage", inputs: { images: ["2", 0], filename_prefix: "a" } },
};

const number = (value) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

/** A PNG of these chunks. */
function png(chunks) {
  const written = chunks.map(([type, data]) => {
    const typed = Buffer.concat([Buffer.from(type), data]);
    return Buffer.concat([number(data.length), typed, number(crc32(typed))]);
  });
  return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]), ...written]);
}

/** The header of a PNG: the colour 0 is gray, 2 RGB, 6 RGB with transparency. */
function header(width, height, color, depth = 8) {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data[8] = depth;
  data[9] = color;
  return data;
}

/** A black RGB PNG with a text. `level` is that of the compression. */
export function blackPng(width, height, level = 9) {
  const rows = Buffer.alloc(height * (1 + 3 * width));
  return png([
    ["IHDR", header(width, height, 2)],
    ["tEXt", Buffer.from("prompt\0the hidden inputs")],
    ["IDAT", deflateSync(rows, { level })],
    ["IEND", Buffer.alloc(0)],
  ]);
}

/** A PNG with transparency and 16 bits per channel: eight bytes per pixel. */
export function deepPng(side) {
  return png([
    ["IHDR", header(side, side, 6, 16)],
    ["IDAT", deflateSync(Buffer.alloc(side * (1 + 8 * side)), { level: 1 })],
    ["IEND", Buffer.alloc(0)],
  ]);
}

/** A grayscale PNG with this width and height that contains only its first rows. */
export function cutPng(side) {
  return png([
    ["IHDR", header(side, side, 0)],
    ["IDAT", deflateSync(Buffer.alloc(side * 64))],
    ["IEND", Buffer.alloc(0)],
  ]);
}

/** Bits of a file, the lowest first. */
class Bits {
  bytes = [];
  #free = 0;

  add(value, count) {
    for (let bit = 0; bit < count; bit += 1) {
      if (this.#free === 0) {
        this.bytes.push(0);
        this.#free = 8;
      }
      this.bytes[this.bytes.length - 1] |= ((value >> bit) & 1) << (8 - this.#free);
      this.#free -= 1;
    }
  }
}

/** A part of a WebP. */
function part(type, data) {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(data.length);
  return Buffer.concat([Buffer.from(type), length, data, Buffer.alloc(data.length % 2)]);
}

const webp = (parts) => part("RIFF", Buffer.concat([Buffer.from("WEBP"), ...parts]));

/** A lossless WebP of one colour with this side, up to 16,383. */
export function losslessWebp(side) {
  const bits = new Bits();
  bits.add(0x2f, 8);
  bits.add(side - 1, 14);
  bits.add(side - 1, 14);
  // Opaque, of version 0, without transforms, cache and groups.
  for (const count of [1, 3, 1, 1, 1]) bits.add(0, count);
  // Five codes with one symbol each, 0.
  for (let code = 0; code < 5; code += 1) bits.add(0b0001, 4);
  return webp([part("VP8L", Buffer.from([...bits.bytes, 0, 0, 0, 0, 0, 0]))]);
}

/** The lengths of a prefix code's eleven symbols, in bits: the smallest code that needs a whole table. */
const DEEP = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10];

/** Adds this code: first the lengths of the codes for its lengths, in the order of the format, then its lengths. */
function addDeepCode(bits) {
  const size = (length) => (length > 6 ? 4 : 3);
  bits.add(0, 1);
  bits.add(10, 4);
  for (const length of [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10]) {
    bits.add(DEEP.includes(length) ? size(length) : 0, 3);
  }
  // Only so many symbols.
  bits.add(0b0011, 4);
  bits.add(DEEP.length - 2, 4);
  for (const length of DEEP) {
    const code = length > 6 ? length + 5 : length - 1;
    for (let bit = size(length) - 1; bit >= 0; bit -= 1) bits.add(code >> bit, 1);
  }
}

/** A lossless WebP of 4 × 4 pixels. It has 65,536 groups of five prefix codes, and each code makes a table of 4 KB. */
export function tablesWebp() {
  const bits = new Bits();
  for (const [value, count] of [
    [0x2f, 8],
    [3, 14],
    [3, 14],
  ])
    bits.add(value, count);
  // Opaque, of version 0, without transforms and cache, with groups for blocks of 4 pixels.
  for (const [value, count] of [
    [0, 6],
    [1, 1],
    [0, 3],
  ])
    bits.add(value, count);
  // The picture of the groups has one pixel, which names the last one.
  bits.add(0, 1);
  for (const symbol of [255, 255, 0, 0, 0]) bits.add((symbol << 3) | 0b101, 11);
  for (let code = 0; code < 65_536 * 5; code += 1) addDeepCode(bits);
  return webp([part("VP8L", Buffer.concat([Buffer.from(bits.bytes), Buffer.alloc(64)]))]);
}

/** A WebP whose canvas is small and whose lossy picture is huge. */
export function hiddenWebp() {
  const canvas = Buffer.from([0, 0, 0, 0, 9, 0, 0, 9, 0, 0]);
  const picture = Buffer.concat([Buffer.from([0x10, 0, 0, 0x9d, 1, 0x2a, 0xff, 0x3f, 0xff, 0x3f]), Buffer.alloc(64)]);
  return webp([part("VP8X", canvas), part("VP8 ", picture)]);
}

/** A progressive JPEG with this width and height whose scan is empty. */
export function progressiveJpeg(width, height) {
  const segment = (code, data) => Buffer.from([0xff, code, (data.length + 2) >> 8, (data.length + 2) & 255, ...data]);
  const frame = [8, height >> 8, height & 255, width >> 8, width & 255, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0];
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, [0, ...Array(64).fill(1)]),
    segment(0xc2, frame),
    segment(0xc4, [0, 1, ...Array(15).fill(0), 0]),
    segment(0xda, [3, 1, 0, 2, 0, 3, 0, 0, 0, 0]),
    Buffer.alloc(64),
    Buffer.from([0xff, 0xd9]),
  ]);
}
