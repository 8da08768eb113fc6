//! One output of a run: a picture, a text, a video, a sound, or a file to download. A text is
//! shown as text, never as HTML; an SVG only as a picture, in which nothing runs.

use leptos::prelude::*;

use super::download::download_link;
use super::text_output::text_output;
use super::zoom::zoom_button;
use crate::api::RunOutput;
use crate::playground::file_names::base_name;
use crate::playground::messages as say;
use crate::playground::runs::{RunRow, Runs, output_url};
use crate::playground::ui::RwSignal;
use crate::playground::ui::{El, button, el};

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Image,
    Video,
    Audio,
    Text,
    File,
}

/// One output with its name and what can be done with it.
pub(super) fn output_view(row: RunRow, output: RunOutput, base_url: &str) -> El {
    let name = base_name(&output.filename).to_owned();
    let about = el("figcaption", "output-about").child(
        el("span", "output-name")
            .attr("dir", "auto")
            .attr("title", name.clone())
            .text(name.clone()),
    );
    let Some(url) = output_url(&output, base_url) else {
        return el("figure", "output")
            .child(el("p", "hint").text(say::OUTPUT_NO_ADDRESS))
            .child(about);
    };
    let kind = Kind::of(&name);
    let figure = el("figure", "output").attr("data-kind", kind.word());
    let broken = RwSignal::new(false);
    let failed = move |_| broken.set(true);
    let (figure, about) = match kind {
        Kind::Image => {
            let (zoom, open) = zoom_button(url.clone(), name.clone());
            let picture = el("img", "output-media")
                .attr("src", url.clone())
                .attr("alt", name.clone())
                .attr("hidden", move || broken.get())
                .on("error", failed)
                .on("click", move |_| open());
            (figure.child(picture), about.child(zoom))
        }
        Kind::Video => (
            figure.child(player("video", &url, &name).on("error", failed)),
            about,
        ),
        Kind::Audio => (
            figure.child(player("audio", &url, &name).on("error", failed)),
            about,
        ),
        Kind::Text => {
            let (text, copy) = text_output(url.clone(), name.clone());
            (figure.child(text), about.child(copy))
        }
        Kind::File => (figure, about),
    };
    figure
        .live(move || broken.get().then(|| gone(row)))
        .child(about.child(download_link(url, name)))
}

/// Whether an output is a picture.
pub(super) fn is_picture(output: &RunOutput) -> bool {
    Kind::of(&output.filename) == Kind::Image
}

fn player(tag: &'static str, url: &str, name: &str) -> El {
    el(tag, "output-media")
        .attr("src", url.to_owned())
        .attr("aria-label", name.to_owned())
        .attr("controls", true)
        .attr("preload", "metadata")
}

/// An address ends after a while; the deployment gives another one.
fn gone(row: RunRow) -> El {
    let runs: Runs = expect_context();
    let again = move || {
        row.live.update(|live| {
            live.told = false;
            live.renewing = true;
        });
        runs.kick();
    };
    el("p", "output-gone hint")
        .text(say::OUTPUT_FAILED)
        .text(" ")
        .child(button("button small", again).text(say::OUTPUT_NEW_LINK))
}

impl Kind {
    /// By the ending of its name, as the wire says no more.
    fn of(name: &str) -> Self {
        let ending = name
            .rsplit('.')
            .next()
            .unwrap_or_default()
            .to_ascii_lowercase();
        match ending.as_str() {
            "png" | "jpg" | "jpeg" | "webp" | "gif" | "bmp" | "avif" | "svg" => Self::Image,
            "mp4" | "webm" | "mov" | "mkv" => Self::Video,
            "mp3" | "wav" | "flac" | "ogg" | "opus" | "m4a" => Self::Audio,
            "txt" | "md" | "json" | "csv" | "log" => Self::Text,
            _ => Self::File,
        }
    }

    fn word(self) -> &'static str {
        match self {
            Self::Image => "image",
            Self::Video => "video",
            Self::Audio => "audio",
            Self::Text => "text",
            Self::File => "file",
        }
    }
}
