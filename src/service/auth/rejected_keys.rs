//! How often each address has sent a wrong key: delays the answers it gets, and limits the log lines
//! about it. Knows no HTTP.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::network::network;

/// Each wrong key doubles the delay, this often.
const DOUBLINGS: u32 = 7;

/// An address is forgotten after this time without a wrong key.
const MEMORY: Duration = Duration::from_secs(600);

/// The number of addresses that are remembered.
const MAX_ADDRESSES: usize = 4096;

/// The minimum time between two log lines about one address.
const LOG_INTERVAL: Duration = Duration::from_secs(60);

/// The addresses that have sent wrong keys.
pub struct RejectedKeys {
    max_delay: Duration,
    addresses: Mutex<HashMap<IpAddr, Record>>,
}

struct Record {
    count: u32,
    last: Instant,
    logged: Instant,
    not_logged: u64,
}

/// The consequences of one wrong key.
#[derive(Debug, PartialEq, Eq)]
pub struct Rejection {
    /// How long the answer is delayed.
    pub delay: Duration,
    /// The number of wrong keys since the last log line; `None` if it is too early for another line.
    pub to_log: Option<u64>,
}

impl RejectedKeys {
    /// No address yet. No answer is delayed longer than `max_delay`.
    pub(crate) fn new(max_delay: Duration) -> Self {
        Self {
            max_delay,
            addresses: Mutex::default(),
        }
    }

    /// Notes a wrong key from an address.
    pub fn note(&self, address: IpAddr, now: Instant) -> Rejection {
        let mut addresses = self
            .addresses
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let network = network(address);
        if !addresses.contains_key(&network) && addresses.len() >= MAX_ADDRESSES {
            make_room(&mut addresses, now);
        }
        let record = addresses.entry(network).or_insert(Record {
            count: 0,
            last: now,
            logged: now,
            not_logged: 0,
        });
        if now.duration_since(record.last) > MEMORY {
            record.count = 0;
        }
        record.count = record.count.saturating_add(1);
        record.last = now;
        Rejection {
            delay: self.max_delay / (1 << DOUBLINGS.saturating_sub(record.count - 1)),
            to_log: record.count_to_log(now),
        }
    }
}

impl Record {
    fn count_to_log(&mut self, now: Instant) -> Option<u64> {
        self.not_logged += 1;
        let is_early = self.count > 1 && now.duration_since(self.logged) < LOG_INTERVAL;
        if is_early {
            return None;
        }
        self.logged = now;
        Some(std::mem::take(&mut self.not_logged))
    }
}

/// Forgets every expired address, or else the one that has been silent longest.
fn make_room(addresses: &mut HashMap<IpAddr, Record>, now: Instant) {
    addresses.retain(|_, record| now.duration_since(record.last) <= MEMORY);
    if addresses.len() >= MAX_ADDRESSES {
        let silent = addresses.iter().min_by_key(|(_, record)| record.last);
        if let Some(address) = silent.map(|(address, _)| *address) {
            addresses.remove(&address);
        }
    }
}

#[cfg(test)]
mod tests;
