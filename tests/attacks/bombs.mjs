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
