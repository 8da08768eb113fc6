//! What Run does with an opened workflow: whether it is deployed first. Pure.

use crate::language::Message;
use crate::messages as say;

/// What is known about an opened workflow and the ID that it runs under.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Facts {
    /// Whether the deployment lists its workflows.
    pub(super) has_listing: bool,
    /// Whether the ID is in that list.
    pub(super) is_listed: bool,
    /// The version in the list, if the deployment counts versions.
    pub(super) version: Option<u32>,
    /// Whether the deployment lets callers deploy.
    pub(super) can_deploy: bool,
    /// Whether the connected engines lack something that the workflow needs.
    pub(super) lacks_engine: bool,
    /// What was deployed from this browser under the ID.
    pub(super) deployed: Option<Deployed>,
    /// The file and the choice of fields.
    pub(super) content: Content,
}

/// What was deployed under an ID.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Deployed {
    /// The version that it became, if the deployment counts versions.
    pub(super) version: Option<u32>,
    /// Its file and its choice of fields.
    pub(super) content: Content,
}

/// The fingerprints of an opened file and of the fields that were chosen from it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Content {
    /// The file's.
    pub(super) file: String,
    /// That of the choice.
    pub(super) choice: String,
}

/// What Run does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RunStep {
    /// Runs what was deployed from this file before.
    Run,
    /// Deploys the file under a new ID, then runs it.
    Deploy,
    /// Deploys the same file with another choice of fields, then runs it.
    Update,
    /// Asks, since the ID belongs to another workflow.
    Ask,
    /// Sends the values to the workflow with this ID, whatever it is.
    SendValues,
    /// Does nothing: the workflow is not deployed, and cannot be.
    Refuse,
    /// Does nothing: no connected engine can run the workflow.
    LacksEngine,
}

impl RunStep {
    /// The step that these facts allow. A workflow from elsewhere or from another file is never replaced without a
    /// question.
    pub(super) fn of(facts: &Facts) -> Self {
        if !facts.has_listing {
            return Self::SendValues;
        }
        let own = facts.deployed.as_ref();
        let own = own.filter(|own| facts.is_listed && own.version == facts.version);
        let own = own.filter(|own| own.content.file == facts.content.file);
        let step = match own {
            Some(own) if own.content == facts.content => Self::Run,
            Some(_) if facts.can_deploy => Self::Update,
            None if facts.can_deploy && facts.is_listed => Self::Ask,
            None if facts.can_deploy => Self::Deploy,
            _ if facts.is_listed => Self::SendValues,
            _ => Self::Refuse,
        };
        match step {
            Self::Deploy | Self::Update if facts.lacks_engine => Self::LacksEngine,
            step => step,
        }
    }

    /// What it means, for the person who is about to press Run.
    pub(super) fn message(self) -> Message {
        match self {
            Self::Run => say::RUN_DEPLOYED,
            Self::Deploy => say::RUN_DEPLOYS,
            Self::Update => say::RUN_UPDATES,
            Self::Ask => say::RUN_ASKS,
            Self::SendValues => say::RUN_SENDS_VALUES,
            Self::Refuse => say::RUN_REFUSES,
            Self::LacksEngine => say::RUN_LACKS_ENGINE,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(is_listed: bool, can_deploy: bool) -> Facts {
        Facts {
            has_listing: true,
            is_listed,
            version: is_listed.then_some(3),
            can_deploy,
            lacks_engine: false,
            deployed: None,
            content: content("now"),
        }
    }

    fn content(choice: &str) -> Content {
        Content {
            file: "castle".to_owned(),
            choice: choice.to_owned(),
        }
    }

    fn deployed(version: u32, choice: &str) -> Option<Deployed> {
        Some(Deployed {
            version: Some(version),
            content: content(choice),
        })
    }

    #[test]
    fn a_new_workflow_is_deployed_if_the_deployment_allows_it() {
        assert_eq!(RunStep::of(&facts(false, true)), RunStep::Deploy);
        assert_eq!(RunStep::of(&facts(false, false)), RunStep::Refuse);
        let removed = Facts {
            deployed: deployed(3, "now"),
            ..facts(false, true)
        };
        assert_eq!(RunStep::of(&removed), RunStep::Deploy);
    }

    #[test]
    fn a_workflow_from_elsewhere_is_never_replaced() {
        assert_eq!(RunStep::of(&facts(true, true)), RunStep::Ask);
        assert_eq!(RunStep::of(&facts(true, false)), RunStep::SendValues);
        let replaced = Facts {
            deployed: deployed(2, "now"),
            ..facts(true, true)
        };
        assert_eq!(
            RunStep::of(&replaced),
            RunStep::Ask,
            "someone deployed version 3"
        );
    }

    #[test]
    fn another_file_replaces_nothing_without_a_question() {
        let other = |can_deploy| {
            let mut other = Facts {
                deployed: deployed(3, "now"),
                ..facts(true, can_deploy)
            };
            other.content.file = "oranges".to_owned();
            RunStep::of(&other)
        };
        assert_eq!(other(true), RunStep::Ask);
        assert_eq!(other(false), RunStep::SendValues);
    }

    #[test]
    fn only_a_changed_choice_is_deployed_again() {
        let own = |choice, can_deploy| Facts {
            deployed: deployed(3, choice),
            ..facts(true, can_deploy)
        };
        assert_eq!(RunStep::of(&own("now", true)), RunStep::Run);
        assert_eq!(RunStep::of(&own("before", true)), RunStep::Update);
        assert_eq!(RunStep::of(&own("before", false)), RunStep::SendValues);
    }

    #[test]
    fn a_workflow_that_no_engine_can_run_is_not_deployed() {
        let without = |facts| {
            RunStep::of(&Facts {
                lacks_engine: true,
                ..facts
            })
        };
        assert_eq!(without(facts(false, true)), RunStep::LacksEngine);
        assert_eq!(without(facts(true, true)), RunStep::Ask);
        assert_eq!(without(facts(true, false)), RunStep::SendValues);
    }

    #[test]
    fn without_a_list_the_values_are_sent() {
        let unknown = Facts {
            has_listing: false,
            ..facts(false, true)
        };
        assert_eq!(RunStep::of(&unknown), RunStep::SendValues);
    }
}
