//! The stage: which result is shown, and which runs it is compared with.

mod comparison;
mod rule;
pub(super) mod selection;

pub(super) use selection::Selection;
pub(crate) use selection::Shown;

use super::rows::Rows;
use super::run_row::RunRow;
use selection::{Before, shown, shown_run};
use ui::{Effect, Memo, RwSignal, StoredValue, memo, untrack};

/// What is on the stage instead of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cover {
    /// The runs that Run would start.
    Plan,
    /// What the chosen workflow makes, which has no result yet.
    Introduction,
}

/// What the stage shows.
#[derive(Clone, Copy)]
pub(crate) struct Stage {
    rows: Rows,
    selected: RwSignal<Selection>,
    /// The key of the run whose result is shown; of a shown batch, the current run.
    pub(crate) shown: Memo<Option<u32>>,
    /// The result that is shown.
    pub(crate) result: Memo<Option<Shown>>,
    /// What is shown instead, until a person opens a result or sends a run.
    pub(crate) cover: RwSignal<Option<Cover>>,
    /// The same as `shown`, a moment later, for what each of hundreds of runs shows: a memo has its subscribers checked
    /// whenever the state of any run changes.
    pressed: RwSignal<Option<u32>>,
    /// The keys of the runs that the shown one is compared with, in the order in which they were chosen.
    compared: RwSignal<Vec<u32>>,
    /// Whether the first compared run was shown alone when the comparison was started.
    was_alone: StoredValue<bool>,
    /// What was selected before the latest run was sent.
    before_sending: StoredValue<Selection>,
    /// The id of the workflow that takes the shown result as an input: the result stays when its form opens.
    input_of: StoredValue<Option<String>>,
}

impl Stage {
    pub(super) fn new(rows: Rows) -> Self {
        let selected = RwSignal::new(Selection::default());
        let run = memo(move || shown_run(rows, selected));
        let pressed = RwSignal::new(None);
        Effect::new(move |_| {
            let shown = run.get();
            if pressed.get_untracked() != shown {
                pressed.set(shown);
            }
        });
        Self {
            rows,
            selected,
            shown: run,
            result: memo(move || shown(rows, selected, run.get())),
            cover: RwSignal::new(None),
            pressed,
            compared: RwSignal::new(Vec::new()),
            was_alone: StoredValue::new(true),
            before_sending: StoredValue::new(Selection::default()),
            input_of: StoredValue::new(None),
        }
    }

    /// What is selected; tracked.
    pub(super) fn selection(&self) -> Selection {
        self.selected.get()
    }

    /// Tracks what is selected.
    pub(crate) fn track_selection(&self) {
        self.selected.track();
    }

    /// Whether this is the run whose result is shown, or one that it is compared with; tracked.
    pub(crate) fn is_pressed(&self, key: u32) -> bool {
        self.cover.get().is_none() && (self.pressed.get() == Some(key) || self.is_compared(key))
    }

    /// Shows the result of the run that a person chose.
    pub(crate) fn select(&self, key: u32) {
        self.choose(key, true);
    }

    /// Shows the results of a run's batch; the run is the current one.
    pub(crate) fn select_in_batch(&self, key: u32) {
        self.choose(key, false);
    }

    fn choose(&self, key: u32, is_alone: bool) {
        self.selected.set(Selection::Chosen { key, is_alone });
    }

    /// Keeps what is shown now, also when a run ends.
    pub(crate) fn keep_shown(&self) {
        if let Some(key) = self.shown.get_untracked() {
            self.choose(key, self.is_shown_alone());
        }
    }

    /// Keeps the result when the form of this workflow opens next.
    pub(crate) fn keep_as_input_of(&self, workflow_id: &str) {
        self.input_of.set_value(Some(workflow_id.to_owned()));
    }

    /// Whether the result stays when the form of this workflow opens. It does once.
    pub(crate) fn is_kept_as_input_of(&self, workflow_id: &str) -> bool {
        let kept = self.input_of.get_value();
        self.input_of.set_value(None);
        kept.as_deref() == Some(workflow_id)
    }

    /// Whether the result of one run is shown; not tracked.
    fn is_shown_alone(&self) -> bool {
        self.result
            .with_untracked(|result| matches!(result, Some(Shown::Run(_))))
    }

    /// Whether a run is shown: itself, in its batch, or in a comparison; not tracked.
    pub(super) fn shows(&self, row: RunRow) -> bool {
        let key = Some(row.key);
        self.shown.get_untracked() == key
            || untrack(|| self.is_compared(row.key))
            || self.result.with_untracked(|result| match result {
                Some(Shown::Batch(id)) => row.is_in_batch(id),
                _ => false,
            })
    }

    /// Follows the runs that are about to be sent. The result that is shown now stays until there is a newer one. A
    /// comparison does not continue with the new run.
    pub(super) fn follow_sent(&self, since: f64) {
        self.before_sending.set_value(self.selected.get_untracked());
        self.compared.set(Vec::new());
        // What covers the result is of the form that is sent, and the result may be another workflow's.
        let is_covered = self.cover.get_untracked().is_some();
        let shown = self.shown.get_untracked().filter(|_| !is_covered);
        let before = shown.map(|key| Before {
            key,
            is_alone: self.is_shown_alone(),
        });
        self.selected.set(Selection::Followed { since, before });
    }

    /// Selects what was selected before a run was sent, if it still exists.
    pub(super) fn unfollow_sent(&self) {
        self.selected.set(self.before_sending.get_value());
        self.leave_missing();
    }

    /// Selects this again.
    pub(super) fn restore(&self, selection: Selection) {
        self.selected.set(selection);
    }

    /// The key of the chosen run; not tracked.
    pub(super) fn chosen_key(&self) -> Option<u32> {
        self.selected.get_untracked().chosen()
    }

    /// Shows the run that takes the place of one that is no longer listed.
    pub(super) fn replace(&self, row: RunRow, next: Option<RunRow>) {
        self.forget_compared(row.key);
        if self.selected.get_untracked().chosen() == Some(row.key) {
            match next {
                Some(next) => self.select(next.key),
                None => self.selected.set(Selection::default()),
            }
        }
    }

    /// Follows the runs of the deployment that is connected now.
    pub(super) fn switch_deployment(&self) {
        if self.selected.get_untracked().chosen().is_none() {
            self.selected.set(Selection::default());
        }
    }

    /// Lets go of a chosen run that is not listed.
    pub(super) fn leave_missing(&self) {
        let is_listed = |key| {
            self.rows
                .with_untracked(|rows| rows.iter().any(|row| row.key == key))
        };
        let chosen = self.selected.get_untracked().chosen();
        if chosen.is_some_and(|key| !is_listed(key)) {
            self.selected.set(Selection::default());
            self.compared.set(Vec::new());
        }
    }
}
