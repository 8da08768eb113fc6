//! The running time of a recording.

use std::time::Duration;

use crate::time::now;
use ui::{RwSignal, StoredValue, on_cleanup, set_interval_with_handle};

/// How often the time is read: more often than it changes, so that no second is skipped.
const TICK: Duration = Duration::from_millis(200);

/// A stopwatch in whole seconds.
#[derive(Clone, Copy)]
pub(super) struct Stopwatch {
    started: StoredValue<Option<f64>>,
    seconds: RwSignal<u32>,
}

impl Stopwatch {
    /// A stopwatch at zero. It belongs to the present owner.
    pub(super) fn new() -> Self {
        let watch = Self {
            started: StoredValue::new(None),
            seconds: RwSignal::new(0),
        };
        if let Ok(handle) = set_interval_with_handle(move || watch.read(), TICK) {
            on_cleanup(move || handle.clear());
        }
        watch
    }

    /// Starts at zero.
    pub(super) fn start(self) {
        self.started.set_value(Some(now()));
        self.seconds.set(0);
    }

    /// Stops; the time stays.
    pub(super) fn stop(self) {
        self.started.set_value(None);
    }

    fn read(self) {
        let Some(Some(started)) = self.started.try_with_value(|started| *started) else {
            return;
        };
        let seconds = ((now() - started).max(0.0) / 1000.0) as u32;
        if self.seconds.try_with_untracked(|shown| *shown != seconds) == Some(true) {
            self.seconds.set(seconds);
        }
    }

    /// The time as `0:07` or `12:05`; tracked.
    pub(super) fn text(self) -> String {
        text(self.seconds.get())
    }
}

fn text(seconds: u32) -> String {
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::text;

    #[test]
    fn the_time_has_minutes_and_two_digits_of_seconds() {
        assert_eq!([0, 7, 65, 725].map(text), ["0:00", "0:07", "1:05", "12:05"]);
    }
}
