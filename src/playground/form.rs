//! The form made from a workflow's schema: its fields, what is wrong with them, and Run.

mod additional;
pub(crate) mod deferred;
mod draft;
mod entered;
mod fault;
mod field_check;
mod field_state;
mod fold;
mod foot;
mod leftover;
mod presets;
mod send;
mod state;
mod submit;
mod sweep;
mod sweep_view;
pub(crate) mod values;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{ClipboardEvent, Event, File, FilePropertyBag, KeyboardEvent};

pub(crate) use entered::{Entered, EnteredKind, is_on};
pub(crate) use field_state::FieldState;
pub(crate) use send::{Check, Sender};
pub(crate) use state::{FormState, Source};

use super::element::{El, el, list, value};
use super::field::{dropped, field_view, files};
use super::messages as say;
use super::problem::tell;
use super::workflow_picker::workflow_picker;
use super::workflows::{OPEN, Workflows};
use submit::submit;

/// The region in which a workflow is chosen and filled in.
pub(crate) fn form_region() -> El {
    let workflows: Workflows = expect_context();
    listen(workflows);
    el("section", "region form-region")
        .attr("id", "region-form")
        .attr("aria-label", say::FORM)
        .child(workflow_picker(workflows))
        .live(move || workflows.form.get().map(|form| untrack(|| form_view(form))))
}

fn form_view(form: FormState) -> El {
    let sender = Sender::new(form);
    let held = move || form.is_held().then_some("");
    let fields = list(
        el("div", "fields").attr("inert", held),
        move || form.fields.get(),
        FieldState::id,
        move |field| field_view(form, field),
    );
    el("form", "form")
        .attr("novalidate", true)
        .on("submit", move |event| {
            event.prevent_default();
            submit(sender, Check::Whole);
        })
        .on("keydown", |event| once_a_key(&event))
        .effect(move || watch_keys(sender))
        .child(head(form))
        .live(move || asks_nothing(form).then(|| el("p", "hint asks-nothing").text(say::NO_INPUTS)))
        .child(fields)
        .child(leftover::leftover(form))
        .child(
            el("div", "folds")
                .child(presets::presets(form))
                .child(sweep_view::sweep(form))
                .child(additional::additional(form)),
        )
        .child(foot::foot(form, sender))
}

/// Whether a run of it needs no values. A form by hand does not know.
fn asks_nothing(form: FormState) -> bool {
    form.fields.with(Vec::is_empty)
        && form.source.with_value(|source| {
            source.problems.is_empty() && (source.listed || !source.schema.outputs.is_empty())
        })
}

fn head(form: FormState) -> El {
    let (about, problems) = form
        .source
        .with_value(|source| (source.about.clone(), source.problems.clone()));
    let problem = |problem: &crate::schema::Problem| tell(el("li", ""), problem);
    let notice = (!problems.is_empty()).then(|| {
        el("div", "notice")
            .attr("data-tone", "bad")
            .child(el("p", "").text(say::WORKFLOW_NOT_READY))
            .child(el("ul", "problems").children(problems.iter().map(problem)))
    });
    el("div", "form-head")
        .child(el("h2", "").attr("dir", "auto").text(form.name()))
        .child(el("p", "hint").attr("dir", "auto").text(about))
        .children(notice)
        .children((!form.listed()).then(|| workflow_id(form)))
}

fn workflow_id(form: FormState) -> El {
    el("div", "field")
        .child(
            el("label", "")
                .attr("for", "workflow-id")
                .text(say::WORKFLOW_ID),
        )
        .child(
            el("input", "input")
                .attr("id", "workflow-id")
                .attr("spellcheck", "false")
                .attr("autocapitalize", "off")
                .attr("aria-describedby", "workflow-id-help")
                .prop("value", move || form.id.get())
                .on("input", move |event| form.id.set(value(&event))),
        )
        .child(
            el("p", "help")
                .attr("id", "workflow-id-help")
                .text(say::WORKFLOW_ID_HELP),
        )
}

/// Ctrl or ⌘ with Enter runs, wherever the page has the focus.
fn watch_keys(sender: Sender) {
    let keys = window_event_listener(leptos::ev::keydown, move |event: KeyboardEvent| {
        if event.key() == "Enter" && (event.ctrl_key() || event.meta_key()) && !event.repeat() {
            event.prevent_default();
            submit(sender, Check::Whole);
        }
    });
    on_cleanup(move || keys.remove());
}

/// Enter that is held down sends once; in a text of several lines it goes on with new lines.
fn once_a_key(event: &Event) {
    let key = event.dyn_ref::<KeyboardEvent>();
    if key.is_some_and(|key| key.key() == "Enter" && key.repeat()) && tag(event) != "TEXTAREA" {
        event.prevent_default();
    }
}

/// Whether Enter was pressed alone: with Ctrl or ⌘ it runs.
fn is_plain_enter(event: &Event) -> bool {
    let key = event.dyn_ref::<KeyboardEvent>();
    key.is_some_and(|key| {
        key.key() == "Enter" && !key.ctrl_key() && !key.meta_key() && !key.is_composing()
    })
}

/// A pasted file goes to the first field that takes it, any other and pasted JSON are opened.
fn listen(workflows: Workflows) {
    let paste = window_event_listener_untyped("paste", move |event| {
        let Some(event) = event.dyn_ref::<ClipboardEvent>() else {
            return;
        };
        let Some(data) = event.clipboard_data() else {
            return;
        };
        let file = files(data.files()).into_iter().next();
        let form = workflows.form.get_untracked();
        let field = file.as_ref().and_then(|file| form?.field_for(file));
        match (file, field) {
            (Some(file), Some(field)) => {
                event.prevent_default();
                field.take_files(vec![file]);
            }
            (Some(file), None) => OPEN.call(move |open| open(workflows, file, true)),
            (None, _) if !is_typing(event) => {
                let text = data.get_data("text/plain").unwrap_or_default();
                if let Some(file) = pasted_json(&text) {
                    OPEN.call(move |open| open(workflows, file, true));
                }
            }
            _ => {}
        }
    });
    // A file that falls beside every field is opened; a browser would leave the page for it.
    let over = window_event_listener_untyped("dragover", |event| event.prevent_default());
    let drop = window_event_listener_untyped("drop", move |event| {
        event.prevent_default();
        if let Some(file) = dropped(&event).into_iter().next() {
            OPEN.call(move |open| open(workflows, file, true));
        }
    });
    on_cleanup(move || {
        paste.remove();
        over.remove();
        drop.remove();
    });
}

/// Whether the event came from where text is typed.
fn is_typing(event: &Event) -> bool {
    matches!(tag(event).as_str(), "INPUT" | "TEXTAREA" | "SELECT")
}

/// The tag of what an event came from.
fn tag(event: &Event) -> String {
    let target = event
        .target()
        .and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    target.map(|target| target.tag_name()).unwrap_or_default()
}

/// A text that may be a workflow, as a file.
fn pasted_json(text: &str) -> Option<File> {
    if !text.trim_start().starts_with('{') {
        return None;
    }
    let parts = js_sys::Array::of1(&text.into());
    let kind = FilePropertyBag::new();
    kind.set_type("application/json");
    let name = say::PASTED.now();
    File::new_with_str_sequence_and_options(&parts, &[name, ".json"].concat(), &kind).ok()
}
