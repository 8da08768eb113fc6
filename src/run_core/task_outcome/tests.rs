use serde_json::json;

use super::*;

fn entry(status: Value) -> HistoryEntry {
    HistoryEntry {
        outputs: serde_json::Map::new(),
        status,
    }
}

#[test]
fn an_interrupted_task_is_cancelled_despite_its_error_status() {
    let entry = entry(
        json!({ "status_str": "error", "messages": [["execution_interrupted", { "node_id": "1" }]] }),
    );
    assert_eq!(outcome(&entry), TaskOutcome::Cancelled);
}

#[test]
fn a_failed_task_has_the_engine_s_message_and_node() {
    let error = json!({ "exception_message": "cannot identify image file\n", "node_type": "LoadImage", "node_id": "3" });
    let entry = entry(json!({ "status_str": "error", "messages": [["execution_error", error]] }));
    assert_eq!(
        outcome(&entry),
        TaskOutcome::Failed("cannot identify image file (LoadImage, node 3)".into())
    );
}

#[test]
fn a_task_without_a_status_is_completed() {
    assert_eq!(outcome(&entry(Value::Null)), TaskOutcome::Completed);
}

#[test]
fn a_duration_lasts_from_the_start_to_the_last_message() {
    let messages = json!([
        ["execution_start", { "timestamp": 1_795_216_413_067_i64 }],
        ["execution_success", { "timestamp": 1_795_216_413_567_i64 }],
    ]);
    let entry = entry(json!({ "status_str": "success", "messages": messages }));
    assert_eq!(
        (started_at(&entry), duration(&entry)),
        (Some(1_795_216_413_067), Some(0.5))
    );
}

#[test]
fn a_long_error_is_clipped() {
    let error = json!({ "exception_message": "x".repeat(1 << 20) });
    let entry = entry(json!({ "status_str": "error", "messages": [["execution_error", error]] }));
    let TaskOutcome::Failed(why) = outcome(&entry) else {
        panic!("it has not failed")
    };
    assert_eq!(why.len(), 8192);
}
