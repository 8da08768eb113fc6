// The clip of the examples: the sun sets behind the sea. Runs in a browser's page, which encodes it as H.264.

/** Encodes the clip. Returns its description (`avcC`) and its frames as base64. */
export async function encodeClip({ width, height, rate, count }) {
  const base64 = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  const frames = [];
  let description;
  const encoder = new VideoEncoder({
    output(chunk, metadata) {
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      frames.push({ data: base64(bytes), isKey: chunk.type === "key" });
      const config = metadata?.decoderConfig?.description;
      if (config) description = base64(new Uint8Array(/** @type {ArrayBuffer} */ (config)));
    },
    error(error) {
      throw error;
    },
  });
  // Baseline, so that no frame refers to a later one.
  encoder.configure({ codec: "avc1.42E01E", width, height, framerate: rate, bitrate: 220_000, avc: { format: "avc" } });
  const context = new OffscreenCanvas(width, height).getContext("2d");
  for (let index = 0; index < count; index += 1) {
    draw(index / count);
    const frame = new VideoFrame(context.canvas, { timestamp: (index * 1e6) / rate });
    encoder.encode(frame, { keyFrame: index === 0 });
    frame.close();
  }
  await encoder.flush();
  return { description, frames };

  function draw(time) {
    const horizon = height * 0.62;
    const sunY = height * (0.3 + 0.42 * time);
    const tone = (from, to) => `rgb(${from.map((level, channel) => level + (to[channel] - level) * time).join(" ")})`;
    const day = [tone([58, 46, 120], [18, 16, 52]), tone([214, 110, 130], [92, 44, 96])];
    fill(0, horizon, [...day, tone([255, 196, 110], [226, 96, 72])]);
    const light = context.createRadialGradient(width / 2, sunY, 0, width / 2, sunY, height * 0.7);
    light.addColorStop(0, "rgb(255 220 140 / 0.8)");
    light.addColorStop(1, "rgb(255 200 120 / 0)");
    context.fillStyle = light;
    context.fillRect(0, 0, width, horizon);
    context.fillStyle = "#fff0c4";
    context.beginPath();
    context.arc(width / 2, sunY, height * 0.085, 0, 2 * Math.PI);
    context.fill();
    fill(horizon, height, [tone([206, 110, 110], [120, 56, 84]), tone([52, 40, 100], [14, 14, 40])]);
    for (let line = 0; line < 34; line += 1) {
      const depth = (line + 0.5) / 34;
      const sway = Math.sin(line * 2.4 + time * 18) * (6 + 26 * depth);
      const length = (16 + 70 * depth) * (0.55 + 0.45 * Math.sin(line * 5.1 + time * 12));
      context.fillStyle = `rgb(255 214 150 / ${(0.8 - 0.6 * depth) * (1 - 0.7 * time)})`;
      context.fillRect(width / 2 + sway - length / 2, horizon + depth * (height - horizon), length, 1.5 + 2 * depth);
    }
  }

  function fill(top, bottom, tones) {
    const gradient = context.createLinearGradient(0, top, 0, bottom);
    for (const [index, tone] of tones.entries()) gradient.addColorStop(index / (tones.length - 1), tone);
    context.fillStyle = gradient;
    context.fillRect(0, top, width, bottom - top);
  }
}
