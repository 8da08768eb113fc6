//! The service in front of a simulated engine: events, probes and snapshots as the connection has them, in simulated
//! time.

use std::time::Duration;

use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Message;

use super::engine::{Ending, Engine, Faults, MOMENTS};
use super::held;
use crate::engines::instance::{Instance, RunChange, accepted};
use crate::engines::{
    attempt_end::AttemptEnd, events::event, events::pace::Pace, node_progress::RunNodes,
};
use comfy_client::EngineLimits;
use run_core::task_outcome::{self, TaskOutcome};

const STEP: Duration = Duration::from_millis(100);
const PROBE: Duration = Duration::from_secs(2);
/// The time between two moments of a run.
const MOMENT: Duration = Duration::from_millis(2300);
const LONGEST: Duration = Duration::from_secs(120);

pub(super) fn message(text: &str) -> Message {
    Message::text(text.to_owned())
}

/// The service with one run.
pub(super) struct Simulation {
    pub(super) engine: Engine,
    instance: Instance,
    pace: Pace,
    now: Instant,
    start: Instant,
    /// When the current attempt has begun, and how many moments of it have passed.
    begun: Instant,
    moments: usize,
    ended: Option<Instant>,
    forgotten: Option<Instant>,
    pub(super) attempts: usize,
    /// How the run has ended, and how long after its end that is known.
    pub(super) settled: Option<(TaskOutcome, Duration)>,
    /// How long it took until a forgotten run was placed again.
    pub(super) placed_again_after: Option<Duration>,
}

impl Simulation {
    pub(super) fn new(ending: Ending, faults: Faults) -> Self {
        let start = Instant::now();
        let instance = Instance::at("http://127.0.0.1:1");
        instance.set_connected("client");
        instance.availability.set_online();
        let mut pace = Pace::new(&EngineLimits::default());
        pace.asked_at(start);
        pace.answered_at(start);
        let mut simulation = Self {
            engine: Engine::new(ending, faults),
            instance,
            pace,
            now: start,
            start,
            begun: start,
            moments: 1,
            ended: None,
            forgotten: None,
            attempts: 0,
            settled: None,
            placed_again_after: None,
        };
        simulation.place();
        simulation
    }

    /// Lets time pass until the run is settled.
    pub(super) fn run(&mut self) {
        while self.settled.is_none() && self.now < self.start + LONGEST {
            self.now += STEP;
            self.let_engine_work();
            self.read_events();
            let passed = self.now - self.start;
            if passed.as_millis().is_multiple_of(PROBE.as_millis())
                && self
                    .instance
                    .tasks
                    .set_announced(Some(self.engine.remaining()))
            {
                self.pace.want_at(self.now);
            }
            let due = self.pace.next(self.instance.queue_knowledge());
            if due.is_some_and(|due| due <= self.now) {
                self.take_snapshot();
            }
        }
    }

    fn place(&mut self) {
        self.attempts += 1;
        let prompt_id = format!("attempt {}", self.attempts);
        self.instance
            .tasks
            .track_offered(held("run", &prompt_id), "client");
        self.engine.submit(&prompt_id);
        let accepted = accepted(&prompt_id, 1.0);
        let nodes = RunNodes::default();
        assert!(
            self.instance
                .tasks
                .track_accepted(&prompt_id, &accepted, nodes)
        );
        (self.begun, self.moments) = (self.now, 1);
    }

    fn let_engine_work(&mut self) {
        let Some(moment) = MOMENTS.get(self.moments) else {
            return;
        };
        if self.now < self.begun + MOMENT * u32::try_from(self.moments).unwrap() {
            return;
        }
        self.moments += 1;
        if self.engine.advance(*moment) {
            self.forgotten = Some(self.now);
            self.moments = MOMENTS.len();
        } else if self.moments == MOMENTS.len() {
            self.ended = Some(self.now);
        }
    }

    fn read_events(&mut self) {
        for message in std::mem::take(&mut self.engine.sent) {
            let effects = event::apply(&self.instance, "client", &message);
            if let Some(prompt_id) = effects.ended {
                self.settle(&prompt_id);
            }
            if effects.wants_snapshot {
                self.pace.want_at(self.now);
            }
        }
    }

    fn take_snapshot(&mut self) {
        self.pace.asked_at(self.now);
        let expected = self.instance.tasks.runs().expected();
        let changes = self
            .instance
            .tasks
            .apply_snapshot(self.engine.queue(), &expected);
        self.pace.answered_at(self.now);
        for (prompt_id, change) in changes.of_runs {
            if change == RunChange::LeftQueue {
                self.settle(&prompt_id);
            }
        }
    }

    fn settle(&mut self, prompt_id: &str) {
        let Some(run) = self.instance.tasks.claim(prompt_id) else {
            return;
        };
        let entry = AttemptEnd::reported(&run, &["9".to_owned()]);
        let entry = entry.or_else(|| self.engine.history(prompt_id));
        match AttemptEnd::of(&run, entry) {
            AttemptEnd::Ended(entry) => {
                assert!(
                    task_outcome::outcome(&entry) != TaskOutcome::Completed
                        || entry.outputs.contains_key("9")
                );
                let after = self.ended.map(|ended| self.now - ended);
                self.settled = after.map(|after| (task_outcome::outcome(&entry), after));
                self.instance.tasks.untrack(prompt_id);
            }
            AttemptEnd::Uncertain => self.instance.tasks.distrust_report(prompt_id),
            AttemptEnd::Forgotten => {
                self.placed_again_after = self.forgotten.map(|at| self.now - at);
                self.instance.tasks.untrack(prompt_id);
                self.place();
            }
        }
    }
}
