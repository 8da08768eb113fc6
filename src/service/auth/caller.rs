//! Who calls, or why nobody does.

use std::net::{IpAddr, Ipv4Addr};

use api::{Rate, Right, Rights};
use store::{Author, KeyTerms, Reach, RunRecord, WorkflowSet};

/// Why a key is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyRefused {
    /// No key of the service.
    Unknown,
    /// A key whose time is over.
    Expired,
    /// It was valid until a while after its regeneration.
    Regenerated,
    /// It is a token for one run.
    TokenExpired,
}

/// The holder of a valid key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caller {
    /// The name of the key; empty for the first one.
    pub name: String,
    rights: Rights,
    /// How often it may submit a run.
    pub(crate) limit: Option<Rate>,
    /// The workflows that it is limited to.
    workflows: Option<WorkflowSet>,
    /// The only run that it reaches, if it has a token for that one.
    run: Option<String>,
    /// The address from which it calls; unspecified as long as it does not.
    address: IpAddr,
    /// Whether its request was counted already.
    is_counted: bool,
}

impl Caller {
    /// The holder of the first key.
    pub(super) fn first() -> Self {
        Self {
            name: String::new(),
            rights: Right::Admin.into(),
            limit: None,
            workflows: None,
            run: None,
            address: IpAddr::V4(Ipv4Addr::UNSPECIFIED),
            is_counted: false,
        }
    }

    /// The holder of the key with this name.
    pub(super) fn named(name: &str, terms: &KeyTerms) -> Self {
        Self {
            name: name.to_owned(),
            // These concern all workflows. No key is made with both.
            rights: match terms.workflows {
                None => terms.rights,
                Some(_) => without(terms.rights, &OF_ALL_WORKFLOWS),
            },
            limit: terms.limit,
            workflows: terms.workflows.clone(),
            run: None,
            address: IpAddr::V4(Ipv4Addr::UNSPECIFIED),
            is_counted: false,
        }
    }

    /// The holder of a token that this caller has made for a run.
    pub(super) fn for_run(self, run_id: String) -> Self {
        let allowed = [Right::Read, Right::Run].into_iter();
        Self {
            rights: allowed.filter(|right| self.may(*right)).collect(),
            limit: None,
            run: Some(run_id),
            ..self
        }
    }

    /// The same at the address from which it calls.
    pub(super) fn at(self, address: IpAddr) -> Self {
        Self { address, ..self }
    }

    /// The same, after its request was counted.
    pub(crate) fn counted(self) -> Self {
        Self {
            is_counted: true,
            ..self
        }
    }

    /// Whether its request was counted already.
    pub(crate) fn is_counted(&self) -> bool {
        self.is_counted
    }

    /// Whom the audit log names for what it does.
    pub(crate) fn author(&self) -> Author {
        Author::caller(&self.name, self.address)
    }

    /// The run that it has a token for.
    pub fn run(&self) -> Option<&str> {
        self.run.as_deref()
    }

    /// The workflows that it is limited to; `None` for all.
    pub(crate) fn workflows(&self) -> Option<&WorkflowSet> {
        self.workflows.as_ref()
    }

    /// Whether it may see and run a workflow.
    pub(crate) fn reaches_workflow(&self, id: &str) -> bool {
        self.workflows.as_ref().is_none_or(|set| set.contains(id))
    }

    /// The runs that it may see and change.
    pub(crate) fn reach(&self) -> Reach {
        Reach {
            owner: self.sees().map(str::to_owned),
            workflows: self.workflows.clone(),
        }
    }

    /// Whether it may see and change a run.
    pub(crate) fn reaches(&self, run: &RunRecord) -> bool {
        match &self.run {
            // Its maker could see the run, also one of another key.
            Some(own) => *own == run.id && self.reaches_workflow(&run.workflow_id),
            None => self.reaches_run_of(&run.owner, &run.workflow_id),
        }
    }

    /// Whether it may see and change runs of this key and this workflow.
    pub(crate) fn reaches_run_of(&self, owner: &str, workflow_id: &str) -> bool {
        self.sees().is_none_or(|own| own == owner) && self.reaches_workflow(workflow_id)
    }

    /// Whether it is the holder of the first key.
    pub(crate) fn is_first(&self) -> bool {
        self.name.is_empty() && self.run.is_none()
    }

    /// Whether it may do this.
    pub fn may(&self, right: Right) -> bool {
        self.rights.allow(right)
    }

    /// Whose runs it may see: its own, or `None` for everybody's.
    pub(crate) fn sees(&self) -> Option<&str> {
        (!self.may(Right::Admin)).then_some(self.name.as_str())
    }
}

/// The rights that concern all workflows.
pub const OF_ALL_WORKFLOWS: [Right; 2] = [Right::Metrics, Right::Admin];

fn without(rights: Rights, excluded: &[Right]) -> Rights {
    let kept = rights.iter().filter(|right| !excluded.contains(right));
    kept.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_first_key_and_admins_see_the_runs_of_others() {
        let caller = |name: &str| Caller::named(name, &KeyTerms::default());
        let terms = KeyTerms {
            rights: Right::Admin.into(),
            ..KeyTerms::default()
        };
        let admin = Caller::named("ann", &terms);
        let owns = |caller: &Caller, owner: &str| caller.reaches_run_of(owner, "poster");
        let (first, a) = (Caller::first(), caller("a"));
        assert!(owns(&first, "") && owns(&first, "a") && owns(&a, "a"));
        assert!(!owns(&a, "") && !owns(&a, "b"));
        assert!(owns(&admin, "") && owns(&admin, "b") && !admin.is_first());
    }

    #[test]
    fn a_limited_key_reaches_only_its_workflows_whatever_its_rights() {
        let terms = KeyTerms {
            rights: "run,read,metrics,admin".parse().unwrap(),
            workflows: Some(["poster"].into_iter().collect()),
            ..KeyTerms::default()
        };
        let ann = Caller::named("ann", &terms);
        assert!(ann.reaches_run_of("ann", "poster") && ann.may(Right::Run));
        assert!(!ann.reaches_run_of("ann", "tint") && !ann.reaches_run_of("bob", "poster"));
        assert!(!ann.may(Right::Metrics) && !ann.may(Right::Admin));
    }

    #[test]
    fn a_token_has_no_more_rights_than_reading_and_running_and_is_never_the_first_key() {
        let token = Caller::first().for_run("r".to_owned());
        let allowed = Right::ALL.into_iter().filter(|right| token.may(*right));
        assert_eq!(allowed.collect::<Vec<_>>(), [Right::Run, Right::Read]);
        assert!(!token.is_first() && token.run() == Some("r"));
        let terms = KeyTerms {
            rights: Right::Read.into(),
            ..KeyTerms::default()
        };
        let reader = Caller::named("ann", &terms).for_run("r".to_owned());
        assert!(reader.may(Right::Read) && !reader.may(Right::Run));
    }
}
