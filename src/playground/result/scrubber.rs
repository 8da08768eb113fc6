//! A slider through the results of a batch, below the result of one of its runs: the picture changes as if the
//! value were live.

use web_sys::HtmlImageElement;

use super::focus::focus_current_cell;
use crate::language::integer;
use crate::messages as say;
use crate::runs::{Runs, first_image_url, run_caption};
use ui::{El, StoredValue, button, el, expect_context, memo, value};

/// The slider through the batch with this id.
pub(super) fn scrubber(id: String) -> El {
    let runs: Runs = expect_context();
    let rows = memo(move || {
        let rows = runs.rows.completed_in_batch(&id);
        rows.iter().map(|row| row.key).collect::<Vec<_>>()
    });
    let row = move || runs.rows.row(runs.stage.shown.get());
    let index = move || {
        let shown = runs.stage.shown.get();
        rows.with(|keys| keys.iter().position(|key| Some(*key) == shown))
    };
    let caption = move || row().map(|row| run_caption(row, runs)).unwrap_or_default();
    let show_all = move || {
        if let Some(key) = runs.stage.shown.get_untracked() {
            runs.stage.select_in_batch(key);
            focus_current_cell();
        }
    };
    let count = move || rows.with(Vec::len);
    let loaded = StoredValue::new(Vec::new());
    let slider = el("input", "scrubber-slider")
        .attr("type", "range")
        .attr("min", "0")
        .attr("max", move || count().saturating_sub(1).to_string())
        .attr("aria-label", say::SCRUBBER)
        .attr("aria-valuetext", caption)
        .prop("value", move || index().unwrap_or_default().to_string())
        .on("input", move |event| {
            let index: usize = value(&event).parse().unwrap_or_default();
            if let Some(key) = rows.with_untracked(|keys| keys.get(index).copied()) {
                runs.stage.select(key);
            }
        });
    el("div", "scrubber")
        .child(
            button("button small", show_all)
                .text(move || say::SHEET_ALL.with(&[&integer(count())])),
        )
        .child(slider)
        .child(
            el("output", "scrubber-value")
                .attr("dir", "auto")
                .text(caption),
        )
        .effect(move || rows.with(|keys| loaded.set_value(load(runs, keys))))
}

/// The pictures of these runs, loaded before the slider shows them.
fn load(runs: Runs, keys: &[u32]) -> Vec<HtmlImageElement> {
    let image = |key: &u32| {
        let image = HtmlImageElement::new().ok()?;
        image.set_src(&first_image_url(runs.rows.row(Some(*key))?)?);
        Some(image)
    };
    keys.iter().filter_map(image).collect()
}
