//! The clock. Times are milliseconds since 1970.

use std::time::Duration;

use js_sys::Date;

use super::language::span;
use ui::{RwSignal, document, on_cleanup, set_interval_with_handle};

/// The current time.
pub(crate) fn now() -> f64 {
    Date::now()
}

/// The current time as a signal that changes every second, for views of ages; and the day of the month, for views of
/// dates.
#[derive(Clone, Copy)]
pub(crate) struct Clock(pub(crate) RwSignal<f64>, RwSignal<u32>);

impl Clock {
    /// Starts the clock; it stops while the page is hidden.
    pub(crate) fn start() -> Self {
        let (clock, day) = (RwSignal::new(now()), RwSignal::new(day_of_month()));
        let tick = move || {
            if document().hidden() {
                return;
            }
            let _ = clock.try_set(now());
            let today = day_of_month();
            if day.try_get_untracked().is_some_and(|day| day != today) {
                let _ = day.try_set(today);
            }
        };
        if let Ok(handle) = set_interval_with_handle(tick, Duration::from_secs(1)) {
            on_cleanup(move || handle.clear());
        }
        Self(clock, day)
    }

    /// Tracks the day, which decides how a date is written.
    pub(crate) fn track_day(self) {
        self.1.track();
    }

    /// The time since `then`; tracked.
    pub(crate) fn since(self, then: f64) -> String {
        span(self.0.get() - then)
    }
}

fn day_of_month() -> u32 {
    Date::new_0().get_date()
}

/// The time of an RFC 3339 text.
pub(crate) fn parse(text: &str) -> Option<f64> {
    Some(Date::parse(text)).filter(|ms| ms.is_finite())
}

/// The RFC 3339 text of a time; empty if no calendar has it.
pub(crate) fn iso(ms: f64) -> String {
    let date = Date::new(&ms.into());
    match date.get_time().is_finite() {
        true => date.to_iso_string().into(),
        false => String::new(),
    }
}
