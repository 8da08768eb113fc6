// Writes an MP4 file with one H.264 track.

const u16 = (...numbers) => bytes(numbers, 2);
const u32 = (...numbers) => bytes(numbers, 4);

function bytes(numbers, size) {
  const buffer = Buffer.alloc(size * numbers.length);
  for (const [index, number] of numbers.entries()) buffer.writeUIntBE(number, size * index, size);
  return buffer;
}

function box(type, ...parts) {
  const content = Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : part)));
  return Buffer.concat([u32(content.length + 8), Buffer.from(type, "latin1"), content]);
}

/** A rotation by nothing. */
const MATRIX = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);

/** The file. `description` is the content of its `avcC`; each frame has its `data` and whether it `isKey`. */
export function mp4({ width, height, rate, description, frames }) {
  const type = box("ftyp", "isom", u32(512), "isomavc1mp41");
  const data = box("mdat", ...frames.map((frame) => frame.data));
  const index = (offset) => movie({ width, height, rate, description, frames, offset });
  // The size of the index does not depend on the offset in it.
  return Buffer.concat([type, index(type.length + index(0).length + 8), data]);
}

function movie({ width, height, rate, description, frames, offset }) {
  const length = frames.length;
  const look = [u16(width, height), u32(0x480000, 0x480000, 0), u16(1), Buffer.alloc(32), u16(24, 0xffff)];
  const avc1 = box("avc1", u32(0), u16(0, 1), Buffer.alloc(16), ...look, box("avcC", description));
  const keys = frames.flatMap(({ isKey }, place) => (isKey ? [place + 1] : []));
  const table = box(
    "stbl",
    box("stsd", u32(0, 1), avc1),
    box("stts", u32(0, 1, length, 1)),
    box("stss", u32(0, keys.length, ...keys)),
    box("stsc", u32(0, 1, 1, length, 1)),
    box("stsz", u32(0, 0, length, ...frames.map(({ data }) => data.length))),
    box("stco", u32(0, 1, offset)),
  );
  const reference = box("dinf", box("dref", u32(0, 1), box("url ", u32(1))));
  const media = box(
    "mdia",
    box("mdhd", u32(0, 0, 0, rate, length), u16(0x55c4, 0)),
    box("hdlr", u32(0, 0), "vide", Buffer.alloc(13)),
    box("minf", box("vmhd", u32(1, 0, 0)), reference, table),
  );
  const header = u32(3, 0, 0, 1, 0, length, 0, 0, 0, 0);
  const track = box("trak", box("tkhd", header, MATRIX, u32(width << 16, height << 16)), media);
  const times = [u32(0, 0, 0, rate, length, 0x10000), u16(0x100, 0), u32(0, 0)];
  return box("moov", box("mvhd", ...times, MATRIX, Buffer.alloc(24), u32(2)), track);
}
