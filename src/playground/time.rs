//! The clock. Times are milliseconds since 1970.

use std::time::Duration;

use js_sys::Date;

use super::language::span;
use ui::{Memo, RwSignal, document, memo, on_cleanup, set_interval_with_handle};

/// The current time.
pub(crate) fn now() -> f64 {
    Date::now()
}

/// The current time as a signal that changes every second, for views of ages.
#[derive(Clone, Copy)]
pub(crate) struct Clock(pub(crate) RwSignal<f64>);

impl Clock {
    /// Starts the clock; it stops while the page is hidden.
    pub(crate) fn start() -> Self {
        let clock = RwSignal::new(now());
        let tick = move || {
            if !document().hidden() {
                let _ = clock.try_set(now());
            }
        };
        if let Ok(handle) = set_interval_with_handle(tick, Duration::from_secs(1)) {
            on_cleanup(move || handle.clear());
        }
        Self(clock)
    }

    /// The day of the month, which decides how a date is written.
    pub(crate) fn day(self) -> Memo<u32> {
        memo(move || Date::new(&self.0.get().into()).get_date())
    }

    /// The time since `then`; tracked.
    pub(crate) fn since(self, then: f64) -> String {
        span(self.0.get() - then)
    }
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
