//! A press of Run that waits: for the code that sends the form, or for the files of an example.

use std::rc::Rc;

use crate::deferred;
use ui::{RwSignal, StoredValue};

/// A submit that waits for the files of an example.
type AfterFiles = Rc<dyn Fn()>;

/// Whether Run was pressed, and what it waits for.
#[derive(Clone, Copy)]
pub(crate) struct Submission {
    is_submitted: RwSignal<bool>,
    /// Counts the resets, so that files of an earlier example are ignored.
    fill: StoredValue<u32>,
    /// How many files of an example are loading.
    loading: RwSignal<usize>,
    /// Submits the form when these files are loaded.
    after_files: StoredValue<Option<AfterFiles>>,
}

impl Submission {
    pub(super) fn new() -> Self {
        Self {
            is_submitted: RwSignal::new(false),
            fill: StoredValue::new(0),
            loading: RwSignal::new(0),
            after_files: StoredValue::new(None),
        }
    }

    /// Notes that Run was pressed; false if it was before.
    pub(in crate::form) fn begin(&self) -> bool {
        let is_first = !self.is_submitted.get_untracked();
        if is_first {
            self.is_submitted.set(true);
        }
        is_first
    }

    /// Notes that it no longer waits.
    pub(in crate::form) fn end(&self) {
        self.is_submitted.set(false);
    }

    /// Whether the values are locked, because Run was pressed while the code that sends them or a file of
    /// an example is still loading; tracked.
    pub(in crate::form) fn is_waiting(&self) -> bool {
        let is_submitted = self.is_submitted.get();
        let is_loading = self.loading.with(|count| *count > 0) || deferred::is_loading();
        is_submitted && is_loading
    }

    /// Notes that a file of an example is loading. Returns the number of the reset that it came after.
    pub(in crate::form) fn file_begins(&self) -> u32 {
        self.loading.update(|count| *count += 1);
        self.fill.get_value()
    }

    /// Whether a file that came after this reset is still wanted. The form may have been disposed.
    pub(in crate::form) fn is_wanted(&self, fill: u32) -> bool {
        self.fill.try_with_value(|now| *now == fill) == Some(true)
    }

    /// Notes that a file of an example was loaded, or could not be.
    pub(in crate::form) fn file_ends(&self) {
        self.loading
            .update(|count| *count = count.saturating_sub(1));
    }

    /// Ignores the files of an example that are still loading.
    pub(super) fn ignore_files(&self) {
        self.fill.update_value(|count| *count += 1);
        self.loading.set(0);
        self.cancel();
    }

    /// Whether files are loading. If so, `submit` is called when all are there.
    pub(in crate::form) fn waits_for_files(&self, submit: impl Fn() + 'static) -> bool {
        let is_loading = self.is_loading();
        if is_loading {
            self.is_submitted.set(true);
            self.after_files.set_value(Some(Rc::new(submit)));
        }
        is_loading
    }

    /// Submits the form if that waits for files, and all are loaded.
    pub(in crate::form) fn submit_when_loaded(&self) {
        if self.is_loading() {
            return;
        }
        let submit = self.after_files.get_value();
        self.cancel();
        if let Some(submit) = submit {
            submit();
        }
    }

    /// Forgets a submit that waits for files.
    pub(in crate::form) fn cancel(&self) {
        if self.after_files.get_value().is_some() {
            self.after_files.set_value(None);
            self.end();
        }
    }

    fn is_loading(&self) -> bool {
        self.loading.with_untracked(|count| *count > 0)
    }
}
