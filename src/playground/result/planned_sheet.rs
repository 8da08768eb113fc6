//! The contact sheet of a batch before Run: empty cells with their values and the time that each will take.

use wasm_bindgen::JsCast;

use super::contact_sheet::{CellSize, arranged, heading, set_ratio};
use super::inspector::fold;
use crate::form::Plan;
use crate::language::{approximate, integer};
use crate::messages as say;
use ui::{El, Memo, RwSignal, el, untrack};

/// The sheet; it follows the plan.
pub(super) fn planned_sheet(plan: Memo<Option<Plan>>) -> El {
    let size = RwSignal::new(CellSize::of(untrack(|| {
        plan.get().map_or(0, |plan| plan.count)
    })));
    let name = move || plan.get().map(|plan| plan.name);
    el("article", "result planned")
        .attr("aria-label", name)
        .child(
            el("div", "result-head")
                .child(
                    el("h3", "result-title")
                        .attr("dir", "auto")
                        .attr("title", name)
                        .text(name),
                )
                .child(el("span", "hint").text(say::SHEET_PLANNED))
                .child(el("div", "result-actions").child(CellSize::choice(size))),
        )
        .child(
            el("div", "result-body")
                .child(
                    // It may scroll, and nothing in it has the focus.
                    el("div", "stage")
                        .attr("tabindex", "0")
                        .attr("role", "group")
                        .attr("aria-label", say::SHEET_PLANNED)
                        .live(move || plan.get().map(|plan| sheet(&plan, size))),
                )
                .child(fold().live(move || plan.get().map(|plan| about(&plan)))),
        )
}

fn sheet(plan: &Plan, size: RwSignal<CellSize>) -> El {
    let sheet = el("ul", "sheet").attr("aria-label", say::SHEET);
    let sheet = arranged(sheet, plan.grid.as_ref(), plan.values.len(), size);
    if let Some(ratio) = plan.ratio {
        set_ratio(sheet.node().unchecked_ref(), ratio);
    }
    let cell = |(index, value): (usize, &String)| {
        let time = plan.times.get(index).copied().map(about_time);
        let value = el("span", "cell-value")
            .attr("dir", "auto")
            .text(value.clone());
        let show = el("div", "cell-show")
            .child(el("span", "tile-picture"))
            .child(value)
            .child(el("span", "run-status").text(time));
        el("li", "cell planned-cell").child(show)
    };
    let mut cells = plan.values.iter().enumerate().map(cell);
    let Some([rows, columns]) = &plan.grid else {
        return sheet.children(cells);
    };
    let mut entries = vec![heading(String::new(), false)];
    let heads = columns.iter().cloned();
    entries.extend(heads.map(|text| heading(text, false)));
    for row in rows {
        entries.push(heading(row.clone(), true));
        entries.extend(cells.by_ref().take(columns.len()));
    }
    sheet.children(entries)
}

/// How many runs there will be, and how long they will take.
fn about(plan: &Plan) -> El {
    let entry = |label, text| {
        el("div", "metadata-entry")
            .child(el("dt", "").text(label))
            .child(el("dd", "").text(text))
    };
    let all = plan.times.iter().sum::<f64>() / plan.times.len() as f64 * plan.count as f64;
    let time = (!plan.times.is_empty()).then(|| entry(say::SHEET_PLANNED_TIME, about_time(all)));
    el("dl", "metadata")
        .child(entry(say::RUNS, integer(plan.count)))
        .children(time)
}

fn about_time(ms: f64) -> String {
    say::RUN_ESTIMATE.with(&[&approximate(ms)])
}
