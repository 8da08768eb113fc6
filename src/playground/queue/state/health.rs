//! What the board takes from the deployment's word on its instances' health, where it gives one.

use std::collections::HashMap;

use super::State;
use crate::api::Health;
use crate::playground::queue::row::Row;

impl State {
    /// Takes what the deployment says of its instances' health; says whether anything changed.
    pub(in crate::playground::queue) fn take_health(&mut self, told: &[Health], now: f64) -> bool {
        let mut told: HashMap<&str, &str> = told
            .iter()
            .map(|health| (bare(&health.url), health.status.as_str()))
            .collect();
        let count = told.len();
        let mut changed = false;
        for row in self.rows.iter_mut().flatten() {
            let health = told.remove(bare(&row.address));
            changed |= row.set_health(health, now);
        }
        for key in self.others.clone() {
            if self.row(key).is_some_and(|row| row.health.is_none()) {
                self.go(key, now);
            }
        }
        // Addresses of another kind than the queue's say nothing of which is which.
        if told.len() < count {
            for (address, status) in told {
                let mut row = Row::new(address.to_owned(), now, false);
                row.seen.silent = true;
                row.set_health(Some(status), now);
                self.others.push(self.rows.len());
                self.rows.push(Some(Box::new(row)));
                changed = true;
            }
        }
        changed
    }
}

impl Row {
    fn set_health(&mut self, health: Option<&str>, now: f64) -> bool {
        let health = health.map(str::to_ascii_lowercase);
        if self.health == health {
            return false;
        }
        let status = self.status();
        if health.is_some() {
            self.gone = None;
        }
        self.health = health;
        if self.status() != status {
            self.since = now;
        }
        self.touch();
        true
    }
}

/// An address as it is compared: deployments do not agree on the slash at its end.
fn bare(address: &str) -> &str {
    address.trim_end_matches('/')
}
