// Images of phones that no engine reads: the page converts those that the browser can decode, and refuses the others at
// their field.
import { expect, test } from "./test.mjs";

/** An AVIF file of 8 × 6 pixels, red but for a transparent one, made with Pillow. */
const AVIF = `AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAAGGbWV0YQAAAAAAAAAhaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAAAA
AAAOcGl0bQAAAAAAAQAAACxpbG9jAAAAAEQAAAIAAQAAAAEAAAHJAAAAMQACAAAAAQAAAa4AAAAbAAAAQmlpbmYAAAAAAAIAAAAaaW5mZQIAAAAA
AQAAYXYwMUNvbG9yAAAAABppbmZlAgAAAAACAABhdjAxQWxwaGEAAAAAGmlyZWYAAAAAAAAADmF1eGwAAgABAAEAAADDaXBycAAAAJ1pcGNvAAAA
FGlzcGUAAAAAAAAACAAAAAYAAAAQcGl4aQAAAAADCAgIAAAADGF2MUOBAAwAAAAAE2NvbHJuY2x4AAEADQAGgAAAAA5waXhpAAAAAAEIAAAADGF2
MUOBABwAAAAAOGF1eEMAAAAAdXJuOm1wZWc6bXBlZ0I6Y2ljcDpzeXN0ZW1zOmF1eGlsaWFyeTphbHBoYQAAAAAeaXBtYQAAAAAAAAACAAEEAQKD
BAACBAEFhgcAAABUbWRhdBIACgUYCL1hUDIQFkAYYUAK8zTiDEz/siBatxIACggYCL1ogIaDQjIjF4eHhiGEkkkmUAAACEhUWE5GZ/XZB2VYeKIZ
iZcfSKAMsQg=`;
const avif = { name: "IMG_1.avif", mimeType: "image/avif", buffer: Buffer.from(AVIF, "base64") };

/** The head of a HEIC file: Chromium decodes none. */
const heic = {
  name: "IMG_2.heic",
  mimeType: "image/heic",
  buffer: Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1"),
};

test("an AVIF image is sent as PNG", async ({ playground }) => {
  await playground.choose("Poster");
  await playground.file("Photo").setInputFiles(avif);
  await expect(playground.form).toContainText("IMG_1.png");
  await expect(playground.preview).toHaveJSProperty("naturalWidth", 8);
  await playground.waitForRun(await playground.start());
});

test("a HEIC image that the browser cannot decode is refused at its field", async ({ playground }) => {
  await playground.choose("Poster");
  await playground.file("Photo").setInputFiles(heic);
  const message = /“IMG_2\.heic” is HEIC, which ComfyUI cannot read; save it as JPEG or PNG, and choose that/;
  await playground.showsError(playground.file("Photo"), message);
  const sent = playground.submissions();
  await playground.run.click();
  await playground.showsError(playground.file("Photo"), message);
  expect(sent).toEqual([]);
});
