//! Copies an image to the clipboard, which takes PNG files; others are drawn and encoded as one.

use js_sys::{Array, Function, Object, Promise, Reflect};
use ui::{RwSignal, spawn_local, window};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, future_to_promise};
use web_sys::{
    Blob, HtmlImageElement, ImageEncodeOptions, OffscreenCanvas, OffscreenCanvasRenderingContext2d,
    Response,
};

use crate::language::Message;
use crate::messages as say;

const PNG: &str = "image/png";

/// Copies what this element shows, and says whether that succeeded.
pub(super) fn copy_image(image: HtmlImageElement, said: RwSignal<Option<Message>>) {
    let png = future_to_promise(async move { png_of(image).await.map(JsValue::from) });
    let written = write(&png);
    spawn_local(async move {
        let message = match written {
            Ok(written) => match JsFuture::from(written).await {
                Ok(_) => say::COPIED,
                Err(_) => say::COPY_FAILED,
            },
            Err(_) if !window().is_secure_context() => say::COPY_INSECURE,
            Err(_) => say::COPY_FAILED,
        };
        let _ = said.try_set(Some(message));
    });
}

/// Starts writing. At once, since browsers allow it only in answer to a press.
fn write(png: &Promise) -> Result<Promise, JsValue> {
    // web-sys has no stable `ClipboardItem` that takes a promise.
    let class: Function = Reflect::get(&window(), &"ClipboardItem".into())?.dyn_into()?;
    let content = Object::new();
    Reflect::set(&content, &PNG.into(), png)?;
    let item = Reflect::construct(&class, &Array::of1(&content))?;
    let clipboard = Reflect::get(&window().navigator(), &"clipboard".into())?;
    let write: Function = Reflect::get(&clipboard, &"write".into())?.dyn_into()?;
    write.call1(&clipboard, &Array::of1(&item))?.dyn_into()
}

/// The file itself if it is a PNG, with the workflow that it may contain.
async fn png_of(image: HtmlImageElement) -> Result<Blob, JsValue> {
    let response: Response = JsFuture::from(window().fetch_with_str(&image.src()))
        .await?
        .dyn_into()?;
    let blob: Blob = JsFuture::from(response.blob()?).await?.dyn_into()?;
    if response.ok() && blob.type_() == PNG {
        return Ok(blob);
    }
    let canvas = OffscreenCanvas::new(image.natural_width(), image.natural_height())?;
    let context = canvas
        .get_context("2d")?
        .ok_or("the browser has no canvas")?;
    let context: OffscreenCanvasRenderingContext2d = context.dyn_into()?;
    context.draw_image_with_html_image_element(&image, 0.0, 0.0)?;
    let options = ImageEncodeOptions::new();
    options.set_type(PNG);
    let encoded = canvas.convert_to_blob_with_options(&options)?;
    JsFuture::from(encoded).await?.dyn_into()
}
