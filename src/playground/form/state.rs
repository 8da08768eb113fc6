//! What is in a form: its fields and what is wrong with it as a whole. Lives as long as
//! the page, so that nothing typed is lost on a change of workflow; texts outlive a refresh.

use std::collections::HashMap;

use leptos::prelude::*;
use web_sys::File;

use super::FieldState;
use crate::api::ValidationItem;
use crate::client::web::{self, Part};
use crate::playground::storage::{self, Place};
use crate::schema::{InputSchema, Problem};

/// What is wrong with the form as a whole.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Notice {
    /// A line a fault that belongs to no field.
    pub(crate) lines: Vec<String>,
    /// Whether the page's own check refused, so that the server may be asked all the same.
    pub(crate) ours: bool,
}

/// A workflow's form.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct FormState {
    /// The workflow's id.
    pub(crate) id: RwSignal<String>,
    /// What a person reads.
    pub(crate) name: StoredValue<String>,
    /// A sentence about it.
    pub(crate) about: StoredValue<Option<String>>,
    /// Whether the deployment lists it; else it was opened from a file.
    pub(crate) listed: bool,
    /// What keeps it from running.
    pub(crate) problems: StoredValue<Vec<Problem>>,
    /// Its fields, in order.
    pub(crate) fields: StoredValue<Vec<FieldState>>,
    /// What is wrong as a whole.
    pub(crate) notice: RwSignal<Option<Notice>>,
    schema: StoredValue<InputSchema>,
}

impl FormState {
    /// A form with its defaults and what was typed before.
    pub(crate) fn new(
        id: &str,
        name: &str,
        about: Option<String>,
        schema: InputSchema,
        problems: Vec<Problem>,
        listed: bool,
    ) -> Self {
        let store = format!("form.{id}");
        let kept: HashMap<String, String> = storage::load(Place::Tab, &store).unwrap_or_default();
        let fields = schema.fields.iter().enumerate();
        let fields = fields.map(|(index, field)| FieldState::new(index, field, &kept, &store));
        Self {
            id: RwSignal::new(id.to_owned()),
            name: StoredValue::new(name.to_owned()),
            about: StoredValue::new(about),
            listed,
            problems: StoredValue::new(problems),
            fields: StoredValue::new(fields.collect()),
            notice: RwSignal::new(None),
            schema: StoredValue::new(schema),
        }
    }

    /// Whether it is still the form of this workflow.
    pub(crate) fn fits(&self, id: &str, schema: &InputSchema, problems: &[Problem]) -> bool {
        self.id.with_untracked(|mine| mine == id)
            && self.schema.with_value(|mine| mine == schema)
            && self.problems.with_value(|mine| mine == problems)
    }

    /// Whether a run of it needs no values.
    pub(crate) fn asks_nothing(&self) -> bool {
        self.fields.with_value(Vec::is_empty) && self.problems.with_value(Vec::is_empty)
    }

    /// What a run is sent.
    pub(crate) fn parts(&self) -> Vec<Part> {
        let fields = self.fields.get_value();
        fields.iter().filter_map(FieldState::part).collect()
    }

    /// What was entered, for people: label and value.
    pub(crate) fn entered(&self) -> Vec<(String, String)> {
        let fields = self.fields.get_value();
        fields.iter().filter_map(FieldState::entered).collect()
    }

    /// Checks everything; shows what is wrong at its field and says whether all is well.
    pub(crate) fn check(&self) -> bool {
        let faults = self
            .schema
            .with_value(|schema| web::check(schema, &self.parts()));
        let items = faults.err().unwrap_or_default();
        let well = items.is_empty();
        self.show(&items, Vec::new(), true);
        well
    }

    /// Shows faults at their fields, the others in the summary.
    pub(crate) fn show(&self, items: &[ValidationItem], mut lines: Vec<String>, ours: bool) {
        let fields = self.fields.get_value();
        let known = |item: &&ValidationItem| {
            fields
                .iter()
                .any(|field| item.field() == Some(field.name().as_str()))
        };
        for field in &fields {
            let name = field.name();
            let mine = items
                .iter()
                .filter(|item| item.field() == Some(name.as_str()));
            field
                .faults
                .set(mine.map(|item| item.msg.clone()).collect());
        }
        let others = items.iter().filter(|item| !known(item));
        lines.extend(others.map(|item| match item.field() {
            Some(field) => format!("{field}: {}", item.msg),
            None => item.msg.clone(),
        }));
        let faulty: Vec<_> = fields.iter().filter(|field| field.is_faulty()).collect();
        let any = !faulty.is_empty() || !lines.is_empty();
        self.notice.set(any.then_some(Notice { lines, ours }));
        if let Some(first) = faulty.first() {
            first.focus();
        }
    }

    /// The first field that takes a file of this type, an empty one before a full one.
    pub(crate) fn field_for(&self, file: &File) -> Option<FieldState> {
        let fields = self.fields.get_value();
        let takes = |field: &&FieldState| field.accepts(&file.type_());
        let empty = fields
            .iter()
            .filter(takes)
            .find(|field| field.file.with_untracked(Option::is_none));
        empty.or_else(|| fields.iter().find(takes)).copied()
    }
}
