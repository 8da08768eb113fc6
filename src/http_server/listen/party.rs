//! Whose requests are in work, and which of them makes room for others. Knows no connections and no clock.

use std::collections::HashMap;
use std::time::Duration;

use parties::Party;

/// Why a request is not served.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TooMany {
    /// Its party has as many requests in work as it may have: this many.
    Requests(usize),
    /// Its party is sending as many bodies as it may send at once: this many.
    Uploads(usize),
    /// Others have all that may be in work.
    All,
}

/// One request that is in work.
#[derive(Clone, Debug)]
pub(super) struct Load {
    pub(super) party: Party,
    /// The bytes that its caller has sent and read since it began, and how long ago that was.
    pub(super) bytes: u64,
    pub(super) time: Duration,
}

/// What a request is given at its start, in bytes: one that has just begun is not the slowest.
const HEAD_START: u64 = 64 << 10;

impl Load {
    fn pace(&self) -> f64 {
        (self.bytes + HEAD_START) as f64 / self.time.as_secs_f64().max(1.0)
    }
}

/// Which request makes room for one of a party that has `own` in work: the slowest of the party with the most, if that
/// has at least two more. Those of privileged parties stay as long as there are others.
pub(super) fn who_goes(loads: &[Load], own: usize) -> Option<usize> {
    let only_privileged = loads.iter().all(|load| load.party.is_privileged);
    let may_go = |load: &Load| only_privileged || !load.party.is_privileged;
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for load in loads.iter().filter(|load| may_go(load)) {
        *counts.entry(&load.party.id).or_default() += 1;
    }
    let most = counts
        .values()
        .copied()
        .max()
        .filter(|most| *most > own + 1)?;
    let of_the_most = loads
        .iter()
        .enumerate()
        .filter(|(_, load)| may_go(load) && counts.get(&*load.party.id) == Some(&most));
    let slowest = of_the_most.min_by(|(_, one), (_, other)| one.pace().total_cmp(&other.pace()));
    slowest.map(|(index, _)| index)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(id: &str, bytes: u64, seconds: u64) -> Load {
        Load {
            party: Party {
                id: id.into(),
                is_privileged: id == "first",
            },
            bytes,
            time: Duration::from_secs(seconds),
        }
    }

    #[test]
    fn the_slowest_of_the_party_with_the_most_goes() {
        let loads = [
            load("a", 0, 1000),
            load("b", 100 << 20, 100),
            load("b", 50, 100),
            load("b", 1 << 20, 100),
        ];
        assert_eq!(who_goes(&loads, 0), Some(2));
        assert_eq!(who_goes(&loads, 1), Some(2));
        assert_eq!(who_goes(&loads, 2), None, "it would have as many then");
    }

    #[test]
    fn a_request_that_has_just_begun_is_not_the_slowest() {
        let loads = [load("a", 0, 0), load("a", 3000, 60), load("a", 1 << 20, 60)];
        assert_eq!(who_goes(&loads, 0), Some(1));
    }

    #[test]
    fn those_who_run_the_service_stay() {
        let loads = [
            load("first", 0, 100),
            load("first", 0, 100),
            load("first", 0, 100),
            load("a", 50, 10),
            load("a", 0, 10),
        ];
        assert_eq!(who_goes(&loads, 0), Some(4));
        assert_eq!(who_goes(&loads[..3], 0), Some(0));
    }

    #[test]
    fn nobody_goes_if_each_has_one() {
        assert_eq!(who_goes(&[load("a", 0, 100), load("b", 0, 100)], 0), None);
        assert_eq!(who_goes(&[], 0), None);
    }
}
