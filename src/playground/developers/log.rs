//! The last calls that the page made. Repeated readings are one entry with the last answer, so that
//! they do not push out the runs. Pure but for where it is kept.

use crate::client::web::Exchange;

/// How many calls that change something are kept, runs above all.
const MOST_SENT: usize = 50;

/// How many different readings are kept.
const MOST_READ: usize = 20;

/// One call, or the last of several readings of one address.
#[derive(Clone, Debug, Default)]
pub(super) struct Call {
    /// What it is known by in this log.
    pub(super) id: usize,
    /// When it ended.
    pub(super) at: f64,
    /// How often it was made.
    pub(super) times: usize,
    /// What went over the wire.
    pub(super) exchange: Exchange,
}

/// The calls, in the order in which each was made first.
#[derive(Debug)]
pub(super) struct Log {
    calls: Vec<Call>,
    next: usize,
}

impl Log {
    /// A log of nothing.
    pub(super) const fn new() -> Self {
        Self {
            calls: Vec::new(),
            next: 0,
        }
    }

    /// Takes down a call.
    pub(super) fn take(&mut self, exchange: Exchange, at: f64) {
        let same = self
            .calls
            .iter_mut()
            .find(|call| call.reads() && call.exchange.address == exchange.address);
        if let Some(same) = same.filter(|_| exchange.method == READING) {
            same.exchange = exchange;
            same.times += 1;
            same.at = at;
            return;
        }
        self.calls.push(Call {
            id: self.next,
            at,
            times: 1,
            exchange,
        });
        self.next += 1;
        self.drop_oldest(true, MOST_READ);
        self.drop_oldest(false, MOST_SENT);
    }

    /// The ids, the newest first.
    pub(super) fn ids(&self) -> Vec<usize> {
        self.calls.iter().rev().map(|call| call.id).collect()
    }

    /// The call of this id, while it is kept.
    pub(super) fn call(&self, id: usize) -> Option<&Call> {
        self.calls.iter().find(|call| call.id == id)
    }

    fn drop_oldest(&mut self, reads: bool, most: usize) {
        let alike = |call: &Call| call.reads() == reads;
        if self.calls.iter().filter(|call| alike(call)).count() > most
            && let Some(oldest) = self.calls.iter().position(alike)
        {
            self.calls.remove(oldest);
        }
    }
}

const READING: &str = "GET";

impl Call {
    fn reads(&self) -> bool {
        self.exchange.method == READING
    }
}

#[cfg(test)]
mod tests;
