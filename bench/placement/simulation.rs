//! The simulation: instances execute one run after the other, load models and forget the ones used longest ago.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, VecDeque};
use std::time::Instant;

use flowdeck::placement::{Placement, WaitingRun};

use crate::peers::{Policy, View};
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
pub(crate) fn simulate(scenario: &Scenario, mut policy: Box<dyn Policy>) -> Report {
    let mut instances: Vec<Instance> = Vec::new();
    instances.resize_with(scenario.instances, Instance::default);
    let arrivals = scenario.runs.iter().enumerate();
    let mut events: BinaryHeap<_> = arrivals
        .map(|(run, one)| Reverse((one.arrives, Event::Arrives(run))))
        .collect();
    let (mut loads, mut ended, mut waited, mut last) = (0_usize, 0_usize, 0_u64, 0);
    let warm_up = scenario.runs.len() / 5;
    let mut loads_before = 0;
    let mut started: HashMap<usize, u64> = HashMap::new();
    let mut service = vec![0.0; scenario.shares.len()];
    let mut decisions: Vec<f64> = Vec::new();
    let mut due = None;
    while let Some(Reverse((now, event))) = events.pop() {
        match event {
            Event::Arrives(run) => policy.submit(scenario, run, now),
            Event::Ends(instance) => {
                let Some(run) = instances[instance].queue.pop_front() else {
                    continue;
                };
                let seconds = (now - started[&run]) as f64 / 1000.0;
                policy.ended(scenario, run, instance, seconds, now);
                ended += 1;
                // While every key still has runs.
                if ended <= scenario.runs.len() / 2 {
                    service[scenario.runs[run].key] += seconds;
                }
                last = now;
                if ended == warm_up {
                    loads_before = loads;
                }
                if let Some(next) = instances[instance].queue.front().copied() {
                    loads += start(
                        scenario,
                        &mut instances,
                        instance,
                        next,
                        now,
                        &mut events,
                        &mut started,
                    );
                    waited += now - scenario.runs[next].arrives;
                }
            }
            Event::Due => due = None,
        }
        // All that arrive at the same moment are there before the first choice.
        if let Some(Reverse((time, Event::Arrives(_)))) = events.peek()
            && *time == now
        {
            continue;
        }
        loop {
            let began = Instant::now();
            let next = policy.next(
                &View {
                    instances: &instances,
                },
                now,
            );
            decisions.push(began.elapsed().as_secs_f64() * 1000.0);
            let Some((instance, run)) = next else {
                break;
            };
            let is_idle = instances[instance].queue.is_empty();
            instances[instance].queue.push_back(run);
            if is_idle {
                loads += start(
                    scenario,
                    &mut instances,
                    instance,
                    run,
                    now,
                    &mut events,
                    &mut started,
                );
                waited += now - scenario.runs[run].arrives;
            }
        }
        if let Some(at) = policy.due()
            && due.is_none_or(|known| at < known)
        {
            due = Some(at);
            events.push(Reverse((at.max(now + 1), Event::Due)));
        }
    }
    assert_eq!(ended, scenario.runs.len(), "every run must end");
    decisions.sort_by(f64::total_cmp);
    let work: u64 = scenario.runs.iter().map(|run| run.takes).sum();
    let weighted: Vec<f64> = service
        .iter()
        .zip(&scenario.shares)
        .map(|(time, share)| time / share)
        .collect();
    Report {
        scenario: scenario.name,
        policy: policy.name(),
        loads_per_100: (loads - loads_before) as f64 * 100.0 / (ended - warm_up) as f64,
        makespan: last as f64 / (work as f64 / scenario.instances as f64),
        jain: jain(&weighted),
        wait_mean: waited as f64 / 1000.0 / ended as f64,
        decision_p99: decisions[decisions.len() * 99 / 100],
    }
}

/// Starts a run at the head of an instance. Returns 1 if it loads its model.
fn start(
    scenario: &Scenario,
    instances: &mut [Instance],
    instance: usize,
    run: usize,
    now: u64,
    events: &mut BinaryHeap<Reverse<(u64, Event)>>,
    started: &mut HashMap<usize, u64>,
) -> usize {
    let model = scenario.runs[run].model;
    let memory = &mut instances[instance].models;
    let is_cold = !memory.contains(&model);
    memory.retain(|known| *known != model);
    memory.push_front(model);
    memory.truncate(scenario.in_memory);
    let load = if is_cold { scenario.loads[model] } else { 0 };
    started.insert(run, now);
    events.push(Reverse((
        now + load + scenario.runs[run].takes,
        Event::Ends(instance),
    )));
    usize::from(is_cold)
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

    fn next(&mut self, _view: &View<'_>, now: u64) -> Option<(usize, usize)> {
        let (instance, run) = self.placement.next(now)?;
        Some((
            instance.parse().unwrap_or_default(),
            run.parse().unwrap_or_default(),
        ))
    }

    fn ended(&mut self, _: &Scenario, run: usize, _: usize, seconds: f64, now: u64) {
        self.placement.ended(&run.to_string(), Some(seconds), now);
    }

    fn due(&self) -> Option<u64> {
        self.placement.next_due()
    }
}
