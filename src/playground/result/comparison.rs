//! Two runs compared: side by side, under a slider, or blinking; and a table of their inputs.

mod overlay;
mod table;

use overlay::{blink, slider};
use table::comparison_table;

use super::focus::focus_result;
use super::outputs::outputs_view;
use crate::entered::Entered;
use crate::language::{Message, integer};
use crate::messages as say;
use crate::runs::{
    RunRow, Runs, changed_inputs, distinguishing_text, first_image_url, input_line, run_label,
    run_state_badge, short_run_id, star_button,
};
use crate::storage::{self, StorageArea};
use ui::{El, RwSignal, button, el, expect_context, untrack};

/// How two pictures are compared.
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

/// How many differences the heading names.
const SHOWN_DIFFERENCES: usize = 2;

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

/// The comparison of two runs.
pub(super) fn comparison_view(first: RunRow, second: RunRow) -> El {
    let runs: Runs = expect_context();
    let mode = RwSignal::new(Mode::last());
    let images = move || Some([first_image_url(first)?, first_image_url(second)?]);
    let close = move || {
        runs.stage.end_comparison();
        focus_result();
    };
    let close = button("button small", close).text(say::COMPARISON_CLOSE);
    let title = title(first, second, SHOWN_DIFFERENCES);
    let whole_title = self::title(first, second, usize::MAX);
    let head = el("div", "result-head")
        .child(
            el("h3", "result-title")
                .attr("dir", "auto")
                .attr("title", whole_title)
                .text(title),
        )
        .child(
            el("div", "result-actions")
                .live(move || images().is_some().then(|| modes(mode)))
                .child(close),
        );
    let stage = el("div", "stage").live(move || {
        let names = [name(first, second), name(second, first)];
        let images = images().map(|images| (mode.get(), images));
        Some(untrack(|| match images {
            Some((Mode::Slider, images)) => slider(images, names),
            Some((Mode::Blink, images)) => blink(images, names),
            _ => el("div", "comparison")
                .child(side(first, second))
                .child(side(second, first)),
        }))
    });
    el("article", "result")
        .attr("aria-label", say::COMPARISON)
        .child(head)
        .child(
            el("div", "result-body")
                .child(stage)
                .child(comparison_table(first, second)),
        )
}

fn modes(mode: RwSignal<Mode>) -> El {
    let choice = |(this, name, label): (Mode, &'static str, Message)| {
        let choose = move || {
            mode.set(this);
            storage::save(StorageArea::Browser, STORED, &name.to_owned());
        };
        button("segment", choose)
            .attr("aria-pressed", move || (mode.get() == this).to_string())
            .text(label)
    };
    el("div", "segments")
        .attr("role", "group")
        .attr("aria-label", say::COMPARISON)
        .children(MODES.map(choice))
}

fn inputs(row: RunRow) -> Vec<Entered> {
    row.record.with_untracked(|record| record.inputs.clone())
}

/// The names of the workflows of two runs, if these are different workflows.
fn workflows(first: RunRow, second: RunRow) -> Option<[String; 2]> {
    let id = |row: RunRow| {
        row.record
            .with_untracked(|record| record.workflow_id.clone())
    };
    let name = |row: RunRow| row.record.with_untracked(|record| record.workflow.clone());
    (id(first) != id(second)).then(|| [name(first), name(second)])
}

/// What differs, such as `Softness 0.1 ↔ 7.6`; of many differences, how many more there are.
fn title(first: RunRow, second: RunRow, max: usize) -> String {
    if let Some(names) = workflows(first, second) {
        return names.join(" ↔ ");
    }
    let (left, right) = (inputs(first), inputs(second));
    let changed = changed_inputs(&left, &right);
    let pair = |input: &&Entered| {
        let other = right.iter().find(|other| other.name == input.name);
        let other = other.map(input_line).unwrap_or_default();
        [&input.label, " ", &input_line(input), " ↔ ", &other].concat()
    };
    let mut pairs: Vec<String> = changed.iter().take(max).map(pair).collect();
    let more = changed.len() - pairs.len();
    pairs.extend((more > 0).then(|| say::VARY_MORE.with(&[&integer(more)])));
    match pairs.is_empty() {
        true => say::COMPARISON.now().to_owned(),
        false => pairs.join(" · "),
    }
}

/// The name of a run beside another one: what differs, or its workflow, or its workflow and time.
pub(super) fn name(row: RunRow, other: RunRow) -> String {
    if let Some([name, _]) = workflows(row, other) {
        return name;
    }
    let (own, other) = (inputs(row), inputs(other));
    match changed_inputs(&own, &other).is_empty() {
        true => run_label(row),
        false => distinguishing_text(&own, Some(&other)),
    }
}

fn side(row: RunRow, other: RunRow) -> El {
    let runs: Runs = expect_context();
    let name = name(row, other);
    let keep_label = [say::COMPARISON_KEEP.now(), ": ", &name].concat();
    let keep = move || {
        runs.stage.show_alone(row);
        focus_result();
    };
    let keep = button("button small", keep)
        .attr("aria-label", keep_label)
        .text(say::COMPARISON_KEEP);
    el("section", "comparison-side")
        .attr("aria-label", name.clone())
        .child(outputs_view(row))
        .child(
            el("div", "comparison-head")
                .child(
                    el("h4", "comparison-name")
                        .attr("dir", "auto")
                        .attr("title", name.clone())
                        .text(name),
                )
                .child(run_id(row))
                .child(run_state_badge(row))
                .child(
                    el("span", "comparison-do")
                        .child(star_button(row))
                        .child(keep),
                ),
        )
}

pub(super) fn run_id(row: RunRow) -> El {
    el("span", "mono").text(move || short_run_id(row))
}
