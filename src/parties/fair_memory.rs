//! Memory that parties share: each may have as much as it leaves free. So one alone can have half of it, and however
//! many take what they can, there is room for another. Knows nothing of what the memory is for.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::party::Party;

/// Memory that parties share.
#[derive(Debug)]
pub struct FairMemory {
    max: usize,
    taken: Mutex<TakenMemory>,
}

#[derive(Debug, Default)]
struct TakenMemory {
    all: usize,
    by_party: HashMap<Arc<str>, usize>,
}

/// What was taken, until it is dropped.
#[derive(Debug)]
pub struct Taken {
    memory: Arc<FairMemory>,
    amount: usize,
    party: Option<Arc<str>>,
}

impl FairMemory {
    /// So much memory, in any unit.
    pub fn new(max: usize) -> Arc<Self> {
        Arc::new(Self {
            max,
            taken: Mutex::default(),
        })
    }

    /// Takes so much for a party; for privileged ones and the service itself, all that is free. `None` if there is not
    /// enough.
    pub fn take(self: &Arc<Self>, party: Option<&Party>, amount: usize) -> Option<Taken> {
        let mut taken = self.taken();
        let free = self.max.checked_sub(taken.all)?.checked_sub(amount)?;
        let party = party.map(|party| (party.id.clone(), party.is_privileged));
        if let Some((id, is_privileged)) = &party {
            let own = taken.by_party.get(id).copied().unwrap_or_default() + amount;
            if !is_privileged && own > free {
                return None;
            }
            taken.by_party.insert(id.clone(), own);
        }
        taken.all += amount;
        Some(Taken {
            memory: self.clone(),
            amount,
            party: party.map(|(id, _)| id),
        })
    }

    /// How much is taken.
    pub fn in_use(&self) -> usize {
        self.taken().all
    }

    fn taken(&self) -> MutexGuard<'_, TakenMemory> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        let mut taken = self.memory.taken();
        taken.all -= self.amount;
        let Some(party) = &self.party else {
            return;
        };
        if let Some(own) = taken.by_party.get_mut(party) {
            *own -= self.amount;
            if *own == 0 {
                taken.by_party.remove(party);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn party(id: &str) -> Party {
        Party {
            id: id.into(),
            is_privileged: id == "first",
        }
    }

    #[test]
    fn one_party_alone_has_half_and_others_find_room() {
        let memory = FairMemory::new(100);
        let take = |id, amount| memory.take(Some(&party(id)), amount);
        let half = take("a", 50).unwrap();
        assert!(take("a", 1).is_none());
        let quarter = take("b", 25).unwrap();
        assert!(take("b", 1).is_none());
        let eighth = take("c", 12).unwrap();
        assert!(take("c", 1).is_none());
        assert!(take("first", 14).is_none());
        let rest = take("first", 13).unwrap();
        drop((half, quarter, eighth, rest));
        assert_eq!(memory.in_use(), 0);
        assert!(take("a", 50).is_some());
    }

    #[test]
    fn the_service_itself_has_what_is_free() {
        let memory = FairMemory::new(100);
        let _own = memory.take(None, 100).unwrap();
        assert!(memory.take(None, 1).is_none());
        assert!(memory.take(None, usize::MAX).is_none());
    }
}
