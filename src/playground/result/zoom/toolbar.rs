//! The buttons above an enlarged image.

use super::copy_image::copy_image;
use super::{STEP, Zoom};
use crate::language::{Message, integer};
use crate::messages as say;
use crate::runs::{batch_values, star_button};
use ui::{El, RwSignal, button, el};

/// The image's name, its scale, and what can be done with it.
pub(super) fn toolbar(zoom: Zoom, name: &str) -> El {
    let scale = zoom.scale;
    let percent = move || {
        let scale = scale.get()?;
        Some(say::RUN_PERCENT.with(&[&integer((scale * 100.0).round() as usize)]))
    };
    let (row, runs, name) = (zoom.row, zoom.runs, name.to_owned());
    // In a batch, files may have the same name.
    let shown_name = move || match batch_values(row, runs) {
        Some(values) => [&values, " · ", &name].concat(),
        None => name.clone(),
    };
    let (larger, smaller) = (zoom.clone(), zoom.clone());
    let dialog = zoom.dialog.clone();
    let close = move || dialog.close();
    let (image, said) = (zoom.image.clone(), RwSignal::new(None::<Message>));
    el("div", "zoom-toolbar")
        .child(el("span", "zoom-name").attr("dir", "auto").text(shown_name))
        .child(el("span", "hint").attr("role", "status").text(percent))
        .child(
            button("button small", move || scale.set(None))
                .attr("aria-pressed", move || scale.get().is_none().to_string())
                .text(say::ZOOM_FIT),
        )
        .child(
            button("button small", move || scale.set(Some(1.0)))
                .attr("aria-pressed", move || {
                    (scale.get() == Some(1.0)).to_string()
                })
                .text(say::ZOOM_FULL_SIZE),
        )
        .child(
            button("button small", move || smaller.step(1.0 / STEP, None))
                .attr("aria-label", say::ZOOM_OUT)
                .text("−"),
        )
        .child(
            button("button small", move || larger.step(STEP, None))
                .attr("aria-label", say::ZOOM_IN)
                .text("+"),
        )
        .child(
            button("button small", move || copy_image(image.clone(), said))
                .attr("aria-live", "polite")
                .text(move || said.get().unwrap_or(say::ZOOM_COPY)),
        )
        .child(star_button(zoom.row))
        .child(button("button small", close).text(say::CLOSE))
}
