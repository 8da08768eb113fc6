//! What a deployment offers of its runs, as its answers show: asked once, not for every run. Pure.

/// Answers of “not found” in a row after which a detail counts as not offered.
pub(super) const UNTOLD: u32 = 3;

/// What is known of the connected deployment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Offers {
    detail: Option<bool>,
    misses: u32,
}

impl Offers {
    /// Whether a detail is worth asking for.
    pub(super) fn tells(&self) -> bool {
        self.detail != Some(false)
    }

    /// Whether it is known that details are offered.
    pub(super) fn surely_tells(&self) -> bool {
        self.detail == Some(true)
    }

    /// A detail came.
    pub(super) fn told(&mut self) {
        self.detail = Some(true);
    }

    /// There was none: of this run, or of any.
    pub(super) fn missed(&mut self) {
        self.misses += 1;
        if self.detail.is_none() && self.misses >= UNTOLD {
            self.detail = Some(false);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deployment_that_never_told_is_asked_no_more() {
        let mut offers = Offers::default();
        (0..UNTOLD).for_each(|_| offers.missed());
        assert!(!offers.tells());
    }

    #[test]
    fn a_deployment_that_told_once_is_asked_of_other_runs() {
        let mut offers = Offers::default();
        offers.told();
        (0..UNTOLD).for_each(|_| offers.missed());
        assert!(offers.tells());
    }

    #[test]
    fn one_answer_of_not_found_may_have_come_too_early() {
        let mut offers = Offers::default();
        offers.missed();
        assert!(offers.tells());
    }
}
