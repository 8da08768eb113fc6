//! Whether one more run of a key may wait. While the queue has room, every key may use it; once it is full, each key
//! still has its part. Does not know how many runs may wait.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::estimate::Start;
use super::{FIRST_KEY, Millis, Needs, Placement};

/// How many waiting runs an estimate looks at: nobody should wait for further ones.
const FORESEEN: usize = 1000;

impl Placement {
    /// Admits one more run of a key if `limit` runs may wait. It counts as waiting until [`Placement::release`].
    /// Returns false if neither the queue nor the key's part of it has room.
    pub fn admit(&mut self, key: &str, limit: usize) -> bool {
        let has_room = self.lines.total() < limit || self.lines.count(key) < self.part(key, limit);
        if has_room {
            self.lines.admit(key);
        }
        has_room
    }

    /// Ends the admission of a run: it waits now, or was not accepted.
    pub fn release(&mut self, key: &str) {
        self.lines.release(key);
    }

    /// How many runs of a key may wait although the queue is full: its share among the keys with waiting runs, at
    /// least one. The first key has the whole limit, so that nobody can keep it from working.
    fn part(&self, key: &str, limit: usize) -> usize {
        if key == FIRST_KEY {
            return limit;
        }
        let part = limit as f64 * self.lines.part(key);
        (part as usize).max(1)
    }

    /// The expected seconds until a key has room for a run with these needs; `None` if no instance that they fit has
    /// a run to end.
    pub fn room_in(&mut self, key: &str, limit: usize, needs: Needs, now: Millis) -> Option<f64> {
        let order = self.first_numbers(FORESEEN, now);
        let departures = self.departures(key, limit, &order);
        let fitting = self.fits.get(&needs);
        let is_fitting = |id: &u32| fitting.is_none_or(|fitting| fitting.contains(id));
        let busy = self.runs_by_instance().into_iter();
        let busy = busy.filter(|(id, _)| is_fitting(id));
        let ends = busy.map(|(id, runs)| Reverse(Start(self.first_ends_in(id, &runs, now))));
        let mut ends: BinaryHeap<_> = ends.collect();
        let mut last = None;
        // Each run that leaves takes the place of one that ends.
        for number in order.iter().take(departures) {
            let Reverse(Start(end)) = ends.pop()?;
            ends.push(Reverse(Start(end + self.takes(*number))));
            last = Some(end);
        }
        last
    }

    /// How many waiting runs must leave until the queue or the key's part of it has room.
    fn departures(&self, key: &str, limit: usize, order: &[u64]) -> usize {
        let of_queue = (self.lines.total() + 1).saturating_sub(limit);
        let own = (self.lines.count(key) + 1).saturating_sub(self.part(key, limit));
        let is_own = |number: &u64| {
            let entry = self.waiting.get(number);
            entry.is_some_and(|entry| entry.run.key == key)
        };
        let mut places = (1..)
            .zip(order)
            .filter_map(|(place, number)| is_own(number).then_some(place));
        let of_part = places.nth(own.saturating_sub(1)).unwrap_or(usize::MAX);
        of_queue.min(of_part).max(1)
    }
}
