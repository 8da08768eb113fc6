//! A field's value as it is displayed, recorded with a run and sent.

use web_sys::File;

use super::FieldState;
use crate::entered::{Entered, EnteredKind};
use crate::language::{digits, written};
use client_web::FormPart;
use schema::FieldKind;
use ui::untrack;

impl FieldState {
    /// A value as people of the page's language write it.
    pub(crate) fn localize(&self, text: &str) -> String {
        if self.is_number() {
            written(text)
        } else {
            text.to_owned()
        }
    }

    /// The value of a text that people of the page's language wrote.
    pub(crate) fn parse_localized(&self, text: &str) -> String {
        if self.is_number() {
            digits(text)
        } else {
            text.to_owned()
        }
    }

    /// How its value is displayed with a run.
    pub(crate) fn entered_kind(&self) -> EnteredKind {
        self.definition.with_value(|field| match field.kind {
            FieldKind::Boolean => EnteredKind::Switch,
            FieldKind::Choice { .. } => EnteredKind::Choice,
            FieldKind::Number(_) | FieldKind::Slider(_) => EnteredKind::Number,
            _ => EnteredKind::Text,
        })
    }

    /// Its value for the record of a run; `None` if it is empty.
    pub(crate) fn entered(&self) -> Option<Entered> {
        let files = self.files.get_untracked();
        let text = if self.takes_files() {
            String::new()
        } else {
            self.text.get_untracked()
        };
        (!text.is_empty() || !files.is_empty()).then(|| Entered {
            name: self.name(),
            label: self.label(),
            text,
            files,
            is_changed: untrack(|| self.is_changed()),
            kind: self.entered_kind(),
        })
    }

    /// The text to send. An optional field without a default sends nothing if it is empty, unless its
    /// kind is text.
    pub(crate) fn value(&self) -> Option<String> {
        let text = self.text.get_untracked();
        let text = if self.is_number() {
            text.trim().to_owned()
        } else {
            text
        };
        self.definition.with_value(|field| {
            let is_sent = !text.is_empty() || field.required || field.default.is_some();
            (is_sent || matches!(field.kind, FieldKind::Text { .. })).then_some(text)
        })
    }

    /// The form parts to send.
    pub(crate) fn parts(&self) -> Vec<FormPart> {
        if self.takes_files() {
            return self.file_parts();
        }
        let part = self.value().map(|text| FormPart::text(self.name(), text));
        part.into_iter().collect()
    }

    fn file_parts(&self) -> Vec<FormPart> {
        let files = self.files.get_untracked();
        let multiple = self.definition.with_value(|field| field.multiple);
        let count = if multiple { files.len() } else { 1 };
        let sniffed = self.sniffed_type.get_value();
        let part = |file: File| FormPart::file(self.name(), file.into(), sniffed);
        files.into_iter().take(count).map(part).collect()
    }
}
