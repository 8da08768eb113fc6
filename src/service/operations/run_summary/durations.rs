//! The durations of some runs: their median and 95th percentile.

use serde_json::{Value, json};

/// Durations in seconds.
#[derive(Clone, Debug, Default)]
pub(super) struct Durations(Vec<f64>);

impl Durations {
    pub(super) fn add(&mut self, seconds: f64) {
        self.0.push(seconds);
    }

    /// The median and the 95th percentile, each `null` if there are no durations.
    pub(super) fn json(&self) -> Value {
        let sorted = self.sorted();
        json!({ "median": percentile(&sorted, 50), "p95": percentile(&sorted, 95) })
    }

    pub(super) fn median(&self) -> Option<f64> {
        percentile(&self.sorted(), 50)
    }

    fn sorted(&self) -> Vec<f64> {
        let mut sorted = self.0.clone();
        sorted.sort_by(f64::total_cmp);
        sorted
    }
}

/// A percentile of these, in whole milliseconds: the smallest one that at least this percentage does not exceed.
fn percentile(sorted: &[f64], percent: usize) -> Option<f64> {
    let place = (sorted.len() * percent).div_ceil(100).max(1);
    let seconds = sorted.get(place - 1)?;
    Some((seconds * 1000.0).round() / 1000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_and_the_95th_percentile_are_durations_that_occurred() {
        let of = |seconds: &[f64]| {
            let mut durations = Durations::default();
            seconds.iter().for_each(|seconds| durations.add(*seconds));
            durations.json()
        };
        let hundred: Vec<f64> = (1..=100).rev().map(f64::from).collect();
        assert_eq!(of(&[]), json!({ "median": null, "p95": null }));
        assert_eq!(of(&[2.00049]), json!({ "median": 2.0, "p95": 2.0 }));
        assert_eq!(of(&[3.0, 1.0]), json!({ "median": 1.0, "p95": 3.0 }));
        assert_eq!(of(&hundred), json!({ "median": 50.0, "p95": 95.0 }));
    }
}
