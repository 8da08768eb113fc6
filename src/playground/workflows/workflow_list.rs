//! The listed workflows to choose from, with search and pictures. In the deferred chunk.

use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};

use super::cards::{picture_of, picture_view};
use super::picker::close;
use super::state::Workflows;
use crate::icon::{Shape, icon};
use crate::language::integer;
use crate::listing::{Listed, ListingState};
use crate::messages as say;
use crate::problem::show_problem;
use crate::runs::{Runs, last_thumbnail};
use crate::text::lower;
use ui::{
    El, RwSignal, button, el, expect_context, focus, list, memo, request_animation_frame, template,
    untrack, value,
};

/// The number of workflows from which on they can be searched.
const SEARCHABLE: usize = 6;
/// The id of the search.
const SEARCH: &str = "workflow-find";

/// The list.
pub(super) fn workflow_list(workflows: Workflows) -> El {
    let search = RwSignal::new(String::new());
    let entries = move || match workflows.listing.get() {
        ListingState::Loaded(entries) => search.with(|search| found(&entries, search)),
        _ => Vec::new(),
    };
    let is_long = memo(move || workflows.listing.count() >= Some(SEARCHABLE));
    let all = el("ul", "picker-list").attr("aria-label", say::WORKFLOWS);
    let list_node = all.node().clone();
    request_animation_frame(move || {
        scroll_to_chosen(&list_node);
        if workflows.is_listing.get_untracked() {
            focus(SEARCH);
        }
    });
    let manual = move || {
        close(workflows);
        workflows.show_manual_form("");
    };
    let choose_first = move || {
        let first = untrack(entries).into_iter().next();
        if let Some(first) = first {
            close(workflows);
            workflows.select(&first);
        }
    };
    el("div", "picker-content")
        .live(move || is_long.get().then(|| search_box(search, choose_first)))
        .child(list(all, entries, key, move |one| entry(one, workflows)))
        .child(button("link-button manual-form", manual).text(say::MANUAL_FORM))
}

/// The search; Enter chooses the first workflow that it finds.
fn search_box(search: RwSignal<String>, choose_first: impl Fn() + 'static) -> El {
    el("input", "input picker-search")
        .attr("id", SEARCH)
        .attr("type", "search")
        .attr("autocomplete", "off")
        .attr("aria-label", say::WORKFLOW_FIND)
        .attr("placeholder", say::WORKFLOW_FIND)
        .prop("value", move || search.get())
        .on("input", move |event| search.set(value(&event)))
        .on("keydown", move |event| {
            let event = event.dyn_ref::<KeyboardEvent>();
            let is_typed = search.with_untracked(|search| !search.trim().is_empty());
            if is_typed && event.is_some_and(|event| event.key() == "Enter") {
                choose_first();
            }
        })
}

/// The workflows whose names, ids or descriptions contain every word of the search text.
fn found(entries: &[Listed], search: &str) -> Vec<Listed> {
    let search = lower(search);
    let is_found = |entry: &&Listed| {
        let about = entry.description.as_deref().unwrap_or_default();
        let text = lower(&[&entry.name, " ", &entry.id, " ", about].concat());
        search.split_whitespace().all(|word| text.contains(word))
    };
    entries.iter().filter(is_found).cloned().collect()
}

/// Scrolls the list so that the chosen workflow is visible.
fn scroll_to_chosen(list: &Element) {
    let Ok(Some(chosen)) = list.query_selector("[aria-pressed=true]") else {
        return;
    };
    let (list_box, chosen_box) = (
        list.get_bounding_client_rect(),
        chosen.get_bounding_client_rect(),
    );
    let above = (chosen_box.top() - list_box.top()).min(0.0).floor();
    let below = (chosen_box.bottom() - list_box.bottom()).max(0.0).ceil();
    list.set_scroll_top(list.scroll_top() + (above + below) as i32);
}

/// Changes with the workflow's fields, examples and problems, so that a changed entry is rebuilt.
fn key(entry: &Listed) -> String {
    let problems = entry.problems.iter().map(ToString::to_string);
    let mut key = problems.collect::<Vec<_>>().join(" ");
    for part in [&entry.schema, &entry.examples] {
        key.push_str(part.as_deref().unwrap_or_default());
    }
    [&entry.id, " ", &key].concat()
}

fn entry(entry: Listed, workflows: Workflows) -> El {
    let (_, problems) = entry.read();
    let id = entry.id.clone();
    let chosen = move || {
        let form = workflows.form.get();
        form.is_some_and(|form| form.is_listed() && form.id.with(|chosen| *chosen == id))
    };
    let name = if entry.name.is_empty() {
        entry.id.clone()
    } else {
        entry.name.clone()
    };
    let description = entry.description.clone();
    let about = |slot: El| match problems.first() {
        Some(problem) => {
            let count = problems.len();
            let one_of = (count > 1).then(|| say::PROBLEM_ONE_OF.with(&[&integer(count)]));
            slot.text(one_of.unwrap_or_default())
                .child(show_problem(el("span", ""), problem))
        }
        None => slot.text(description),
    };
    let (shape, tone, word) = if problems.is_empty() {
        (Shape::Check, "good", say::READY)
    } else {
        (Shape::Cross, "bad", say::NOT_READY)
    };
    let client = workflows.connection.client.get_untracked();
    let picture = picture_of(&entry).zip(client);
    let picture = picture.map(|(address, client)| picture_view(client, address, "picker-picture"));
    let own = entry.clone();
    let choose = move || {
        close(workflows);
        workflows.select(&own);
    };
    let view = template("picker-entry")
        .slot("choose", |button| {
            button
                .on("click", move |_| choose())
                .attr("aria-pressed", move || chosen().to_string())
        })
        .slot("sign", |sign| {
            sign.attr("data-tone", tone).child(icon(shape))
        })
        .slot("name", |slot| slot.text(name))
        .slot("word", |slot| slot.attr("data-tone", tone).text(word))
        .slot("about", about);
    match picture {
        Some(picture) => view.replace("picture", Some(picture)),
        None => view.slot("picture", |slot| last_result(slot, entry.id.clone())),
    }
}

/// The last result of a workflow without a picture of its own, if this browser has one.
fn last_result(slot: El, workflow_id: String) -> El {
    let runs: Runs = expect_context();
    let address = memo(move || last_thumbnail(runs, &workflow_id));
    slot.live(move || {
        let address = address.get()?;
        Some(el("img", "").attr("alt", "").attr("src", address))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use api::WorkflowEntry;

    #[test]
    fn a_workflow_is_found_by_every_word_of_its_name_id_or_description() {
        let entry = |id: &str, name: &str, description: &str| {
            Listed::from(WorkflowEntry {
                id: id.to_owned(),
                name: name.to_owned(),
                description: Some(description.to_owned()),
                ..WorkflowEntry::default()
            })
        };
        let all = vec![
            entry("poster", "Poster", "A photo with a title"),
            entry("blur-2", "Slow blur", "Blurs a word"),
        ];
        let ids = |search: &str| {
            let found = found(&all, search).into_iter();
            found.map(|entry| entry.id.clone()).collect::<Vec<_>>()
        };
        assert_eq!(ids("TITLE photo"), ["poster"]);
        assert_eq!(ids("blur-2"), ["blur-2"]);
        assert_eq!(ids(" "), ["poster", "blur-2"]);
        assert!(ids("photo word").is_empty());
    }
}
