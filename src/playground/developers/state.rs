//! What is open of the view for developers, and what is written there. Knows nothing of how it is
//! shown.

use js_sys::Function;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsValue;

use super::focus::focus;
use crate::playground::language::Message;
use crate::playground::signal::{RwSignal, StoredValue};
use crate::playground::source;
use crate::playground::storage::{self, Place};
use crate::snippet::Language;

/// The id of the button that opens the view.
pub(super) const OPENER: &str = "developers-open";

/// The name under which the language is kept.
pub(super) const KEPT: &str = "code";

/// What is open, and what is written there.
#[derive(Clone, Copy)]
pub(crate) struct Developers {
    pub(super) open: RwSignal<bool>,
    pub(super) pane: RwSignal<u32>,
    pub(super) language: RwSignal<u32>,
    pub(super) code: RwSignal<String>,
    /// What kept something from being written.
    pub(super) fault: RwSignal<Option<String>>,
    writer: StoredValue<Function>,
    /// Whether the focus goes into it as soon as it is there.
    pub(super) entered: StoredValue<bool>,
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
    pub(super) fn write(
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

    pub(super) fn toggle(self, open: bool) {
        self.entered.set_value(open);
        self.open.set(open);
        if !open {
            // It is gone by then.
            request_animation_frame(|| focus(OPENER));
        }
    }
}
