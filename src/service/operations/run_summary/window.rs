//! The window of time whose runs are summarised, and its division into steps.

use chrono::{DateTime, TimeDelta, Utc};

/// How many steps a window has.
pub(super) const STEPS: usize = 48;

/// A window of time in which runs were accepted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) from: DateTime<Utc>,
    pub(super) to: DateTime<Utc>,
}

impl Window {
    /// The length of a step.
    pub(super) fn step(&self) -> TimeDelta {
        (self.to - self.from) / STEPS as i32
    }

    /// The step that this time is in; `None` if it is before the window.
    pub(super) fn step_of(&self, time: DateTime<Utc>) -> Option<usize> {
        let since = (time - self.from).num_milliseconds();
        let step = self.step().num_milliseconds().max(1);
        let index = usize::try_from(since.checked_div(step)?).ok();
        // The clock may have been set back in the meantime.
        let index = index.filter(|_| since >= 0)?;
        Some(index.min(STEPS - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_in_its_step_and_later_ones_in_the_last() {
        let to: DateTime<Utc> = "2030-01-02T00:00:00Z".parse().unwrap();
        let window = Window {
            from: to - TimeDelta::hours(24),
            to,
        };
        let at = |minutes| window.step_of(window.from + TimeDelta::minutes(minutes));
        assert_eq!(window.step(), TimeDelta::minutes(30));
        assert_eq!(at(-1), None);
        assert_eq!((at(0), at(29), at(30)), (Some(0), Some(0), Some(1)));
        assert_eq!(
            (at(1439), at(1440), at(2000)),
            (Some(47), Some(47), Some(47))
        );
    }
}
