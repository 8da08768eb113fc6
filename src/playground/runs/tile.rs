//! One tile of the list: a run's picture or progress, its differences from other runs, and its actions. The strip
//! above the result shows the picture and a caption; on the page of all runs, a tile shows everything.

use super::cancel::cancel;
use super::caption::{distinct_label, tile_details};
use super::focus::focus_neighbor;
use super::outputs::{count_of, pictured_output};
use super::run_clock::run_time;
use super::run_row::RunRow;
use super::run_state::RunState;
use super::status_view::{created_at, progress_bar, run_state_badge, short_figure, status_text};
use super::store::Runs;
use super::thumbnail::thumbnail;
use super::title::long_title;
use crate::icon::{Shape, icon};
use crate::language::integer;
use crate::messages as say;
use crate::output_drag::carry_output;
use crate::reveal::{self, reveal};
use client::address;
use schema::OutputKind;
use ui::{El, button, el, expect_context, is_first_click, memo, template, untrack};
use wasm_bindgen::JsCast;
use web_sys::{Event, HtmlImageElement};

/// A run of the list.
pub(super) fn run_tile(row: RunRow) -> El {
    let runs: Runs = expect_context();
    let record = row.record;
    template("tile")
        .attr("data-run-id", move || {
            record.with(|record| record.run_id.clone())
        })
        .attr("data-state", move || row.state().name())
        .attr("data-starred", move || {
            record.with(|record| record.is_starred.then_some(""))
        })
        .slot("show", |button| select_button(button, row, runs))
        .replace("progress", Some(progress_bar(row)))
        .replace("actions", Some(run_icons(row)))
}

/// Everything about the run; pressing it shows the result.
fn select_button(button: El, row: RunRow, runs: Runs) -> El {
    let (title, created) = row
        .record
        .with_untracked(|record| (long_title(record), record.created));
    let select = move || {
        runs.stage.select(row.key);
        runs.close_browsing();
        reveal(reveal::RESULT);
    };
    let details = move || tile_details(row, runs);
    // Its name is all that it shows.
    button
        .on("click", move |_| select())
        .attr("aria-pressed", move || {
            runs.stage.is_pressed(row.key).to_string()
        })
        .slot("picture", |place| {
            let title = title.clone();
            picture(place, row).attr("title", move || match details() {
                Some(details) => [&title, "\n", &details].concat(),
                None => title.clone(),
            })
        })
        .slot("title", |slot| {
            slot.attr("title", title.clone()).text(title.clone())
        })
        .slot("inputs", |slot| {
            slot.attr("id", inputs_id(row))
                .attr("title", details)
                .text(details)
        })
        .slot("status", |slot| slot.text(move || status_text(row)))
        .replace("created", Some(created_at(created)))
        .slot("duration", |slot| slot.text(run_time(row)))
}

/// The run's thumbnail or preview, or its state with its progress.
pub(crate) fn picture(place: El, row: RunRow) -> El {
    let address = memo(move || thumbnail(row).or_else(|| preview_url(row)));
    place
        .child(run_state_badge(row))
        .live(move || {
            let address = address.get()?;
            let image = el("img", "tile-thumbnail")
                .attr("alt", "")
                .on("dragstart", move |event| {
                    if let Some((url, name)) = pictured_output(row) {
                        carry_output(&event, &url, &name);
                    }
                })
                .on("load", move |event| note_ratio(row, &event))
                .attr("decoding", "async")
                .attr("src", address);
            Some(image)
        })
        .live(move || image_count(row).map(count_badge))
        .children(untrack(|| row.is_active()).then(|| figure(row)))
}

/// How far the run is, or its place in the queue. Screen readers have both in the text of its state.
fn figure(row: RunRow) -> El {
    el("span", "tile-figure")
        .attr("aria-hidden", "true")
        .text(move || short_figure(row))
}

/// Notes the ratio of a loaded thumbnail.
fn note_ratio(row: RunRow, event: &Event) {
    let image = event
        .current_target()
        .and_then(|image| image.dyn_into::<HtmlImageElement>().ok());
    let Some(image) = image.filter(|image| image.natural_height() > 0) else {
        return;
    };
    let ratio = Some(f64::from(image.natural_width()) / f64::from(image.natural_height()));
    if row.live.with_untracked(|live| live.ratio != ratio) {
        row.live.update(|live| live.ratio = ratio);
    }
}

/// How many images a run has. There is room for the number only.
fn count_badge(count: usize) -> El {
    let number = el("span", "")
        .attr("aria-hidden", "true")
        .text(integer(count));
    let words = el("span", "visually-hidden").text(say::RUN_IMAGES.with(&[&integer(count)]));
    el("span", "tile-count").child(number).child(words)
}

/// How many images a completed run has, if several: the picture shows only the first. Tracked.
fn image_count(row: RunRow) -> Option<usize> {
    let count = row.record.with(|record| {
        let outputs = record.outputs.as_deref()?;
        let is_completed = record.state == RunState::Completed;
        is_completed.then(|| count_of(outputs, OutputKind::Image))
    })?;
    (count > 1).then_some(count)
}

/// The address of the last preview of a running run; tracked.
pub(crate) fn preview_url(row: RunRow) -> Option<String> {
    let preview = row.live.with(|live| live.preview.clone());
    let preview = preview.filter(|_| row.state() == RunState::Running)?;
    let base_url = row.record.with_untracked(|record| record.base_url.clone());
    address::resolve(&base_url, &preview)
}

fn inputs_id(row: RunRow) -> String {
    ["run-inputs-", &row.key.to_string()].concat()
}

/// Cancel while the run is in progress, then Remove.
pub(crate) fn run_actions(row: RunRow) -> El {
    actions(row, move |runs| {
        cancel_button("button small", row, runs).text(say::RUN_CANCEL)
    })
}

/// The same on a picture, where there is room for icons only.
pub(crate) fn run_icons(row: RunRow) -> El {
    actions(row, move |runs| {
        cancel_button("run-icon-button", row, runs)
            .attr("aria-label", move || {
                [say::RUN_CANCEL.now(), " ", &distinct_label(row, runs)].concat()
            })
            .attr("title", say::RUN_CANCEL)
            .child(icon(Shape::Cross))
    })
}

fn actions(row: RunRow, cancel: impl Fn(Runs) -> El + 'static) -> El {
    let runs: Runs = expect_context();
    // The progress changes often: a new button each time would lose the press of the old one.
    let is_active = memo(move || row.is_active());
    let can_cancel = memo(move || {
        let can_abort = row.live.with(|live| live.can_abort);
        let has_id = row.record.with(|record| record.run_id.is_some());
        can_abort || has_id && runs.can_cancel()
    });
    el("span", "run-actions").live(move || match is_active.get() {
        true => can_cancel.get().then(|| cancel(runs)),
        false => Some(remove_button(row, runs)),
    })
}

fn cancel_button(class: &str, row: RunRow, runs: Runs) -> El {
    let is_disabled =
        move || row.live.with(|live| live.is_cancelling) || !runs.connection.can_request();
    button(class, move || cancel(runs, row)).attr("disabled", is_disabled)
}

/// A button that removes runs. The second click of a double click would remove those that take their place.
pub(super) fn remove_icon(rows: impl Fn() -> Vec<RunRow> + 'static, runs: Runs) -> El {
    el("button", "run-icon-button")
        .attr("type", "button")
        .on("click", move |event| {
            if is_first_click(&event) {
                focus_neighbor();
                runs.remove(&rows());
            }
        })
        .child(icon(Shape::Cross))
}

fn remove_button(row: RunRow, runs: Runs) -> El {
    remove_icon(move || vec![row], runs)
        .attr("aria-label", move || {
            say::RUN_REMOVE.with(&[&distinct_label(row, runs)])
        })
        .attr("aria-describedby", inputs_id(row))
        .attr("title", say::RUN_REMOVE_THIS)
}
