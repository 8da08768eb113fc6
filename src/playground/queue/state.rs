//! What the board knows: every instance, which of them are to be seen in what order, and where. Knows
//! neither the deployment nor the page's elements.

use std::collections::HashMap;
use std::ops::Range;

use super::geometry::{Geometry, lines};
use super::load;
use super::picture::{Changes, Seen};
use super::row::Row;
use super::wish::Wish;
use crate::api::Health;

/// How long an instance that went is shown as gone, in milliseconds.
const GONE: f64 = 60_000.0;
/// How far beyond what is seen instances are there, in pixels.
const MARGIN: f64 = 240.0;
/// The heights of an article's parts, in rem: all above its tasks, one task, the button for more,
/// what is below. The page's styles take them from here.
pub(super) const HEAD: f64 = 5.5;
pub(super) const TASK: f64 = 1.5;
pub(super) const MORE: f64 = 1.75;
const FOOT: f64 = 0.75;

/// The part of the list that is seen, in pixels.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    /// How far it is scrolled.
    pub(super) top: f64,
    /// How high it is.
    pub(super) height: f64,
    /// One rem.
    pub(super) rem: f64,
}

/// All that runs, all that waits, how many instances there are and how many of them are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Totals {
    pub(super) running: usize,
    pub(super) pending: usize,
    pub(super) instances: usize,
    pub(super) shown: usize,
}

/// What the pace of asking follows.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Count {
    /// Pictures in a row without a change.
    pub(super) calm: u32,
    /// Failures in a row.
    pub(super) failures: u32,
    /// Pictures in all.
    pub(super) asked: u32,
    /// Whether the deployment tells no health.
    pub(super) no_health: bool,
}

/// What the board knows.
pub(super) struct State {
    /// Every instance under a number of its own, which no other one gets.
    rows: Vec<Option<Box<Row>>>,
    /// Those that the deployment lists, in its order.
    listed: Vec<usize>,
    /// Those that it does not list: gone, or known by their health alone.
    others: Vec<usize>,
    /// Those to be seen, in their order.
    order: Vec<usize>,
    geometry: Geometry,
    /// All of them.
    pub(super) totals: Totals,
    /// What the person wishes to see.
    pub(super) wish: Wish,
    /// What is seen of the list.
    pub(super) view: View,
    /// The instance that has the focus, which stays in the page wherever it is.
    pub(super) focused: Option<usize>,
    /// How far the list is to be scrolled, so that what is seen stays where it is.
    pub(super) shift: f64,
    /// What the pace of asking follows.
    pub(super) count: Count,
    /// When the last picture was seen.
    last: f64,
    /// Counts the times at which the load is noted.
    slot: f64,
}

impl State {
    /// Nothing yet.
    pub(super) fn new() -> Self {
        Self {
            rows: Vec::new(),
            listed: Vec::new(),
            others: Vec::new(),
            order: Vec::new(),
            geometry: Geometry::default(),
            totals: Totals::default(),
            wish: Wish::load(),
            view: View {
                top: 0.0,
                height: 0.0,
                rem: 16.0,
            },
            focused: None,
            shift: 0.0,
            count: Count::default(),
            last: 0.0,
            slot: 0.0,
        }
    }

    /// Forgets every instance.
    pub(super) fn clear(&mut self) {
        self.rows.iter_mut().for_each(|row| *row = None);
        self.listed.clear();
        self.others.clear();
        (self.last, self.slot, self.focused) = (0.0, 0.0, None);
        self.count = Count::default();
    }

    /// An instance by its number.
    pub(super) fn row(&self, key: usize) -> Option<&Row> {
        self.rows.get(key)?.as_deref()
    }

    /// The same, to change it.
    pub(super) fn row_mut(&mut self, key: usize) -> Option<&mut Row> {
        self.rows.get_mut(key)?.as_deref_mut()
    }

    /// Every instance's number, the deployment's own order first.
    pub(super) fn keys(&self) -> impl Iterator<Item = usize> {
        self.listed.iter().chain(&self.others).copied()
    }

    /// The number of the instance at a place of the deployment's order.
    pub(super) fn at(&self, place: usize) -> Option<usize> {
        self.listed.get(place).copied()
    }

    /// Takes a picture; says whether it changed anything, and whether the load was noted.
    pub(super) fn take(&mut self, changes: Changes, now: f64) -> (bool, bool) {
        let mut changed = false;
        if let Some(addresses) = changes.addresses {
            changed |= self.list(addresses, now);
        }
        changed |= self.drop_gone(now);
        for (place, seen) in changes.seen {
            changed |= self.see(place, seen, now);
        }
        let mut mine: HashMap<usize, Vec<usize>> = HashMap::new();
        for found in changes.found {
            if let Some(key) = self.at(found.instance) {
                mine.entry(key).or_default().push(found.task);
            }
        }
        changed |= self.mark(mine);
        self.last = now;
        (changed, self.sample(now))
    }

    /// Takes the deployment's list of instances.
    fn list(&mut self, addresses: Vec<String>, now: f64) -> bool {
        let first = self.last == 0.0;
        let all: Vec<usize> = self.keys().collect();
        let mut known: HashMap<String, usize> = all
            .iter()
            .filter_map(|key| Some((self.row(*key)?.address.clone(), *key)))
            .collect();
        let before = std::mem::take(&mut self.listed);
        for address in addresses {
            let key = known.remove(&address).unwrap_or_else(|| {
                let row = Row::new(address, now, !first);
                self.rows.push(Some(Box::new(row)));
                self.rows.len() - 1
            });
            self.listed.push(key);
        }
        self.others = all
            .into_iter()
            .filter(|key| known.values().any(|other| other == key))
            .collect();
        for key in self.listed.clone() {
            self.come(key);
        }
        for key in self.others.clone() {
            self.go(key, now);
        }
        before != self.listed
    }

    fn come(&mut self, key: usize) {
        if let Some(row) = self.row_mut(key)
            && row.gone.take().is_some()
        {
            row.touch();
        }
    }

    fn go(&mut self, key: usize, now: f64) {
        if let Some(row) = self.row_mut(key)
            && row.gone.is_none()
            && row.health.is_none()
        {
            row.gone = Some(now);
            row.seen = Seen::default();
            row.touch();
        }
    }

    fn drop_gone(&mut self, now: f64) -> bool {
        let count = self.others.len();
        let others = std::mem::take(&mut self.others);
        for key in others {
            let over = self.row(key).and_then(|row| row.gone);
            if over.is_some_and(|gone| now - gone > GONE) {
                self.rows[key] = None;
            } else {
                self.others.push(key);
            }
        }
        count != self.others.len()
    }

    fn see(&mut self, place: usize, seen: Seen, now: f64) -> bool {
        let before = self.last;
        let Some(row) = self.at(place).and_then(|key| self.row_mut(key)) else {
            return false;
        };
        if row.seen == seen {
            return false;
        }
        let status = row.status();
        let running = seen.ids.split('\t').take(seen.running);
        row.pace.see(running, before, now);
        row.seen = seen;
        row.searched = false;
        if row.status() != status {
            row.since = now;
        }
        row.touch();
        true
    }

    /// Marks the tasks of ours, by their instance.
    fn mark(&mut self, mut mine: HashMap<usize, Vec<usize>>) -> bool {
        let mut changed = false;
        for row in self.rows.iter_mut().enumerate() {
            let (key, Some(row)) = row else { continue };
            if row.mine.is_empty() && mine.is_empty() {
                continue;
            }
            let tasks = mine.remove(&key).unwrap_or_default();
            if row.mine != tasks {
                row.mine = tasks;
                row.searched = false;
                row.touch();
                changed = true;
            }
        }
        changed
    }

    /// Notes every instance's load when it is due.
    fn sample(&mut self, now: f64) -> bool {
        let slot = (now / load::EVERY).floor();
        let steps = (slot - self.slot) as usize;
        self.slot = slot;
        if steps == 0 {
            return false;
        }
        for row in self.rows.iter_mut().flatten() {
            row.load.push(row.tasks(), steps);
        }
        true
    }

    /// Takes what the deployment says of its instances' health; says whether anything changed.
    pub(super) fn take_health(&mut self, told: &[Health], now: f64) -> bool {
        let mut told: HashMap<&str, &str> = told
            .iter()
            .map(|health| (bare(&health.url), health.status.as_str()))
            .collect();
        let count = told.len();
        let mut changed = false;
        for row in self.rows.iter_mut().flatten() {
            let health = told.remove(bare(&row.address));
            changed |= row.set_health(health, now);
        }
        for key in self.others.clone() {
            if self.row(key).is_some_and(|row| row.health.is_none()) {
                self.go(key, now);
            }
        }
        // Addresses of another kind than the queue's say nothing of which is which.
        if told.len() < count {
            for (address, status) in told {
                let mut row = Row::new(address.to_owned(), now, false);
                row.seen.silent = true;
                row.set_health(Some(status), now);
                self.others.push(self.rows.len());
                self.rows.push(Some(Box::new(row)));
                changed = true;
            }
        }
        changed
    }

    /// Decides what is to be seen, in what order, and where; what is looked at stays in its place.
    pub(super) fn arrange(&mut self) {
        let anchor = self.anchor();
        let keys: Vec<usize> = self.keys().collect();
        let rows = || keys.iter().filter_map(|key| Some((*key, self.row(*key)?)));
        let wish = &self.wish;
        let mut shown: Vec<(usize, &Row)> = rows()
            .filter(|(_, row)| row.matches && wish.takes(row))
            .collect();
        shown.sort_by(|(_, left), (_, right)| wish.order(left, right));
        let rem = self.view.rem;
        let geometry = Geometry::of(shown.iter().map(|(_, row)| height(row, rem)));
        let order: Vec<usize> = shown.iter().map(|(key, _)| *key).collect();
        self.totals = Totals {
            running: rows().map(|(_, row)| row.seen.running).sum(),
            pending: rows().map(|(_, row)| row.seen.pending).sum(),
            instances: keys.len(),
            shown: order.len(),
        };
        (self.order, self.geometry) = (order, geometry);
        if let Some((key, offset)) = anchor
            && let Some(place) = self.place(key)
        {
            let shift = self.geometry.top(place) + offset - self.view.top;
            self.shift += shift;
            self.view.top += shift;
        }
    }

    /// The first instance in view and how far it is above it, where others may push it away.
    fn anchor(&self) -> Option<(usize, f64)> {
        let sorted_by_what_moves = matches!(self.wish.sort, 1 | 3);
        if self.view.top <= 0.0 || sorted_by_what_moves {
            return None;
        }
        let place = self
            .geometry
            .between(self.view.top, self.view.top + 1.0)
            .start;
        let key = *self.order.get(place)?;
        Some((key, self.view.top - self.geometry.top(place)))
    }

    /// The place of an instance among those to be seen.
    pub(super) fn place(&self, key: usize) -> Option<usize> {
        self.order.iter().position(|other| *other == key)
    }

    /// The instance at a place among those to be seen.
    pub(super) fn shown(&self, place: usize) -> Option<usize> {
        self.order.get(place).copied()
    }

    /// Where an instance begins.
    pub(super) fn top(&self, key: usize) -> f64 {
        self.place(key)
            .map_or(0.0, |place| self.geometry.top(place))
    }

    /// How high an instance is.
    pub(super) fn height_of(&self, key: usize) -> f64 {
        self.row(key).map_or(0.0, |row| height(row, self.view.rem))
    }

    /// How high all of them are.
    pub(super) fn height(&self) -> f64 {
        self.geometry.height()
    }

    /// The instances that must be in the page: in view or nearly so, or with the focus.
    pub(super) fn visible(&self) -> Vec<usize> {
        let View { top, height, .. } = self.view;
        if height <= 0.0 {
            return Vec::new();
        }
        let range = self.geometry.between(top - MARGIN, top + height + MARGIN);
        let focused = self.focused.and_then(|key| self.place(key));
        let mut places: Vec<usize> = range.clone().collect();
        places.extend(focused.filter(|place| !range.contains(place)));
        places.sort_unstable();
        places
            .into_iter()
            .filter_map(|place| self.shown(place))
            .collect()
    }

    /// The lines of an instance that must be in the page.
    pub(super) fn lines(&self, key: usize) -> Range<usize> {
        let View { top, height, rem } = self.view;
        let count = self.row(key).map_or(0, Row::lines);
        if !self.row(key).is_some_and(|row| row.open) {
            return 0..count;
        }
        let first = self.top(key) + HEAD * rem;
        let from = top - MARGIN - first;
        lines(count, TASK * rem, from, from + height + 2.0 * MARGIN)
    }
}

impl Row {
    /// Tells its article that it changed.
    pub(super) fn touch(&self) {
        if let Some(tick) = self.tick {
            let _ = tick.try_update(|tick| *tick = tick.wrapping_add(1));
        }
    }

    fn set_health(&mut self, health: Option<&str>, now: f64) -> bool {
        let health = health.map(str::to_ascii_lowercase);
        if self.health == health {
            return false;
        }
        let status = self.status();
        if health.is_some() {
            self.gone = None;
        }
        self.health = health;
        if self.status() != status {
            self.since = now;
        }
        self.touch();
        true
    }
}

fn height(row: &Row, rem: f64) -> f64 {
    let count = row.lines();
    let more = if row.open || count < row.tasks() {
        MORE
    } else {
        0.0
    };
    ((HEAD + TASK * count as f64 + more + FOOT) * rem).round()
}

/// An address as it is compared: deployments do not agree on the slash at its end.
fn bare(address: &str) -> &str {
    address.trim_end_matches('/')
}
