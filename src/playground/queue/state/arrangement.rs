//! Which instances are to be seen, in what order and where; what is looked at stays in its place.

use std::ops::Range;

use super::{FOOT, HEAD, MARGIN, MORE, State, TASK, Totals, View};
use crate::playground::queue::list_layout::{Geometry, lines};
use crate::playground::queue::row::Row;

impl State {
    /// Decides what is to be seen, in what order, and where; what is looked at stays in its place.
    pub(in crate::playground::queue) fn arrange(&mut self) {
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
            instances: rows().filter(|(_, row)| row.gone.is_none()).count(),
            shown: shown.iter().filter(|(_, row)| row.gone.is_none()).count(),
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
    pub(in crate::playground::queue) fn place(&self, key: usize) -> Option<usize> {
        self.order.iter().position(|other| *other == key)
    }

    /// The instance at a place among those to be seen.
    pub(in crate::playground::queue) fn shown(&self, place: usize) -> Option<usize> {
        self.order.get(place).copied()
    }

    /// Where an instance begins.
    pub(in crate::playground::queue) fn top(&self, key: usize) -> f64 {
        self.place(key)
            .map_or(0.0, |place| self.geometry.top(place))
    }

    /// How high an instance is.
    pub(in crate::playground::queue) fn height_of(&self, key: usize) -> f64 {
        self.row(key).map_or(0.0, |row| height(row, self.view.rem))
    }

    /// How high all of them are.
    pub(in crate::playground::queue) fn height(&self) -> f64 {
        self.geometry.height()
    }

    /// The instances that must be in the page: in view or nearly so, or with the focus.
    pub(in crate::playground::queue) fn visible(&self) -> Vec<usize> {
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
    pub(in crate::playground::queue) fn lines(&self, key: usize) -> Range<usize> {
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

fn height(row: &Row, rem: f64) -> f64 {
    let count = row.lines();
    let more = if row.open || count < row.tasks() {
        MORE
    } else {
        0.0
    };
    ((HEAD + TASK * count as f64 + more + FOOT) * rem).round()
}
