//! One output of a run: an image, video, audio, text, or another file to download. Text is never
//! shown as HTML, and an SVG only as an image, in which scripts do not run.

use leptos::prelude::*;

use super::download_link::download_link;
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

/// An output with its name and actions.
pub(super) fn output_view(row: RunRow, output: RunOutput, base_url: &str) -> El {
    let name = base_name(&output.filename).to_owned();
    let caption = el("figcaption", "output-caption").child(
        el("span", "output-name")
            .attr("dir", "auto")
            .attr("title", name.clone())
            .text(name.clone()),
    );
    let Some(url) = output_url(&output, base_url) else {
        return el("figure", "output")
            .child(el("p", "hint").text(say::OUTPUT_NO_ADDRESS))
            .child(caption);
    };
    let kind = Kind::of(&name);
    let figure = el("figure", "output").attr("data-kind", kind.name());
    let is_broken = RwSignal::new(false);
    let failed = move |_| is_broken.set(true);
    let (figure, caption) = match kind {
        Kind::Image => {
            let (zoom, open) = zoom_button(url.clone(), name.clone());
            let image = el("img", "output-media")
                .attr("src", url.clone())
                .attr("alt", name.clone())
                .attr("hidden", move || is_broken.get())
                .on("error", failed)
                .on("click", move |_| open());
            (figure.child(image), caption.child(zoom))
        }
        Kind::Video => (
            figure.child(player("video", &url, &name).on("error", failed)),
            caption,
        ),
        Kind::Audio => (
            figure.child(player("audio", &url, &name).on("error", failed)),
            caption,
        ),
        Kind::Text => {
            let (text, copy) = text_output(url.clone(), name.clone());
            (figure.child(text), caption.child(copy))
        }
        Kind::File => (figure, caption),
    };
    figure
        .live(move || is_broken.get().then(|| failed_notice(row)))
        .child(caption.child(download_link(url, name)))
}

/// Whether an output is an image.
pub(super) fn is_image(output: &RunOutput) -> bool {
    Kind::of(&output.filename) == Kind::Image
}

fn player(tag: &'static str, url: &str, name: &str) -> El {
    el(tag, "output-media")
        .attr("src", url.to_owned())
        .attr("aria-label", name.to_owned())
        .attr("controls", true)
        .attr("preload", "metadata")
}

/// Says that the output could not be loaded, and requests a new link: links expire.
fn failed_notice(row: RunRow) -> El {
    let runs: Runs = expect_context();
    let renew = move || {
        row.live.update(|live| {
            live.has_fresh_detail = false;
            live.is_renewing_links = true;
        });
        runs.poll_now();
    };
    el("p", "output-failed hint")
        .text(say::OUTPUT_FAILED)
        .text(" ")
        .child(button("button small", renew).text(say::OUTPUT_NEW_LINK))
}

impl Kind {
    /// By the file extension: the API reports no media type.
    fn of(name: &str) -> Self {
        let extension = name
            .rsplit('.')
            .next()
            .unwrap_or_default()
            .to_ascii_lowercase();
        match extension.as_str() {
            "png" | "jpg" | "jpeg" | "webp" | "gif" | "bmp" | "avif" | "svg" | "apng" => {
                Self::Image
            }
            "mp4" | "webm" | "mov" | "mkv" | "m4v" => Self::Video,
            "mp3" | "wav" | "flac" | "ogg" | "opus" | "m4a" | "aac" => Self::Audio,
            "txt" | "md" | "json" | "csv" | "log" => Self::Text,
            _ => Self::File,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Image => "image",
            Self::Video => "video",
            Self::Audio => "audio",
            Self::Text => "text",
            Self::File => "file",
        }
    }
}
