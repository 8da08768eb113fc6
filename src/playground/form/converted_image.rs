//! Converts images that no engine reads, such as those of phones, where the browser can decode them. In the deferred
//! chunk. Does not know the field that they are for.

use js_sys::Array;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    Blob, File, FilePropertyBag, ImageBitmap, ImageEncodeOptions, OffscreenCanvas,
    OffscreenCanvasRenderingContext2d,
};

use crate::text::stem;
use ui::window;

/// PNG keeps transparency and every pixel.
const TYPE: &str = "image/png";

/// These files, each in a format that engines read if the browser can convert it; `None` if all stay as they are.
pub(super) async fn converted(files: &[File]) -> Option<Vec<File>> {
    let mut all = files.to_vec();
    let mut has_changed = false;
    for file in &mut all {
        let format = client_web::sniff(file)
            .await
            .and_then(schema::unreadable_image);
        if format.is_some()
            && let Some(image) = png(file).await
        {
            *file = image;
            has_changed = true;
        }
    }
    has_changed.then_some(all)
}

async fn png(file: &File) -> Option<File> {
    let bitmap = window().create_image_bitmap_with_blob(file).ok()?;
    let bitmap: ImageBitmap = JsFuture::from(bitmap).await.ok()?.unchecked_into();
    let encoded = encoded(&bitmap).await;
    bitmap.close();
    let encoded = encoded?;
    let options = FilePropertyBag::new();
    options.set_type(TYPE);
    let name = [stem(&file.name()), ".png"].concat();
    File::new_with_blob_sequence_and_options(&Array::of1(&encoded), &name, &options).ok()
}

async fn encoded(bitmap: &ImageBitmap) -> Option<Blob> {
    let canvas = OffscreenCanvas::new(bitmap.width(), bitmap.height()).ok()?;
    let context: OffscreenCanvasRenderingContext2d =
        canvas.get_context("2d").ok()??.unchecked_into();
    context
        .draw_image_with_image_bitmap(bitmap, 0.0, 0.0)
        .ok()?;
    let options = ImageEncodeOptions::new();
    options.set_type(TYPE);
    let blob = canvas.convert_to_blob_with_options(&options).ok()?;
    JsFuture::from(blob).await.ok()?.dyn_into().ok()
}
