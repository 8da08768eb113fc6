//! Reduces an image in the browser, and keeps the result.

use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    Blob, ImageBitmap, ImageEncodeOptions, OffscreenCanvas, OffscreenCanvasRenderingContext2d,
    Response,
};

use crate::database::{self, THUMBNAILS};
use ui::window;

/// The longer side of a thumbnail, in pixels: sharp in a tile of a dense display.
pub(super) const SIZE: f64 = 320.0;
/// The quality of its encoding.
const QUALITY: f64 = 0.8;

/// The thumbnail that was kept under this key.
pub(super) async fn kept(key: &str) -> Option<Blob> {
    database::get(THUMBNAILS, key).await?.dyn_into().ok()
}

/// Keeps a thumbnail.
pub(super) async fn keep(key: &str, thumbnail: &Blob) {
    database::put(THUMBNAILS, key, thumbnail).await;
}

/// The image at this address. The error says whether there may be one that the page is not allowed to read.
pub(super) async fn read(address: &str) -> Result<Blob, bool> {
    let response = JsFuture::from(window().fetch_with_str(address)).await;
    let response: Response = response.map_err(|_| true)?.unchecked_into();
    if !response.ok() {
        return Err(false);
    }
    let blob = response.blob().map_err(|_| false)?;
    let blob = JsFuture::from(blob).await.map_err(|_| false)?;
    Ok(blob.unchecked_into())
}

/// A reduced image; `None` if the browser cannot decode it here.
pub(super) async fn reduced(image: &Blob) -> Option<Blob> {
    let decoded = window().create_image_bitmap_with_blob(image).ok()?;
    reduced_bitmap(JsFuture::from(decoded).await.ok()?.unchecked_into()).await
}

/// A reduced image from its pixels.
pub(super) async fn reduced_bitmap(image: ImageBitmap) -> Option<Blob> {
    let reduced = reduce(&image).await;
    image.close();
    reduced
}

async fn reduce(image: &ImageBitmap) -> Option<Blob> {
    let (width, height) = (f64::from(image.width()), f64::from(image.height()));
    let scale = (SIZE / width.max(height).max(1.0)).min(1.0);
    let [width, height] = [width, height].map(|side| (side * scale).round().max(1.0));
    let canvas = OffscreenCanvas::new(width as u32, height as u32).ok()?;
    let context: OffscreenCanvasRenderingContext2d =
        canvas.get_context("2d").ok()??.unchecked_into();
    context
        .draw_image_with_image_bitmap_and_dw_and_dh(image, 0.0, 0.0, width, height)
        .ok()?;
    let options = ImageEncodeOptions::new();
    options.set_type("image/webp");
    options.set_quality(QUALITY);
    let blob = canvas.convert_to_blob_with_options(&options).ok()?;
    JsFuture::from(blob).await.ok()?.dyn_into().ok()
}
