//! What the device shows, the file that was taken, or why there is none.

use wasm_bindgen::JsCast;
use web_sys::{File, HtmlVideoElement};

use super::failure::Failure;
use super::medium::Medium;
use super::session::{Session, Stage};
use crate::file_url::FileUrl;
use crate::messages as say;
use ui::{El, el};

/// The stage. `video` shows the camera.
pub(super) fn stage(session: Session, video: El) -> El {
    let medium = session.medium;
    let result = move || match session.stage.get() {
        Stage::Taken(file) => taken(medium, &file),
        Stage::Failed(failure) => Some(notice(medium, failure)),
        Stage::Live | Stage::Recording if !medium.is_seen() => Some(sound(medium)),
        _ => None,
    };
    el("div", "capture-stage")
        .attr(
            "data-medium",
            if medium.is_seen() { "picture" } else { "sound" },
        )
        .child(video)
        .live(result)
        .live(move || {
            let is_recording = session.stage.get() == Stage::Recording;
            is_recording.then(|| time(session))
        })
}

/// The element that shows the camera while it is on.
pub(super) fn camera(session: Session) -> El {
    let element = el("video", "capture-camera");
    let video: HtmlVideoElement = element.node().clone().unchecked_into();
    // The attribute would have no effect on an element that a script made, and the sound would echo.
    video.set_muted(true);
    let is_on = move || {
        let stage = session.stage.get();
        matches!(stage, Stage::Live | Stage::Recording)
    };
    element
        .attr("autoplay", true)
        .attr("playsinline", true)
        .attr("aria-label", session.medium.device())
        .attr("hidden", move || !(is_on() && session.medium.is_seen()))
        .effect(move || {
            let stream = is_on().then(|| session.stream()).flatten();
            video.set_src_object(stream.as_ref());
        })
}

fn taken(medium: Medium, file: &File) -> Option<El> {
    let url = FileUrl::new(file)?;
    let shown = match medium {
        Medium::Photo => el("img", "capture-taken").attr("alt", file.name()),
        Medium::Audio => el("audio", "capture-sound").attr("controls", true),
        Medium::Video => el("video", "capture-taken")
            .attr("controls", true)
            .attr("playsinline", true),
    };
    Some(shown.attr("src", url.0.clone()).keep(url))
}

fn notice(medium: Medium, failure: Failure) -> El {
    el("p", "capture-notice")
        .attr("role", "alert")
        .text(failure.message(medium))
}

/// What stands for the picture of a microphone.
fn sound(medium: Medium) -> El {
    el("svg", "capture-microphone")
        .attr("viewBox", "0 0 16 16")
        .attr("aria-hidden", "true")
        .attr("focusable", "false")
        .child(el("path", "").attr("d", medium.icon()))
}

fn time(session: Session) -> El {
    el("p", "capture-time")
        .attr("role", "timer")
        .attr("aria-label", say::RECORDING_TIME)
        .text(move || session.watch.text())
}
