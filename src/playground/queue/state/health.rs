//! Applies the health of the instances, which some deployments report.

use std::collections::HashMap;

use super::BoardState;
use crate::queue::instance::Instance;
use api::Health;

impl BoardState {
    /// Applies the reported health; returns whether anything changed.
    pub(in crate::queue) fn apply_health(&mut self, reported: &[Health], now: f64) -> bool {
        let mut reported: HashMap<&str, &Health> = reported
            .iter()
            .map(|health| (normalized(&health.address), health))
            .collect();
        let count = reported.len();
        let mut changed = false;
        for instance in self.instances.iter_mut().flatten() {
            let health = reported.remove(normalized(&instance.address));
            changed |= instance.set_health(health, now);
        }
        for key in self.unlisted.clone() {
            if self
                .instance(key)
                .is_some_and(|instance| instance.health.is_none())
            {
                self.mark_gone(key, now);
            }
        }
        // If no address matches, the reports use another kind of address and cannot be assigned.
        if reported.len() < count {
            for (address, health) in reported {
                let mut instance = Instance::new(address.to_owned(), now, false);
                instance.snapshot.silent = true;
                instance.set_health(Some(health), now);
                self.unlisted.push(self.instances.len());
                self.instances.push(Some(Box::new(instance)));
                changed = true;
            }
        }
        changed
    }
}

impl Instance {
    fn set_health(&mut self, health: Option<&Health>, now: f64) -> bool {
        let problem = health.and_then(|health| health.problem.clone());
        let health = health.map(|health| health.status.to_ascii_lowercase());
        if self.health == health && self.problem == problem {
            return false;
        }
        let status = self.status();
        if health.is_some() {
            self.gone_at = None;
        }
        self.health = health;
        self.problem = problem;
        if self.status() != status {
            self.status_since = now;
        }
        self.notify();
        true
    }
}

/// An address for comparison: deployments differ in the slash at its end.
fn normalized(address: &str) -> &str {
    address.trim_end_matches('/')
}
