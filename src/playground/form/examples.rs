//! The examples of a form's workflow. Their view and the loading of their files are in the deferred chunk.

pub(super) mod files;
pub(super) mod strip;

use super::draft;
use super::form_source::FormSource;
use super::state::FormState;
use crate::deferred::Deferred;
use crate::messages as say;
use api::Example;
use client_web::Client;
use ui::{El, el, untrack};

pub(super) static STRIP: Deferred<fn(FormState) -> El> = Deferred::new();
pub(super) static LOAD_FILES: Deferred<fn(FormState, Client, &Example)> = Deferred::new();

/// The examples above the fields. They are loaded when the browser is idle; until then their height is reserved.
pub(super) fn examples(form: FormState) -> Option<El> {
    let has_none = form.source.with_value(|source| source.examples.is_empty());
    let strip = move || STRIP.get_when_idle(|strip| untrack(|| strip(form)));
    let group = || el("div", "examples").attr("role", "group");
    (!has_none).then(|| group().attr("aria-label", say::EXAMPLES).live(strip))
}

impl FormSource {
    /// The example that a first visit starts with; `None` if this browser has a draft.
    pub(crate) fn first_example(&self) -> Option<Example> {
        let first = self.examples.first();
        let is_first_visit = |_: &&Example| draft::saved(&self.deployment, &self.id).is_none();
        first.filter(is_first_visit).cloned()
    }
}

impl FormState {
    /// Loads the files of an example into their fields, at the latest when the browser is idle. A press of Run
    /// comes after it, and waits for the files.
    pub(crate) fn load_files(self, client: Client, example: Example) {
        if !example.files.is_empty() {
            LOAD_FILES.call_when_idle(move |load| load(self, client, &example));
        }
    }
}
