use super::*;
use crate::api::decode;

const QUEUE: &str = r#"{"status":"success","data":[
  {"comfy_uri":"http://a","queue":{"queue_running":[[0,"r"]],"queue_pending":[[7,"late"],[3,"soon"]]}},
  {"comfy_uri":"http://b","queue":{"queue_running":[],"queue_pending":[]}}]}"#;

fn find(run_id: &str) -> Option<Place> {
    Place::find(
        run_id,
        &decode::answer::<Vec<_>>(&crate::api::QUEUE, QUEUE.as_bytes(), "").unwrap(),
    )
}

#[test]
fn a_place_in_line_follows_the_order_in_which_tasks_will_run() {
    assert_eq!(find("late").map(|place| place.line), Some(2));
    assert_eq!(find("soon").map(|place| place.line), Some(1));
    assert_eq!(find("r").map(|place| place.line), Some(0));
    assert_eq!(find("other"), None);
}

#[test]
fn a_run_that_left_the_queue_untold_is_unknown_not_completed() {
    let state = RunState::Running.after_queue(None, PATIENCE, false);
    assert_eq!(state, RunState::Unknown);
}

#[test]
fn a_run_missing_from_one_picture_keeps_its_state() {
    assert_eq!(
        RunState::Accepted.after_queue(None, 1, false),
        RunState::Accepted
    );
}

#[test]
fn an_absence_means_nothing_where_the_deployment_tells_the_state() {
    assert_eq!(
        RunState::Running.after_queue(None, 99, true),
        RunState::Running
    );
}

#[test]
fn an_unknown_run_that_shows_up_again_runs() {
    let place = find("r");
    assert_eq!(
        RunState::Unknown.after_queue(place.as_ref(), 0, false),
        RunState::Running
    );
}

#[test]
fn what_ended_stays_ended() {
    let place = find("r");
    assert_eq!(
        RunState::Failed.after_queue(place.as_ref(), 0, false),
        RunState::Failed
    );
    assert_eq!(
        RunState::Cancelled.after_detail(RunStatus::Running),
        RunState::Cancelled
    );
}
