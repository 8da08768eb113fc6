//! What is in one field: the text or file that was entered, and what is wrong with it.

use std::collections::HashMap;

use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use web_sys::{File, HtmlElement, HtmlInputElement};

use crate::client::web::{self, Part};
use crate::playground::storage::{self, Place};
use crate::schema::{Field, FieldKind, InputSchema};

/// One field and what was entered.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct FieldState {
    /// The field.
    pub(crate) field: StoredValue<Field>,
    /// Its place in the form, for element ids: a name may hold anything.
    pub(crate) index: usize,
    /// What was typed.
    pub(crate) text: RwSignal<String>,
    /// The file that was chosen.
    pub(crate) file: RwSignal<Option<File>, LocalStorage>,
    /// What the file's first bytes say it is, once they have been read.
    sniffed: StoredValue<Option<&'static str>>,
    /// What is wrong with it.
    pub(crate) faults: RwSignal<Vec<String>>,
    store: StoredValue<String>,
}

impl FieldState {
    pub(super) fn new(
        index: usize,
        field: &Field,
        kept: &HashMap<String, String>,
        store: &str,
    ) -> Self {
        let text = kept.get(&field.name).or(field.default.as_ref());
        Self {
            index,
            text: RwSignal::new(text.cloned().unwrap_or_default()),
            file: RwSignal::new_local(None),
            sniffed: StoredValue::new(None),
            faults: RwSignal::new(Vec::new()),
            field: StoredValue::new(field.clone()),
            store: StoredValue::new(store.to_owned()),
        }
    }

    /// The field's name.
    pub(crate) fn name(&self) -> String {
        self.field.with_value(|field| field.name.clone())
    }

    /// The id of its control.
    pub(crate) fn id(&self) -> String {
        format!("field-{}", self.index)
    }

    /// Whether something is wrong with it, for a caller that does not follow it.
    pub(crate) fn is_faulty(&self) -> bool {
        self.faults.with_untracked(|faults| !faults.is_empty())
    }

    /// Takes what was typed, and keeps it over a refresh.
    pub(crate) fn take_text(&self, text: String) {
        let name = self.name();
        self.store.with_value(|store| {
            let mut kept: HashMap<String, String> =
                storage::load(Place::Tab, store).unwrap_or_default();
            kept.insert(name, text.clone());
            storage::save(Place::Tab, store, &kept);
        });
        self.text.set(text);
        self.recheck();
    }

    /// Takes a file, or none.
    pub(crate) fn take_file(&self, file: Option<File>) {
        self.sniffed.set_value(None);
        self.file.set(file.clone());
        match file {
            Some(file) => spawn_local(self.check_file(file)),
            None => self.recheck(),
        }
    }

    /// Checks a file by its first bytes; another one may have taken its place while they were read.
    async fn check_file(self, file: File) {
        let sniffed = web::sniff(&file).await;
        let is_ours = self
            .file
            .try_with_untracked(|mine| mine.as_ref() == Some(&file));
        if is_ours == Some(true) {
            self.sniffed.set_value(sniffed);
            self.check();
        }
    }

    /// Checks it alone.
    pub(crate) fn check(&self) {
        let schema = InputSchema {
            fields: vec![self.field.get_value()],
            outputs: Vec::new(),
        };
        let parts: Vec<Part> = self.part().into_iter().collect();
        let items = web::check(&schema, &parts).err().unwrap_or_default();
        self.faults
            .set(items.into_iter().map(|item| item.msg).collect());
    }

    /// A message goes as soon as it is no longer true, and comes only when the field is left.
    fn recheck(&self) {
        if self.is_faulty() {
            self.check();
        }
    }

    pub(super) fn accepts(&self, content_type: &str) -> bool {
        let accept = self
            .field
            .with_value(|field| field.kind.accept().map(str::to_owned));
        accept.is_some_and(|accept| {
            accept == "*/*" || content_type.starts_with(accept.trim_end_matches('*'))
        })
    }

    pub(super) fn part(&self) -> Option<Part> {
        self.field.with_value(|field| {
            if field.kind.accept().is_some() {
                let file = self.file.get_untracked()?;
                return Some(Part::file(
                    field.name.as_str(),
                    file.into(),
                    self.sniffed.get_value(),
                ));
            }
            let text = self.text.get_untracked();
            let text = match field.kind {
                FieldKind::Number(_) | FieldKind::Slider(_) => text.trim().to_owned(),
                _ => text,
            };
            // An optional field that is empty and is no text says nothing at all.
            let says = !text.is_empty() || field.required || field.default.is_some();
            (says || matches!(field.kind, FieldKind::Text { .. }))
                .then(|| Part::text(field.name.as_str(), text))
        })
    }

    pub(super) fn entered(&self) -> Option<(String, String)> {
        let label = self.field.with_value(|field| field.label.clone());
        let file = self.file.get_untracked().map(|file| file.name());
        let text = file.unwrap_or_else(|| self.text.get_untracked());
        (!text.is_empty()).then_some((label, text))
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
