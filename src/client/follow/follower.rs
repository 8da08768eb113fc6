//! Follows one run with a stream of its own.

use api::{QueueAnswer, RunDetail};

use super::actions::{Action, Timer};
use super::followed_run::{FollowedRun, Waits};
use super::place::place;
use super::stream::{Broken, Refusal, SILENCE, Stream};
use crate::error::Error;

/// How long a working stream may say nothing new before a poll checks the run, in milliseconds.
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

/// Follows one run.
#[derive(Debug)]
pub struct Follower {
    run: FollowedRun,
    stream: Stream,
    phase: Phase,
    /// Whether the deployment offers events, as far as a stream has shown.
    offers_events: Option<bool>,
}

impl Follower {
    /// A follower of the run with this id; `interval` is in milliseconds. Without `uses_events` it polls.
    pub fn new(run_id: &str, interval: u32, uses_events: bool) -> Self {
        let waits = Waits {
            interval,
            check: CHECK,
        };
        let mut follower = Self {
            run: FollowedRun::new(run_id, waits),
            stream: Stream::default(),
            phase: Phase::Over,
            offers_events: None,
        };
        match uses_events {
            true => {
                follower.open();
                follower.run.wait();
            }
            false => follower.run.look(),
        }
        follower
    }

    /// What to do next; `None` to wait until a timer passes or something arrives.
    pub fn next_action(&mut self) -> Option<Action> {
        self.run.next_action()
    }

    /// Whether the deployment offers events; `None` if no stream has shown it.
    pub fn offers_events(&self) -> Option<bool> {
        self.offers_events
    }

    /// A timer has passed; `random` is between 0 and 1, and `now` in milliseconds since any moment.
    pub fn passed(&mut self, timer: Timer, now: f64, random: f64) {
        match (timer, self.phase) {
            (Timer::Look, _) => self.run.look(),
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
        self.set(SILENCE);
    }

    /// The deployment answered that the run has ended, and so has no stream.
    pub fn has_none(&mut self) {
        self.offers_events = Some(true);
        self.poll_alone();
    }

    /// The stream could not be opened.
    pub fn refused(&mut self, error: &Error, now: f64, random: f64) {
        match Refusal::of(error) {
            Refusal::NotOffered => {
                self.offers_events.get_or_insert(false);
                self.poll_alone();
            }
            Refusal::Refused => self.poll_alone(),
            Refusal::Later => self.break_stream(now, error.retry_after, random),
        }
    }

    /// A piece of the stream has arrived.
    pub fn arrived(&mut self, piece: &[u8], now: f64, random: f64) {
        if self.phase != Phase::Open {
            return;
        }
        self.set(SILENCE);
        let events = match self.stream.read(piece, now) {
            Ok(events) => events,
            Err(Broken::HeldBack) => return self.break_stream(now, None, random),
            Err(Broken::TooLarge) => return self.poll_alone(),
        };
        // A stream begins with the run's state, but a resumed one may have nothing to say for long.
        if self.stream.is_resumed() {
            self.run.go_live(false);
        }
        for event in events {
            let Ok(event) = self.run.read(&event) else {
                return self.poll_alone();
            };
            let Some(event) = event else { continue };
            if event.is_final() {
                self.end_stream();
                return self.run.event(event);
            }
            self.run.go_live(false);
            self.run.event(event);
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
        self.run.detail(detail);
    }

    /// The detail could not be read. Returns whether the run can be followed nevertheless.
    pub fn no_detail(&mut self, error: &Error) -> bool {
        self.run.no_detail(error)
    }

    /// The queue of the deployment.
    pub fn queue(&mut self, queue: &QueueAnswer) {
        let place = place(queue, self.run.run_id());
        self.run.place(place);
    }

    /// The queue could not be read. Returns whether the run can be followed nevertheless.
    pub fn no_queue(&mut self, error: &Error) -> bool {
        self.run.no_queue(error)
    }

    fn open(&mut self) {
        self.phase = Phase::Open;
        let last_id = self.stream.last_id().to_owned();
        self.run.ask(Action::Open { last_id });
        self.set(SILENCE);
    }

    /// The stream broke; it is opened again after a pause.
    fn break_stream(&mut self, now: f64, retry_after: Option<u32>, random: f64) {
        self.phase = Phase::Pausing;
        self.run.ask(Action::Close);
        let pause = self.stream.broke(now, retry_after, random);
        self.set(pause);
        self.run.lose();
    }

    /// No stream is opened any more.
    fn end_stream(&mut self) {
        self.phase = Phase::Over;
        self.run.ask(Action::Close);
        self.run.ask(Action::Stop(Timer::Stream));
        self.run.end_events();
    }

    fn poll_alone(&mut self) {
        self.end_stream();
        self.run.look();
    }

    /// Sets the timer of the stream.
    fn set(&mut self, ms: u32) {
        self.run.ask(Action::Set(Timer::Stream, ms));
    }
}
