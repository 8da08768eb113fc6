// A short video, recorded by the browser, and a short sound, written byte by byte.

/** A one-second tone as a WAV file: 8-bit, mono, 8000 samples per second. */
export function sound(name = "tone.wav") {
  const rate = 8000;
  const head = Buffer.alloc(44);
  head.write("RIFF", 0);
  head.writeUInt32LE(36 + rate, 4);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write("data", 36);
  head.writeUInt32LE(rate, 40);
  const samples = Buffer.from(Array.from({ length: rate }, (_, place) => 128 + 100 * Math.sin(place * 0.3)));
  return { name, mimeType: "audio/wav", buffer: Buffer.concat([head, samples]) };
}

/** A few frames of a canvas of 64 × 48 pixels as a WebM file. */
export async function video(page, name = "clip.webm") {
  const base64 = await page.evaluate(async () => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [64, 48];
    const context = canvas.getContext("2d");
    const stream = canvas.captureStream();
    const recorder = new MediaRecorder(stream, { mimeType: "video/webm" });
    const parts = [];
    const ended = new Promise((resolve) => (recorder.onstop = resolve));
    let frame = 0;
    const draw = () => {
      frame += 10;
      context.fillStyle = `hsl(${frame} 80% 50%)`;
      context.fillRect(0, 0, canvas.width, canvas.height);
      if (recorder.state === "recording") requestAnimationFrame(draw);
    };
    recorder.ondataavailable = ({ data }) => {
      parts.push(data);
      if (data.size > 0 && recorder.state === "recording") recorder.stop();
    };
    recorder.start(100);
    draw();
    await ended;
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  });
  return { name, mimeType: "video/webm", buffer: Buffer.from(base64, "base64") };
}
