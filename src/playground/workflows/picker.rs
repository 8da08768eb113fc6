//! The chosen workflow's name, which opens the list of workflows, and the alternative to it: opening a file.

use wasm_bindgen::JsCast;
use web_sys::{Event, HtmlInputElement, KeyboardEvent};

use super::open::OPEN;
use super::open_error::OPEN_ERROR;
use super::state::Workflows;
use crate::connection::Connection;
use crate::deferred::Deferred;
use crate::file_list::file_list;
use crate::icon::{Shape, icon};
use crate::listing::ListingState;
use crate::messages as say;
use crate::reason;
use client::ErrorKind;
use ui::{El, after_paint, el, expect_context, memo, return_focus, template, untrack};

/// The id of the button that opens the list.
const TITLE: &str = "picker-title";
const LIST: &str = "picker-list";

/// The list of workflows, for the deferred chunk.
pub(super) static WORKFLOW_LIST: Deferred<fn(Workflows) -> El> = Deferred::new();

/// The picker. The list is open until a workflow is chosen, but not while it loads: the first workflow that is
/// ready is then chosen by itself, and what was under the pointer would be gone.
pub(crate) fn workflow_picker(workflows: Workflows) -> El {
    let connection: Connection = expect_context();
    let needs_choice =
        memo(move || workflows.form.get().is_none() && !workflows.listing.is_loading());
    let is_open = workflows.is_listing;
    let content = move || match (is_open.get(), needs_choice.get()) {
        (true, _) => WORKFLOW_LIST.view(|list| list(workflows)),
        (false, true) => WORKFLOW_LIST.get_when_idle(|list| untrack(|| list(workflows))),
        (false, false) => None,
    };
    let hint = move || hint(&workflows.listing.get(), connection);
    template("picker")
        .slot("head", |head| head.child(open_workflow(workflows)))
        .slot("title", |button| title(button, workflows))
        .on("keydown", move |event| {
            let key = event.dyn_ref::<KeyboardEvent>().map(KeyboardEvent::key);
            if key.as_deref() == Some("Escape") {
                close(workflows);
            }
        })
        .child(el("p", "hint").attr("role", "status").text(hint))
        .child(el("div", "").attr("id", LIST).live_with_late_end(content))
        .live(move || {
            let error = workflows.open_error.get()?;
            OPEN_ERROR.view(|open_error| open_error(workflows.open_error, &error))
        })
}

/// Closes the list, and moves the focus back to what opened it, unless a field of the form has it by then.
pub(super) fn close(workflows: Workflows) {
    if workflows.is_listing.get_untracked() {
        workflows.close_list();
        // The browser calculates the whole layout for it, which would delay what was chosen.
        after_paint(|| return_focus(TITLE));
    }
}

fn title(button: El, workflows: Workflows) -> El {
    let is_open = workflows.is_listing;
    let name = move || match workflows.form.get() {
        Some(form) => form.name(),
        None => say::WORKFLOW.now().to_owned(),
    };
    button
        .on("click", move |_| {
            is_open.update(|open| *open = !*open);
            // Others deploy, too.
            if is_open.get_untracked() && workflows.listing.is_loaded() {
                workflows.load();
            }
        })
        .attr("id", TITLE)
        .attr("aria-expanded", move || is_open.get().to_string())
        .attr("aria-controls", LIST)
        .slot("name", |slot| slot.text(name))
        .child(icon(Shape::Chevron))
}

/// The hint that is shown instead of an empty list.
fn hint(listing: &ListingState, connection: Connection) -> Option<String> {
    let message = match listing {
        ListingState::NotLoaded if connection.can_request() => say::WORKFLOWS_NO_RESPONSE,
        // The connection panel says why there is no response.
        ListingState::Failed(error) if error.kind.is_silence() && !connection.is_live() => {
            say::WORKFLOWS_NO_RESPONSE
        }
        // The connection panel says that the key is wrong. If the queue accepts it, the error is shown here.
        ListingState::Failed(error)
            if error.kind == ErrorKind::Authentication && !connection.is_live() =>
        {
            match connection.can_request() {
                true => say::WORKFLOWS_LOADING,
                false => return Some(not_connected_hint(connection)),
            }
        }
        ListingState::NotLoaded => return Some(not_connected_hint(connection)),
        ListingState::Loading => say::WORKFLOWS_LOADING,
        ListingState::Unsupported => say::WORKFLOWS_UNAVAILABLE,
        ListingState::Failed(error) => return reason::when_loaded(error),
        ListingState::Loaded(entries) if entries.is_empty() => say::WORKFLOWS_EMPTY,
        ListingState::Loaded(_) => return None,
    };
    Some(message.now().to_owned())
}

/// The hint while no deployment is connected.
fn not_connected_hint(connection: Connection) -> String {
    match connection.carried.with(|carried| carried.workflow.clone()) {
        Some(id) => say::LINK_WAITING.with(&[&id]),
        None => say::WORKFLOWS_NOT_CONNECTED.now().to_owned(),
    }
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
        .attr("data-command", true)
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
