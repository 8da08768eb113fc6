//! One frame of a video.

use js_sys::{Function, Promise};
use ui::{document, window};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{HtmlVideoElement, ImageBitmap};

/// How far into a video the frame is at most, in seconds: many videos begin black.
const AT: f64 = 1.0;
/// How long the browser may take for each step, in milliseconds: long enough for a slow network or a busy machine. Some
/// browsers load no video before a person plays it.
const PATIENCE: i32 = 30_000;

/// A frame from the beginning of the video at this address; `None` if the page may not read it, or the browser cannot
/// play it.
pub(super) async fn read(address: &str) -> Option<ImageBitmap> {
    let video = document().create_element("video").ok()?;
    let video: HtmlVideoElement = video.dyn_into().ok()?;
    let frame = frame(&video, address).await.ok();
    // Ends the download.
    video.set_src("");
    frame
}

async fn frame(video: &HtmlVideoElement, address: &str) -> Result<ImageBitmap, JsValue> {
    // Otherwise the page could not read the pixels of a video of another origin.
    video.set_cross_origin(Some("anonymous"));
    video.set_muted(true);
    video.set_preload("auto");
    wait(video, |loaded| {
        video.set_onloadeddata(Some(loaded));
        video.set_src(address);
    })
    .await?;
    wait(video, |found| {
        video.set_onseeked(Some(found));
        // The length of a stream is infinite.
        video.set_current_time((video.duration() / 2.0).min(AT));
    })
    .await?;
    let bitmap = window().create_image_bitmap_with_html_video_element(video)?;
    Ok(JsFuture::from(bitmap).await?.unchecked_into())
}

/// Waits until the function that this start gets has been called. An error of the video, or no answer in time, ends it.
async fn wait(video: &HtmlVideoElement, start: impl Fn(&Function)) -> Result<(), JsValue> {
    let mut timer = None;
    let done = Promise::new(&mut |resolve, reject| {
        video.set_onerror(Some(&reject));
        timer = window()
            .set_timeout_with_callback_and_timeout_and_arguments_0(&reject, PATIENCE)
            .ok();
        start(&resolve);
    });
    let outcome = JsFuture::from(done).await;
    if let Some(timer) = timer {
        window().clear_timeout_with_handle(timer);
    }
    outcome.map(|_| ())
}
