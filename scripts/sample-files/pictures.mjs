// The pictures of the examples. Each function runs in a browser's page and returns a JPEG as base64.

/** The pictures by file name, as code for the page. */
export const pictures = Object.fromEntries(
  Object.entries({ "dusk.jpg": dusk, "ridges.jpg": ridges, "aurora.jpg": aurora }).map(([name, draw]) => [
    name,
    `(async () => { ${[canvas, random, gradient, glow, ridge, jpeg].join("\n")}\nreturn (${draw})(); })()`,
  ]),
);

/** A JPEG, scaled to twice the size that the page shows an example at. Runs in a page. */
export async function thumbnail(base64) {
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes]), { resizeWidth: 112, resizeQuality: "high" });
  const context = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
  context.drawImage(picture, 0, 0);
  const blob = await context.canvas.convertToBlob({ type: "image/jpeg", quality: 0.7 });
  return btoa(String.fromCharCode(...new Uint8Array(await blob.arrayBuffer())));
}

function canvas(width = 1200, height = 900) {
  return new OffscreenCanvas(width, height).getContext("2d");
}

/** Numbers from 0 to 1, the same each time. */
function random(seed) {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return state / 4294967296;
  };
}

/** Fills a band with colors from top to bottom. */
function gradient(context, from, to, colors) {
  const fill = context.createLinearGradient(0, from, 0, to);
  for (const [index, color] of colors.entries()) fill.addColorStop(index / (colors.length - 1), color);
  context.fillStyle = fill;
  context.fillRect(0, from, context.canvas.width, to - from);
}

/** A light that fades out. */
function glow(context, x, y, radius, color) {
  const fill = context.createRadialGradient(x, y, 0, x, y, radius);
  fill.addColorStop(0, color);
  fill.addColorStop(1, `${color.slice(0, 7)}00`);
  context.fillStyle = fill;
  context.fillRect(x - radius, y - radius, 2 * radius, 2 * radius);
}

/** A ridge of mountains: a few waves of different lengths. */
function ridge(context, base, height, colors, next) {
  const { width, height: bottom } = context.canvas;
  const waves = [1, 2.3, 5.1, 11.7, 26].map((rate) => ({ rate, size: 1 / rate ** 0.9, shift: next() * 7 }));
  const fill = context.createLinearGradient(0, base - height, 0, Math.min(bottom, base + 2.2 * height));
  for (const [index, color] of colors.entries()) fill.addColorStop(index / (colors.length - 1), color);
  context.fillStyle = fill;
  context.beginPath();
  context.moveTo(0, bottom);
  for (let x = 0; x <= width; x += 2) {
    const lift = waves.reduce((sum, { rate, size, shift }) => sum + size * Math.sin((x / width) * 5 * rate + shift), 0);
    context.lineTo(x, base - lift * height * 0.55);
  }
  context.lineTo(width, bottom);
  context.fill();
}

async function jpeg(context, quality = 0.8) {
  const blob = await context.canvas.convertToBlob({ type: "image/jpeg", quality });
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

/** The sun above the sea, its light on the water, and two headlands. */
function dusk() {
  const context = canvas();
  const { width, height } = context.canvas;
  const next = random(11);
  const horizon = height * 0.6;
  const [sunX, sunY] = [width * 0.56, horizon - 70];
  gradient(context, 0, horizon, ["#1d2452", "#4a3a78", "#a4527c", "#ef8354", "#ffc971"]);
  glow(context, sunX, sunY, 520, "#ffd07acc");
  for (let cloud = 0; cloud < 26; cloud += 1) {
    const y = horizon * (0.16 + 0.72 * next());
    context.save();
    context.translate(next() * width, y);
    context.scale(6 + 7 * next(), 0.35 + 0.3 * next());
    glow(context, 0, 0, 26 + 20 * next(), y < horizon * 0.5 ? "#e07a8a38" : "#ffd9a04a");
    context.restore();
  }
  context.fillStyle = "#fff1c9";
  context.beginPath();
  context.arc(sunX, sunY, 52, 0, 2 * Math.PI);
  context.fill();
  gradient(context, horizon, height, ["#e88a62", "#a4557a", "#4b3a72", "#1b1f47", "#10142f"]);
  for (let line = 0; line < 240; line += 1) {
    const depth = next() ** 1.6;
    const y = horizon + depth * (height - horizon);
    const spread = 40 + depth * 200;
    const x = sunX + (next() + next() - 1) * spread;
    const length = (10 + 70 * depth) * (0.4 + next());
    context.fillStyle = `rgb(255 ${200 + 30 * next()} 140 / ${0.75 * (1 - depth) + 0.12})`;
    context.fillRect(x - length / 2, y, length, 1.5 + 3 * depth);
  }
  /** @type {[x: number, size: number, color: string][]} */
  const headlands = [
    [width * 0.05, 1, "#2b2350"],
    [width * 0.93, 0.72, "#3a2a5c"],
  ];
  for (const [x, size, color] of headlands) {
    context.fillStyle = color;
    context.beginPath();
    context.ellipse(x, horizon + 2, 300 * size, 88 * size, 0, Math.PI, 0);
    context.ellipse(x + 120 * size, horizon + 2, 210 * size, 50 * size, 0, Math.PI, 0);
    context.fill();
  }
  return jpeg(context);
}

/** Mountains in the morning mist, each ridge darker than the one behind it. */
function ridges() {
  const context = canvas();
  const { width, height } = context.canvas;
  const next = random(42);
  gradient(context, 0, height, ["#f7d9b4", "#f9e8cf", "#cfe3df", "#a8cfd0"]);
  glow(context, width * 0.3, height * 0.3, 420, "#fff6dfee");
  context.fillStyle = "#fffaf0";
  context.beginPath();
  context.arc(width * 0.3, height * 0.3, 46, 0, 2 * Math.PI);
  context.fill();
  const tones = [
    ["#a9cacb", "#d8e6e0"],
    ["#7fb0b5", "#c0d9d6"],
    ["#558f99", "#9cc3c4"],
    ["#33707d", "#6ea3a9"],
    ["#1c5160", "#3d7a85"],
    ["#0e3442", "#184c5b"],
  ];
  for (const [index, colors] of tones.entries())
    ridge(context, height * (0.44 + 0.105 * index), 46 + 16 * index, colors, next);
  context.fillStyle = "#082530";
  for (let tree = 0; tree < 90; tree += 1) {
    const x = next() * width;
    const size = 34 + 70 * next() ** 2;
    const foot = height + 6 - 26 * Math.sin((x / width) * 3 + 0.6);
    for (let layer = 0; layer < 4; layer += 1) {
      const [top, half] = [foot - size + layer * size * 0.2, size * (0.09 + 0.06 * layer)];
      context.beginPath();
      context.moveTo(x, top);
      context.lineTo(x + half, top + size * 0.36);
      context.lineTo(x - half, top + size * 0.36);
      context.fill();
    }
  }
  return jpeg(context);
}

/** Northern lights above a snowy valley. */
function aurora() {
  const context = canvas();
  const { width, height } = context.canvas;
  const next = random(5);
  gradient(context, 0, height, ["#050b1e", "#0a1f3d", "#14425a", "#1f6a6b"]);
  for (let star = 0; star < 260; star += 1) {
    context.fillStyle = `rgb(255 255 255 / ${0.25 + 0.7 * next()})`;
    const size = 0.6 + 1.6 * next() ** 3;
    context.beginPath();
    context.arc(next() * width, next() * height * 0.6, size, 0, 2 * Math.PI);
    context.fill();
  }
  context.globalCompositeOperation = "lighter";
  /** @type {[top: number, reach: number, color: string, shift: number][]} */
  const curtains = [
    [0.5, 300, "90 255 170", 0.4],
    [0.42, 240, "70 220 200", 2.1],
    [0.34, 260, "150 110 255", 4],
  ];
  for (const [top, reach, color, shift] of curtains) {
    for (let x = -20; x < width + 20; x += 3) {
      const t = x / width;
      const foot = height * top + 60 * Math.sin(t * 5 + shift) + 26 * Math.sin(t * 13 + 2 * shift);
      const tall = reach * (0.65 + 0.35 * Math.sin(t * 21 + shift) * Math.sin(t * 47 + shift));
      const strength = 0.11 * (0.55 + 0.45 * Math.sin(t * 7 + shift * 3));
      const fill = context.createLinearGradient(0, foot - tall, 0, foot + 16);
      fill.addColorStop(0, `rgb(${color} / 0)`);
      fill.addColorStop(0.85, `rgb(${color} / ${strength})`);
      fill.addColorStop(1, `rgb(${color} / 0)`);
      context.fillStyle = fill;
      context.fillRect(x, foot - tall, 9, tall + 16);
    }
  }
  context.globalCompositeOperation = "source-over";
  ridge(context, height * 0.72, 74, ["#9fd3d6", "#2f6a80", "#123048"], next);
  ridge(context, height * 0.84, 60, ["#4d97a3", "#16405a", "#0a2033"], next);
  ridge(context, height * 0.96, 40, ["#0a1f30", "#050f1b"], next);
  return jpeg(context);
}
