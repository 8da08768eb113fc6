//! Runs compared: side by side, two under a slider, or blinking; and a table of their inputs.

mod names;
mod overlay;
mod table;

use names::{differences, names, title};
use overlay::{blink, slider};
use table::comparison_table;

use super::focus::focus_result;
use super::outputs::outputs_view;
use crate::icon::{Shape, icon};
use crate::language::Message;
use crate::messages as say;
use crate::runs::{RunRow, Runs, first_image_url, run_state_badge, short_run_id, star_button};
use crate::storage::{self, StorageArea};
use ui::{El, RwSignal, button, el, expect_context, untrack};

/// How pictures are compared.
#[derive(Clone, Copy, PartialEq)]
enum Mode {
    SideBySide,
    Slider,
    Blink,
}

/// Each way with the name under which it is stored.
const MODES: [(Mode, &str, Message); 3] = [
    (Mode::SideBySide, "side-by-side", say::COMPARE_SIDE_BY_SIDE),
    (Mode::Slider, "slider", say::COMPARE_SLIDER),
    (Mode::Blink, "blink", say::COMPARE_BLINK),
];

/// The name under which the last choice is stored.
const STORED: &str = "comparison";

impl Mode {
    /// The way that was chosen last in this browser.
    fn last() -> Self {
        let stored = storage::load::<String>(StorageArea::Browser, STORED);
        let found = MODES
            .into_iter()
            .find(|(_, name, _)| Some(*name) == stored.as_deref());
        found.map_or(Self::SideBySide, |(mode, ..)| mode)
    }
}

/// The comparison of two runs or more.
pub(super) fn comparison_view(rows: Vec<RunRow>) -> El {
    let mode = RwSignal::new(Mode::last());
    let names = names(&rows);
    let head = el("div", "result-head")
        .child(
            el("h3", "result-title")
                .attr("dir", "auto")
                .attr("title", differences(&rows, usize::MAX))
                .text(title(&rows, &names)),
        )
        .child(actions(rows.clone(), mode));
    let table = comparison_table(&rows, &names);
    let stage = el("div", "stage").live(move || {
        let mode = mode.get();
        let images = (mode != Mode::SideBySide).then(|| images(&rows)).flatten();
        Some(untrack(|| match (mode, images.as_deref()) {
            (Mode::Slider, Some([first, second])) => slider([first, second], names.clone()),
            (Mode::Blink, Some(images)) => blink(images, names.clone()),
            _ => side_by_side(&rows, &names),
        }))
    });
    el("article", "result")
        .attr("aria-label", say::COMPARISON)
        .child(head)
        .child(el("div", "result-body").child(stage).child(table))
}

fn actions(rows: Vec<RunRow>, mode: RwSignal<Mode>) -> El {
    let runs: Runs = expect_context();
    let close = move || {
        runs.stage.end_comparison();
        focus_result();
    };
    let close = button("button small icon-button", close)
        .attr("aria-label", say::COMPARISON_CLOSE)
        .attr("title", say::COMPARISON_CLOSE)
        .child(icon(Shape::Cross));
    let last = rows.last().copied();
    let add = move || {
        let is_offered = runs.stage.has_room_to_compare() && !runs.stage.is_picking();
        let last = last.filter(|_| is_offered)?;
        let add = button("button small", move || runs.stage.compare(last));
        Some(add.attr("aria-keyshortcuts", "c").text(say::COMPARISON_ADD))
    };
    let is_pair = rows.len() == 2;
    el("div", "result-actions")
        .live(move || images(&rows).is_some().then(|| modes(mode, is_pair)))
        .live(add)
        .child(close)
}

/// The picture of each run, if every run has one; tracked.
fn images(rows: &[RunRow]) -> Option<Vec<String>> {
    rows.iter().map(|row| first_image_url(*row)).collect()
}

/// The choice of how the pictures are compared. A slider divides two.
fn modes(mode: RwSignal<Mode>, is_pair: bool) -> El {
    let choice = |(this, name, label): (Mode, &'static str, Message)| {
        let choose = move || {
            mode.set(this);
            storage::save(StorageArea::Browser, STORED, &name.to_owned());
        };
        button("segment", choose)
            .attr("aria-pressed", move || (mode.get() == this).to_string())
            .text(label)
    };
    let is_offered = |(mode, ..): &(Mode, &str, Message)| is_pair || *mode != Mode::Slider;
    el("div", "segments")
        .attr("role", "group")
        .attr("aria-label", say::COMPARISON)
        .children(MODES.into_iter().filter(is_offered).map(choice))
}

fn side_by_side(rows: &[RunRow], names: &[String]) -> El {
    let count = rows.len();
    let sides = rows.iter().zip(names.iter().cloned());
    el("div", "comparison")
        .attr("data-count", count.to_string())
        .children(sides.map(|(row, name)| side(*row, name, count > 2)))
}

/// One result. Of two, one cannot be left out.
fn side(row: RunRow, name: String, is_of_many: bool) -> El {
    let runs: Runs = expect_context();
    let labelled = |action: Message| [action.now(), ": ", &name].concat();
    let keep = move || {
        runs.stage.show_alone(row);
        focus_result();
    };
    let keep = button("button small", keep)
        .attr("aria-label", labelled(say::COMPARISON_KEEP))
        .text(say::COMPARISON_KEEP);
    let leave_out = is_of_many.then(|| {
        let leave_out = move || {
            runs.stage.leave_out(row);
            focus_result();
        };
        button("button small icon-button", leave_out)
            .attr("aria-label", labelled(say::COMPARISON_LEAVE_OUT))
            .attr("title", say::COMPARISON_LEAVE_OUT)
            .child(icon(Shape::Cross))
    });
    let actions = el("span", "comparison-do")
        .child(star_button(row))
        .child(keep)
        .children(leave_out);
    let heading = el("h4", "comparison-name")
        .attr("dir", "auto")
        .attr("title", name.clone())
        .text(name.clone());
    el("section", "comparison-side")
        .attr("aria-label", name)
        .child(outputs_view(row))
        .child(
            el("div", "comparison-head")
                .child(heading)
                .child(run_id(row))
                .child(run_state_badge(row))
                .child(actions),
        )
}

fn run_id(row: RunRow) -> El {
    el("span", "mono").text(move || short_run_id(row))
}
