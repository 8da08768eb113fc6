//! The inputs of an opened workflow, to search and to tick. Shows only as many as a page draws quickly.

use wasm_bindgen::JsCast;
use web_sys::{Element, Event};

use super::opened::Opened;
use crate::file_reader::{ChoiceContent, ChoiceInput};
use crate::messages as say;
use ui::{El, checked, el, list, memo, value};

/// The id of the search field.
pub(super) const FIND: &str = "find-inputs";
/// The maximum number of inputs shown.
const MAX_SHOWN: usize = 100;

/// Inputs under one heading: the suggested ones, or those of one node.
#[derive(Clone)]
struct Group {
    heading: String,
    rows: Vec<usize>,
}

/// The search, the number of inputs, and the list.
pub(super) fn rows(opened: Opened) -> El {
    let found = memo(move || found(opened, &opened.search.get()));
    let count = move || {
        let ticked = opened.count().to_string();
        found.with(|found| say::INPUTS_FOUND.count_with(found.len(), &[&ticked]))
    };
    let shown = move || found.with(|found| groups(opened, found.get(..MAX_SHOWN).unwrap_or(found)));
    let more = move || {
        let more = found.with(Vec::len).saturating_sub(MAX_SHOWN);
        (more > 0).then(|| el("p", "hint").text(say::INPUTS_MORE.count(more)))
    };
    let search = el("input", "input")
        .attr("id", FIND)
        .attr("type", "search")
        .attr("autocomplete", "off")
        .attr("aria-label", say::INPUTS_FIND)
        .attr("placeholder", say::INPUTS_FIND)
        .prop("value", move || opened.search.get())
        .on("input", move |event| opened.search.set(value(&event)));
    let all = el("div", "chooser-list")
        .attr("role", "group")
        .attr("aria-label", say::INPUTS)
        .on("pointerover", move |event| light(opened, 0, row_of(&event)))
        .on("pointerleave", move |_| light(opened, 0, None))
        .on("focusin", move |event| light(opened, 1, row_of(&event)))
        .on("focusout", move |_| light(opened, 1, None));
    el("div", "chooser-search")
        .child(search)
        .child(el("p", "hint").attr("role", "status").text(count))
        .child(list(all, shown, key, move |one| group(opened, one)))
        .live(more)
}

fn found(opened: Opened, search: &str) -> Vec<usize> {
    let found = |choice: &ChoiceContent| choice.found(search);
    opened
        .choice
        .with_value(|choice| choice.as_ref().map(found).unwrap_or_default())
}

/// The inputs by their headings; those under one heading follow each other.
fn groups(opened: Opened, found: &[usize]) -> Vec<Group> {
    let mut groups: Vec<(Option<usize>, Group)> = Vec::new();
    for index in found {
        let Some(input) = input(opened, *index) else {
            continue;
        };
        let of = (!input.is_suggested).then_some(input.group);
        match groups.last_mut() {
            Some((last, group)) if *last == of => group.rows.push(*index),
            _ => {
                let heading = match of {
                    Some(_) => input.node,
                    None => say::INPUTS_SUGGESTED.now().to_owned(),
                };
                let rows = vec![*index];
                groups.push((of, Group { heading, rows }));
            }
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

fn input(opened: Opened, index: usize) -> Option<ChoiceInput> {
    opened
        .choice
        .with_value(|choice| choice.as_ref()?.inputs.get(index).cloned())
}

/// Changes with the rows, so that a group with the same rows stays.
fn key(group: &Group) -> String {
    let rows: Vec<String> = group.rows.iter().map(usize::to_string).collect();
    rows.join(" ")
}

fn group(opened: Opened, group: Group) -> El {
    let first = group.rows.first().copied().unwrap_or_default();
    let id = ["inputs-", &first.to_string()].concat();
    let heading = el("h3", "chooser-heading")
        .attr("id", id.clone())
        .attr("dir", "auto")
        .text(group.heading);
    let rows = group
        .rows
        .into_iter()
        .filter_map(|index| row(opened, index));
    let rows = el("ul", "").attr("aria-labelledby", id).children(rows);
    el("div", "chooser-group").child(heading).child(rows)
}

fn row(opened: Opened, index: usize) -> Option<El> {
    let input = input(opened, index)?;
    let about = ["input-", &index.to_string()].concat();
    let checkbox = el("input", "")
        .attr("id", row_id(index))
        .attr("type", "checkbox")
        .attr("aria-label", input.label.clone())
        .attr("aria-describedby", about.clone())
        .prop("checked", move || {
            opened
                .chosen
                .with(|chosen| chosen.get(index) == Some(&true))
        })
        .on("change", move |event| opened.choose(index, checked(&event)));
    let place = [&input.node, " ", &input.place].concat();
    let value = el("span", "chooser-value")
        .attr("dir", "auto")
        .text(input.value);
    let label = el("span", "chooser-label")
        .attr("dir", "auto")
        .text(input.label);
    let row = el("label", "chooser-row")
        .attr("title", place.clone())
        .child(checkbox)
        .child(label)
        .child(value)
        .child(el("span", "visually-hidden").attr("id", about).text(place));
    Some(
        el("li", "")
            .attr("data-input", index.to_string())
            .child(row),
    )
}

/// The id of the checkbox of an input.
pub(super) fn row_id(index: usize) -> String {
    ["choose-", &index.to_string()].concat()
}

/// Marks the node of the input below the pointer (0), or with the focus (1).
fn light(opened: Opened, which: usize, input: Option<usize>) {
    let mut lit = opened.lit.get_untracked();
    if let Some(own) = lit.get_mut(which).filter(|own| **own != input) {
        *own = input;
        opened.lit.set(lit);
    }
}

/// The input whose row an event came from.
fn row_of(event: &Event) -> Option<usize> {
    let target: Element = event.target()?.dyn_into().ok()?;
    let row = target.closest("[data-input]").ok()??;
    row.get_attribute("data-input")?.parse().ok()
}
