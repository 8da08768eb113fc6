//! How many streams are open, by party, and which one makes room for another. Knows no events.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use http_server::listen::Limits;
use parties::Party;
use tokio_util::sync::CancellationToken;

/// How many streams may be open.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StreamLimits {
    pub(crate) all: usize,
    /// Of these, how many are only for privileged parties.
    pub(crate) privileged: usize,
    /// How many a party may have that is not privileged.
    pub(crate) per_party: usize,
}

impl StreamLimits {
    /// Half of the connections, and of what is kept of them; for a party, half of what it may have in work.
    pub(crate) fn of(limits: &Limits) -> Self {
        Self {
            all: limits.connections / 2,
            privileged: limits.privileged / 2,
            per_party: limits.per_party / 2,
        }
    }
}

/// Why a stream is not opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoPlace {
    /// The party has as many as it may have: this many.
    OfParty(usize),
    /// Nobody has more.
    All,
}

/// The open streams.
#[derive(Debug)]
pub(super) struct Places {
    limits: StreamLimits,
    open: Mutex<Open>,
}

#[derive(Debug, Default)]
struct Open {
    next: u64,
    all: usize,
    /// Of each party, from the oldest on, with what ends them.
    by_party: HashMap<Arc<str>, BTreeMap<u64, CancellationToken>>,
    /// How many those have that are not privileged.
    of_others: usize,
}

/// The right of one stream to be open.
#[derive(Debug)]
pub(crate) struct StreamPlace {
    places: Arc<Places>,
    party: Party,
    number: u64,
    replaced: CancellationToken,
}

impl StreamPlace {
    /// Completes when the stream has to make room for another one.
    pub(crate) fn replaced(&self) -> impl Future<Output = ()> + Send + 'static {
        self.replaced.clone().cancelled_owned()
    }
}

impl Places {
    /// No streams yet.
    pub(super) fn new(limits: StreamLimits) -> Arc<Self> {
        Arc::new(Self {
            limits,
            open: Mutex::default(),
        })
    }

    /// A place for one more stream of a party. If all are taken, the oldest stream of the party with the most ends, if
    /// that has at least two more.
    ///
    /// # Errors
    /// When the party has as many as it may have, or nobody has more.
    pub(super) fn take(self: &Arc<Self>, party: Party) -> Result<StreamPlace, NoPlace> {
        let (limits, mut open) = (self.limits, self.open());
        let own = open.by_party.get(&party.id).map_or(0, BTreeMap::len);
        let is_full = open.all >= limits.all;
        let others = limits.all.saturating_sub(limits.privileged);
        let must_end = match party.is_privileged {
            true => is_full,
            false if own >= limits.per_party => return Err(NoPlace::OfParty(limits.per_party)),
            false => is_full || open.of_others >= others,
        };
        if must_end {
            open.end_one(own).ok_or(NoPlace::All)?;
        }
        open.next += 1;
        open.all += 1;
        open.of_others += usize::from(!party.is_privileged);
        let (number, replaced) = (open.next, CancellationToken::new());
        let streams = open.by_party.entry(party.id.clone()).or_default();
        streams.insert(number, replaced.clone());
        Ok(StreamPlace {
            places: self.clone(),
            party,
            number,
            replaced,
        })
    }

    /// How many are open, and how many may be.
    pub(super) fn count(&self) -> (usize, usize) {
        (self.open().all, self.limits.all)
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Open {
    /// Ends the oldest stream of the party with the most. It keeps its place until it has ended.
    fn end_one(&self, own: usize) -> Option<()> {
        let running = |streams: &BTreeMap<u64, CancellationToken>| {
            streams.values().filter(|end| !end.is_cancelled()).count()
        };
        let most = self
            .by_party
            .values()
            .max_by_key(|streams| running(streams))?;
        if running(most) <= own + 1 {
            return None;
        }
        let oldest = most.values().find(|end| !end.is_cancelled())?;
        oldest.cancel();
        Some(())
    }
}

impl Drop for StreamPlace {
    fn drop(&mut self) {
        let mut open = self.places.open();
        open.all -= 1;
        open.of_others -= usize::from(!self.party.is_privileged);
        if let Some(streams) = open.by_party.get_mut(&self.party.id) {
            streams.remove(&self.number);
            if streams.is_empty() {
                open.by_party.remove(&self.party.id);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places() -> Arc<Places> {
        Places::new(StreamLimits {
            all: 10,
            privileged: 2,
            per_party: 5,
        })
    }

    fn party(id: &str) -> Party {
        Party {
            id: id.into(),
            is_privileged: id == "first",
        }
    }

    fn take(places: &Arc<Places>, id: &str, count: usize) -> Vec<StreamPlace> {
        let taken = (0..count).map(|_| places.take(party(id)).unwrap());
        taken.collect()
    }

    #[test]
    fn a_party_has_a_bound_and_gets_its_places_back() {
        let places = places();
        let mut own = take(&places, "a", 5);
        assert_eq!(places.take(party("a")).err(), Some(NoPlace::OfParty(5)));
        own.pop();
        take(&places, "a", 1);
        drop(own);
        assert_eq!(places.count(), (0, 10));
    }

    #[test]
    fn when_all_are_taken_the_oldest_of_the_party_with_the_most_ends() {
        let places = places();
        let (of_a, _of_b) = (take(&places, "a", 5), take(&places, "b", 3));
        let _newcomer = take(&places, "c", 1);
        let ended = of_a.iter().map(|place| place.replaced.is_cancelled());
        assert_eq!(
            ended.collect::<Vec<_>>(),
            [true, false, false, false, false]
        );
    }

    #[test]
    fn the_last_ones_are_for_those_who_run_the_service() {
        let places = places();
        let _others: Vec<_> = (0..8)
            .flat_map(|id| take(&places, &id.to_string(), 1))
            .collect();
        assert_eq!(places.take(party("a")).err(), Some(NoPlace::All));
        let _first = take(&places, "first", 2);
        assert_eq!(places.count(), (10, 10));
    }
}
