//! Follows one run by what reaches it: events while a stream brings them, and polling otherwise: its detail, or the
//! queue if there is no detail. An end counts only if the detail confirms it, where that is offered. Knows nothing about
//! streams: they may bring the events of this run alone, or of all.

use std::collections::VecDeque;

use api::{RunDetail, RunEvent, RunStatus};

use super::actions::{Action, Timer};
use super::observation::Observation;
use super::place::Place;
use super::run_view::{RunView, Unreadable};
use crate::error::{Error, ErrorKind};
use crate::event_reader::StreamEvent;

/// The waits of a run that is followed, in milliseconds.
#[derive(Clone, Copy, Debug)]
pub struct Waits {
    /// Between two polls.
    pub interval: u32,
    /// Until a poll checks a run about which its stream says nothing new.
    pub check: u32,
}

/// How long polling waits for a stream that says nothing or is broken, in milliseconds.
const GRACE: u32 = 4000;

/// The wait until the next look at a run that a queue shows as waiting, in milliseconds.
const IN_QUEUE: u32 = 60_000;

/// A look at a run that has begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Look {
    /// At its detail, and at the queue if there is none.
    Poll,
    /// At its detail alone, while events arrive.
    Check,
    /// At the queue.
    Queue,
}

/// Follows one run.
#[derive(Debug)]
pub struct FollowedRun {
    view: RunView,
    waits: Waits,
    /// Whether events arrive.
    is_live: bool,
    look: Option<Look>,
    /// Whether another look follows this one, because events may have been missed since it began.
    looks_again: bool,
    /// Whether an event has arrived since the look began, so that what it finds may be older.
    is_overtaken: bool,
    actions: VecDeque<Action>,
}

impl FollowedRun {
    /// The run with this id. It does nothing until another function is called.
    pub fn new(run_id: &str, waits: Waits) -> Self {
        Self {
            view: RunView::new(run_id),
            waits,
            is_live: false,
            look: None,
            looks_again: false,
            is_overtaken: false,
            actions: VecDeque::new(),
        }
    }

    /// Notes that the deployment has no details, so that only its queue shows the run.
    pub fn has_no_details(&mut self) {
        self.view.has_no_details();
    }

    /// What to do next; `None` to wait until a timer passes or something arrives.
    pub fn next_action(&mut self) -> Option<Action> {
        self.actions.pop_front()
    }

    /// Its id.
    pub(super) fn run_id(&self) -> &str {
        self.view.run_id()
    }

    /// Whether it has ended.
    pub fn has_ended(&self) -> bool {
        self.view.has_ended()
    }

    /// Looks at the run now. During a look it does nothing.
    pub fn look(&mut self) {
        if self.look.is_some() || self.has_ended() {
            return;
        }
        (self.looks_again, self.is_overtaken) = (false, false);
        self.ask(Action::Stop(Timer::Look));
        match (self.view.is_seen_in_queue(), self.is_live) {
            (true, true) => self.end_look(),
            (true, false) => self.look_at_queue(),
            (false, is_live) => {
                self.look = Some(if is_live { Look::Check } else { Look::Poll });
                self.ask(Action::ReadDetail);
            }
        }
    }

    fn look_at_queue(&mut self) {
        self.look = Some(Look::Queue);
        self.ask(Action::ReadQueue);
    }

    /// Looks at the run after these milliseconds. During a look it does nothing.
    fn look_in(&mut self, ms: u32) {
        if self.look.is_none() && !self.has_ended() {
            self.ask(Action::Set(Timer::Look, ms));
        }
    }

    /// The queue that was asked for does not arrive: looks at the run again.
    pub fn look_without_queue(&mut self) {
        if self.look == Some(Look::Queue) {
            self.look = None;
        }
        self.look();
    }

    /// Waits for the stream of events, and polls if that says nothing.
    pub(super) fn wait(&mut self) {
        self.look_in(GRACE);
    }

    /// Events arrive from now on. If some of them may have been missed, a look finds what they said.
    pub fn go_live(&mut self, may_have_missed: bool) {
        self.is_live = true;
        if may_have_missed {
            self.looks_again = self.look.is_some();
            self.look();
        }
    }

    /// No events arrive any more, for now. Does nothing if none arrived.
    pub fn lose(&mut self) {
        if std::mem::take(&mut self.is_live) {
            self.wait();
        }
    }

    /// No events arrive any more.
    pub(super) fn end_events(&mut self) {
        self.is_live = false;
    }

    /// The event of this run in a stream; `None` if it is about something else.
    pub(super) fn read(&self, event: &StreamEvent) -> Result<Option<RunEvent>, Unreadable> {
        self.view.read(event)
    }

    /// An event of the run has arrived.
    pub fn event(&mut self, event: RunEvent) {
        if self.has_ended() {
            return;
        }
        let is_final = event.is_final();
        let seen = self.view.take(event);
        let is_news = seen.is_some();
        self.is_overtaken |= is_news;
        self.report(seen);
        if is_final {
            self.looks_again = self.look.is_some();
            self.look();
        } else if is_news {
            // Only news puts off the check: a stream may work and say nothing new.
            self.look_in(self.waits.check);
        }
    }

    /// The detail of the run.
    pub fn detail(&mut self, detail: &RunDetail) {
        if self.has_ended() {
            return;
        }
        if !self.is_overtaken || detail.status.is_final() {
            let seen = self.view.see_detail(detail);
            self.report(Some(seen));
        }
        self.end_look();
    }

    /// The detail could not be read. Returns whether the run can be followed nevertheless.
    pub fn no_detail(&mut self, error: &Error) -> bool {
        if error.kind == ErrorKind::NotFound {
            let seen = self.view.has_no_detail();
            self.report(seen);
            match self.look {
                Some(Look::Poll) if !self.has_ended() => self.look_at_queue(),
                _ => self.end_look(),
            }
            return true;
        }
        self.failed(error)
    }

    /// A queue of the deployment has the run at this place, or nowhere. It may arrive without having been asked for.
    pub fn place(&mut self, place: Option<Place>) {
        if self.has_ended() {
            return;
        }
        let before = self.view.status_in_queue();
        let after = place.as_ref().map(|place| place.status);
        let seen = self.view.see_place(place);
        self.report(seen);
        match self.look {
            Some(Look::Queue) => self.end_look(),
            Some(Look::Poll | Look::Check) => {}
            None if after == Some(RunStatus::Pending) => self.look_in(IN_QUEUE),
            // It has started or left the queue: events or the detail say more.
            None if before.is_some() && before != after => match self.is_live {
                true => self.look_in(self.waits.check),
                false => self.look(),
            },
            None => {}
        }
    }

    /// The queue could not be read. Returns whether the run can be followed nevertheless.
    pub fn no_queue(&mut self, error: &Error) -> bool {
        if error.kind == ErrorKind::NotFound && self.view.may_have_queue() {
            self.end_look();
            return true;
        }
        self.failed(error)
    }

    fn failed(&mut self, error: &Error) -> bool {
        let may_pass = error.may_pass();
        if may_pass {
            self.end_look();
        }
        may_pass
    }

    fn end_look(&mut self) {
        self.look = None;
        if self.has_ended() {
            return;
        }
        if std::mem::take(&mut self.looks_again) {
            return self.look();
        }
        let wait = match self.is_live && !self.view.awaits_its_end() {
            true => self.waits.check,
            false => self.waits.interval,
        };
        self.look_in(wait);
    }

    pub(super) fn ask(&mut self, action: Action) {
        self.actions.push_back(action);
    }

    fn report(&mut self, seen: Option<Observation>) {
        let Some(seen) = seen else { return };
        let has_ended = seen.has_ended;
        self.ask(Action::Report(Box::new(seen)));
        if has_ended {
            self.ask(Action::End);
        }
    }
}
