//! The board: asks for the queues while somebody looks, at the person's pace or its own: every
//! second, slower while nothing changes, with growing pauses while there is no good answer. Knows
//! nothing of how it is shown.

mod polling;

use leptos::prelude::*;

use super::state::{State, Totals, View};
use super::view_options::Wish;
use super::worker;
use crate::playground::connection::{Connection, Link};
use crate::playground::poll::Poll;
use crate::playground::runs::{Place, Runs};
use crate::playground::signal::{RwSignal, StoredValue};
use crate::playground::time::now;

/// The picture of the queues and how it is looked at.
#[derive(Clone, Copy)]
pub(crate) struct Board {
    /// When the picture was seen.
    pub(crate) seen: RwSignal<Option<f64>>,
    /// Whether the person stopped it.
    pub(super) paused: RwSignal<bool>,
    /// Counts what changes which instances are shown where.
    pub(super) arranged: RwSignal<u32>,
    /// Counts moves over the list.
    pub(super) scrolled: RwSignal<u32>,
    /// Counts the times at which the load was noted.
    pub(super) sampled: RwSignal<u32>,
    pub(super) runs: Runs,
    state: StoredValue<State>,
    connection: Connection,
    kicked: RwSignal<u32>,
}

impl Board {
    /// An empty picture that follows the connection.
    pub(crate) fn start(connection: Connection, runs: Runs) -> Self {
        let board = Self {
            seen: RwSignal::new(None),
            paused: RwSignal::new(false),
            arranged: RwSignal::new(0),
            scrolled: RwSignal::new(0),
            sampled: RwSignal::new(0),
            runs,
            state: StoredValue::new(State::new()),
            connection,
            kicked: RwSignal::new(0),
        };
        let poll = Poll::new(move || board.round());
        Effect::new(move |_| {
            connection.epoch.track();
            board.clear();
            poll.kick();
        });
        // A run of ours is about to move, or the person wishes it: look at once.
        Effect::new(move |before: Option<()>| {
            board.kicked.track();
            runs.rows
                .with(|rows| rows.iter().for_each(|row| row.record.track()));
            if before.is_some() {
                board.change(|state| state.count.calm = 0);
                poll.kick();
            }
        });
        board
    }

    /// The milliseconds until a run at this place begins, as far as the instance's pace is known.
    pub(crate) fn wait(&self, place: &Place) -> Option<f64> {
        if place.line == 0 {
            return None;
        }
        self.state.with_value(|state| {
            let mut rows = state.keys().filter_map(|key| state.row(key));
            let row = rows.find(|row| row.address == place.instance)?;
            row.pace.wait(place.line, now())
        })
    }

    /// Whether it is older than it should be.
    pub(super) fn is_stale(&self) -> bool {
        self.connection.link.with(|link| *link != Link::Live) && self.seen.get().is_some()
    }

    /// Says something of what is known.
    pub(super) fn tell<T>(&self, tell: impl FnOnce(&State) -> T) -> T {
        self.state.with_value(tell)
    }

    /// All of them in numbers; tells whoever shows them of changes.
    pub(super) fn totals(&self) -> Totals {
        self.arranged.track();
        self.tell(|state| state.totals)
    }

    /// Stops asking, or goes on.
    pub(super) fn pause(&self, paused: bool) {
        self.paused.set(paused);
        self.kick();
    }

    /// Takes what the person wishes to see, and keeps it.
    pub(super) fn wish(&self, change: impl FnOnce(&mut Wish)) {
        let (interval, wish) = self.change(|state| {
            let interval = state.wish.interval;
            change(&mut state.wish);
            (interval, state.wish.clone())
        });
        wish.save();
        if wish.interval == interval {
            self.search(true);
            self.arrange();
        } else {
            self.kick();
        }
    }

    /// Lists all tasks of an instance, or only those that matter.
    pub(super) fn open(&self, key: usize, open: bool) {
        self.change(|state| {
            if let Some(row) = state.row_mut(key) {
                row.open = open;
                row.touch();
            }
        });
        self.arrange();
    }

    /// Takes what is seen of the list now.
    pub(super) fn look_at(&self, view: View) {
        let scaled = self.change(|state| {
            let scaled = state.view.rem != view.rem;
            state.view = view;
            scaled
        });
        if scaled {
            self.arrange();
        }
        bump(self.scrolled);
    }

    /// Has what is in view looked at again.
    pub(super) fn look_again(&self) {
        bump(self.scrolled);
    }

    /// Changes what is known.
    pub(super) fn change<T>(&self, change: impl FnOnce(&mut State) -> T) -> T
    where
        T: Default,
    {
        self.state.try_update_value(change).unwrap_or_default()
    }

    fn kick(&self) {
        bump(self.kicked);
    }

    fn arrange(&self) {
        self.change(State::arrange);
        bump(self.arranged);
    }

    /// Looks for the text in the instances that changed, or in all.
    fn search(&self, all: bool) {
        let names = |id: &str| self.workflow(id);
        self.change(|state| {
            let wish = state.wish.clone();
            for key in state.keys().collect::<Vec<_>>() {
                if let Some(row) = state.row_mut(key)
                    && (all || !row.searched)
                {
                    row.matches = wish.finds(row, &names);
                    row.searched = true;
                }
            }
        });
    }

    /// The name of the workflow of a run of ours.
    pub(super) fn workflow(&self, run_id: &str) -> Option<String> {
        self.runs.rows.with_untracked(|rows| {
            rows.iter().find_map(|row| {
                row.record.with_untracked(|record| {
                    let is_it = record.run_id.as_deref() == Some(run_id);
                    is_it.then(|| record.workflow.clone())
                })
            })
        })
    }

    fn clear(&self) {
        worker::forget();
        self.change(State::clear);
        self.seen.set(None);
        self.paused.set(false);
        self.arrange();
    }
}

fn bump(signal: RwSignal<u32>) {
    let _ = signal.try_update(|count| *count = count.wrapping_add(1));
}
