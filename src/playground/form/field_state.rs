//! What is in one field: the text or files that were entered, and what is wrong with it.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{File, HtmlElement, HtmlInputElement};

use super::draft::Draft;
use super::{Entered, EnteredKind, FormState, fault};
use crate::api::ValidationItem;
use crate::client::web::Part;
use crate::playground::database;
use crate::playground::deferred::Deferred;
use crate::playground::language::{digits, written};
use crate::playground::signal::{RwSignal, StoredValue};
use crate::schema::{Field, FieldKind};

/// One field and what was entered.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct FieldState {
    /// The field.
    pub(crate) fixed: StoredValue<Field>,
    /// Its place in the form, for element ids: a name may hold anything.
    pub(crate) index: usize,
    /// Whether a person added it, beyond what the workflow declares.
    pub(crate) additional: bool,
    /// What was typed.
    pub(crate) text: RwSignal<String>,
    /// The files that were chosen.
    pub(crate) files: RwSignal<Vec<File>>,
    /// What the first file's first bytes say it is, once they have been read.
    pub(super) sniffed: StoredValue<Option<&'static str>>,
    /// What is wrong with it.
    pub(crate) faults: RwSignal<Vec<String>>,
    pub(super) draft: Draft,
}

pub(super) static CHECK: Deferred<fn(FieldState)> = Deferred::new();
/// Keeps the files that a field took, and checks the first.
pub(super) static KEEP_FILES: Deferred<fn(FieldState, Option<File>)> = Deferred::new();
pub(super) static RESTORE_FILES: Deferred<fn(FormState, FieldState)> = Deferred::new();

impl FieldState {
    pub(super) fn new(index: usize, field: &Field, kept: Option<String>, draft: Draft) -> Self {
        Self {
            index,
            additional: false,
            text: RwSignal::new(kept.unwrap_or_else(|| begins(field))),
            files: RwSignal::new(Vec::new()),
            sniffed: StoredValue::new(None),
            faults: RwSignal::new(Vec::new()),
            fixed: StoredValue::new(field.clone()),
            draft,
        }
    }

    /// The field's name.
    pub(crate) fn name(&self) -> String {
        self.fixed.with_value(|field| field.name.clone())
    }

    /// What people call it.
    pub(crate) fn label(&self) -> String {
        self.fixed.with_value(|field| field.label.clone())
    }

    /// The id of its control.
    pub(crate) fn id(&self) -> String {
        ["field-", &self.index.to_string()].concat()
    }

    /// Whether a run needs it.
    pub(crate) fn required(&self) -> bool {
        self.fixed.with_value(|field| field.required)
    }

    /// Whether it takes files.
    pub(crate) fn takes_files(&self) -> bool {
        self.fixed.with_value(|field| field.kind.accept().is_some())
    }

    /// Whether it holds a number.
    pub(super) fn is_number(&self) -> bool {
        self.entered_kind() == EnteredKind::Number
    }

    /// A text of it as people read it.
    pub(super) fn shown(&self, text: &str) -> String {
        if self.is_number() {
            written(text)
        } else {
            text.to_owned()
        }
    }

    /// A text of it as it is sent, of what people type.
    pub(super) fn taken(&self, text: &str) -> String {
        if self.is_number() {
            digits(text)
        } else {
            text.to_owned()
        }
    }

    /// What its text is to people.
    pub(super) fn entered_kind(&self) -> EnteredKind {
        self.fixed.with_value(|field| match field.kind {
            FieldKind::Boolean => EnteredKind::Switch,
            FieldKind::Number(_) | FieldKind::Slider(_) => EnteredKind::Number,
            _ => EnteredKind::Text,
        })
    }

    /// What is wrong with it, in words.
    pub(crate) fn fault(&self) -> Option<String> {
        self.faults
            .with(|faults| (!faults.is_empty()).then(|| faults.join("; ")))
    }

    /// Whether something is wrong with it, for a caller that does not follow it.
    pub(crate) fn is_faulty(&self) -> bool {
        self.faults.with_untracked(|faults| !faults.is_empty())
    }

    /// Whether it holds anything but what it begins with.
    pub(crate) fn is_changed(&self) -> bool {
        let begins = self.fixed.with_value(begins);
        self.text.with(|text| *text != begins) || self.files.with(|files| !files.is_empty())
    }

    /// Takes what was typed, and keeps it over a refresh.
    pub(crate) fn take_text(&self, text: String) {
        self.text.set(text);
        self.draft.touch();
        self.recheck();
    }

    /// Takes files in the place of those it holds.
    pub(crate) fn take_files(&self, files: Vec<File>) {
        self.sniffed.set_value(None);
        let first = files.first().cloned();
        self.files.set(files);
        let field = *self;
        KEEP_FILES.call(move |keep| keep(field, first));
    }

    /// Takes the files that it held before the page was loaded again, unless it has others by now.
    pub(super) fn restore_files(self, form: FormState) {
        if self.takes_files() && database::is_used() {
            RESTORE_FILES.call(move |restore| restore(form, self));
        }
    }

    /// Takes away the file at this place.
    pub(crate) fn drop_file(&self, index: usize) {
        let mut files = self.files.get_untracked();
        if index < files.len() {
            files.remove(index);
        }
        self.take_files(files);
    }

    /// Puts it back to what it begins with.
    pub(crate) fn reset(&self) {
        self.faults.set(Vec::new());
        self.take_text(self.fixed.with_value(begins));
        if self.files.with_untracked(|files| !files.is_empty()) {
            self.take_files(Vec::new());
        }
    }

    /// Checks it alone, once the check is loaded.
    pub(crate) fn check(&self) {
        let field = *self;
        CHECK.call(move |check| check(field));
    }

    /// A fault that it is told of, in words.
    pub(super) fn words(&self, item: &ValidationItem) -> String {
        let text = self.text.get_untracked();
        self.fixed
            .with_value(|field| fault::words(item, field, &text))
    }

    /// Shows what is wrong; a field that was and is in order is left alone.
    pub(super) fn show_faults(&self, items: &[&ValidationItem]) {
        let faults: Vec<String> = items.iter().map(|item| self.words(item)).collect();
        if self.faults.with_untracked(|before| *before != faults) {
            self.faults.set(faults);
        }
    }

    /// A message goes as soon as it is no longer true, and comes only when the field is left.
    pub(super) fn recheck(&self) {
        if self.is_faulty() {
            self.check();
        }
    }

    pub(super) fn accepts(&self, content_type: &str) -> bool {
        self.fixed.with_value(|field| match field.kind.accept() {
            Some(accept) => {
                accept == "*/*" || content_type.starts_with(accept.trim_end_matches('*'))
            }
            None => false,
        })
    }

    pub(super) fn parts(&self) -> Vec<Part> {
        if self.takes_files() {
            let part = |file: File| Part::file(self.name(), file.into(), self.sniffed.get_value());
            let files = self.files.get_untracked();
            let most = self
                .fixed
                .with_value(|field| if field.multiple { files.len() } else { 1 });
            return files.into_iter().take(most).map(part).collect();
        }
        self.value()
            .map(|text| Part::text(self.name(), text))
            .into_iter()
            .collect()
    }

    /// The text a run is sent; an optional field that is empty and is no text says nothing at all.
    pub(crate) fn value(&self) -> Option<String> {
        let text = self.text.get_untracked();
        let text = if self.is_number() {
            text.trim().to_owned()
        } else {
            text
        };
        self.fixed.with_value(|field| {
            let says = !text.is_empty() || field.required || field.default.is_some();
            (says || matches!(field.kind, FieldKind::Text { .. })).then_some(text)
        })
    }

    pub(super) fn entered(&self) -> Option<Entered> {
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
            kind: self.entered_kind(),
        })
    }

    /// Brings its control before the person.
    pub(crate) fn focus(&self) {
        let element = document().get_element_by_id(&self.id());
        if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
            let _ = element.focus();
            if let Some(input) = element.dyn_ref::<HtmlInputElement>() {
                input.select();
            }
        }
    }
}

/// What a field begins with.
fn begins(field: &Field) -> String {
    field.default.clone().unwrap_or_default()
}
