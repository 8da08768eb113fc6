//! The page's last HTTP calls. Repeated GETs of one address are merged into one entry with the latest
//! response, so that polling does not push out the runs. Knows nothing about how they are shown.

use std::cell::RefCell;

use super::time::now;
use client_web::{Attempt, Exchange};
use ui::RwSignal;

thread_local! {
    /// The log. It is static because clients report their calls to a plain function.
    static LOG: RefCell<Log> = const { RefCell::new(Log::new()) };
    /// Changes with each call while the log is shown.
    static CHANGED: RefCell<Option<RwSignal<u32>>> = const { RefCell::new(None) };
}

/// Records a call.
pub(crate) fn record(attempt: &Attempt<'_>) {
    LOG.with_borrow_mut(|log| log.add(attempt.into(), now()));
    let changed = CHANGED.with_borrow(|changed| *changed);
    if let Some(changed) = changed {
        let _ = changed.try_update(|count| *count += 1);
    }
}

/// A signal that changes with each call from now on; it replaces an earlier one.
pub(crate) fn changes() -> RwSignal<u32> {
    let changed = RwSignal::new(0);
    CHANGED.set(Some(changed));
    changed
}

/// The ids of the calls, newest first.
pub(crate) fn ids() -> Vec<usize> {
    LOG.with_borrow(Log::ids)
}

/// The result of `read` for the call with this id; `None` if the log no longer has it.
pub(crate) fn read<T>(id: usize, read: impl FnOnce(&Call) -> T) -> Option<T> {
    LOG.with_borrow(|log| log.call(id).map(read))
}

/// The maximum number of calls kept that change something; most of them start runs.
const MAX_WRITES: usize = 50;

/// The maximum number of read addresses kept.
const MAX_READS: usize = 20;

/// One call, or the latest of several GETs of one address.
#[derive(Clone, Debug, Default)]
pub(crate) struct Call {
    /// Its id in this log.
    pub(crate) id: usize,
    /// When it ended.
    pub(crate) at: f64,
    /// The number of times it was made.
    pub(crate) times: usize,
    /// The request and the response.
    pub(crate) exchange: Exchange,
}

/// The calls, in the order in which each was first made.
#[derive(Debug)]
struct Log {
    calls: Vec<Call>,
    next: usize,
}

impl Log {
    const fn new() -> Self {
        Self {
            calls: Vec::new(),
            next: 0,
        }
    }

    fn add(&mut self, exchange: Exchange, at: f64) {
        let same = self
            .calls
            .iter_mut()
            .find(|call| call.is_read() && call.exchange.address == exchange.address);
        if let Some(same) = same.filter(|_| exchange.method == GET) {
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
        self.drop_oldest(true, MAX_READS);
        self.drop_oldest(false, MAX_WRITES);
    }

    fn ids(&self) -> Vec<usize> {
        self.calls.iter().rev().map(|call| call.id).collect()
    }

    fn call(&self, id: usize) -> Option<&Call> {
        self.calls.iter().find(|call| call.id == id)
    }

    fn drop_oldest(&mut self, is_read: bool, max: usize) {
        let alike = |call: &Call| call.is_read() == is_read;
        if self.calls.iter().filter(|call| alike(call)).count() > max
            && let Some(oldest) = self.calls.iter().position(alike)
        {
            self.calls.remove(oldest);
        }
    }
}

const GET: &str = "GET";

impl Call {
    fn is_read(&self) -> bool {
        self.exchange.method == GET
    }
}

#[cfg(test)]
mod tests;
