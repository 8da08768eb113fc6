//! Decides which instances are shown, in what order and where.

use std::ops::Range;

use super::{BoardState, Totals, Viewport};
use crate::queue::instance::Instance;
use crate::queue::list_layout::{ListLayout, rows_between};
use crate::queue::sizes::Sizes;

/// How far outside the view instances are still in the page, in pixels.
const MARGIN: f64 = 240.0;

impl BoardState {
    /// Decides which instances are shown, in what order and where. The first one in view keeps its
    /// place.
    pub(in crate::queue) fn arrange(&mut self) {
        let anchor = self.anchor();
        let keys: Vec<usize> = self.keys().collect();
        let all = || {
            keys.iter()
                .filter_map(|key| Some((*key, self.instance(*key)?)))
        };
        let options = &self.options;
        let mut shown: Vec<(usize, &Instance)> = all()
            .filter(|(_, instance)| instance.matches_search && options.matches_state(instance))
            .collect();
        shown.sort_by(|(_, left), (_, right)| options.compare(left, right));
        let sizes = self.viewport.sizes;
        let layout = ListLayout::of(shown.iter().map(|(_, instance)| height(instance, sizes)));
        let is_listed = |(_, instance): &&(usize, &Instance)| instance.gone_at.is_none();
        let is_unavailable =
            |(_, instance): &(usize, &Instance)| instance.status().is_unavailable();
        let pending: usize = all().map(|(_, instance)| instance.snapshot.pending).sum();
        let totals = Totals {
            running: all().map(|(_, instance)| instance.snapshot.running).sum(),
            pending: pending + self.waiting.count,
            instances: all().filter(|entry| is_listed(&entry)).count(),
            unavailable: all()
                .filter(|entry| is_listed(&entry) && is_unavailable(entry))
                .count(),
            shown: shown.iter().filter(is_listed).count(),
        };
        let shown: Vec<usize> = shown.iter().map(|(key, _)| *key).collect();
        (self.totals, self.shown, self.layout) = (totals, shown, layout);
        self.restore(anchor);
    }

    /// The first instance in view and how far it extends above the view; `None` if the list is not
    /// scrolled, or if its sort order changes all the time.
    fn anchor(&self) -> Option<(usize, f64)> {
        let sorted_by_activity = matches!(self.options.sort, 1 | 3);
        if self.viewport.top <= 0.0 || sorted_by_activity {
            return None;
        }
        let top = self.viewport.top;
        let index = self.layout.entries_between(top, top + 1.0).start;
        let key = *self.shown.get(index)?;
        Some((key, top - self.layout.offset(index)))
    }

    /// Scrolls the anchor back to its previous position.
    fn restore(&mut self, anchor: Option<(usize, f64)>) {
        if let Some((key, above)) = anchor
            && let Some(index) = self.shown_index(key)
        {
            let shift = self.layout.offset(index) + above - self.viewport.top;
            self.scroll_by += shift;
            self.viewport.top += shift;
        }
    }

    /// The index of an instance among those that are shown.
    pub(in crate::queue) fn shown_index(&self, key: usize) -> Option<usize> {
        self.shown.iter().position(|other| *other == key)
    }

    /// The key of the instance at this index among those that are shown.
    pub(in crate::queue) fn shown_at(&self, index: usize) -> Option<usize> {
        self.shown.get(index).copied()
    }

    /// The start of an instance.
    pub(in crate::queue) fn offset(&self, key: usize) -> f64 {
        self.shown_index(key)
            .map_or(0.0, |index| self.layout.offset(index))
    }

    /// The height of an instance.
    pub(in crate::queue) fn height(&self, key: usize) -> f64 {
        self.instance(key)
            .map_or(0.0, |instance| height(instance, self.viewport.sizes))
    }

    /// The height of the list.
    pub(in crate::queue) fn total_height(&self) -> f64 {
        self.layout.height()
    }

    /// The instances that must be in the page: those in or near the view, and the focused one.
    pub(in crate::queue) fn rendered_instances(&self) -> Vec<usize> {
        let Viewport { top, height, .. } = self.viewport;
        if height <= 0.0 {
            return Vec::new();
        }
        let range = self
            .layout
            .entries_between(top - MARGIN, top + height + MARGIN);
        let focused = self.focused.and_then(|key| self.shown_index(key));
        let mut indices: Vec<usize> = range.clone().collect();
        indices.extend(focused.filter(|index| !range.contains(index)));
        indices.sort_unstable();
        indices
            .into_iter()
            .filter_map(|index| self.shown_at(index))
            .collect()
    }

    /// The rows of an instance's task list that must be in the page.
    pub(in crate::queue) fn rendered_tasks(&self, key: usize) -> Range<usize> {
        let Viewport { top, height, sizes } = self.viewport;
        let count = self.instance(key).map_or(0, Instance::listed_count);
        if !self.instance(key).is_some_and(|instance| instance.expanded) {
            return 0..count;
        }
        let first_task = self.offset(key) + sizes.head;
        let from = top - MARGIN - first_task;
        rows_between(count, sizes.task, from, from + height + 2.0 * MARGIN)
    }
}

fn height(instance: &Instance, sizes: Sizes) -> f64 {
    if instance.is_at_rest() {
        return sizes.line.round();
    }
    let count = instance.listed_count();
    let more = if instance.expanded || count < instance.task_count() {
        sizes.more
    } else {
        0.0
    };
    (sizes.head + sizes.task * count as f64 + more + sizes.foot).round()
}
