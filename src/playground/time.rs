//! The clock. Times are milliseconds since 1970.

use std::time::Duration;

use super::language::span;
use ui::{RwSignal, document, on_cleanup, set_interval_with_handle};

/// The current time.
pub(crate) fn now() -> f64 {
    js_sys::Date::now()
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

    /// The time since `then`; tracked.
    pub(crate) fn since(self, then: f64) -> String {
        span(self.0.get() - then)
    }
}

/// The time of an RFC 3339 text.
pub(crate) fn parse(text: &str) -> Option<f64> {
    Some(js_sys::Date::parse(text)).filter(|ms| ms.is_finite())
}
