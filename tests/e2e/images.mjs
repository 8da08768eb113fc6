// Images written and read pixel by pixel with the browser's codecs.

/** A PNG file of these pixels: rows of `[red, green, blue]`. */
export async function png(page, rows, name = "known.png") {
  const base64 = await page.evaluate(async (rows) => {
    const canvas = new OffscreenCanvas(rows[0].length, rows.length);
    const bytes = Uint8ClampedArray.from(rows.flat().flatMap((pixel) => [...pixel, 255]));
    canvas.getContext("2d").putImageData(new ImageData(bytes, canvas.width, canvas.height), 0, 0);
    const blob = await canvas.convertToBlob({ type: "image/png" });
    return btoa(String.fromCharCode(...new Uint8Array(await blob.arrayBuffer())));
  }, rows);
  return { name, mimeType: "image/png", buffer: Buffer.from(base64, "base64") };
}

/** The pixels of an `<img>`, or of each n-th row and column: rows of `[red, green, blue]`. */
export async function shownPixels(image, nth = 1) {
  return image.evaluate(async (element, nth) => {
    await element.decode();
    const { naturalWidth: width, naturalHeight: height } = element;
    const context = new OffscreenCanvas(width, height).getContext("2d");
    context.drawImage(element, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    const pixel = (index) => [...data.slice(index * 4, index * 4 + 3)];
    const places = (length) => Array.from({ length: Math.ceil(length / nth) }, (_, index) => index * nth);
    return places(height).map((y) => places(width).map((x) => pixel(y * width + x)));
  }, nth);
}

/** A PNG file of an evening landscape, for screenshots. */
export async function landscape(page, name = "evening.png") {
  const base64 = await page.evaluate(async (side) => {
    const canvas = new OffscreenCanvas(side, side);
    const context = canvas.getContext("2d");
    const fill = (top, bottom, from, to) => {
      const gradient = context.createLinearGradient(0, from, 0, to);
      gradient.addColorStop(0, top);
      gradient.addColorStop(1, bottom);
      context.fillStyle = gradient;
    };
    fill("#27395f", "#f0b48a", 0, side * 0.62);
    context.fillRect(0, 0, side, side);
    context.fillStyle = "#ffe3b8";
    context.beginPath();
    context.arc(side * 0.68, side * 0.46, side * 0.06, 0, Math.PI * 2);
    context.fill();
    /** @type {[top: string, bottom: string, height: number][]} */
    const ridges = [
      ["#8a7795", "#b99aa0", 0.5],
      ["#5a5f80", "#77708c", 0.6],
      ["#34405f", "#47507a", 0.72],
      ["#18233b", "#0f1728", 0.85],
    ];
    ridges.forEach(([top, bottom, height], ridge) => {
      fill(top, bottom, side * (height - 0.1), side);
      context.beginPath();
      context.moveTo(0, side);
      for (let x = 0; x <= side; x += 4) {
        const t = (x / side) * Math.PI * 2;
        const wave =
          Math.sin(t * (1.3 + ridge * 0.4) + ridge * 2.1) * 0.05 + Math.sin(t * (4.1 + ridge) + ridge) * 0.015;
        context.lineTo(x, side * (height - wave));
      }
      context.lineTo(side, side);
      context.fill();
    });
    const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: "image/png" })).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  }, 800);
  return { name, mimeType: "image/png", buffer: Buffer.from(base64, "base64") };
}
