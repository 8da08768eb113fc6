//! The runs of the connected deployment: how each begins, what becomes of it, and who is told.
//! They outlive a refresh, and all tabs have the same.

use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::AbortController;

use super::follow;
use super::kept;
use super::list::Look;
use super::offers::Offers;
use super::record::{Group, Record, RunRow};
use super::tabs;
use super::track::{Place, RunState};
use crate::api::RunEntry;
use crate::client::web::Client;
use crate::playground::connection::{Connection, Link};
use crate::playground::form::Entered;
use crate::playground::messages as say;
use crate::playground::poll::Poll;
use crate::playground::root::Root;
use crate::playground::signal::{RwSignal, StoredValue};
use crate::playground::text::short_id;
use crate::playground::time::now;

/// How many runs are kept.
const LIMIT: usize = 500;

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
    /// Whether the deployment cancels runs, as far as is known.
    pub(crate) cancels: RwSignal<bool>,
    /// The connection over which they are followed.
    pub(crate) connection: Connection,
    kicks: RwSignal<u32>,
    root: StoredValue<Root>,
    pub(super) inner: StoredValue<Inner>,
}

/// What nobody follows.
#[derive(Default)]
pub(super) struct Inner {
    /// The rows of every deployment, the newest first.
    all: Vec<RunRow>,
    base_url: String,
    next: u32,
    /// What the connected deployment offers.
    pub(super) offers: Offers,
    /// The keys of the files that are known to be kept.
    files: Vec<String>,
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

impl Runs {
    /// The runs that are kept, followed from now on.
    pub(crate) fn start(connection: Connection) -> Self {
        let runs = Self {
            rows: RwSignal::new(Vec::new()),
            choice: RwSignal::new(None),
            mark: RwSignal::new(None),
            said: RwSignal::new(String::new()),
            look: RwSignal::new(Look::default()),
            cancels: RwSignal::new(true),
            connection,
            kicks: RwSignal::new(0),
            root: Root::take(),
            inner: StoredValue::new(Inner::default()),
        };
        let poll = Poll::new(move || follow::round(runs));
        Effect::new(move |_| {
            connection.epoch.track();
            untrack(|| runs.enter());
        });
        Effect::new(move |_| {
            runs.kicks.track();
            connection.epoch.track();
            runs.choice.track();
            if connection.link.with(|link| *link == Link::Live) {
                poll.kick();
            }
        });
        tabs::listen(runs);
        spawn_local(tabs::restore(runs));
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
            id: kept::new_id(),
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
                id: kept::new_id(),
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
        self.move_to(row, RunState::Unknown, Some(say::RUN_LOST.with(&[why])));
    }

    /// Its upload was stopped here.
    pub(crate) fn stopped(&self, row: RunRow) {
        let message = say::RUN_STOPPED.now().to_owned();
        self.move_to(row, RunState::Cancelled, Some(message));
    }

    /// The deployment did not take it. Alone it goes, as the form says why; a group's stays.
    pub(crate) fn refused(&self, row: RunRow, why: &str) {
        if row.record.with_untracked(|record| record.group.is_some()) {
            self.move_to(row, RunState::Failed, Some(why.to_owned()));
        } else {
            self.remove(row);
        }
    }

    /// Takes a run out of the list, here and in other tabs.
    pub(crate) fn remove(&self, row: RunRow) {
        let files = self.leave(row);
        let id = row.record.with_untracked(|record| record.id.clone());
        spawn_local(async move {
            kept::delete(&id, files).await;
            tabs::tell(&id);
        });
    }

    /// Takes every run of the deployment out of the list that is not under way.
    pub(crate) fn clear(&self) {
        let rows = self.rows.get_untracked();
        let over = |row: &&RunRow| untrack(|| !row.is_active());
        rows.iter().filter(over).for_each(|row| self.remove(*row));
    }

    /// The ids of the runs that may be in a queue, for a caller that does not follow them.
    pub(crate) fn active_ids(&self) -> Vec<String> {
        let id = |row: &RunRow| {
            row.record.with_untracked(|record| {
                let open = !record.state.is_final();
                record.run_id.clone().filter(|_| open)
            })
        };
        self.rows
            .with_untracked(|rows| rows.iter().filter_map(id).collect())
    }

    /// Takes a new picture of the queues: where each of ours is that is in one.
    pub(crate) fn saw_queue(&self, places: &std::collections::HashMap<String, Place>) {
        for row in self.rows.get_untracked() {
            if let Some(run_id) = row.run_id() {
                follow::saw(*self, row, places.get(&run_id));
            }
        }
    }

    /// Cancels the run of this id, if it is one of ours.
    pub(crate) fn cancel(&self, run_id: &str) {
        let rows = self.rows.get_untracked();
        let row = rows
            .into_iter()
            .find(|row| row.run_id().as_deref() == Some(run_id));
        if let Some(row) = row {
            follow::cancel(*self, row);
        }
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
            kept::put(record).await;
            tabs::tell(&id);
        });
    }

    /// A row at its place by age, for a run that is kept already.
    pub(super) fn add(&self, record: Record, abort: Option<AbortController>) -> RunRow {
        let key = self.inner.try_update_value(|inner| {
            inner.next += 1;
            inner.next
        });
        let (created, base_url) = (record.created, record.base_url.clone());
        let make = || RunRow::new(key.unwrap_or_default(), record, abort);
        let row = self.root.with_value(|root| root.make(make));
        let here = self.inner.try_update_value(|inner| {
            insert(&mut inner.all, row, created);
            inner.base_url == base_url
        });
        if here == Some(true) {
            self.rows.update(|rows| insert(rows, row, created));
        }
        row
    }

    /// The row of a run by the key under which it is kept.
    pub(super) fn find(&self, id: &str) -> Option<RunRow> {
        let is_this = |row: &&RunRow| row.record.with_untracked(|record| record.id == id);
        self.inner
            .with_value(|inner| inner.all.iter().find(is_this).copied())
    }

    /// Takes a row out; gives the keys of the files that nobody needs any more.
    pub(super) fn leave(&self, row: RunRow) -> Vec<String> {
        self.inner
            .update_value(|inner| inner.all.retain(|other| other.key != row.key));
        self.rows
            .update(|rows| rows.retain(|other| other.key != row.key));
        for choice in [self.mark, self.choice] {
            if choice.get_untracked() == Some(row.key) {
                choice.set(None);
            }
        }
        let mut files = file_keys(row);
        self.inner.update_value(|inner| {
            for other in &inner.all {
                let needed = file_keys(*other);
                files.retain(|key| !needed.contains(key));
            }
            inner.files.retain(|key| !files.contains(key));
        });
        files
    }

    /// Shows the runs of the deployment that is connected now.
    fn enter(self) {
        let client = self.connection.client.get_untracked();
        let address = self.connection.address.get_untracked();
        let client = client.or_else(|| Client::new(&address, "").ok());
        let base_url = client.map(|client| client.base_url().to_owned());
        self.cancels.set(true);
        let changed = self.inner.try_update_value(|inner| {
            inner.offers = Offers::default();
            let base_url = base_url.unwrap_or_default();
            let changed = inner.base_url != base_url;
            inner.base_url = base_url;
            changed
        });
        if changed == Some(true) {
            self.show_all();
        }
    }

    /// Shows every run of the connected deployment, the newest of them large.
    pub(super) fn show_all(self) {
        let rows = self.inner.with_value(|inner| {
            let here = |row: &&RunRow| {
                row.record
                    .with_untracked(|record| record.base_url == inner.base_url)
            };
            inner.all.iter().filter(here).copied().collect::<Vec<_>>()
        });
        let chosen = self.choice.get_untracked();
        if !rows.iter().any(|row| Some(row.key) == chosen) {
            self.choice.set(rows.first().map(|row| row.key));
            self.mark.set(None);
        }
        self.rows.set(rows);
        self.kick();
    }

    fn keep_files(&self, row: RunRow) {
        let inputs = row.record.with_untracked(|record| record.inputs.clone());
        let mut files: Vec<_> = inputs.into_iter().flat_map(|input| input.files).collect();
        self.inner.update_value(|inner| {
            files.retain(|file| {
                let key = kept::key_of(file);
                let new = !inner.files.contains(&key);
                if new {
                    inner.files.push(key);
                }
                new
            });
        });
        if !files.is_empty() {
            spawn_local(kept::put_files(files));
        }
    }

    /// The oldest make way for new ones.
    fn trim(&self) {
        let over = self.inner.with_value(|inner| {
            let ended = |row: &&RunRow| untrack(|| !row.is_active());
            let excess = inner.all.len().saturating_sub(LIMIT);
            let oldest = inner.all.iter().rev().filter(ended).take(excess);
            oldest.copied().collect::<Vec<_>>()
        });
        over.into_iter().for_each(|row| self.remove(row));
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
                .set(say::RUN_SAID.with(&[&name, state.message().now()]));
        };
        let states: Vec<_> =
            untrack(|| self.members(&group.id).iter().map(RunRow::state).collect());
        if !states.iter().any(|state| state.is_active()) {
            let said = super::group::progress(&states, group.count);
            self.said.set(say::RUN_SAID.with(&[&group.name, &said]));
        }
    }
}

fn insert(rows: &mut Vec<RunRow>, row: RunRow, created: f64) {
    let older = |other: &RunRow| {
        let other = other.record.with_untracked(|record| record.created);
        other <= created
    };
    let place = rows.iter().position(older).unwrap_or(rows.len());
    rows.insert(place, row);
}

fn file_keys(row: RunRow) -> Vec<String> {
    row.record.with_untracked(|record| {
        let files = record.inputs.iter().flat_map(|input| &input.files);
        files.map(kept::key_of).collect()
    })
}
