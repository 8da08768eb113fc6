//! The simulation: instances execute one run after the other, load models and forget the ones used longest ago.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, VecDeque};
use std::time::Instant;

use placement::{Placement, WaitingRun};

use crate::peers::Policy;
use crate::scenario::Scenario;

/// How many runs an instance of flowdeck has at most.
const DEPTH: usize = 2;

/// An instance.
#[derive(Default)]
pub(crate) struct Instance {
    pub(crate) queue: VecDeque<usize>,
    pub(crate) models: VecDeque<usize>,
}

/// What one policy achieved.
pub(crate) struct Report {
    scenario: &'static str,
    policy: &'static str,
    loads_per_100: f64,
    makespan: f64,
    jain: f64,
    wait_mean: f64,
    decision_p99: f64,
}

impl Report {
    pub(crate) fn json(&self) -> String {
        format!(
            r#"{{"scenario":"{}","policy":"{}","loads":{:.2},"makespan":{:.3},"jain":{:.4},"wait":{:.1},"decision":{:.3}}}"#,
            self.scenario,
            self.policy,
            self.loads_per_100,
            self.makespan,
            self.jain,
            self.wait_mean,
            self.decision_p99
        )
    }
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    Ends(usize),
    Arrives(usize),
    Due,
}

/// Runs a scenario to its end.
pub(crate) fn simulate(scenario: &Scenario, policy: Box<dyn Policy>) -> Report {
    let mut simulation = Simulation::new(scenario, policy);
    while let Some(Reverse((now, event))) = simulation.events.pop() {
        simulation.handle(event, now);
        // All that arrive at the same moment are there before the first choice.
        let next = simulation.events.peek();
        let arrives = |next: &Reverse<(u64, Event)>| matches!(next.0, (time, Event::Arrives(_)) if time == now);
        if !next.is_some_and(arrives) {
            simulation.hand_over(now);
        }
    }
    simulation.report()
}

/// A simulation under way.
struct Simulation<'a> {
    scenario: &'a Scenario,
    policy: Box<dyn Policy>,
    instances: Vec<Instance>,
    events: BinaryHeap<Reverse<(u64, Event)>>,
    /// When each run has started.
    started: HashMap<usize, u64>,
    /// When the policy wants to be asked again.
    due: Option<u64>,
    loads: usize,
    /// The loads of the first runs.
    loads_before: usize,
    ended: usize,
    waited: u64,
    last: u64,
    /// The seconds that each key got while every key had runs.
    service: Vec<f64>,
    /// How long each choice took, in milliseconds.
    decisions: Vec<f64>,
}

impl<'a> Simulation<'a> {
    fn new(scenario: &'a Scenario, policy: Box<dyn Policy>) -> Self {
        let mut instances: Vec<Instance> = Vec::new();
        instances.resize_with(scenario.instances, Instance::default);
        let arrivals = scenario.runs.iter().enumerate();
        let arrivals = arrivals.map(|(run, one)| Reverse((one.arrives, Event::Arrives(run))));
        Self {
            scenario,
            policy,
            instances,
            events: arrivals.collect(),
            started: HashMap::new(),
            due: None,
            loads: 0,
            loads_before: 0,
            ended: 0,
            waited: 0,
            last: 0,
            service: vec![0.0; scenario.shares.len()],
            decisions: Vec::new(),
        }
    }

    /// After so many runs, memories are as they usually are.
    fn warm_up(&self) -> usize {
        self.scenario.runs.len() / 5
    }

    fn handle(&mut self, event: Event, now: u64) {
        match event {
            Event::Arrives(run) => self.policy.submit(self.scenario, run, now),
            Event::Ends(instance) => self.end(instance, now),
            Event::Due => self.due = None,
        }
    }

    fn end(&mut self, instance: usize, now: u64) {
        let Some(run) = self.instances[instance].queue.pop_front() else {
            return;
        };
        let seconds = (now - self.started[&run]) as f64 / 1000.0;
        self.policy.ended(run, seconds, now);
        self.ended += 1;
        if self.ended <= self.scenario.runs.len() / 2 {
            self.service[self.scenario.runs[run].key] += seconds;
        }
        if self.ended == self.warm_up() {
            self.loads_before = self.loads;
        }
        self.last = now;
        self.start(instance, now);
    }

    /// Starts the run at the head of an instance, if there is one.
    fn start(&mut self, instance: usize, now: u64) {
        let Instance { queue, models } = &mut self.instances[instance];
        let Some(run) = queue.front().copied() else {
            return;
        };
        let one = &self.scenario.runs[run];
        let is_warm = models.contains(&one.model);
        models.retain(|known| *known != one.model);
        models.push_front(one.model);
        models.truncate(self.scenario.in_memory);
        let load = if is_warm {
            0
        } else {
            self.scenario.loads[one.model]
        };
        self.loads += usize::from(!is_warm);
        self.waited += now - one.arrives;
        self.started.insert(run, now);
        let ends = Event::Ends(instance);
        self.events.push(Reverse((now + load + one.takes, ends)));
    }

    /// Gives instances all runs that the policy has for them.
    fn hand_over(&mut self, now: u64) {
        loop {
            let began = Instant::now();
            let next = self.policy.next(&self.instances, now);
            self.decisions.push(began.elapsed().as_secs_f64() * 1000.0);
            let Some((instance, run)) = next else {
                break;
            };
            self.instances[instance].queue.push_back(run);
            if self.instances[instance].queue.len() == 1 {
                self.start(instance, now);
            }
        }
        if let Some(at) = self.policy.due()
            && self.due.is_none_or(|known| at < known)
        {
            self.due = Some(at);
            self.events.push(Reverse((at.max(now + 1), Event::Due)));
        }
    }

    fn report(mut self) -> Report {
        let runs = &self.scenario.runs;
        assert_eq!(self.ended, runs.len(), "every run must end");
        self.decisions.sort_by(f64::total_cmp);
        let work: u64 = runs.iter().map(|run| run.takes).sum();
        let shares = self.service.iter().zip(&self.scenario.shares);
        let weighted: Vec<f64> = shares.map(|(seconds, share)| seconds / share).collect();
        let counted = (self.ended - self.warm_up()) as f64;
        Report {
            scenario: self.scenario.name,
            policy: self.policy.name(),
            loads_per_100: (self.loads - self.loads_before) as f64 * 100.0 / counted,
            makespan: self.last as f64 / (work as f64 / self.scenario.instances as f64),
            jain: jain(&weighted),
            wait_mean: self.waited as f64 / 1000.0 / self.ended as f64,
            decision_p99: self.decisions[self.decisions.len() * 99 / 100],
        }
    }
}

/// Jain's index: 1 if all are equal.
fn jain(values: &[f64]) -> f64 {
    let sum: f64 = values.iter().sum();
    let squares: f64 = values.iter().map(|value| value * value).sum();
    sum * sum / (values.len() as f64 * squares)
}

/// flowdeck's placement.
pub(crate) struct Own {
    placement: Placement,
}

impl Own {
    pub(crate) fn new(scenario: &Scenario) -> Self {
        let mut placement = Placement::new();
        let names: Vec<String> = (0..scenario.instances).map(|id| id.to_string()).collect();
        for name in &names {
            placement.set_instance(name, DEPTH, 0, 0);
        }
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        placement.set_fits(0, &names);
        for (key, share) in scenario.shares.iter().enumerate() {
            placement.set_share(&key.to_string(), *share);
        }
        Self { placement }
    }
}

impl Policy for Own {
    fn name(&self) -> &'static str {
        "flowdeck"
    }

    fn submit(&mut self, scenario: &Scenario, run: usize, _now: u64) {
        let one = &scenario.runs[run];
        self.placement.add(WaitingRun {
            id: run.to_string(),
            key: one.key.to_string(),
            priority: 1,
            workflow: one.model.to_string(),
            models: vec![one.model.to_string()],
            needs: 0,
        });
    }

    fn next(&mut self, _: &[Instance], now: u64) -> Option<(usize, usize)> {
        let (instance, run) = self.placement.next(now)?;
        Some((
            instance.parse().unwrap_or_default(),
            run.parse().unwrap_or_default(),
        ))
    }

    fn ended(&mut self, run: usize, seconds: f64, now: u64) {
        self.placement.ended(&run.to_string(), Some(seconds), now);
    }

    fn due(&self) -> Option<u64> {
        self.placement.next_due()
    }
}
