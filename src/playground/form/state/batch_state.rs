//! The batch of a form: its settings, their errors, and the question before many runs.

use crate::form::batch::BatchSettings;
use crate::form::send_mode::RunQuestion;
use ui::{Memo, RwSignal, memo};

/// Which values differ between the runs of a batch, and what the page says about them.
#[derive(Clone, Copy)]
pub(crate) struct BatchState {
    settings: RwSignal<BatchSettings>,
    /// The indices of the fields that a person varies or a table has.
    varied: Memo<Vec<(usize, Source)>>,
    /// The errors of their values, each with the index of its field.
    errors: RwSignal<Vec<(usize, String)>>,
    /// Whether so many runs are meant, while the person is asked.
    question: RwSignal<Option<RunQuestion>>,
}

/// Where the values of a field come from.
#[derive(Clone, Copy, PartialEq)]
enum Source {
    Person,
    Table,
}

/// The indices of the fields that a person varies or a table has; those of several files have their own line.
fn varied(settings: RwSignal<BatchSettings>) -> Vec<(usize, Source)> {
    settings.with(|settings| {
        let variations = settings.variations.iter();
        let entered = variations.filter(|variation| !variation.files);
        let columns = settings.table.iter().flat_map(|table| &table.columns);
        let columns = columns.map(|column| (column.field, Source::Table));
        let entered = entered.map(|variation| (variation.field, Source::Person));
        entered.chain(columns).collect()
    })
}

impl BatchState {
    pub(super) fn new() -> Self {
        let settings = RwSignal::new(BatchSettings::default());
        Self {
            settings,
            varied: memo(move || varied(settings)),
            errors: RwSignal::new(Vec::new()),
            question: RwSignal::new(None),
        }
    }

    /// Reads the settings; tracked.
    pub(crate) fn with<T>(&self, read: impl FnOnce(&BatchSettings) -> T) -> T {
        self.settings.with(read)
    }

    /// Reads the settings.
    pub(crate) fn with_untracked<T>(&self, read: impl FnOnce(&BatchSettings) -> T) -> T {
        self.settings.with_untracked(read)
    }

    /// Replaces the settings.
    pub(crate) fn set(&self, settings: BatchSettings) {
        self.settings.set(settings);
    }

    /// Changes the settings.
    pub(crate) fn update(&self, change: impl FnOnce(&mut BatchSettings)) {
        self.settings.update(change);
    }

    /// Whether a person varies the field with this index, or a table has it; tracked.
    pub(crate) fn is_varied(&self, field: usize) -> bool {
        self.varied
            .with(|varied| varied.iter().any(|(index, _)| *index == field))
    }

    /// The errors of the values of the field with this index; tracked.
    pub(crate) fn errors_of(&self, field: usize) -> Vec<String> {
        self.errors.with(|errors| {
            let own = errors.iter().filter(|(index, _)| *index == field);
            own.map(|(_, error)| error.clone()).collect()
        })
    }

    /// Replaces the errors, each with the index of its field. Returns whether there were any.
    pub(super) fn set_errors(&self, errors: Vec<(usize, String)>) -> bool {
        let had_errors = !self.errors.with_untracked(Vec::is_empty);
        if had_errors || !errors.is_empty() {
            self.errors.set(errors);
        }
        had_errors
    }

    /// What the person is asked; tracked.
    pub(crate) fn question(&self) -> Option<RunQuestion> {
        self.question.get()
    }

    /// Asks, or no longer.
    pub(crate) fn ask(&self, question: Option<RunQuestion>) {
        self.question.set(question);
    }
}
