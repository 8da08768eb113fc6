//! Encodes an image with transparency as PNG. A browser's canvas forgets the colors of transparent pixels, which
//! ComfyUI needs below a mask. Section numbers are those of the PNG specification.

use std::io;

use image_chunks::png::{SIGNATURE, write_chunk};
use js_sys::{Array, Function, Reflect, Uint8Array};
use ui::window;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, Response};

/// Bytes of a pixel: red, green, blue, alpha.
const PIXEL: usize = 4;

/// The PNG of these pixels, row by row.
///
/// # Errors
/// What the browser answers if it cannot compress, or a text if the file is too large for its format.
pub(super) async fn png(pixels: &[u8], width: u32) -> Result<Vec<u8>, JsValue> {
    let row = width as usize * PIXEL;
    let height = (pixels.len() / row.max(1)) as u32;
    let compressed = deflated(&unfiltered(pixels, row)).await?;
    file(width, height, &compressed).map_err(|why| why.to_string().into())
}

/// The rows, each after the type of its filter: none (9.2).
fn unfiltered(pixels: &[u8], row: usize) -> Vec<u8> {
    let mut rows = Vec::with_capacity(pixels.len() + pixels.len() / row.max(1));
    for pixels in pixels.chunks(row.max(1)) {
        rows.push(0);
        rows.extend_from_slice(pixels);
    }
    rows
}

/// Compresses in zlib's format (10.1), by the browser.
async fn deflated(data: &[u8]) -> Result<Vec<u8>, JsValue> {
    // web-sys has no `CompressionStream`.
    let class: Function = Reflect::get(&window(), &"CompressionStream".into())?.dyn_into()?;
    let stream = Reflect::construct(&class, &Array::of1(&"deflate".into()))?;
    let parts = Array::of1(&Uint8Array::from(data));
    let source = Blob::new_with_u8_array_sequence(&parts)?.stream();
    let compressed = source.pipe_through(stream.unchecked_ref());
    let response = Response::new_with_opt_readable_stream(Some(&compressed))?;
    let buffer = JsFuture::from(response.array_buffer()?).await?;
    Ok(Uint8Array::new(buffer.unchecked_ref()).to_vec())
}

/// The file: a header (11.2.2), the data (11.2.4) and the end (11.2.5).
fn file(width: u32, height: u32, compressed: &[u8]) -> io::Result<Vec<u8>> {
    let mut file = SIGNATURE.to_vec();
    let mut header = Vec::new();
    header.extend(width.to_be_bytes());
    header.extend(height.to_be_bytes());
    // 8 bits per sample, red, green, blue and alpha; deflate, adaptive filters, not interlaced.
    header.extend([8, 6, 0, 0, 0]);
    write_chunk(&mut file, b"IHDR", &header)?;
    write_chunk(&mut file, b"IDAT", compressed)?;
    write_chunk(&mut file, b"IEND", &[])?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_program_reads_the_file() {
        let pixels = [
            [255, 0, 0, 255],
            [1, 2, 3, 0],
            [9, 8, 7, 128],
            [0, 0, 0, 255],
        ]
        .concat();
        let compressed = miniz_oxide::deflate::compress_to_vec_zlib(&unfiltered(&pixels, 8), 6);
        let file = file(2, 2, &compressed).unwrap();
        let image = image::load_from_memory(&file).unwrap().to_rgba8();
        assert_eq!(image.dimensions(), (2, 2));
        assert_eq!(
            image.into_raw(),
            pixels,
            "transparent pixels keep their colors"
        );
    }
}
