//! The fields of a form, in order. Views read them; only the form adds, removes and replaces them.

use crate::form::draft::Draft;
use crate::form::field_state::FieldState;
use schema::Field;
use ui::{Root, RwSignal, StoredValue};

/// The fields.
#[derive(Clone, Copy)]
pub(crate) struct FieldList {
    all: RwSignal<Vec<FieldState>>,
    next_index: StoredValue<usize>,
    root: StoredValue<Root>,
    draft: Draft,
}

impl PartialEq for FieldList {
    fn eq(&self, other: &Self) -> bool {
        self.all == other.all
    }
}

impl FieldList {
    /// Fields with these definitions. Each has the text that `text` returns for its name, or else its default.
    pub(super) fn new(
        definitions: &[Field],
        text: impl Fn(&str) -> Option<String>,
        draft: Draft,
    ) -> Self {
        let fields = definitions.iter().enumerate();
        let field = |(index, field): (usize, &Field)| {
            FieldState::new(index, field, text(&field.name), draft)
        };
        Self {
            all: RwSignal::new(fields.map(field).collect()),
            next_index: StoredValue::new(definitions.len()),
            root: Root::take(),
            draft,
        }
    }

    /// All of them; tracked.
    pub(crate) fn get(&self) -> Vec<FieldState> {
        self.all.get()
    }

    /// Reads all of them; tracked.
    pub(crate) fn with<T>(&self, read: impl FnOnce(&Vec<FieldState>) -> T) -> T {
        self.all.with(read)
    }

    /// All of them; not tracked.
    pub(super) fn current(&self) -> Vec<FieldState> {
        self.all.get_untracked()
    }

    /// A field that is not in the list yet, with this text or its default. It lives as long as the page.
    pub(super) fn make(&self, definition: &Field, text: Option<String>) -> FieldState {
        let index = self.next_index.get_value();
        self.next_index.set_value(index + 1);
        let root = self.root.get_value();
        root.make(|| FieldState::new(index, definition, text, self.draft))
    }

    pub(super) fn add(&self, field: FieldState) {
        self.all.update(|fields| fields.push(field));
    }

    pub(super) fn remove(&self, field: FieldState) {
        self.all
            .update(|fields| fields.retain(|other| *other != field));
    }

    /// Replaces all of them, unless they are the same.
    pub(super) fn replace(&self, fields: Vec<FieldState>) {
        if self.all.with_untracked(|now| *now != fields) {
            self.all.set(fields);
        }
    }
}
