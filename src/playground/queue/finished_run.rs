//! A run that has finished, and the duration to expect after several. Pure.

/// How many runs an estimate considers.
pub(super) const MAX_RECENT: usize = 6;

/// A run that has finished.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Finished {
    /// Its id.
    pub(super) id: String,
    /// When it ended, by the page's clock.
    pub(super) ended_at: f64,
    /// How long it took, in milliseconds.
    pub(super) duration: f64,
}

/// The duration to expect after runs of these durations, newest first: each counts half as much as the next
/// newer one, so that the estimate follows a change within a few runs.
pub(super) fn expected(durations: impl Iterator<Item = f64>) -> Option<f64> {
    let (mut sum, mut weights, mut weight) = (0.0, 0.0, 1.0);
    for duration in durations.take(MAX_RECENT) {
        sum += weight * duration;
        weights += weight;
        weight /= 2.0;
    }
    (weights > 0.0).then(|| sum / weights)
}
