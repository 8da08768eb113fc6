//! Whether an instance answers, and whether it could take the last run. Does not know its tasks.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// How long an instance that could not take a run gets none: at first, and at most.
const PAUSES: (Duration, Duration) = (Duration::from_millis(500), Duration::from_secs(30));

/// The status of an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Health {
    /// It answers.
    Online,
    /// It accepts connections but does not answer.
    Hung,
    /// It cannot be reached.
    Stopped,
}

/// Whether an instance answers.
///
/// One lock: coming online ends the pause and the silence at the same moment, so that no reader sees an instance that
/// is online and still paused for an earlier failure, or silent since an earlier connection.
#[derive(Debug)]
pub(crate) struct Availability {
    state: Mutex<State>,
    /// Whether it is online.
    online: watch::Sender<bool>,
    /// Cancelled once it has been reached, or an attempt has failed.
    contacted: CancellationToken,
}

#[derive(Debug)]
struct State {
    health: Health,
    /// Whether it has answered since the service started.
    has_answered: bool,
    /// Why the service does not connect to it.
    refusal: Option<String>,
    /// Whether it had tasks when it was last heard of.
    was_busy: bool,
    /// When it last answered with its queue, or was online.
    last_heard: Instant,
    /// Until when it gets no runs, because it could not take the last one.
    paused_until: Option<Instant>,
    /// How many runs in a row it could not take.
    refusals: u32,
}

impl State {
    fn is_online(&self) -> bool {
        self.health == Health::Online
    }

    fn end_pause(&mut self) {
        self.refusals = 0;
        self.paused_until = None;
    }

    /// For how long it has not answered; `None` while it is online.
    fn silent_for(&self) -> Option<Duration> {
        (!self.is_online()).then(|| self.last_heard.elapsed())
    }
}

impl Default for Availability {
    fn default() -> Self {
        Self {
            state: Mutex::new(State {
                health: Health::Stopped,
                has_answered: false,
                refusal: None,
                was_busy: false,
                last_heard: Instant::now(),
                paused_until: None,
                refusals: 0,
            }),
            online: watch::Sender::new(false),
            contacted: CancellationToken::new(),
        }
    }
}

impl Availability {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How it is.
    pub(crate) fn health(&self) -> Health {
        self.state().health
    }

    /// Whether it answers.
    pub(crate) fn is_online(&self) -> bool {
        self.state().is_online()
    }

    /// Whether it has answered since the service started.
    pub(crate) fn has_answered(&self) -> bool {
        self.state().has_answered
    }

    /// Whether it answers and could take the last run, or may try again.
    pub(super) fn is_ready(&self) -> bool {
        let state = self.state();
        let is_over = |until: Instant| until <= Instant::now();
        state.is_online() && state.paused_until.is_none_or(is_over)
    }

    /// Why the service does not connect to it.
    pub(super) fn refusal(&self) -> Option<String> {
        self.state().refusal.clone()
    }

    /// Sets why the service does not connect to it.
    pub(crate) fn set_refusal(&self, why: Option<String>) {
        self.state().refusal = why;
    }

    /// Gives it no runs for a while, because it could not take one. Returns how long; longer each time.
    pub(crate) fn pause(&self) -> Duration {
        let mut state = self.state();
        let pause = PAUSES.0 * 2_u32.saturating_pow(state.refusals.min(10));
        let pause = pause.min(PAUSES.1);
        state.refusals += 1;
        state.paused_until = Some(Instant::now() + pause);
        pause
    }

    /// Notes that it has taken a run.
    pub(crate) fn end_pause(&self) {
        self.state().end_pause();
    }

    /// For how long it has not answered; `None` while it is online.
    pub(crate) fn silent_for(&self) -> Option<Duration> {
        self.state().silent_for()
    }

    /// For how long it has not answered, if it had tasks when it was last heard of.
    pub(crate) fn hangs_for(&self) -> Option<Duration> {
        let state = self.state();
        state.silent_for().filter(|_| state.was_busy)
    }

    /// Notes that it has answered with its queue.
    pub(super) fn note_answer(&self) {
        let mut state = self.state();
        state.has_answered = true;
        state.last_heard = Instant::now();
    }

    /// Marks it as online.
    pub(crate) fn set_online(&self) {
        let mut state = self.state();
        state.health = Health::Online;
        state.has_answered = true;
        state.refusal = None;
        state.was_busy = false;
        state.end_pause();
        drop(state);
        self.online.send_replace(true);
        self.contacted.cancel();
    }

    /// Marks it as offline. Returns whether it was online before.
    pub(super) fn set_offline(&self, health: Health, is_busy: bool) -> bool {
        let mut state = self.state();
        let was_online = state.is_online();
        if was_online {
            state.last_heard = Instant::now();
        }
        state.was_busy |= is_busy;
        state.health = health;
        drop(state);
        self.online.send_replace(false);
        self.contacted.cancel();
        was_online
    }

    /// Waits until it is offline.
    pub(crate) async fn offline(&self) {
        let mut online = self.online.subscribe();
        let _ = online.wait_for(|online| !online).await;
    }

    /// Waits until it goes offline. It may be about to come online.
    pub(super) async fn lost(&self) {
        let mut online = self.online.subscribe();
        let _ = online.wait_for(|online| *online).await;
        let _ = online.wait_for(|online| !online).await;
    }

    /// Whether it has been reached, or an attempt has failed.
    pub(crate) fn is_contacted(&self) -> bool {
        self.contacted.is_cancelled()
    }

    /// Waits until it has been reached for the first time, or an attempt has failed.
    pub(crate) async fn contacted(&self) {
        self.contacted.cancelled().await;
    }
}
