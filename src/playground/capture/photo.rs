//! The present picture of a camera as a file.

use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Blob, CanvasRenderingContext2d, File, HtmlCanvasElement, HtmlVideoElement};

use super::file::named;
use super::medium::Medium;
use ui::document;

/// A camera's picture has noise, which PNG keeps at five times the size.
const TYPE: &str = "image/jpeg";
const QUALITY: f64 = 0.92;

/// The state of a video that has a picture (HTML, 4.8.11.7).
const HAVE_CURRENT_DATA: u16 = 2;

/// Calls `done` with the picture that the video shows, or with its first one; `None` if it cannot be read.
pub(super) fn take(video: &HtmlVideoElement, done: impl FnOnce(Option<File>) + 'static) {
    if video.ready_state() >= HAVE_CURRENT_DATA {
        return take_now(video, done);
    }
    let shown = video.clone();
    let later = Closure::once_into_js(move || {
        shown.set_onloadeddata(None);
        take_now(&shown, done);
    });
    video.set_onloadeddata(Some(later.unchecked_ref()));
}

fn take_now(video: &HtmlVideoElement, done: impl FnOnce(Option<File>) + 'static) {
    let Some(canvas) = drawn(video) else {
        return done(None);
    };
    let encoded = Closure::once_into_js(move |blob: Option<Blob>| {
        // A browser that cannot write JPEG answers with PNG.
        done(blob.and_then(|blob| named(&blob, Medium::Photo, &blob.type_())));
    });
    let _ = canvas.to_blob_with_type_and_encoder_options(
        encoded.unchecked_ref(),
        TYPE,
        &QUALITY.into(),
    );
}

/// The picture in its full size; `None` before the first one.
fn drawn(video: &HtmlVideoElement) -> Option<HtmlCanvasElement> {
    let (width, height) = (video.video_width(), video.video_height());
    if width == 0 || height == 0 {
        return None;
    }
    let canvas = document().create_element("canvas").ok()?;
    let canvas: HtmlCanvasElement = canvas.dyn_into().ok()?;
    canvas.set_width(width);
    canvas.set_height(height);
    let context = canvas.get_context("2d").ok()??;
    let context: CanvasRenderingContext2d = context.dyn_into().ok()?;
    context
        .draw_image_with_html_video_element(video, 0.0, 0.0)
        .ok()?;
    Some(canvas)
}
