//! Changes of a form's values that can be undone until the values change again, the form is sent, or
//! another form is shown. Making them is in the deferred chunk.

use std::rc::Rc;

use web_sys::File;

use super::field_state::FieldState;
use super::state::FormState;
use crate::deferred::Deferred;
use crate::messages as say;
use crate::undo::{Offer, Undo};
use ui::{RwSignal, expect_context, untrack};

/// The kind of the offers to undo a change.
pub(super) const KIND: &str = "form";

type Change = fn(Undoable, String, Box<dyn FnOnce()>);

pub(super) static CHANGE: Deferred<Change> = Deferred::new();

/// The form that is shown.
#[derive(Clone, Copy)]
pub(crate) struct ShownForm(pub(crate) RwSignal<Option<FormState>>);

/// A form whose changes can be undone.
#[derive(Clone, Copy)]
pub(crate) struct Undoable {
    form: FormState,
    undo: Undo,
    shown: ShownForm,
}

impl Undoable {
    /// Reads contexts, so it must be called while a component is built or in a listener.
    pub(crate) fn new(form: FormState) -> Self {
        Self {
            form,
            undo: expect_context(),
            shown: expect_context(),
        }
    }

    /// Changes the values, and offers to undo that.
    pub(crate) fn change(self, message: String, change: impl FnOnce() + 'static) {
        CHANGE.call(move |make| make(self, message, Box::new(change)));
    }

    /// Puts files into a field. If they take the place of another, that can be undone.
    pub(crate) fn put_files(self, field: FieldState, files: Vec<File>) {
        if files.is_empty() {
            return;
        }
        let form = self.form;
        let before = field
            .files
            .with_untracked(|files| Some(files.first()?.name()));
        match before {
            Some(name) => {
                let message = say::FILE_REPLACED.with(&[&name]);
                self.change(message, move || form.set_files(field, files));
            }
            None => form.set_files(field, files),
        }
    }

    /// Whether the form is shown; tracked.
    pub(super) fn is_shown(self) -> bool {
        self.shown.0.get() == Some(self.form)
    }
}

/// Makes the change.
pub(super) fn change(undoable: Undoable, message: String, change: Box<dyn FnOnce()>) {
    let form = undoable.form;
    let before = untrack(|| form.values());
    change();
    form.note_changed();
    undoable.undo.offer(Offer {
        kind: KIND,
        message,
        is_brief: false,
        is_current: Rc::new(move || undoable.is_shown() && form.is_as_changed()),
        undo: Rc::new(move || form.put_back(&before)),
        lapse: Rc::new(|| {}),
    });
}
