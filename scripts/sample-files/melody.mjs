// The melody of the examples: a WAV file with 16 bits, mono.

const RATE = 11_025;
/** One note in seconds. */
const NOTE = 0.2;
/** Half tones above A3; `null` is a rest. */
const NOTES = [3, 7, 10, 15, 14, 10, 7, 10, 12, 8, 5, 8, 10, 7, 3, null];

/** The file. */
export function melody() {
  const samples = new Float64Array(Math.round(RATE * (NOTES.length + 2) * NOTE));
  for (const [index, note] of NOTES.entries()) if (note !== null) pluck(samples, index * NOTE, 220 * 2 ** (note / 12));
  pluck(samples, 0, 130.8);
  pluck(samples, 8 * NOTE, 103.8);
  return wav(Array.from(samples, (level) => Math.round(32_000 * Math.tanh(level))));
}

/** Adds a note that fades out, with a few overtones. */
function pluck(samples, start, frequency) {
  const from = Math.round(start * RATE);
  for (let index = from; index < samples.length; index += 1) {
    const time = (index - from) / RATE;
    const overtone = (number) =>
      Math.sin(2 * Math.PI * number * frequency * time) * Math.exp(-time * (2.5 + 1.5 * number));
    const tone = overtone(1) + 0.4 * overtone(2) + 0.2 * overtone(3);
    samples[index] += 0.4 * Math.min(1, time * 200) * tone;
  }
}

function wav(samples) {
  const data = Buffer.alloc(2 * samples.length);
  for (const [index, sample] of samples.entries()) data.writeInt16LE(sample, 2 * index);
  const head = Buffer.alloc(44);
  head.write("RIFF", 0);
  head.writeUInt32LE(36 + data.length, 4);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(RATE, 24);
  head.writeUInt32LE(2 * RATE, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write("data", 36);
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}
