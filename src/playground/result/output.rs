//! One output of a run: an image, video, audio, text, or another file to download. Text is never
//! shown as HTML, and an SVG only as an image, in which scripts do not run.

use super::download_link::download_link;
use super::text_output::text_output;
use super::use_as_input::use_as_input;
use super::waveform::sound;
use super::zoom::zoom_button;
use crate::file_names::base_name;
use crate::messages as say;
use crate::output_drag::carry_output;
use crate::output_kind::output_kind;
use crate::runs::{RunRow, Runs, download_name, output_url, pictured_output};
use api::RunOutput;
use schema::OutputKind;
use ui::{El, RwSignal, button, el, expect_context};
use wasm_bindgen::JsCast;
use web_sys::{Event, MouseEvent};

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
    let kind = output_kind(&name);
    let saved_name = download_name(row, &name);
    let figure = el("figure", "output").attr("data-kind", kind_name(kind));
    let is_broken = RwSignal::new(false);
    let failed = move |_| is_broken.set(true);
    let (figure, caption) = match kind {
        OutputKind::Image => {
            let (zoom, enlarge) = zoom_button(row, url.clone(), name.clone());
            let image = el("img", "output-media")
                .attr("src", url.clone())
                .attr("alt", name.clone())
                // Shown at once, so that the slider through a batch does not flicker.
                .attr("decoding", "sync")
                .attr("hidden", move || is_broken.get())
                .on("error", failed)
                .on("dragstart", {
                    let (url, name) = (url.clone(), saved_name.clone());
                    move |event| carry_output(&event, &url, &name)
                })
                .on("click", move |event| {
                    if is_single_click(&event) {
                        enlarge();
                    }
                });
            (figure.child(image), caption.child(zoom))
        }
        OutputKind::Video => (
            figure.child(player("video", &url, &name).on("error", failed)),
            caption,
        ),
        OutputKind::Audio => {
            let player = player("audio", &url, &name).on("error", failed);
            (figure.child(sound(player, url.clone())), caption)
        }
        OutputKind::Text => {
            let (text, copy) = text_output(url.clone(), name.clone());
            (figure.child(text), caption.child(copy))
        }
        OutputKind::File => (figure, caption),
    };
    figure
        .live(move || is_broken.get().then(|| failed_notice(row)))
        .child(
            caption
                .live(as_other_input(row, url.clone(), name.clone(), kind))
                .child(download_link(url, saved_name)),
        )
}

/// Whether a click is not the second one of a double click, whose first opened the result from a contact sheet.
fn is_single_click(event: &Event) -> bool {
    let clicks = event.dyn_ref::<MouseEvent>().map(|event| event.detail());
    clicks.is_none_or(|clicks| clicks < 2)
}

/// The fields that take an output. The inspector has those for the picture that stands for the run.
fn as_other_input(
    row: RunRow,
    url: String,
    name: String,
    kind: OutputKind,
) -> impl Fn() -> Option<El> {
    let is_first = pictured_output(row).is_some_and(|(first, _)| first == url);
    move || match is_first {
        true => None,
        false => use_as_input(url.clone(), name.clone(), kind),
    }
}

/// Whether an output is an image.
pub(super) fn is_image(output: &RunOutput) -> bool {
    output_kind(&output.filename) == OutputKind::Image
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

/// The name of a kind in the page's markup.
fn kind_name(kind: OutputKind) -> &'static str {
    match kind {
        OutputKind::Image => "image",
        OutputKind::Video => "video",
        OutputKind::Audio => "audio",
        OutputKind::Text => "text",
        OutputKind::File => "file",
    }
}
