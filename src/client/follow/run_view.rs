//! What is known of one run, and what an event, a detail or a queue changes about it. Knows neither streams nor waits.

use api::{RunDetail, RunEvent, RunEventKind, RunStatus, StreamMessage};

use super::known_run::{KnownRun, Moment};
use super::observation::{Change, Observation, Source};
use super::place::Place;
use crate::event_reader::StreamEvent;

/// How often in a row a run must be missing from queues to count as gone, and its detail to count as not offered: it
/// may be asked for too early, or something may answer in place of a deployment that restarts.
const PATIENCE: u32 = 3;

/// What is known of one run.
#[derive(Debug)]
pub(super) struct RunView {
    known: KnownRun,
    /// Whether its state has been reported.
    has_state: bool,
    has_ended: bool,
    /// Whether its detail was ever found.
    had_detail: bool,
    /// How often in a row its detail was not found.
    missing_details: u32,
    /// How often in a row the queue was not found.
    missing_queues: u32,
    /// Its status in the last queue.
    in_queue: Option<RunStatus>,
    /// How many queues in a row did not have the run.
    missed: u32,
    /// The number of the last event.
    number: u64,
    /// The event that says that the run has ended.
    end: Option<RunEvent>,
}

/// An event that cannot be read.
#[derive(Debug)]
pub(super) struct Unreadable;

/// What kind of change it is, and what is known after it.
type Step = (RunEventKind, KnownRun);

impl RunView {
    pub(super) fn new(run_id: &str) -> Self {
        Self {
            known: KnownRun {
                run_id: run_id.to_owned(),
                ..KnownRun::default()
            },
            has_state: false,
            has_ended: false,
            had_detail: false,
            missing_details: 0,
            missing_queues: 0,
            in_queue: None,
            missed: 0,
            number: 0,
            end: None,
        }
    }

    pub(super) fn run_id(&self) -> &str {
        &self.known.run_id
    }

    pub(super) fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// Whether only the queue shows the run.
    pub(super) fn is_seen_in_queue(&self) -> bool {
        !self.had_detail && self.missing_details >= PATIENCE
    }

    /// Notes that the queue was not found. Returns whether it may be found later: something was seen of the run, so
    /// the deployment may be restarting.
    pub(super) fn may_have_queue(&mut self) -> bool {
        self.missing_queues += 1;
        self.has_state && self.missing_queues < PATIENCE
    }

    /// Its status in the last queue; `None` if that does not have it.
    pub(super) fn status_in_queue(&self) -> Option<RunStatus> {
        self.in_queue
    }

    /// Whether an event says that it has ended, and its detail is still to confirm that.
    pub(super) fn awaits_its_end(&self) -> bool {
        self.end.is_some()
    }

    /// Notes that the deployment has no details.
    pub(super) fn has_no_details(&mut self) {
        self.missing_details = PATIENCE;
    }

    /// The event of this run in a stream; `None` if it is about something else.
    pub(super) fn read(&self, event: &StreamEvent) -> Result<Option<RunEvent>, Unreadable> {
        if RunEventKind::of(&event.name).is_none() {
            return Ok(None);
        }
        match StreamMessage::read(&event.name, &event.data) {
            Some(StreamMessage::Run(event)) if event.run.id == self.known.run_id => {
                Ok(Some(*event))
            }
            Some(_) => Ok(None),
            None => Err(Unreadable),
        }
    }

    /// Takes an event. One that is older than another, or that a poll has made known, changes nothing.
    pub(super) fn take(&mut self, event: RunEvent) -> Option<Observation> {
        if event.is_final() {
            self.end = Some(event);
            let is_seen = self.is_seen_in_queue();
            return is_seen.then(|| self.unconfirmed()).flatten();
        }
        if event.number.is_some_and(|number| number <= self.number) {
            return None;
        }
        self.number = event.number.unwrap_or(self.number);
        let step = self.step_of(&event)?;
        Some(self.see(Source::Events, vec![step], Some(&event), false))
    }

    /// What an event changes, if anything.
    fn step_of(&self, RunEvent { kind, run, .. }: &RunEvent) -> Option<Step> {
        let mut known = self.known.clone();
        match kind {
            RunEventKind::State => {
                let status = self.status_after(run.status);
                if self.has_state && status == known.status {
                    return None;
                }
                known.set_state(run);
                known.status = status;
                known.leave_place();
            }
            RunEventKind::Attempt => known.attempts = run.attempts,
            RunEventKind::Outputs => {
                if known.has_outputs(&run.outputs) {
                    return None;
                }
                // The stream of a completed run begins with its outputs.
                if !self.has_state {
                    known.set_state(run);
                }
                known.set_outputs(run);
            }
            RunEventKind::Moment => {
                let moment = Moment::of(run);
                if moment == known.moment {
                    return None;
                }
                known.moment = moment;
            }
        }
        Some((*kind, known))
    }

    /// The status after an event or a detail reports one. The queue notices earlier that a run has started.
    fn status_after(&self, reported: RunStatus) -> RunStatus {
        match (reported, self.in_queue) {
            (RunStatus::Pending, Some(RunStatus::Running)) => RunStatus::Running,
            _ => reported,
        }
    }

    /// Takes a detail.
    pub(super) fn see_detail(&mut self, detail: &RunDetail) -> Observation {
        (self.had_detail, self.missing_details) = (true, 0);
        let before = &self.known;
        let mut whole = before.clone();
        whole.set_detail(detail);
        whole.status = self.status_after(detail.status);
        let mut known = before.clone();
        let mut steps = Vec::new();
        if self.has_state && detail.attempts > before.attempts.or(Some(0)) {
            known.attempts = detail.attempts;
            steps.push((RunEventKind::Attempt, known.clone()));
        }
        if !before.has_outputs(&detail.outputs) {
            match self.has_state {
                true => known.set_outputs(detail),
                false => known.clone_from(&whole),
            }
            steps.push((RunEventKind::Outputs, known));
        }
        if !self.has_state || whole.status != before.status {
            steps.push((RunEventKind::State, whole));
        } else if whole.moment != before.moment {
            steps.push((RunEventKind::Moment, whole));
        } else {
            // The links to outputs are new each time.
            match steps.last_mut() {
                Some((_, known)) => *known = whole,
                None => self.known = whole,
            }
        }
        self.see(Source::Detail, steps, None, detail.status.is_final())
    }

    /// Notes that its detail was not found. An end that an event has reported counts now.
    pub(super) fn has_no_detail(&mut self) -> Option<Observation> {
        self.missing_details += 1;
        self.unconfirmed()
    }

    /// The end of a run that no detail confirms.
    fn unconfirmed(&mut self) -> Option<Observation> {
        let end = self.end.clone()?;
        let mut known = self.known.clone();
        known.set_state(&end.run);
        known.leave_place();
        let steps = vec![(RunEventKind::State, known)];
        Some(self.see(Source::Events, steps, None, true))
    }

    /// Takes the place of the run in a queue; `None` if that shows nothing.
    pub(super) fn see_place(&mut self, place: Option<Place>) -> Option<Observation> {
        self.in_queue = place.as_ref().map(|place| place.status);
        let has_details = self.missing_details == 0;
        self.missing_queues = 0;
        self.missed = match place.is_some() || has_details {
            true => 0,
            false => self.missed + 1,
        };
        let mut known = self.known.clone();
        let Some(place) = place else {
            known.status = RunStatus::Unknown;
            known.leave_place();
            // The queue does not show whether the run succeeded.
            let is_gone = self.missed >= PATIENCE;
            let steps = vec![(RunEventKind::State, known)];
            return is_gone.then(|| self.see(Source::Queue, steps, None, true));
        };
        let is_news = !self.has_state || place.status != known.status;
        if is_news {
            known.status = place.status;
            known.leave_place();
        }
        known.moment.position = Some(place.position);
        known.instance = place.instance;
        let steps = match (is_news, known == self.known) {
            (true, _) => vec![(RunEventKind::State, known)],
            (false, true) => Vec::new(),
            (false, false) => vec![(RunEventKind::Moment, known)],
        };
        Some(self.see(Source::Queue, steps, None, false))
    }

    /// Takes over what is known after these steps. `event` is the one that brought them.
    fn see(
        &mut self,
        source: Source,
        steps: Vec<Step>,
        event: Option<&RunEvent>,
        has_ended: bool,
    ) -> Observation {
        let end = self.end.as_ref().filter(|_| has_ended);
        let mut changes = Vec::new();
        for (kind, run) in steps {
            let is_state = kind == RunEventKind::State;
            self.has_state |= is_state;
            let of = end.filter(|_| is_state).or(event);
            changes.push(Change {
                kind,
                source: if end.is_some() {
                    Source::Events
                } else {
                    source
                },
                run: run.clone(),
                at: of.and_then(|event| event.at.clone()),
                number: of.and_then(|event| event.number),
            });
            self.known = run;
        }
        self.has_ended = has_ended;
        Observation {
            source,
            changes,
            run: self.known.clone(),
            has_ended,
        }
    }
}
