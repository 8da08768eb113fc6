//! Where a person chooses a workflow: from the deployment's listing, from a file, or by hand.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlInputElement};

use super::connection::Connection;
use super::element::{El, button, el, list};
use super::field::file_list;
use super::icon::{Shape, icon};
use super::language::Message;
use super::messages as say;
use super::problem::tell;
use super::reason;
use super::workflows::{Listing, OPEN, UNOPENED, Workflows, schema_of};
use crate::api::WorkflowEntry;
use crate::client::ErrorKind;

/// The listing, and the ways to do without it.
pub(crate) fn workflow_picker(workflows: Workflows) -> El {
    let connection: Connection = expect_context();
    let entries = move || match workflows.listing.get() {
        Listing::Offered(entries) => entries,
        _ => Vec::new(),
    };
    let notice = move || notice(&workflows.listing.get(), connection);
    let all = el("ul", "picker-list").attr("aria-label", say::WORKFLOWS);
    let seen = all.node().clone();
    let all = all.effect(move || {
        workflows.form.track();
        let seen = seen.clone();
        // The list and what is chosen in it follow the same signals, each in its time.
        request_animation_frame(move || reveal(&seen));
    });
    el("div", "picker")
        .child(
            el("div", "region-head")
                .child(el("h2", "").text(say::WORKFLOW))
                .child(
                    el("div", "picker-do")
                        .child(
                            button("button small", move || workflows.by_hand(""))
                                .text(say::MANUAL_FORM),
                        )
                        .child(open_workflow(workflows)),
                ),
        )
        .child(el("p", "hint").attr("role", "status").text(notice))
        .child(list(all, entries, key, move |one| entry(one, workflows)))
        .live(move || {
            let any = workflows.unopened.with(Option::is_some);
            any.then(|| UNOPENED.view(|unopened| unopened(workflows)))?
        })
}

/// Moves a list that is longer than its room so that the chosen workflow is seen.
fn reveal(list: &Element) {
    let Ok(Some(chosen)) = list.query_selector("[aria-pressed=true]") else {
        return;
    };
    let (room, place) = (
        list.get_bounding_client_rect(),
        chosen.get_bounding_client_rect(),
    );
    let above = (place.top() - room.top()).min(0.0).floor();
    let below = (place.bottom() - room.bottom()).max(0.0).ceil();
    list.set_scroll_top(list.scroll_top() + (above + below) as i32);
}

/// What is to be said where there is nothing to choose.
fn notice(listing: &Listing, connection: Connection) -> Option<String> {
    let said = match listing {
        Listing::Unasked if connection.asks() => say::WORKFLOWS_NO_RESPONSE,
        // Why nothing is heard is told where the address is entered.
        Listing::Failed(error) if error.kind.is_silence() && !connection.is_live() => {
            say::WORKFLOWS_NO_RESPONSE
        }
        // That the key is wrong is told where it is entered. Where the queue takes it, it is told here.
        Listing::Failed(error)
            if error.kind == ErrorKind::Authentication && !connection.is_live() =>
        {
            match connection.asks() {
                true => say::WORKFLOWS_LOADING,
                false => unconnected(connection),
            }
        }
        Listing::Unasked => unconnected(connection),
        Listing::Awaited => say::WORKFLOWS_LOADING,
        Listing::NotOffered => say::WORKFLOWS_UNAVAILABLE,
        Listing::Failed(error) => return reason::soon(error),
        Listing::Offered(entries) if entries.is_empty() => say::WORKFLOWS_EMPTY,
        Listing::Offered(_) => return None,
    };
    Some(said.now().to_owned())
}

/// What is to be said where nothing is connected.
fn unconnected(connection: Connection) -> Message {
    match connection.carried.with(|carried| carried.values.is_some()) {
        true => say::LINK_VALUES_WAITING,
        false => say::WORKFLOWS_NOT_CONNECTED,
    }
}

/// An entry whose fields or problems changed is another one.
fn key(entry: &WorkflowEntry) -> String {
    let problems = entry.problems.iter().map(ToString::to_string);
    let mut key = problems.collect::<Vec<_>>().join(" ");
    key.push_str(entry.schema.as_deref().unwrap_or_default());
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
        (Some(problem), _) => Some(tell(about(), problem)),
        (None, description) => description.map(|text| about().attr("dir", "auto").text(text)),
    };
    let (shape, tone, word) = if problems.is_empty() {
        (Shape::Check, "good", say::READY)
    } else {
        (Shape::Cross, "bad", say::NOT_READY)
    };
    el("li", "").child(
        button("picker-entry", move || workflows.choose(&entry))
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
        // The same file can be opened again after it was mended.
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
