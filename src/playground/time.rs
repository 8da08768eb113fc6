//! Points in time and spans, as the page shows them. Milliseconds since 1970 throughout.

use std::time::Duration;

use leptos::prelude::*;

use super::language::span;
use crate::playground::signal::RwSignal;

/// The time now.
pub(crate) fn now() -> f64 {
    js_sys::Date::now()
}

/// The time now, told once a second to whoever shows an age.
#[derive(Clone, Copy)]
pub(crate) struct Clock(pub(crate) RwSignal<f64>);

impl Clock {
    /// Starts the page's clock; it rests while nobody looks.
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

    /// The span since `then`; follows the clock.
    pub(crate) fn since(self, then: f64) -> String {
        span(self.0.get() - then)
    }
}

/// The point in time that an RFC 3339 text says.
pub(crate) fn parse(text: &str) -> Option<f64> {
    Some(js_sys::Date::parse(text)).filter(|ms| ms.is_finite())
}
