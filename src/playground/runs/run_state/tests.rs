use super::*;

fn running() -> QueuePosition {
    QueuePosition {
        address: Some("http://a".to_owned()),
        number: 0,
        starts_in: None,
    }
}

#[test]
fn without_details_a_run_that_left_the_queue_is_unknown_not_completed() {
    let state = RunState::Running.after_snapshot(None, MAX_MISSED_SNAPSHOTS, false);
    assert_eq!(state, RunState::Unknown);
}

#[test]
fn a_run_missing_from_one_snapshot_keeps_its_state() {
    assert_eq!(
        RunState::Accepted.after_snapshot(None, 1, false),
        RunState::Accepted
    );
}

#[test]
fn with_details_a_missing_run_keeps_its_state() {
    assert_eq!(
        RunState::Running.after_snapshot(None, 99, true),
        RunState::Running
    );
}

#[test]
fn an_unknown_run_that_reappears_is_running() {
    assert_eq!(
        RunState::Unknown.after_snapshot(Some(&running()), 0, false),
        RunState::Running
    );
}

#[test]
fn final_states_do_not_change() {
    assert_eq!(
        RunState::Failed.after_snapshot(Some(&running()), 0, false),
        RunState::Failed
    );
    assert_eq!(
        RunState::Cancelled.after_detail(RunStatus::Running),
        RunState::Cancelled
    );
}
