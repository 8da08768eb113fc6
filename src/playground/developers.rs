//! What a developer takes along: the form's call as code, the last calls as they went over the wire,
//! the schema and the names of its fields. Made when it is opened; what writes it is loaded then.

pub(crate) mod calls;
mod code;
mod document;
mod download;
mod json;
mod log;
mod schema;
mod tabs;

use js_sys::Function;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{HtmlElement, KeyboardEvent};

use super::connection::Connection;
use super::element::{El, button, el};
use super::form::FormState;
use super::icon::{Shape, icon};
use super::language::Message;
use super::later;
use super::messages as say;
use super::source;
use super::storage::{self, Place};
use super::workflows::Workflows;
use crate::playground::signal::{RwSignal, StoredValue};
use crate::snippet::Language;
use tabs::tabs;

/// The name under which the language is kept.
const KEPT: &str = "code";

/// What is open, and what is written there.
#[derive(Clone, Copy)]
pub(crate) struct Developers {
    open: RwSignal<bool>,
    pane: RwSignal<u32>,
    language: RwSignal<u32>,
    code: RwSignal<String>,
    /// What kept something from being written.
    fault: RwSignal<Option<String>>,
    writer: StoredValue<Function>,
    /// Whether the focus goes into it as soon as it is there.
    entered: StoredValue<bool>,
}

impl Developers {
    /// Nothing is open; `write_out` writes what is asked for, as `www/start.js` has it.
    pub(crate) fn start(write_out: Function) -> Self {
        let kept: Option<String> = storage::load(Place::Browser, KEPT);
        let chosen = Language::ALL
            .iter()
            .position(|language| kept.as_deref() == Some(language.label()));
        Self {
            open: RwSignal::new(false),
            pane: RwSignal::new(0),
            language: RwSignal::new(chosen.unwrap_or_default() as u32),
            code: RwSignal::new(String::new()),
            fault: RwSignal::new(None),
            writer: StoredValue::new(write_out),
            entered: StoredValue::new(false),
        }
    }

    /// Has `what` write: `how` is its language or format, `json` what it is to write; `then` gets
    /// it. Why there is nothing is said with `refused`.
    fn write(
        self,
        [what, how, json]: [&str; 3],
        refused: Message,
        then: Box<dyn FnOnce(Option<String>)>,
    ) {
        let (what, how, json) = (what.into(), how.into(), json.into());
        let asked = self
            .writer
            .with_value(|writer| writer.call3(&JsValue::NULL, &what, &how, &json));
        spawn_local(async move {
            let written = source::text(asked).await;
            let fault = written.as_ref().err().map(|why| refused.with(&[why]));
            let _ = self.fault.try_set(fault);
            then(written.ok());
        });
    }

    fn toggle(self, open: bool) {
        self.entered.set_value(open);
        self.open.set(open);
        if !open {
            // It is gone by then.
            request_animation_frame(|| focus(OPENER));
        }
    }
}

const PANES: &str = "developers";
const OPENER: &str = "developers-open";

/// The button that opens it, for beside Run.
pub(crate) fn developers_button() -> El {
    let developers: Developers = expect_context();
    let open = developers.open;
    let toggle = move || developers.toggle(!open.get_untracked());
    button("button developers-open", toggle)
        .attr("id", OPENER)
        .attr("aria-expanded", move || open.get().to_string())
        .attr("title", say::DEVELOPERS)
        .child(icon(Shape::Code))
        .text(say::CODE)
}

/// The region, while it is open.
pub(crate) fn developers_region() -> Option<El> {
    let developers: Developers = expect_context();
    let open = developers.open.get();
    if open {
        later::place(|part| (part.developers)())
    } else {
        None
    }
}

/// What is in it.
pub(crate) fn panel() -> El {
    let developers: Developers = expect_context();
    let workflows: Workflows = expect_context();
    let pane = developers.pane;
    let words = [say::CODE, say::CALLS, say::SCHEMA].map(|word| word.now());
    if developers.entered.try_update_value(std::mem::take) == Some(true) {
        let id = tabs::id(PANES, pane.get_untracked());
        request_animation_frame(move || focus(&id));
    }
    let close = button("link-button", move || developers.toggle(false))
        .attr("aria-label", say::DEVELOPERS_CLOSE)
        .child(icon(Shape::Cross));
    let body = move || {
        let made = match (pane.get(), workflows.form.get()) {
            (1, _) => untrack(calls::calls),
            (_, None) => el("p", "hint").text(say::DEVELOPERS_NO_WORKFLOW),
            (0, Some(form)) => untrack(|| code::code(developers, form)),
            (_, Some(form)) => untrack(|| schema::schema(developers, form)),
        };
        Some(made)
    };
    el("section", "developers")
        .attr("aria-label", say::DEVELOPERS)
        .on("keydown", move |event| {
            let event: &KeyboardEvent = event.unchecked_ref();
            if event.key() == "Escape" {
                developers.toggle(false);
            }
        })
        .child(
            el("div", "developers-head")
                .child(tabs(PANES, say::DEVELOPERS, &words, pane))
                .child(close),
        )
        .child(
            tabs::panel(PANES, pane)
                .child(
                    el("p", "fault")
                        .attr("role", "alert")
                        .text(move || developers.fault.get()),
                )
                .live(body),
        )
}

/// What a call of the form is of; follows the connection and the form.
fn described(form: FormState) -> json::Object {
    let connection: Connection = expect_context();
    let base_url = connection
        .client
        .with(|client| client.as_ref().map(|client| client.base_url().to_owned()));
    let mut object = json::Object::default();
    object.text(
        "baseUrl",
        &base_url.unwrap_or_else(|| connection.base_url()),
    );
    object.text("workflowId", &form.id.get());
    object.text("name", &form.name());
    object
}

fn focus(id: &str) {
    let element = document().get_element_by_id(id);
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        let _ = element.focus();
    }
}
