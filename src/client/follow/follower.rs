//! Follows one run until its end: by its events where there are any, and by polling otherwise, first the run's detail
//! and then the queue. An end counts only if the detail confirms it, where that is offered.

use std::collections::VecDeque;

use api::{QueueAnswer, RunDetail};

use super::actions::{Action, Timer};
use super::observation::Observation;
use super::run_view::RunView;
use super::stream::{Broken, Refusal, SILENCE, Stream};
use crate::error::{Error, ErrorKind};

/// How long polling waits for a stream that says nothing or is broken, in milliseconds.
const GRACE: u32 = 4000;

/// A working stream that has said nothing new for this long is checked by a poll, in milliseconds.
const CHECK: u32 = 60_000;

/// How far the stream of events is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// It is opened, or open.
    Open,
    /// It is opened again after a pause.
    Pausing,
    /// There is none.
    Over,
}

/// A look at a run that has begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Look {
    /// At what shows the run: its detail, or the queue.
    Poll,
    /// At its detail alone, while the stream works.
    Check,
}

/// Follows one run.
#[derive(Debug)]
pub struct Follower {
    run: RunView,
    /// Milliseconds between two polls.
    interval: u32,
    stream: Stream,
    phase: Phase,
    /// Whether the stream works.
    is_alive: bool,
    /// Whether the deployment offers events, as far as a stream has shown.
    offers_events: Option<bool>,
    look: Option<Look>,
    actions: VecDeque<Action>,
}

impl Follower {
    /// A follower of the run with this id; `interval` is in milliseconds. Without `uses_events` it polls.
    pub fn new(run_id: &str, interval: u32, uses_events: bool) -> Self {
        let mut follower = Self {
            run: RunView::new(run_id),
            interval,
            stream: Stream::default(),
            phase: Phase::Over,
            is_alive: false,
            offers_events: None,
            look: None,
            actions: VecDeque::new(),
        };
        match uses_events {
            true => {
                follower.open();
                follower.set(Timer::Look, GRACE);
            }
            false => follower.begin_look(),
        }
        follower
    }

    /// What to do next; `None` to wait until a timer passes or something arrives.
    pub fn next_action(&mut self) -> Option<Action> {
        self.actions.pop_front()
    }

    /// Whether the deployment offers events; `None` if no stream has shown it.
    pub fn offers_events(&self) -> Option<bool> {
        self.offers_events
    }

    /// A timer has passed; `random` is between 0 and 1, and `now` in milliseconds since any moment.
    pub fn passed(&mut self, timer: Timer, now: f64, random: f64) {
        match (timer, self.phase) {
            (Timer::Look, _) => self.begin_look(),
            (Timer::Stream, Phase::Open) => self.break_stream(now, None, random),
            (Timer::Stream, Phase::Pausing) => self.open(),
            (Timer::Stream, Phase::Over) => {}
        }
    }

    /// The stream was opened.
    pub fn opened(&mut self, now: f64) {
        // A deployment that has sent events offers them, even if something answers in its place while it restarts.
        self.offers_events = Some(true);
        self.stream.opened(now);
        self.set(Timer::Stream, SILENCE);
    }

    /// The deployment answered that the run has ended, and so has no stream.
    pub fn has_none(&mut self) {
        self.offers_events = Some(true);
        self.end_stream();
    }

    /// No stream can be opened here, because the connections that are left are for calls: it polls.
    pub fn cannot_stream(&mut self) {
        self.end_stream();
    }

    /// The stream could not be opened.
    pub fn refused(&mut self, error: &Error, now: f64, random: f64) {
        match Refusal::of(error) {
            Refusal::NotOffered => {
                self.offers_events.get_or_insert(false);
                self.end_stream();
            }
            Refusal::Refused => self.end_stream(),
            Refusal::Later => self.break_stream(now, error.retry_after, random),
        }
    }

    /// A piece of the stream has arrived.
    pub fn arrived(&mut self, piece: &[u8], now: f64, random: f64) {
        if self.phase != Phase::Open {
            return;
        }
        self.set(Timer::Stream, SILENCE);
        let events = match self.stream.read(piece, now) {
            Ok(events) => events,
            Err(Broken::HeldBack) => return self.break_stream(now, None, random),
            Err(Broken::TooLarge) => return self.end_stream(),
        };
        // A stream begins with the run's state, but a resumed one may have nothing to say for long.
        self.is_alive |= self.stream.is_resumed();
        let mut is_news = false;
        for event in events {
            let Ok(event) = self.run.read(&event) else {
                return self.end_stream();
            };
            let Some(event) = event else { continue };
            self.is_alive = true;
            let is_final = event.is_final();
            let seen = self.run.take(event);
            is_news |= seen.is_some();
            self.report(seen);
            if is_final {
                return self.end_stream();
            }
        }
        // Otherwise a stream that says nothing new would never be checked.
        if is_news {
            self.set(Timer::Look, CHECK);
        }
    }

    /// The stream has ended or broken.
    pub fn closed(&mut self, now: f64, random: f64) {
        if self.phase == Phase::Open {
            self.break_stream(now, None, random);
        }
    }

    /// The detail of the run.
    pub fn detail(&mut self, detail: &RunDetail) {
        let seen = self.run.see_detail(detail);
        self.report(Some(seen));
        self.end_look();
    }

    /// The detail could not be read. Returns whether the run can be followed nevertheless.
    pub fn no_detail(&mut self, error: &Error) -> bool {
        if error.kind == ErrorKind::NotFound {
            let seen = self.run.has_no_detail();
            self.report(seen);
            match self.look {
                Some(Look::Poll) if !self.run.has_ended() => {
                    self.actions.push_back(Action::ReadQueue)
                }
                _ => self.end_look(),
            }
            return true;
        }
        self.failed(error)
    }

    /// The queue of the deployment.
    pub fn queue(&mut self, queue: &QueueAnswer) {
        let seen = self.run.see_queue(queue);
        self.report(seen);
        self.end_look();
    }

    /// The queue could not be read. Returns whether the run can be followed nevertheless.
    pub fn no_queue(&mut self, error: &Error) -> bool {
        self.failed(error)
    }

    fn failed(&mut self, error: &Error) -> bool {
        let may_pass = error.may_pass();
        if may_pass {
            self.end_look();
        }
        may_pass
    }

    fn open(&mut self) {
        self.phase = Phase::Open;
        let last_id = self.stream.last_id().to_owned();
        self.actions.push_back(Action::Open { last_id });
        self.set(Timer::Stream, SILENCE);
    }

    /// The stream broke; it is opened again after a pause.
    fn break_stream(&mut self, now: f64, retry_after: Option<u32>, random: f64) {
        self.phase = Phase::Pausing;
        self.actions.push_back(Action::Close);
        let pause = self.stream.broke(now, retry_after, random);
        self.set(Timer::Stream, pause);
        if std::mem::take(&mut self.is_alive) {
            self.set(Timer::Look, GRACE);
        }
    }

    /// No stream is opened any more.
    fn end_stream(&mut self) {
        self.phase = Phase::Over;
        self.is_alive = false;
        self.actions.push_back(Action::Close);
        self.actions.push_back(Action::Stop(Timer::Stream));
        if !self.run.has_ended() {
            self.begin_look();
        }
    }

    fn begin_look(&mut self) {
        if self.look.is_some() {
            return;
        }
        let look = match self.is_alive {
            true => Look::Check,
            false => Look::Poll,
        };
        self.look = Some(look);
        self.actions.push_back(Action::Stop(Timer::Look));
        self.actions
            .push_back(match (self.run.is_seen_in_queue(), look) {
                (false, _) => Action::ReadDetail,
                (true, Look::Poll) => Action::ReadQueue,
                (true, Look::Check) => return self.end_look(),
            });
    }

    fn end_look(&mut self) {
        self.look = None;
        if !self.run.has_ended() {
            let wait = if self.is_alive { CHECK } else { self.interval };
            self.set(Timer::Look, wait);
        }
    }

    fn set(&mut self, timer: Timer, ms: u32) {
        self.actions.push_back(Action::Set(timer, ms));
    }

    fn report(&mut self, seen: Option<Observation>) {
        let Some(seen) = seen else { return };
        let has_ended = seen.has_ended;
        self.actions.push_back(Action::Report(Box::new(seen)));
        if has_ended {
            self.actions.push_back(Action::Close);
            self.actions.push_back(Action::Stop(Timer::Stream));
            self.actions.push_back(Action::Stop(Timer::Look));
            self.actions.push_back(Action::End);
        }
    }
}
