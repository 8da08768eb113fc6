//! The list of workflows to choose from, and the alternatives to it: opening a file or a manual form.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlInputElement};

use super::listing::{Listing, schema_of};
use super::open::OPEN;
use super::open_error::OPEN_ERROR;
use super::state::Workflows;
use crate::api::WorkflowEntry;
use crate::client::ErrorKind;
use crate::playground::connection::Connection;
use crate::playground::deferred::Deferred;
use crate::playground::field::file_list;
use crate::playground::icon::{Shape, icon};
use crate::playground::language::Message;
use crate::playground::messages as say;
use crate::playground::problem::show_problem;
use crate::playground::reason;
use crate::playground::text::lower;
use crate::playground::ui::{El, RwSignal, button, el, list, memo, value};

/// The number of workflows from which on they can be searched. `www/first/first-form.js` has the same.
const SEARCHABLE: usize = 6;

type Search = fn(&[WorkflowEntry], &str) -> Vec<WorkflowEntry>;

pub(super) static FOUND: Deferred<Search> = Deferred::new();

/// The picker.
pub(crate) fn workflow_picker(workflows: Workflows) -> El {
    let connection: Connection = expect_context();
    let search = RwSignal::new(String::new());
    let entries = move || match workflows.listing.get() {
        Listing::Loaded(entries) if search.with(String::is_empty) => entries,
        Listing::Loaded(entries) => FOUND
            .get_or_load(|found| search.with(|search| found(&entries, search)))
            .unwrap_or(entries),
        _ => Vec::new(),
    };
    let is_long = memo(move || {
        workflows.listing.with(
            |listing| matches!(listing, Listing::Loaded(entries) if entries.len() >= SEARCHABLE),
        )
    });
    let hint = move || hint(&workflows.listing.get(), connection);
    let all = el("ul", "picker-list").attr("aria-label", say::WORKFLOWS);
    let list_node = all.node().clone();
    let all = all.effect(move || {
        workflows.form.track();
        workflows.listing.track();
        let list_node = list_node.clone();
        // The list follows the same signals, possibly after this effect.
        request_animation_frame(move || scroll_to_chosen(&list_node));
    });
    el("div", "picker")
        .child(
            el("div", "region-head")
                .child(el("h2", "").text(say::WORKFLOW))
                .child(
                    el("div", "picker-do")
                        .child(
                            button("button small", move || workflows.show_manual_form(""))
                                .text(say::MANUAL_FORM),
                        )
                        .child(open_workflow(workflows)),
                ),
        )
        .child(el("p", "hint").attr("role", "status").text(hint))
        .live(move || is_long.get().then(|| search_box(search)))
        .child(list(all, entries, key, move |one| entry(one, workflows)))
        .live(move || {
            let error = workflows.open_error.get()?;
            OPEN_ERROR.view(|open_error| open_error(&error))
        })
}

fn search_box(search: RwSignal<String>) -> El {
    el("input", "input picker-search")
        .attr("type", "search")
        .attr("autocomplete", "off")
        .attr("aria-label", say::WORKFLOW_FIND)
        .attr("placeholder", say::WORKFLOW_FIND)
        .prop("value", move || search.get())
        .on("input", move |event| search.set(value(&event)))
}

/// The workflows whose names, ids or descriptions contain every word of the search text. In the deferred chunk.
pub(super) fn found(entries: &[WorkflowEntry], search: &str) -> Vec<WorkflowEntry> {
    let search = lower(search);
    let is_found = |entry: &&WorkflowEntry| {
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

/// The hint that is shown instead of an empty list.
fn hint(listing: &Listing, connection: Connection) -> Option<String> {
    let message = match listing {
        Listing::NotLoaded if connection.can_request() => say::WORKFLOWS_NO_RESPONSE,
        // The connection panel says why there is no response.
        Listing::Failed(error) if error.kind.is_silence() && !connection.is_live() => {
            say::WORKFLOWS_NO_RESPONSE
        }
        // The connection panel says that the key is wrong. If the queue accepts it, the error is shown here.
        Listing::Failed(error)
            if error.kind == ErrorKind::Authentication && !connection.is_live() =>
        {
            match connection.can_request() {
                true => say::WORKFLOWS_LOADING,
                false => not_connected_hint(connection),
            }
        }
        Listing::NotLoaded => not_connected_hint(connection),
        Listing::Loading => say::WORKFLOWS_LOADING,
        Listing::Unsupported => say::WORKFLOWS_UNAVAILABLE,
        Listing::Failed(error) => return reason::when_loaded(error),
        Listing::Loaded(entries) if entries.is_empty() => say::WORKFLOWS_EMPTY,
        Listing::Loaded(_) => return None,
    };
    Some(message.now().to_owned())
}

/// The hint while no deployment is connected.
fn not_connected_hint(connection: Connection) -> Message {
    match connection.carried.with(|carried| carried.values.is_some()) {
        true => say::LINK_VALUES_WAITING,
        false => say::WORKFLOWS_NOT_CONNECTED,
    }
}

/// Changes with the workflow's fields, examples and problems, so that a changed entry is rebuilt.
fn key(entry: &WorkflowEntry) -> String {
    let problems = entry.problems.iter().map(ToString::to_string);
    let mut key = problems.collect::<Vec<_>>().join(" ");
    for part in [&entry.schema, &entry.examples] {
        key.push_str(part.as_deref().unwrap_or_default());
    }
    [&entry.id, " ", &key].concat()
}

fn entry(entry: WorkflowEntry, workflows: Workflows) -> El {
    let problems = schema_of(&entry).1;
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
    let about = || el("span", "picker-about");
    let about = match (problems.first(), entry.description.clone()) {
        (Some(problem), _) => Some(show_problem(about(), problem)),
        (None, description) => description.map(|text| about().attr("dir", "auto").text(text)),
    };
    let (shape, tone, word) = if problems.is_empty() {
        (Shape::Check, "good", say::READY)
    } else {
        (Shape::Cross, "bad", say::NOT_READY)
    };
    el("li", "").child(
        button("picker-entry", move || workflows.select(&entry))
            .attr("aria-pressed", move || chosen().to_string())
            .child(
                el("span", "sign")
                    .attr("data-tone", tone)
                    .child(icon(shape)),
            )
            .child(el("span", "picker-name").attr("dir", "auto").text(name))
            .child(el("span", "picker-word").attr("data-tone", tone).text(word))
            .children(about),
    )
}

fn open_workflow(workflows: Workflows) -> El {
    let open = move |event: Event| {
        let input = event
            .target()
            .and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        let Some(input) = input else { return };
        if let Some(file) = file_list(input.files()).into_iter().next() {
            OPEN.call(move |open| open(workflows, file, false));
        }
        // So that the same file can be opened again after an edit.
        input.set_value("");
    };
    el("label", "button small open-workflow")
        .child(icon(Shape::Folder))
        .text(say::OPEN_WORKFLOW)
        .child(
            el("input", "unseen")
                .attr("type", "file")
                .attr(
                    "accept",
                    ".json,application/json,image/png,image/webp,image/jpeg",
                )
                .on("change", open),
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_workflow_is_found_by_every_word_of_its_name_id_or_description() {
        let entry = |id: &str, name: &str, description: &str| WorkflowEntry {
            id: id.to_owned(),
            name: name.to_owned(),
            description: Some(description.to_owned()),
            ..WorkflowEntry::default()
        };
        let all = vec![
            entry("poster", "Poster", "A photo with a title"),
            entry("blur-2", "Slow blur", "Blurs a word"),
        ];
        let ids = |search: &str| {
            let found = found(&all, search).into_iter();
            found.map(|entry| entry.id).collect::<Vec<_>>()
        };
        assert_eq!(ids("TITLE photo"), ["poster"]);
        assert_eq!(ids("blur-2"), ["blur-2"]);
        assert_eq!(ids(" "), ["poster", "blur-2"]);
        assert!(ids("photo word").is_empty());
    }
}
