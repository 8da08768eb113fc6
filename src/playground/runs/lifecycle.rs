//! How runs are added, accepted and rejected.

use web_sys::AbortController;

use super::persistence;
use super::record::{Batch, RunRecord};
use super::run_row::RunRow;
use super::run_state::RunState;
use super::store::Runs;
use super::tab;
use crate::entered::Entered;
use crate::messages as say;
use crate::time::now;
use api::RunEntry;

/// A run that is about to be sent.
pub(crate) struct NewRun {
    /// The workflow's id.
    pub(crate) workflow_id: String,
    /// The workflow's name.
    pub(crate) workflow: String,
    /// The inputs.
    pub(crate) inputs: Vec<Entered>,
    /// The names of the texts that are sent empty.
    pub(crate) empty_texts: Vec<String>,
    /// The batch that it is part of.
    pub(crate) batch: Option<Batch>,
    /// Aborts its upload.
    pub(crate) abort: Option<AbortController>,
}

impl Runs {
    /// Adds a run that is about to be sent, and follows it; of a batch, its first run.
    pub(crate) fn begin(&self, new: NewRun) -> RunRow {
        let is_first = new.batch.as_ref().is_none_or(|batch| batch.index == 0);
        let record = RunRecord {
            id: persistence::new_id(),
            base_url: self.rows.base_url(),
            workflow_id: new.workflow_id,
            workflow: new.workflow,
            inputs: new.inputs,
            empty_texts: new.empty_texts,
            batch: new.batch,
            state: RunState::Waiting,
            tab: tab::own_id(),
            created: now(),
            changed: now(),
            ..RunRecord::default()
        };
        let row = self.rows.add(record, new.abort);
        if is_first {
            let sent = row.record.with_untracked(|record| record.created);
            self.stage.follow_sent(sent);
        }
        self.files.save(row, self.dropped);
        self.save(row);
        // Once for a batch.
        if is_first {
            self.trim();
        }
        row
    }

    /// The upload of a run begins.
    pub(super) fn uploading(&self, row: RunRow, can_repeat: bool) {
        row.record.update(|record| record.can_repeat = can_repeat);
        self.set_state(row, RunState::Uploading, None);
    }

    /// The deployment accepted a form, as one run or as several.
    pub(crate) fn accepted(&self, row: RunRow, entries: &[RunEntry]) {
        let Some((first, others)) = entries.split_first() else {
            return self.lost(row, say::RUN_NO_ID.now());
        };
        row.record
            .update(|record| record.run_id = Some(first.run_id.clone()));
        self.set_state(row, RunState::Accepted, None);
        for other in others {
            let record = RunRecord {
                id: persistence::new_id(),
                run_id: Some(other.run_id.clone()),
                ..row.record.get_untracked()
            };
            self.save(self.rows.add(record, None));
        }
        self.poll_now();
    }

    /// It is not known whether the run started.
    pub(crate) fn lost(&self, row: RunRow, why: &str) {
        let message = say::RUN_MAY_HAVE_STARTED.with(&[why]);
        self.set_state(row, RunState::Unknown, Some(message));
    }

    /// The user aborted the upload.
    pub(crate) fn upload_aborted(&self, row: RunRow) {
        let message = say::RUN_UPLOAD_CANCELLED.now().to_owned();
        self.set_state(row, RunState::Cancelled, Some(message));
    }

    /// The deployment rejected the form. A single run is removed, since the form shows the error; a run
    /// of a batch stays as failed.
    pub(crate) fn rejected(&self, row: RunRow, why: &str) {
        if row.record.with_untracked(|record| record.batch.is_some()) {
            self.set_state(row, RunState::Failed, Some(why.to_owned()));
        } else {
            self.take_out(&[row]);
            self.delete(&[row]);
            self.stage.unfollow_sent();
        }
    }
}
