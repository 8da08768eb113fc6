//! The form made from a workflow's schema: its fields, what is wrong with them, and Run.

mod field_state;
mod foot;
mod send;
mod state;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{ClipboardEvent, File, KeyboardEvent};

pub(crate) use field_state::FieldState;
pub(crate) use state::FormState;

use super::field::FieldView;
use super::workflow_picker::WorkflowPicker;
use super::workflows::Workflows;
use foot::FormFoot;
use send::Sender;

/// The region in which a workflow is chosen and filled in.
#[component]
pub(crate) fn FormRegion() -> impl IntoView {
    let workflows: Workflows = expect_context();
    view! {
        <section class="region form-region" id="region-form" aria-label="Form">
            <WorkflowPicker />
            {move || workflows.form.get().map(|form| view! { <Form form /> })}
        </section>
    }
}

#[component]
fn Form(form: FormState) -> impl IntoView {
    let sender = Sender::new(form);
    listen(form, sender);
    let fields = form.fields.with_value(|fields| {
        let views = fields
            .iter()
            .map(|field| view! { <FieldView field=*field /> });
        views.collect_view()
    });
    let empty = form.asks_nothing().then(|| {
        view! { <p class="hint">"This workflow asks for nothing: press Run."</p> }
    });
    view! {
        <form
            class="form"
            novalidate
            on:submit=move |event| {
                event.prevent_default();
                sender.send(true);
            }
        >
            <FormHead form />
            <div class="fields">{fields} {empty}</div>
            <FormFoot form sender />
        </form>
    }
}

#[component]
fn FormHead(form: FormState) -> impl IntoView {
    let problems = form.problems.get_value();
    let id = (!form.listed).then(|| {
        view! {
            <div class="field">
                <label for="workflow-id">"Workflow id"</label>
                <input
                    id="workflow-id"
                    class="input"
                    spellcheck="false"
                    autocapitalize="off"
                    aria-describedby="workflow-id-help"
                    prop:value=form.id
                    on:input:target=move |event| form.id.set(event.target().value())
                />
                <p class="help" id="workflow-id-help">
                    "What the deployment calls it; the file itself is not sent."
                </p>
            </div>
        }
    });
    let list = (!problems.is_empty()).then(|| {
        let items = problems
            .iter()
            .map(|problem| view! { <li dir="auto">{problem.to_string()}</li> });
        view! {
            <div class="notice" data-tone="bad">
                <p>"This workflow is not ready:"</p>
                <ul class="problems">{items.collect_view()}</ul>
            </div>
        }
    });
    view! {
        <div class="form-head">
            <h2 dir="auto">{form.name.get_value()}</h2>
            <p class="hint" dir="auto">{form.about.get_value()}</p>
            {list}
            {id}
        </div>
    }
}

/// Ctrl or ⌘ with Enter runs; a pasted file goes to the first field that takes it.
fn listen(form: FormState, sender: Sender) {
    let keys = window_event_listener(leptos::ev::keydown, move |event: KeyboardEvent| {
        if event.key() == "Enter" && (event.ctrl_key() || event.meta_key()) && !event.repeat() {
            event.prevent_default();
            sender.send(true);
        }
    });
    let paste = window_event_listener_untyped("paste", move |event| {
        let Some(file) = event.dyn_ref::<ClipboardEvent>().and_then(pasted) else {
            return;
        };
        if let Some(field) = form.field_for(&file) {
            event.prevent_default();
            field.take_file(Some(file));
        }
    });
    on_cleanup(move || {
        keys.remove();
        paste.remove();
    });
}

fn pasted(event: &ClipboardEvent) -> Option<File> {
    event.clipboard_data()?.files()?.get(0)
}

/// The region.
pub(crate) fn form_region() -> super::element::El {
    super::element::el("div", "bridge").view(view! { <FormRegion /> })
}
