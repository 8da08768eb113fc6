//! Opens workflows with exposures: an opened exposure document, or the choice that this browser keeps.

use js_sys::Uint8Array;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use web_sys::File;

use super::state::Workflows;
use crate::exposure::{self, Opened};
use crate::file_reader::FileContent;
use json::tolerant;
use schema::Problem;

/// Whether a file is an exposure document, by its name.
pub(super) fn is_exposure(name: &str) -> bool {
    name.ends_with(".form.json")
}

impl Workflows {
    /// The opened workflow whose form is shown; not tracked.
    pub(super) fn shown_file(self) -> Option<Opened> {
        let (opened, form) = (self.opened.get_untracked()?, self.form.get_untracked()?);
        ui::untrack(|| opened.is_of(form)).then_some(opened)
    }

    /// Opens a workflow's file again, with the fields of an exposure document.
    pub(super) async fn apply_exposure(self, workflow: File, exposure: File) {
        // A document that cannot be read is not valid either.
        let bytes = JsFuture::from(exposure.array_buffer()).await;
        let bytes = bytes.map_or_else(|_| Vec::new(), |bytes| Uint8Array::new(&bytes).to_vec());
        let text = tolerant::text(&bytes).unwrap_or_default();
        let mut content = self.file_reader.read(&workflow, Some(&text)).await;
        content
            .problems
            .extend(Problem::of_exposure_encoding(&bytes));
        let fingerprint = exposure::file_fingerprint(&workflow).await;
        self.show_content(workflow, fingerprint, content, true);
    }

    /// The content with the fields that were chosen on an earlier visit, and whether there are any that fit.
    pub(super) async fn with_kept_choice(
        self,
        file: &File,
        fingerprint: &str,
        content: FileContent,
    ) -> (FileContent, bool) {
        let has_choice = content
            .workflow
            .as_ref()
            .is_some_and(|workflow| workflow.choice.is_some());
        let deployment = self.connection.deployment();
        let kept = exposure::saved(&deployment, fingerprint).filter(|_| has_choice);
        let Some(kept) = kept else {
            return (content, false);
        };
        let again = self.file_reader.read(file, Some(&kept)).await;
        match again.problems.len() <= content.problems.len() {
            true => (again, true),
            false => (content, false),
        }
    }

    /// Loads the classes of the connected deployment's engines, once per connection, so that files are read with
    /// them. Without them, ComfyUI's own are used.
    pub(super) async fn load_classes(self) {
        let epoch = self.connection.epoch.get_untracked();
        if self.classes_epoch.get_value() == Some(epoch) {
            return;
        }
        let client = self.connection.client.get_untracked();
        let classes: Option<Uint8Array> = match client {
            Some(client) => client.object_info().await.ok(),
            None => None,
        };
        if self.connection.epoch.try_get_untracked() == Some(epoch) {
            // Asked again with the next file if there was no answer.
            self.classes_epoch
                .set_value(classes.as_ref().map(|_| epoch));
            let classes = classes.map_or(JsValue::UNDEFINED, JsValue::from);
            self.file_reader.use_classes(classes);
        }
    }
}
