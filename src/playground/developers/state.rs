//! The state of the view for developers. Knows nothing about how it is shown.

use js_sys::Function;
use wasm_bindgen::JsValue;

use crate::language::Message;
use crate::promise;
use crate::storage::{self, StorageArea};
use snippet::Language;
use ui::{RwSignal, StoredValue, request_animation_frame, return_focus, spawn_local};

/// The id of the button that opens the view.
pub(super) const OPENER: &str = "developers-open";

/// The storage name under which the code's language is stored.
pub(super) const LANGUAGE_NAME: &str = "code";

/// The state.
#[derive(Clone, Copy)]
pub(crate) struct Developers {
    pub(super) open: RwSignal<bool>,
    pub(super) pane: RwSignal<u32>,
    pub(super) language: RwSignal<u32>,
    pub(super) code: RwSignal<String>,
    /// The error of the last generation.
    pub(super) error: RwSignal<Option<String>>,
    writer: StoredValue<Function>,
    /// How often the code of the shown result was asked for.
    pub(super) result_asked: RwSignal<u32>,
    /// Whether to move the focus into the view when it is shown.
    pub(super) takes_focus: StoredValue<bool>,
}

impl Developers {
    /// A closed view. `write_out` is the function of `www/start.js` that generates code and documents.
    pub(crate) fn start(write_out: Function) -> Self {
        let stored: Option<String> = storage::load(StorageArea::Browser, LANGUAGE_NAME);
        let chosen = Language::ALL
            .iter()
            .position(|language| stored.as_deref() == Some(language.label()));
        Self {
            open: RwSignal::new(false),
            pane: RwSignal::new(0),
            language: RwSignal::new(chosen.unwrap_or_default() as u32),
            code: RwSignal::new(String::new()),
            error: RwSignal::new(None),
            writer: StoredValue::new(write_out),
            result_asked: RwSignal::new(0),
            takes_focus: StoredValue::new(false),
        }
    }

    /// Generates a `what` (snippet or document) in the language or format `how` from `json`, and passes
    /// it to `then`. `failed` is the message for an error.
    pub(super) fn write(
        self,
        [what, how, json]: [&str; 3],
        failed: Message,
        then: Box<dyn FnOnce(Option<String>)>,
    ) {
        let (what, how, json) = (what.into(), how.into(), json.into());
        let promise = self
            .writer
            .with_value(|writer| writer.call3(&JsValue::NULL, &what, &how, &json));
        spawn_local(async move {
            let written = promise::text(promise).await;
            let error = written.as_ref().err().map(|why| failed.with(&[why]));
            let _ = self.error.try_set(error);
            then(written.ok());
        });
    }

    /// Whether it is open; tracked.
    pub(crate) fn is_open(self) -> bool {
        self.open.get()
    }

    /// Opens it with the code of the shown result.
    pub(crate) fn show_code_of_result(self) {
        self.pane.set(0);
        self.toggle(true);
        self.result_asked.update(|asked| *asked += 1);
    }

    /// Opens or closes it.
    pub(crate) fn toggle(self, open: bool) {
        self.takes_focus.set_value(open);
        self.open.set(open);
        if !open {
            // After the view is removed.
            request_animation_frame(|| return_focus(OPENER));
        }
    }
}
