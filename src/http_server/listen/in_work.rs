//! The requests that are in work, by party, and how many each may have.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;
use tokio::time::Instant;

use super::activity::Activity;
use super::limits::Limits;
use parties::Party;

use super::party::{Load, TooMany, who_goes};

/// The requests in work for which it is known whose they are.
#[derive(Debug, Default)]
pub(super) struct InWork(Mutex<Requests>);

#[derive(Debug, Default)]
struct Requests {
    next: u64,
    by_number: HashMap<u64, Request>,
    /// How many each party has.
    counts: HashMap<Arc<str>, Count>,
    /// How many those have that are not privileged.
    of_others: usize,
}

#[derive(Debug, Default)]
struct Count {
    requests: usize,
    uploads: usize,
}

#[derive(Debug)]
struct Request {
    party: Party,
    is_upload: bool,
    begun: Instant,
    /// What its connection had moved before.
    moved_before: u64,
    connection: Connection,
}

/// The connection of a request.
#[derive(Clone, Debug)]
pub(super) struct Connection {
    pub(super) activity: Arc<watch::Sender<Activity>>,
    /// How many bytes it has sent and received.
    pub(super) moved: Arc<AtomicU64>,
}

impl InWork {
    /// Counts a request for a party. If there is no room, one of a party with more makes room. Returns its number.
    ///
    /// # Errors
    /// When the party has as many as it may have, or nobody has more.
    pub(super) fn add(
        &self,
        party: Party,
        is_upload: bool,
        connection: Connection,
        limits: &Limits,
    ) -> Result<u64, TooMany> {
        let mut requests = self.requests();
        let own = requests.counts.get(&party.id);
        let (own, uploads) = own.map_or((0, 0), |own| (own.requests, own.uploads));
        if !party.is_privileged {
            if own >= limits.per_party {
                return Err(TooMany::Requests(limits.per_party));
            }
            if is_upload && uploads >= limits.uploads_per_party {
                return Err(TooMany::Uploads(limits.uploads_per_party));
            }
            if requests.of_others >= limits.connections.saturating_sub(limits.privileged) {
                requests.make_room(own).ok_or(TooMany::All)?;
            }
        }
        Ok(requests.insert(party, is_upload, connection))
    }

    /// Ends the slowest request of the party that has the most, to make room for a connection of a party still unknown.
    pub(super) fn make_room(&self) -> Option<()> {
        self.requests().make_room(0)
    }

    /// The body of a request has arrived, or is not needed any more.
    pub(super) fn received(&self, number: u64) {
        let mut requests = self.requests();
        let requests = &mut *requests;
        let Some(request) = requests.by_number.get_mut(&number) else {
            return;
        };
        if std::mem::take(&mut request.is_upload)
            && let Some(count) = requests.counts.get_mut(&request.party.id)
        {
            count.uploads -= 1;
        }
    }

    /// A request is no longer in work, or counts for another party from now on.
    pub(super) fn remove(&self, number: u64) {
        self.requests().remove(number);
    }

    fn requests(&self) -> MutexGuard<'_, Requests> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Requests {
    fn insert(&mut self, party: Party, is_upload: bool, connection: Connection) -> u64 {
        let count = self.counts.entry(party.id.clone()).or_default();
        count.requests += 1;
        count.uploads += usize::from(is_upload);
        self.of_others += usize::from(!party.is_privileged);
        self.next += 1;
        let request = Request {
            party,
            is_upload,
            begun: Instant::now(),
            moved_before: connection.moved.load(Ordering::Relaxed),
            connection,
        };
        self.by_number.insert(self.next, request);
        self.next
    }

    fn remove(&mut self, number: u64) -> Option<Request> {
        let request = self.by_number.remove(&number)?;
        self.of_others -= usize::from(!request.party.is_privileged);
        let id = &request.party.id;
        if let Some(count) = self.counts.get_mut(id) {
            count.requests -= 1;
            count.uploads -= usize::from(request.is_upload);
            if count.requests == 0 {
                self.counts.remove(id);
            }
        }
        Some(request)
    }

    /// Ends the request that goes for one of a party with `own` in work. It no longer counts at once.
    fn make_room(&mut self, own: usize) -> Option<()> {
        let numbers: Vec<u64> = self.by_number.keys().copied().collect();
        let loads: Vec<Load> = self.by_number.values().map(Request::load).collect();
        let number = *numbers.get(who_goes(&loads, own)?)?;
        let request = self.remove(number)?;
        request.connection.activity.send_modify(Activity::replace);
        Some(())
    }
}

impl Request {
    fn load(&self) -> Load {
        let moved = self.connection.moved.load(Ordering::Relaxed);
        Load {
            party: self.party.clone(),
            bytes: moved.saturating_sub(self.moved_before),
            time: self.begun.elapsed(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits() -> Limits {
        Limits {
            connections: 12,
            per_party: 5,
            uploads_per_party: 2,
            privileged: 2,
            ..Limits::default()
        }
    }

    fn party(id: &str) -> Party {
        Party {
            id: id.into(),
            is_privileged: id == "first",
        }
    }

    fn connection() -> Connection {
        Connection {
            activity: Arc::new(watch::Sender::new(Activity::new())),
            moved: Arc::default(),
        }
    }

    fn add(in_work: &InWork, id: &str, is_upload: bool) -> Result<u64, TooMany> {
        in_work.add(party(id), is_upload, connection(), &limits())
    }

    #[test]
    fn a_party_has_so_many_requests_and_uploads_at_once() {
        let in_work = InWork::default();
        let upload = add(&in_work, "a", true).unwrap();
        add(&in_work, "a", true).unwrap();
        assert_eq!(add(&in_work, "a", true), Err(TooMany::Uploads(2)));
        in_work.received(upload);
        in_work.received(upload);
        add(&in_work, "a", true).unwrap();
        let reading = [(); 2].map(|()| add(&in_work, "a", false).unwrap());
        assert_eq!(add(&in_work, "a", false), Err(TooMany::Requests(5)));
        in_work.remove(reading[0]);
        in_work.remove(reading[0]);
        add(&in_work, "a", false).unwrap();
        assert_eq!(add(&in_work, "a", false), Err(TooMany::Requests(5)));
    }

    #[test]
    fn when_all_is_taken_one_of_the_party_with_the_most_makes_room() {
        let in_work = InWork::default();
        let slow = connection();
        let most = in_work.add(party("a"), false, slow.clone(), &limits());
        for _ in 0..4 {
            add(&in_work, "a", false).unwrap();
            add(&in_work, "b", false).unwrap();
        }
        add(&in_work, "c", false).unwrap();
        let replaced = slow.activity.subscribe();
        add(&in_work, "d", false).unwrap();
        // Which of the five goes depends on their ages in nanoseconds; one of them does not count any more.
        assert_eq!(in_work.requests().counts["a"].requests, 4);
        assert!(most.is_ok() && replaced.has_changed().is_ok());
        for id in ["e", "f", "g"] {
            add(&in_work, id, false).unwrap();
        }
        let counts = |in_work: &InWork| {
            let requests = in_work.requests();
            let count = |id| requests.counts[id].requests;
            (count("a") + count("b"), requests.of_others)
        };
        assert_eq!(counts(&in_work), (5, 10));
        assert_eq!(add(&in_work, "b", false).err(), Some(TooMany::All));
    }

    #[test]
    fn what_is_kept_for_those_who_run_the_service_nobody_else_gets() {
        let in_work = InWork::default();
        for id in 0..10 {
            add(&in_work, &id.to_string(), false).unwrap();
        }
        assert_eq!(add(&in_work, "a", false), Err(TooMany::All));
        for _ in 0..20 {
            add(&in_work, "first", true).unwrap();
        }
    }
}
