//! Which runs the list has: those of the connected deployment, the newest first, and not too many.

use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::AbortController;

use super::capabilities::Offers;
use super::persistence;
use super::record::{Record, RunRow};
use super::store::Runs;
use crate::client::web::Client;

/// How many runs are kept.
const LIMIT: usize = 500;

impl Runs {
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
    pub(super) fn enter(self) {
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

    pub(super) fn keep_files(&self, row: RunRow) {
        let inputs = row.record.with_untracked(|record| record.inputs.clone());
        let mut files: Vec<_> = inputs.into_iter().flat_map(|input| input.files).collect();
        self.inner.update_value(|inner| {
            files.retain(|file| {
                let key = persistence::key_of(file);
                let new = !inner.files.contains(&key);
                if new {
                    inner.files.push(key);
                }
                new
            });
        });
        if files.is_empty() {
            return;
        }
        let inner = self.inner;
        spawn_local(async move {
            let gone = persistence::put_files(files).await;
            // A later run that is given one of them keeps it anew.
            let _ = inner.try_update_value(|inner| inner.files.retain(|key| !gone.contains(key)));
        });
    }

    /// The oldest make way for new ones.
    pub(super) fn trim(&self) {
        let over = self.inner.with_value(|inner| {
            let ended = |row: &&RunRow| untrack(|| !row.is_active());
            let excess = inner.all.len().saturating_sub(LIMIT);
            let oldest = inner.all.iter().rev().filter(ended).take(excess);
            oldest.copied().collect::<Vec<_>>()
        });
        over.into_iter().for_each(|row| self.remove(row));
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
        files.map(persistence::key_of).collect()
    })
}
