//! How long the nodes of each workflow take, learned from runs that have completed. No I/O.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use store::LearnedNode;

/// The weight of the newest run.
const NEWEST: f64 = 0.3;

/// The seconds that nodes take, by their ids.
pub(crate) type Times = HashMap<String, f64>;

/// How long the nodes of each workflow take.
#[derive(Debug, Default)]
pub(crate) struct NodeTimes(RwLock<HashMap<String, Arc<Times>>>);

impl NodeTimes {
    /// What was stored before.
    pub(crate) fn of(learned: Vec<LearnedNode>) -> Self {
        let mut all: HashMap<String, Times> = HashMap::new();
        for row in learned {
            all.entry(row.workflow)
                .or_default()
                .insert(row.node, row.seconds);
        }
        let all = all
            .into_iter()
            .map(|(workflow, times)| (workflow, Arc::new(times)));
        Self(RwLock::new(all.collect()))
    }

    /// The times of a workflow's nodes; empty before one of its runs has completed.
    pub(crate) fn get(&self, workflow: &str) -> Arc<Times> {
        let all = self.0.read().unwrap_or_else(PoisonError::into_inner);
        all.get(workflow).cloned().unwrap_or_default()
    }

    /// Learns from a completed run.
    pub(crate) fn learn(&self, workflow: &str, measured: &Times) {
        if measured.is_empty() {
            return;
        }
        let mut all = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let times = Arc::make_mut(all.entry(workflow.to_owned()).or_default());
        for (node, seconds) in measured {
            let known = times.entry(node.clone()).or_insert(*seconds);
            *known += NEWEST * (seconds - *known);
        }
    }

    /// Everything, sorted.
    pub(crate) fn rows(&self) -> Vec<LearnedNode> {
        let all = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let rows = all.iter().flat_map(|(workflow, times)| {
            times.iter().map(|(node, seconds)| LearnedNode {
                workflow: workflow.clone(),
                node: node.clone(),
                seconds: *seconds,
            })
        });
        let mut rows: Vec<LearnedNode> = rows.collect();
        rows.sort_by(|one, other| (&one.workflow, &one.node).cmp(&(&other.workflow, &other.node)));
        rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn times(times: &[(&str, f64)]) -> Times {
        times
            .iter()
            .map(|(node, seconds)| ((*node).to_owned(), *seconds))
            .collect()
    }

    #[test]
    fn times_follow_a_change_and_survive_being_stored() {
        let learned = NodeTimes::default();
        assert!(learned.get("w").is_empty());
        learned.learn("w", &times(&[("1", 10.0), ("2", 1.0)]));
        assert_eq!(*learned.get("w"), times(&[("1", 10.0), ("2", 1.0)]));
        for _ in 0..10 {
            learned.learn("w", &times(&[("1", 20.0)]));
        }
        learned.learn("v", &Times::new());
        let now = learned.get("w");
        assert!((19.0..20.0).contains(&now["1"]) && now["2"] == 1.0);
        assert!(learned.get("v").is_empty());
        let again = NodeTimes::of(learned.rows());
        assert_eq!(again.rows(), learned.rows());
        assert_eq!(learned.rows().len(), 2);
    }
}
