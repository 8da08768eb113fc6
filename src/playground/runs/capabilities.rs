//! What the deployment supports, learned from its answers once for all runs. Pure.

/// The consecutive “not found” answers after which details count as unsupported.
pub(super) const MAX_MISSED_DETAILS: u32 = 3;

/// What the page knows about the connected deployment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Capabilities {
    details: Option<bool>,
    missed: u32,
    cannot_cancel: bool,
}

impl Capabilities {
    /// Whether it may report details.
    pub(super) fn may_have_details(&self) -> bool {
        self.details != Some(false)
    }

    /// Whether it has reported a detail.
    pub(super) fn has_details(&self) -> bool {
        self.details == Some(true)
    }

    /// Whether it may cancel runs.
    pub(super) fn may_cancel(&self) -> bool {
        !self.cannot_cancel
    }

    /// Notes that it did not know how to cancel a run.
    pub(super) fn cancel_missing(&mut self) {
        self.cannot_cancel = !self.has_details();
    }

    /// Notes that a detail was found.
    pub(super) fn detail_found(&mut self) {
        self.details = Some(true);
    }

    /// Notes that a detail was not found: this run's or any run's.
    pub(super) fn detail_missing(&mut self) {
        self.missed += 1;
        if self.details.is_none() && self.missed >= MAX_MISSED_DETAILS {
            self.details = Some(false);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deployment_that_never_reported_a_detail_is_no_longer_asked() {
        let mut capabilities = Capabilities::default();
        (0..MAX_MISSED_DETAILS).for_each(|_| capabilities.detail_missing());
        assert!(!capabilities.may_have_details());
    }

    #[test]
    fn a_deployment_that_reported_a_detail_is_asked_about_other_runs() {
        let mut capabilities = Capabilities::default();
        capabilities.detail_found();
        (0..MAX_MISSED_DETAILS).for_each(|_| capabilities.detail_missing());
        assert!(capabilities.may_have_details());
    }

    #[test]
    fn a_single_not_found_answer_may_have_come_too_early() {
        let mut capabilities = Capabilities::default();
        capabilities.detail_missing();
        assert!(capabilities.may_have_details());
    }
}
