//! Every fault of an engine's events at every moment of a run: what the engine has finished is settled within 10 s,
//! what it has forgotten is placed again, and every execution is counted. Time is simulated.

mod engine;
mod simulation;

use std::time::Duration;

use engine::{EVENTS, Ending, Faults, MOMENTS, Moment};
use simulation::{Simulation, message};

use super::event;
use crate::engines::instance::{Instance, held};
use crate::engines::node_progress::RunNodes;
use workflow::Workflow;
use workflow::classes::NodeClasses;

/// How long a run that has ended may stay unsettled, and a forgotten one unplaced.
const SETTLED_WITHIN: Duration = Duration::from_secs(10);

/// Lets a run with these faults end, and checks how the service sees it.
fn check(what: &str, ending: Ending, faults: Faults) {
    let forgets = faults.forgets;
    let mut simulation = Simulation::new(ending, faults);
    simulation.run();
    let settled = simulation.settled.as_ref();
    let (outcome, after) = settled.unwrap_or_else(|| panic!("{what}: the run is never settled"));
    assert_eq!(*outcome, ending.outcome(), "{what}");
    assert!(*after <= SETTLED_WITHIN, "{what}: settled after {after:?}");
    let attempts = 1 + usize::from(forgets.is_some());
    assert_eq!(simulation.attempts, attempts, "{what}");
    assert!(simulation.engine.executions <= attempts, "{what}");
    if let Some(after) = simulation.placed_again_after {
        assert!(
            after <= SETTLED_WITHIN,
            "{what}: placed again after {after:?}"
        );
    }
}

#[test]
fn a_run_is_settled_in_time_whichever_event_is_missing_from_whichever_moment_on() {
    for ending in [Ending::Success, Ending::Error, Ending::Interrupted] {
        for event in EVENTS {
            for moment in MOMENTS {
                let faults = Faults {
                    drops: Some((event, moment)),
                    ..Faults::default()
                };
                let what = format!("{ending:?}, no {event} from {moment:?} on");
                check(&what, ending, faults);
            }
        }
    }
}

#[test]
fn a_run_is_settled_in_time_whatever_number_of_tasks_the_engine_announces() {
    for count in [0, 1, 2, 7] {
        for event in ["nothing", "everything", "execution_success", "status"] {
            for moment in MOMENTS {
                let faults = Faults {
                    drops: Some((event, moment)),
                    count: Some(count),
                    ..Faults::default()
                };
                let what = format!("always {count} tasks, no {event} from {moment:?} on");
                check(&what, Ending::Success, faults);
            }
        }
    }
}

#[test]
fn a_run_that_the_engine_forgets_is_placed_again_as_another_attempt() {
    for forgets in [Moment::Pending, Moment::Running, Moment::NodeDone] {
        for event in ["nothing", "everything", "status", "execution_start"] {
            for moment in MOMENTS {
                let faults = Faults {
                    drops: Some((event, moment)),
                    forgets: Some(forgets),
                    ..Faults::default()
                };
                let what = format!("forgotten at {forgets:?}, no {event} from {moment:?} on");
                check(&what, Ending::Success, faults);
            }
        }
    }
}

/// An online instance with one run that it is executing, which was submitted in an earlier connection.
fn executing() -> Instance {
    let instance = Instance::at("http://127.0.0.1:1");
    instance.set_connected("current");
    instance.availability.set_online();
    let graph =
        r#"{"3": {"class_type": "A", "inputs": {}}, "9": {"class_type": "B", "inputs": {}}}"#;
    let nodes = RunNodes::of(&Workflow::parse(graph).0, &NodeClasses::default());
    instance
        .tasks
        .track_recovered(held("run", "task"), Some("earlier".into()), true, nodes);
    instance
}

#[test]
fn a_client_that_takes_over_a_task_learns_its_current_node() {
    let instance = executing();
    let event = r#"{"type": "executing", "data": {"node": "3"}}"#;
    event::apply(&instance, "current", &message(event));
    assert_eq!(instance.progress("task"), None, "it is of another client");
    event::apply(&instance, "earlier", &message(event));
    let progress = instance.progress("task").unwrap();
    assert_eq!(progress.node.as_deref(), Some("3"));
}

#[test]
fn the_clients_of_earlier_connections_are_followed_as_long_as_they_have_runs() {
    let instance = executing();
    assert_eq!(
        instance.tasks.known().earlier_clients(),
        ["earlier".to_owned()].into()
    );
    instance
        .tasks
        .track_offered(held("next", "next"), "current");
    assert_eq!(instance.tasks.known().earlier_clients().len(), 1);
    instance.set_connected("third");
    assert_eq!(instance.tasks.known().earlier_clients().len(), 2);
    instance.tasks.untrack("task");
    assert_eq!(
        instance.tasks.known().earlier_clients(),
        ["current".to_owned()].into()
    );
}

#[test]
fn a_report_is_not_complete_if_its_stream_was_opened_again_in_mid_run() {
    let instance = executing();
    let send = |kind: &str| {
        let event = format!(r#"{{"type": "{kind}", "data": {{"prompt_id": "task"}}}}"#);
        event::apply(&instance, "earlier", &message(&event))
    };
    send("execution_start");
    instance.tasks.interrupt_reports("current");
    assert!(send("execution_success").ended.is_some());
    send("execution_start");
    instance.tasks.interrupt_reports("earlier");
    assert_eq!(send("execution_success").ended, None);
}
