//! Who is next if something can be done for a few only at a time: parties take turns, and each has at most one at a time.
//! So a party whose work takes long, or that asks very often, delays its own work only. No I/O, no clock.

use std::collections::{HashSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

use crate::on_behalf;

/// The turns that can be had at the same time, and who waits for one.
#[derive(Debug)]
pub struct Turns(Mutex<State>);

#[derive(Debug)]
struct State {
    free: usize,
    working: HashSet<PartyId>,
    /// Those who wait, in the order of their turns, each with its requests.
    waiting: VecDeque<(PartyId, VecDeque<oneshot::Sender<Turn>>)>,
}

/// The right to work now. Dropping it is the end of the turn.
#[derive(Debug)]
pub struct Turn {
    turns: Arc<Turns>,
    party: PartyId,
}

/// Unique among parties; empty for the service itself.
type PartyId = Arc<str>;

impl Turns {
    /// So many at the same time.
    pub fn new(at_once: usize) -> Arc<Self> {
        Arc::new(Self(Mutex::new(State {
            free: at_once,
            working: HashSet::new(),
            waiting: VecDeque::new(),
        })))
    }

    /// Waits for a turn of the party for which the task works. `None` only if the service is ending.
    pub async fn wait(self: &Arc<Self>) -> Option<Turn> {
        let party = on_behalf::party().map(|party| party.id);
        self.wait_for(party.unwrap_or_default()).await
    }

    async fn wait_for(self: &Arc<Self>, party: PartyId) -> Option<Turn> {
        let waiting = {
            let mut state = self.state();
            if state.free > 0 && !state.working.contains(&party) {
                state.take(&party);
                return Some(self.turn(party));
            }
            state.queue(party)
        };
        waiting.await.ok()
    }

    fn turn(self: &Arc<Self>, party: PartyId) -> Turn {
        Turn {
            turns: self.clone(),
            party,
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn take(&mut self, party: &PartyId) {
        self.free -= 1;
        self.working.insert(party.clone());
    }

    fn queue(&mut self, party: PartyId) -> oneshot::Receiver<Turn> {
        let (sender, receiver) = oneshot::channel();
        let own = self.waiting.iter_mut().find(|(one, _)| *one == party);
        match own {
            Some((_, requests)) => requests.push_back(sender),
            None => self.waiting.push_back((party, VecDeque::from([sender]))),
        }
        receiver
    }

    /// The next request that may have a turn. Its party then waits behind all others.
    fn next(&mut self) -> Option<(PartyId, oneshot::Sender<Turn>)> {
        // Those who have gone away need no turn.
        for (_, requests) in &mut self.waiting {
            while requests.front().is_some_and(oneshot::Sender::is_closed) {
                requests.pop_front();
            }
        }
        self.waiting.retain(|(_, requests)| !requests.is_empty());
        let may_work = |(party, _): &(PartyId, _)| !self.working.contains(party);
        let place = self.waiting.iter().position(may_work)?;
        let (party, mut requests) = self.waiting.remove(place)?;
        let request = requests.pop_front()?;
        if !requests.is_empty() {
            self.waiting.push_back((party.clone(), requests));
        }
        Some((party, request))
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let next = {
            let mut state = self.turns.state();
            state.free += 1;
            state.working.remove(&self.party);
            let next = state.next();
            if let Some((party, _)) = &next {
                state.take(party);
            }
            next
        };
        // Outside the lock: who has gone away drops the turn at once.
        if let Some((party, request)) = next {
            let _ = request.send(self.turns.turn(party));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::task::{Context, Poll, Waker};

    fn id(name: &str) -> PartyId {
        name.into()
    }

    /// A turn that is granted at once.
    fn first(turns: &Arc<Turns>, name: &str) -> Turn {
        let mut waiting = std::pin::pin!(turns.wait_for(id(name)));
        match waiting
            .as_mut()
            .poll(&mut Context::from_waker(Waker::noop()))
        {
            Poll::Ready(Some(turn)) => turn,
            other => panic!("{name} has no turn: {other:?}"),
        }
    }

    /// The order in which these get their turns, one after the other, while `busy` has the only one.
    async fn order(turns: &Arc<Turns>, busy: Turn, names: &[&str]) -> Vec<String> {
        let (told, mut order) = tokio::sync::mpsc::unbounded_channel();
        for (number, name) in names.iter().enumerate() {
            let mut waiting = Box::pin(turns.clone().wait_owned(id(name)));
            assert!(
                waiting
                    .as_mut()
                    .poll(&mut Context::from_waker(Waker::noop()))
                    .is_pending()
            );
            let (told, name) = (told.clone(), format!("{name}{number}"));
            tokio::spawn(async move {
                let _turn = waiting.await;
                let _ = told.send(name);
            });
        }
        drop((busy, told));
        let mut names = Vec::new();
        while let Some(name) = order.recv().await {
            names.push(name);
        }
        names
    }

    impl Turns {
        async fn wait_owned(self: Arc<Self>, party: PartyId) -> Option<Turn> {
            self.wait_for(party).await
        }
    }

    #[tokio::test]
    async fn parties_take_turns_however_often_one_asks() {
        let turns = Turns::new(1);
        let busy = first(&turns, "a");
        let order = order(&turns, busy, &["a", "a", "a", "b", "c", "b"]).await;
        assert_eq!(order, ["a0", "b3", "c4", "a1", "b5", "a2"]);
    }

    #[tokio::test]
    async fn a_party_has_one_turn_at_a_time_although_others_are_free() {
        let turns = Turns::new(2);
        let busy = first(&turns, "a");
        let mut second = Box::pin(turns.clone().wait_owned(id("a")));
        let mut cx = Context::from_waker(Waker::noop());
        assert!(second.as_mut().poll(&mut cx).is_pending());
        let other = first(&turns, "b");
        drop(other);
        assert!(second.as_mut().poll(&mut cx).is_pending());
        drop(busy);
        assert!(second.as_mut().poll(&mut cx).is_ready());
    }

    #[tokio::test]
    async fn who_goes_away_leaves_the_turn_to_the_next() {
        let turns = Turns::new(1);
        let busy = first(&turns, "a");
        let mut cx = Context::from_waker(Waker::noop());
        let mut gone = Box::pin(turns.clone().wait_owned(id("b")));
        let mut told = Box::pin(turns.clone().wait_owned(id("c")));
        let mut last = Box::pin(turns.clone().wait_owned(id("d")));
        for waiting in [&mut gone, &mut told, &mut last] {
            assert!(waiting.as_mut().poll(&mut cx).is_pending());
        }
        drop(gone);
        drop(busy);
        // It has got the turn, and never looks.
        drop(told);
        assert!(last.as_mut().poll(&mut cx).is_ready());
    }
}
