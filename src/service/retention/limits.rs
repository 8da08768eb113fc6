//! Limits of runs as callers see them. No I/O.

use serde::Serialize;

use workflow::Keep;

/// What is kept: only what is limited is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Limits {
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    runs: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<u64>,
}

impl Limits {
    /// `None` if there is no limit.
    pub(super) fn of(keep: &Keep) -> Option<Self> {
        let Keep {
            seconds,
            runs,
            bytes,
        } = *keep;
        (!keep.is_unlimited()).then_some(Self {
            seconds,
            runs,
            bytes,
        })
    }
}

/// Whether so many runs that are removed at once are worth a warning: more than a quarter of all.
pub(super) fn are_many(removed: u64, all: u64) -> bool {
    removed > 1 && removed > all / 4
}

/// The smaller of two limits.
pub(super) fn narrower(one: Option<u64>, other: Option<u64>) -> Option<u64> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_narrower_limit_counts() {
        assert_eq!(narrower(Some(2), Some(3)), Some(2));
        assert_eq!(narrower(Some(3), Some(2)), Some(2));
        assert_eq!(narrower(Some(3), None), Some(3));
        assert_eq!(narrower(None, Some(2)), Some(2));
        assert_eq!(narrower(None, None), None);
    }

    #[test]
    fn more_than_a_quarter_of_all_runs_are_many() {
        assert!(!are_many(0, 0) && !are_many(1, 1) && !are_many(25, 100));
        assert!(are_many(2, 2) && are_many(26, 100));
    }

    #[test]
    fn only_what_is_limited_is_named() {
        assert_eq!(Limits::of(&Keep::default()), None);
        let keep = Keep {
            runs: Some(3),
            ..Keep::default()
        };
        let named = serde_json::to_value(Limits::of(&keep)).unwrap();
        assert_eq!(named, serde_json::json!({ "runs": 3 }));
    }
}
