//! What a person without a form can do next: connect, wait, or bring a workflow. Pure.

use crate::connection::ConnectionStatus;

/// Why no form can be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Situation {
    /// No deployment is connected.
    NotConnected,
    /// The deployment has not responded yet.
    Waiting,
    /// The deployment does not respond.
    Unreachable,
    /// The deployment has no workflows yet.
    Empty,
    /// None of the deployment's workflows can run.
    NoneReady,
    /// The deployment does not list its workflows.
    Unlisted,
}

/// The situation; `listed` is the number of workflows that the deployment lists, if it lists them, and
/// `is_answered` whether it responded to the request for them.
pub(super) fn situation(
    status: &ConnectionStatus,
    is_answered: bool,
    listed: Option<usize>,
) -> Situation {
    match status {
        ConnectionStatus::Off
        | ConnectionStatus::KeyRejected(_)
        | ConnectionStatus::AddressInvalid(_) => Situation::NotConnected,
        _ if is_answered => match listed {
            Some(0) => Situation::Empty,
            Some(_) => Situation::NoneReady,
            None => Situation::Unlisted,
        },
        ConnectionStatus::Lost { .. } => Situation::Unreachable,
        ConnectionStatus::Connecting | ConnectionStatus::Live => Situation::Waiting,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_deployment_is_not_an_unconnected_one() {
        let live = ConnectionStatus::Live;
        assert_eq!(situation(&live, true, Some(0)), Situation::Empty);
        assert_eq!(situation(&live, true, Some(2)), Situation::NoneReady);
        assert_eq!(situation(&live, true, None), Situation::Unlisted);
        let off = ConnectionStatus::Off;
        assert_eq!(situation(&off, false, None), Situation::NotConnected);
    }

    #[test]
    fn until_the_workflows_are_listed_nothing_is_missing() {
        for status in [ConnectionStatus::Connecting, ConnectionStatus::Live] {
            assert_eq!(situation(&status, false, None), Situation::Waiting);
        }
    }
}
