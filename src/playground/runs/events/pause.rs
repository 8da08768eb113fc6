//! How long to wait before a stream that broke is opened again. Pure.

/// The first pause, in milliseconds; doubled with each further failure.
const FIRST: u32 = 500;
/// The longest pause.
const LONGEST: u32 = 30_000;
/// The longest pause that a deployment may request.
const LONGEST_REQUESTED: u32 = 300_000;

/// The milliseconds until the next attempt after this many failures. Up to a third of them is random: pages that lost
/// their streams together must not return together. `random` is between 0 and 1; `requested` is in seconds.
pub(super) fn pause(failures: u32, requested: Option<u32>, random: f64) -> u32 {
    let doubled = FIRST << failures.saturating_sub(1).min(6);
    let requested = requested.unwrap_or_default().saturating_mul(1000);
    let least = doubled.min(LONGEST).max(requested.min(LONGEST_REQUESTED));
    (f64::from(least) * (1.0 + random / 2.0)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pause_grows_from_half_a_second_to_half_a_minute() {
        let pauses: Vec<u32> = (1..=9).map(|failures| pause(failures, None, 0.0)).collect();
        let expected = [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000];
        assert_eq!(pauses, expected);
        assert_eq!(pause(u32::MAX, None, 0.0), LONGEST);
    }

    #[test]
    fn pages_that_failed_together_do_not_come_back_together() {
        assert_eq!(pause(1, None, 1.0), 750);
        assert_eq!(pause(9, None, 0.5), 37_500);
    }

    #[test]
    fn a_deployment_may_request_a_longer_pause() {
        assert_eq!(pause(1, Some(10), 0.0), 10_000);
        assert_eq!(pause(7, Some(1), 0.0), LONGEST);
        assert_eq!(pause(1, Some(u32::MAX), 0.0), LONGEST_REQUESTED);
    }
}
