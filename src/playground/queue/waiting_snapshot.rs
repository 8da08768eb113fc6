//! The runs that wait for an engine instance, as the page stores them. Pure.

use super::clean_text::push_clean;
use api::Waiting;

/// How many waiting runs are listed, not counting the user's own.
const MAX_LISTED: usize = 4;
/// The maximum number of the user's own runs listed in addition.
const MAX_OWN: usize = 8;

/// The runs that wait for an engine instance.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct WaitingSnapshot {
    /// How many there are.
    pub(super) count: usize,
    /// The first ones, in their order.
    pub(super) first: Vec<String>,
    /// The user's own.
    pub(super) own: Vec<OwnWaiting>,
}

/// One of the user's own runs that waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OwnWaiting {
    /// Its id.
    pub(super) id: String,
    /// Its place, from 1.
    pub(super) position: usize,
    /// The seconds until it starts, if the deployment estimates them.
    pub(super) starts_in: Option<u32>,
}

/// A waiting run that is listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ListedRun {
    /// Its id.
    pub(super) id: String,
    /// Its place, from 1.
    pub(super) position: usize,
    /// Whether it is the user's own.
    pub(super) is_own: bool,
}

impl WaitingSnapshot {
    /// What the page shows of these; `own_ids` are the sorted ids of the user's own runs.
    pub(super) fn of(waiting: &Waiting, own_ids: &[&str]) -> Self {
        let is_own = |id: &str| own_ids.binary_search(&id).is_ok();
        let place = |id: &str| Some(waiting.ids.iter().position(|other| other == id)? + 1);
        let mut own: Vec<OwnWaiting> = Vec::new();
        for run in waiting.own.iter().filter(|run| is_own(&run.id)) {
            let reported = run.position.map(|position| position as usize);
            let Some(position) = reported.or_else(|| place(&run.id)) else {
                continue;
            };
            own.push(OwnWaiting {
                id: run.id.clone(),
                position,
                starts_in: run.starts_in.map(|seconds| seconds.round() as u32),
            });
        }
        own.sort_by_key(|run| run.position);
        let clean = |id: &String| {
            let mut text = String::new();
            push_clean(id, &mut text);
            text
        };
        Self {
            count: waiting.count,
            first: waiting.ids.iter().take(MAX_LISTED).map(clean).collect(),
            own,
        }
    }

    /// The runs that are listed, in their order: the first ones, and the user's own.
    pub(super) fn listed(&self) -> Vec<ListedRun> {
        let own = |id: &str| self.own.iter().any(|run| run.id == id);
        let first = self.first.iter().enumerate().map(|(index, id)| ListedRun {
            id: id.clone(),
            position: index + 1,
            is_own: own(id),
        });
        let further = self.own.iter().filter(|run| !self.first.contains(&run.id));
        let further = further.take(MAX_OWN).map(|run| ListedRun {
            id: run.id.clone(),
            position: run.position,
            is_own: true,
        });
        let mut listed: Vec<ListedRun> = first.chain(further).collect();
        listed.sort_by_key(|run| run.position);
        listed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use api::WaitingRun;

    fn waiting(count: usize, own: &[(&str, Option<u32>, Option<f64>)]) -> Waiting {
        let own = own.iter().map(|(id, position, starts_in)| WaitingRun {
            id: (*id).to_owned(),
            position: *position,
            starts_in: *starts_in,
            takes: None,
        });
        Waiting {
            count,
            ids: (1..=count.min(1000))
                .map(|number| format!("w{number}"))
                .collect(),
            own: own.collect(),
        }
    }

    fn positions(snapshot: &WaitingSnapshot) -> Vec<(usize, bool)> {
        let listed = snapshot.listed();
        listed
            .iter()
            .map(|run| (run.position, run.is_own))
            .collect()
    }

    #[test]
    fn the_first_runs_and_the_user_s_own_are_listed_in_order() {
        let reported = waiting(
            5000,
            &[
                ("w2", Some(2), Some(3.4)),
                ("w40", Some(40), None),
                ("other", Some(41), None),
            ],
        );
        let snapshot = WaitingSnapshot::of(&reported, &["w2", "w40", "w5000"]);
        assert_eq!(snapshot.count, 5000);
        assert_eq!(snapshot.own[0].starts_in, Some(3));
        let expected = [(1, false), (2, true), (3, false), (4, false), (40, true)];
        assert_eq!(positions(&snapshot), expected);
    }

    #[test]
    fn many_own_runs_are_limited() {
        let ids: Vec<String> = (1..=500).map(|number| format!("w{number:03}")).collect();
        let own: Vec<_> = ids
            .iter()
            .zip(1..)
            .map(|(id, number)| (id.as_str(), Some(number), None))
            .collect();
        let sorted: Vec<&str> = ids.iter().map(String::as_str).collect();
        let snapshot = WaitingSnapshot::of(&waiting(500, &own), &sorted);
        assert_eq!(snapshot.own.len(), 500);
        assert!(snapshot.listed().len() <= MAX_LISTED + MAX_OWN);
    }

    #[test]
    fn a_run_without_a_reported_place_has_that_in_the_list_if_it_is_there() {
        let reported = waiting(3, &[("w3", None, None), ("far", None, None)]);
        let snapshot = WaitingSnapshot::of(&reported, &["far", "w3"]);
        assert_eq!(positions(&snapshot), [(1, false), (2, false), (3, true)]);
    }
}
