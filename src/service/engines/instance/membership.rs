//! The place of an instance in the pool: its settings, whether it may be given runs, and whether it is followed. Does
//! not know whether it answers.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio_util::sync::CancellationToken;

use crate::engines::engine_restart::EngineRestart;
use crate::engines::engine_settings::{EngineSettings, EngineSource};
use comfy_client::EngineClient;

/// The settings of a member of the pool.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct MemberSettings {
    pub(crate) source: EngineSource,
    pub(crate) labels: Vec<String>,
    /// The maximum number of our runs at it, if that is not the usual one.
    pub(crate) depth: Option<usize>,
    /// How it is restarted.
    pub(crate) restart: Option<EngineRestart>,
    /// Whether it gets no further runs.
    pub(crate) is_draining: bool,
}

impl MemberSettings {
    fn of(settings: &EngineSettings) -> Self {
        Self {
            source: settings.source,
            labels: settings.labels.clone(),
            depth: settings.depth,
            restart: settings.restart.clone(),
            is_draining: false,
        }
    }
}

/// The place of an instance in the pool.
///
/// One lock: a reader sees all settings of one moment, and `is_draining` with them, because they are stored together.
#[derive(Debug)]
pub(crate) struct Membership {
    member: Mutex<Member>,
    /// Whether a task follows it.
    is_followed: AtomicBool,
    /// Cancelled once it is not to be followed any more.
    left: CancellationToken,
}

#[derive(Debug)]
struct Member {
    settings: MemberSettings,
    /// Whether it is being restarted.
    is_restarting: bool,
}

impl Membership {
    pub(super) fn new(settings: &EngineSettings) -> Self {
        Self {
            member: Mutex::new(Member {
                settings: MemberSettings::of(settings),
                is_restarting: false,
            }),
            is_followed: AtomicBool::new(false),
            left: CancellationToken::new(),
        }
    }

    fn member(&self) -> MutexGuard<'_, Member> {
        self.member.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Its current settings.
    pub(crate) fn settings(&self) -> MemberSettings {
        self.member().settings.clone()
    }

    /// Whether it finishes its runs and gets no further ones.
    pub(crate) fn is_draining(&self) -> bool {
        let member = self.member();
        member.settings.is_draining || member.is_restarting
    }

    /// Notes whether it is being restarted. It gets no runs then.
    pub(crate) fn set_restarting(&self, is_restarting: bool) {
        self.member().is_restarting = is_restarting;
    }

    /// Sets whether it gets no further runs.
    pub(crate) fn set_draining(&self, is_draining: bool) {
        self.member().settings.is_draining = is_draining;
    }

    /// Replaces its settings, and those of its client that follow from their source. Returns whether they have changed.
    pub(super) fn replace(&self, settings: &EngineSettings, client: &EngineClient) -> bool {
        let mut member = self.member();
        let known = &mut member.settings;
        let mut settings = MemberSettings {
            is_draining: known.is_draining,
            ..MemberSettings::of(settings)
        };
        if known.source == EngineSource::Options {
            settings.source = EngineSource::Options;
        }
        let are_new = *known != settings;
        // Under the lock, so that the client has the rules of the settings that were set last.
        client.set_own(settings.source.is_operator());
        *known = settings;
        are_new
    }

    /// Lets it take runs again; labels and a depth that are given replace those that it has.
    pub(crate) fn take_runs_again(&self, labels: Vec<String>, depth: Option<usize>) {
        let mut member = self.member();
        let settings = &mut member.settings;
        settings.is_draining = false;
        settings.depth = depth.or(settings.depth);
        if !labels.is_empty() {
            settings.labels = labels;
        }
    }

    /// Notes that a task follows it from now on. Returns false if one does already.
    pub(crate) fn begin_following(&self) -> bool {
        !self.is_followed.swap(true, Ordering::Relaxed)
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
