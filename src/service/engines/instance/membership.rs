//! What the service was told about an instance, and whether it is to stay.

use std::sync::atomic::Ordering;

use super::Instance;
use super::state::Membership;
use crate::engines::engine_settings::{EngineSettings, EngineSource};

impl Instance {
    /// What the service was told about it.
    pub(crate) fn membership(&self) -> Membership {
        self.state().membership.clone()
    }

    /// Whether it finishes its runs and gets no further ones.
    pub(crate) fn is_draining(&self) -> bool {
        let state = self.state();
        state.membership.is_draining || state.is_restarting
    }

    /// Notes whether it is being restarted. It gets no runs then.
    pub(crate) fn set_restarting(&self, is_restarting: bool) {
        self.state().is_restarting = is_restarting;
    }

    /// Sets whether it gets no further runs.
    pub(crate) fn set_draining(&self, is_draining: bool) {
        self.state().membership.is_draining = is_draining;
    }

    /// Sets what the service is told about it now. Returns whether that is something new. Its connection to events
    /// keeps the headers that it has.
    pub(crate) fn set_settings(&self, settings: EngineSettings) -> bool {
        let mut state = self.state();
        let mut told = Membership {
            is_draining: state.membership.is_draining,
            ..Membership::of(&settings)
        };
        if state.membership.source == EngineSource::Options {
            told.source = EngineSource::Options;
        }
        let is_new = state.membership != told;
        self.client.set_own(told.source.is_operator());
        state.membership = told;
        drop(state);
        self.client.set_headers(settings.headers) || is_new
    }

    /// Lets it take runs again; labels and a depth that are given replace those that it has.
    pub(crate) fn take_runs_again(&self, labels: Vec<String>, depth: Option<usize>) {
        let mut state = self.state();
        let membership = &mut state.membership;
        membership.is_draining = false;
        membership.depth = depth.or(membership.depth);
        if !labels.is_empty() {
            membership.labels = labels;
        }
    }

    /// The number of our runs at it that have not ended.
    pub(crate) fn runs(&self) -> usize {
        self.state().runs_count()
    }

    /// Notes that a task follows it from now on. Returns false if one does already.
    pub(crate) fn begin_following(&self) -> bool {
        !self.is_followed.swap(true, Ordering::Relaxed)
    }

    /// The number of our runs that it executes now.
    pub(crate) fn executing(&self) -> usize {
        self.state().executing_count()
    }

    /// Lets the task that follows it end.
    pub(crate) fn leave(&self) {
        self.left.cancel();
    }

    /// Waits until it is not to be followed any more.
    pub(crate) async fn left(&self) {
        self.left.cancelled().await;
    }
}
