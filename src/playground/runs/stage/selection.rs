//! Which result is shown: that of the run which a person chose, or of its whole batch; else what the page chooses.

use super::rule::{Candidate, on_stage};
use crate::deferred::Deferred;
use crate::runs::rows::Rows;
use crate::runs::run_row::RunRow;
use crate::runs::run_state::RunState;
use crate::runs::tab;
use ui::RwSignal;

/// Whose choice the shown result is.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Selection {
    /// A person's.
    Chosen {
        /// The key of the run.
        key: u32,
        /// Whether it is shown alone, even if it is part of a batch.
        is_alone: bool,
    },
    /// The page's.
    Followed {
        /// When Run was last pressed.
        since: f64,
        /// What was shown then.
        before: Option<Before>,
    },
}

impl Default for Selection {
    fn default() -> Self {
        Self::Followed {
            since: 0.0,
            before: None,
        }
    }
}

impl Selection {
    /// The key of the run that a person chose.
    pub(super) fn chosen(self) -> Option<u32> {
        match self {
            Self::Chosen { key, .. } => Some(key),
            Self::Followed { .. } => None,
        }
    }
}

/// What was shown when a run was sent.
#[derive(Clone, Copy, PartialEq)]
pub(in crate::runs) struct Before {
    /// The key of its run.
    pub(super) key: u32,
    /// Whether it was shown alone, even if it is part of a batch.
    pub(super) is_alone: bool,
}

/// The result that is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Shown {
    /// That of the run with this key.
    Run(u32),
    /// Those of the batch with this id.
    Batch(String),
}

/// [`followed`], which is deferred.
pub(in crate::runs) static FOLLOWED: Deferred<Followed> = Deferred::new();

type Followed = fn(&[RunRow], f64, Option<u32>) -> Option<u32>;

/// The key of the run whose result is shown; tracked. Of a shown batch, it is the current one.
pub(super) fn shown_run(rows: Rows, selected: RwSignal<Selection>) -> Option<u32> {
    match selected.get() {
        Selection::Chosen { key, .. } => Some(key),
        Selection::Followed { since, before } => {
            let before = before.map(|before| before.key);
            rows.with(|rows| FOLLOWED.get(|followed| followed(rows, since, before))?)
        }
    }
}

/// The run that the page chooses for the stage; tracked. In the deferred chunk, which a page with runs has loaded.
pub(in crate::runs) fn followed(rows: &[RunRow], since: f64, before: Option<u32>) -> Option<u32> {
    let tab = tab::own_id();
    // Without a run of its own, this is a new tab, perhaps instead of the one that sent the runs.
    let has_own = rows.iter().any(|row| row.is_of_tab(&tab));
    let is_of_other = |row: &RunRow| row.has_arrived() || has_own && !row.is_of_tab(&tab);
    let candidate = |row: &RunRow| candidate(row, is_of_other(row));
    let runs: Vec<_> = rows.iter().map(candidate).collect();
    on_stage(since, before, &runs)
}

/// What is shown; tracked.
pub(super) fn shown(rows: Rows, selected: RwSignal<Selection>, run: Option<u32>) -> Option<Shown> {
    let key = run?;
    let batch = rows.with(|rows| rows.iter().find(|row| row.key == key)?.batch_id());
    let is_alone = match selected.get() {
        Selection::Chosen { is_alone, .. } => is_alone,
        Selection::Followed { before, .. } => {
            before.is_some_and(|before| before.is_alone && before.key == key)
        }
    };
    let batch = batch.filter(|_| !is_alone);
    Some(batch.map_or(Shown::Run(key), Shown::Batch))
}

/// Tracks the state and the preview.
fn candidate(row: &RunRow, is_of_other_tab: bool) -> Candidate {
    let state = row.changing_state();
    Candidate {
        key: row.key,
        state,
        has_preview: state == RunState::Running && row.has_preview(),
        batch: row.batch_id().map(|id| (id, row.batch_index())),
        is_of_other_tab,
        changed: row.record.with_untracked(|record| record.changed),
    }
}
