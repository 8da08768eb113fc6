//! The runs of the connected deployment: how each begins, what becomes of it, and who is told.
//! They outlive a refresh, and all tabs have the same.

use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::AbortController;

use super::capabilities::Offers;
use super::filter::Look;
use super::persistence;
use super::record::{Group, Record, RunRow};
use super::run_state::RunState;
use super::sync;
use crate::api::RunEntry;
use crate::playground::connection::{Connection, ConnectionStatus};
use crate::playground::database;
use crate::playground::deferred::{Deferred, Task};
use crate::playground::entered::Entered;
use crate::playground::messages as say;
use crate::playground::poll::Poll;
use crate::playground::text::short_id;
use crate::playground::time::now;
use crate::playground::ui::Root;
use crate::playground::ui::{RwSignal, StoredValue};

/// The runs of the connected deployment, the newest first.
#[derive(Clone, Copy)]
pub(crate) struct Runs {
    /// The rows.
    pub(crate) rows: RwSignal<Vec<RunRow>>,
    /// The key of the chosen one.
    pub(crate) choice: RwSignal<Option<u32>>,
    /// The key of the one that the chosen one is compared with.
    pub(crate) mark: RwSignal<Option<u32>>,
    /// What was last said of a run, for those who do not see the list.
    pub(crate) said: RwSignal<String>,
    /// What of the list is shown.
    pub(crate) look: RwSignal<Look>,
    /// Whether those that are kept have been brought back.
    pub(crate) restored: RwSignal<bool>,
    /// Whether the deployment cancels runs, as far as is known.
    pub(crate) cancels: RwSignal<bool>,
    /// The connection over which they are followed.
    pub(crate) connection: Connection,
    kicks: RwSignal<u32>,
    pub(super) root: StoredValue<Root>,
    pub(super) inner: StoredValue<Inner>,
}

/// What nobody follows.
#[derive(Default)]
pub(super) struct Inner {
    /// The rows of every deployment, the newest first.
    pub(super) all: Vec<RunRow>,
    pub(super) base_url: String,
    pub(super) next: u32,
    /// What the connected deployment offers.
    pub(super) offers: Offers,
    /// The keys of the files that are known to be kept.
    pub(super) files: Vec<String>,
    /// The run that was chosen before the one that began last.
    chosen: Option<u32>,
}

/// What is known of a run whose form is about to be sent.
pub(crate) struct Begin {
    /// The workflow's id.
    pub(crate) workflow_id: String,
    /// The workflow's name.
    pub(crate) workflow: String,
    /// What was entered.
    pub(crate) inputs: Vec<Entered>,
    /// The runs it is started with.
    pub(crate) group: Option<Group>,
    /// Stops its upload.
    pub(crate) abort: Option<AbortController>,
}

pub(super) static FOLLOW: Deferred<fn(Runs) -> Task<Option<u32>>> = Deferred::new();
pub(super) static RESTORE: Deferred<fn(Runs)> = Deferred::new();

/// Asks for the runs that the queue does not tell of, if there are any.
async fn round(runs: Runs) -> Option<u32> {
    if runs.rows.with_untracked(Vec::is_empty) {
        return None;
    }
    FOLLOW.run(move |follow| follow(runs)).await.flatten()
}

impl Runs {
    /// The runs that are kept, followed from now on.
    pub(crate) fn start(connection: Connection) -> Self {
        let runs = Self {
            rows: RwSignal::new(Vec::new()),
            choice: RwSignal::new(None),
            mark: RwSignal::new(None),
            said: RwSignal::new(String::new()),
            look: RwSignal::new(Look::default()),
            restored: RwSignal::new(!database::is_used()),
            cancels: RwSignal::new(true),
            connection,
            kicks: RwSignal::new(0),
            root: Root::take(),
            inner: StoredValue::new(Inner::default()),
        };
        let poll = Poll::new(move || round(runs));
        Effect::new(move |_| {
            connection.epoch.track();
            untrack(|| runs.enter());
        });
        Effect::new(move |_| {
            runs.kicks.track();
            connection.epoch.track();
            runs.choice.track();
            if connection
                .status
                .with(|status| *status == ConnectionStatus::Live)
            {
                poll.kick();
            }
        });
        sync::listen(runs);
        if database::is_used() {
            RESTORE.call(move |restore| restore(runs));
        }
        runs
    }

    /// The row of this key.
    pub(crate) fn row(&self, key: Option<u32>) -> Option<RunRow> {
        let key = key?;
        self.rows
            .with(|rows| rows.iter().find(|row| row.key == key).copied())
    }

    /// A row for a run whose form is about to be sent.
    pub(crate) fn begin(&self, begin: Begin) -> RunRow {
        let first = begin.group.as_ref().is_none_or(|group| group.index == 0);
        let record = Record {
            id: persistence::new_id(),
            base_url: self.inner.with_value(|inner| inner.base_url.clone()),
            workflow_id: begin.workflow_id,
            workflow: begin.workflow,
            inputs: begin.inputs,
            group: begin.group,
            created: now(),
            changed: now(),
            ..Record::default()
        };
        let row = self.add(record, begin.abort);
        if first {
            let before = self.choice.get_untracked();
            self.inner.update_value(|inner| inner.chosen = before);
            // A comparison was with the run before, not with the one that begins.
            self.mark.set(None);
            self.choice.set(Some(row.key));
        }
        self.keep_files(row);
        self.keep(row);
        self.trim();
        row
    }

    /// The deployment took it, as one run or as several.
    pub(crate) fn accepted(&self, row: RunRow, entries: &[RunEntry]) {
        let Some((first, others)) = entries.split_first() else {
            return self.lost(row, say::RUN_NO_ID.now());
        };
        row.record
            .update(|record| record.run_id = Some(first.run_id.clone()));
        self.move_to(row, RunState::Accepted, None);
        for other in others {
            let record = Record {
                id: persistence::new_id(),
                run_id: Some(other.run_id.clone()),
                ..row.record.get_untracked()
            };
            self.keep(self.add(record, None));
        }
        // Its id makes it ours in the queue.
        self.rows.notify();
        self.kick();
    }

    /// Nobody knows whether it began.
    pub(crate) fn lost(&self, row: RunRow, why: &str) {
        self.move_to(
            row,
            RunState::Unknown,
            Some(say::RUN_MAY_HAVE_STARTED.with(&[why])),
        );
    }

    /// Its upload was stopped here.
    pub(crate) fn stopped(&self, row: RunRow) {
        let message = say::RUN_UPLOAD_CANCELLED.now().to_owned();
        self.move_to(row, RunState::Cancelled, Some(message));
    }

    /// The deployment did not take it. Alone it goes, as the form says why; a group's stays.
    pub(crate) fn refused(&self, row: RunRow, why: &str) {
        if row.record.with_untracked(|record| record.group.is_some()) {
            self.move_to(row, RunState::Failed, Some(why.to_owned()));
        } else {
            self.remove(row);
            // What was looked at before is shown again.
            let before = self.inner.with_value(|inner| inner.chosen);
            let rows = self.rows.get_untracked();
            self.choice
                .set(before.filter(|key| rows.iter().any(|row| row.key == *key)));
        }
    }

    /// Takes a run out of the list, here and in other tabs.
    pub(crate) fn remove(&self, row: RunRow) {
        let files = self.leave(row);
        let id = row.record.with_untracked(|record| record.id.clone());
        spawn_local(async move {
            persistence::delete(&id, files).await;
            sync::tell(&id);
        });
    }

    /// Takes every run of the deployment out of the list that is not under way.
    pub(crate) fn clear(&self) {
        let rows = self.rows.get_untracked();
        let over = |row: &&RunRow| untrack(|| !row.is_active());
        rows.iter().filter(over).for_each(|row| self.remove(*row));
    }

    /// The runs of a group, in its order.
    pub(crate) fn members(&self, group: &str) -> Vec<RunRow> {
        let mut rows = self.rows.get();
        rows.retain(|row| row.is_of(group));
        rows.sort_by_key(|row| {
            row.record.with_untracked(|record| {
                let group = record.group.as_ref();
                group.map_or(0, |group| group.index)
            })
        });
        rows
    }

    /// Asks the deployment now.
    pub(crate) fn kick(&self) {
        self.kicks.update(|kicks| *kicks = kicks.wrapping_add(1));
    }

    /// Takes a new state of a run, keeps it, and says it.
    pub(super) fn move_to(&self, row: RunRow, state: RunState, message: Option<String>) {
        let before = row.record.try_with_untracked(|record| record.state);
        if row.move_to(state, message) {
            self.keep(row);
            if before != Some(state) && state.is_worth_saying() {
                self.announce(row, state);
            }
        }
    }

    /// Keeps a run as it is now, for later and for other tabs.
    pub(super) fn keep(&self, row: RunRow) {
        let record = row.record.get_untracked();
        spawn_local(async move {
            let id = record.id.clone();
            persistence::put(record).await;
            sync::tell(&id);
        });
    }

    /// Says a state; of a group only how it ended.
    fn announce(&self, row: RunRow, state: RunState) {
        let (name, group) = row.record.with_untracked(|record| {
            let id = record.run_id.as_deref().map(short_id);
            let name = [&record.workflow, " ", &id.unwrap_or_default()].concat();
            (name, record.group.clone())
        });
        let Some(group) = group else {
            return self
                .said
                .set(say::RUN_ANNOUNCEMENT.with(&[&name, state.message().now()]));
        };
        let states: Vec<_> =
            untrack(|| self.members(&group.id).iter().map(RunRow::state).collect());
        if !states.iter().any(|state| state.is_active()) {
            let said = super::batch::progress(&states, group.count);
            self.said
                .set(say::RUN_ANNOUNCEMENT.with(&[&group.name, &said]));
        }
    }
}
