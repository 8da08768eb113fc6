//! The tile of a batch: one of its pictures, its state and progress, and the actions on all of its runs.

use super::batch_handle::{BatchHandle, batch_icons, batch_progress_bar};
use super::batch_progress::{
    batch_size, batch_state, batch_state_label, percent_done, progress_text,
};
use super::record::{Batch, RunRecord};
use super::status_view::{created_at, state_badge};
use super::thumbnail::thumbnail;
use super::title::{long_title, title_input};
use crate::language::integer;
use ui::{El, el, template, untrack};

/// The tile of the batch with this id.
pub(super) fn batch_tile(id: String) -> El {
    let batch = BatchHandle::new(&id);
    let (state, starred) = (batch.clone(), batch.clone());
    template("tile")
        .attr("class", "tile batch")
        .attr("data-group", id)
        .attr("data-state", move || batch_state(&state.states()).name())
        .attr("data-starred", move || starred.has_star().then_some(""))
        .slot("show", |button| show_button(button, &batch))
        .replace("progress", Some(batch_progress_bar(batch.clone())))
        .replace("actions", Some(batch_icons(batch)))
}

/// The batch's name, state and progress; pressing it shows its results.
fn show_button(button: El, batch: &BatchHandle) -> El {
    let first = untrack(|| batch.rows()).first().copied();
    let record = first
        .map(|row| row.record.get_untracked())
        .unwrap_or_default();
    let title = batch_title(&record);
    let Batch { name, count, .. } = record.batch.unwrap_or_default();
    let (shown, status, show) = (batch.clone(), batch.clone(), batch.clone());
    button
        .on("click", move |_| show.show())
        .attr("aria-pressed", move || shown.is_shown().to_string())
        .slot("picture", |place| {
            let tooltip = [&title, "\n", &name].concat();
            picture(place, batch, count).attr("title", tooltip)
        })
        .slot("title", |slot| {
            slot.attr("title", title.clone()).text(title)
        })
        .slot("inputs", |slot| slot.attr("title", name.clone()).text(name))
        .slot("status", |slot| {
            slot.text(move || progress_text(&status.states(), count))
        })
        .replace("created", Some(created_at(record.created)))
        .replace("duration", None)
}

/// What its runs have in common: their title, unless that varies.
fn batch_title(record: &RunRecord) -> String {
    let title = title_input(&record.inputs);
    let is_varied = record.varied_inputs().any(|varied| title == Some(varied));
    match is_varied {
        true => record.workflow.clone(),
        false => long_title(record),
    }
}

/// The thumbnail of its best run, or the icon of its state; and how many runs it has.
fn picture(place: El, batch: &BatchHandle, count: usize) -> El {
    let (state, done, label, own) = (batch.clone(), batch.clone(), batch.clone(), batch.clone());
    let size = batch.clone();
    let badge = state_badge(
        move || batch_state(&state.states()),
        move || percent_done(&done.states(), count),
        move || batch_state_label(&label.states()),
    );
    let size = move || integer(batch_size(&size.states(), count));
    let place = place.child(badge).live(move || {
        let address = own.best_first().into_iter().find_map(thumbnail)?;
        let image = el("img", "tile-thumbnail")
            .attr("alt", "")
            .attr("draggable", "false")
            .attr("src", address);
        Some(image)
    });
    let badge = el("span", "tile-count").attr("aria-hidden", "true");
    place.child(badge.text(size))
}
