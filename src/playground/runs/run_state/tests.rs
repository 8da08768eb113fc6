use super::*;

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
    let place = Some(Place {
        instance: "http://a".to_owned(),
        line: 0,
        starts_in: None,
    });
    assert_eq!(
        RunState::Unknown.after_queue(place.as_ref(), 0, false),
        RunState::Running
    );
}

#[test]
fn what_ended_stays_ended() {
    let place = Some(Place {
        instance: "http://a".to_owned(),
        line: 0,
        starts_in: None,
    });
    assert_eq!(
        RunState::Failed.after_queue(place.as_ref(), 0, false),
        RunState::Failed
    );
    assert_eq!(
        RunState::Cancelled.after_detail(RunStatus::Running),
        RunState::Cancelled
    );
}
