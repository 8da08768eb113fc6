use serde_json::json;

use super::*;

fn past(status: Value) -> Past {
    Past {
        outputs: serde_json::Map::new(),
        status,
    }
}

#[test]
fn an_interrupted_task_is_cancelled_although_its_status_says_error() {
    let past = past(
        json!({ "status_str": "error", "messages": [["execution_interrupted", { "node_id": "1" }]] }),
    );
    assert_eq!(verdict(&past), Verdict::Cancelled);
}

#[test]
fn a_broken_task_gives_the_engine_s_words_and_its_node() {
    let error = json!({ "exception_message": "cannot identify image file\n", "node_type": "LoadImage", "node_id": "3" });
    let past = past(json!({ "status_str": "error", "messages": [["execution_error", error]] }));
    assert_eq!(
        verdict(&past),
        Verdict::Failed("cannot identify image file (LoadImage, node 3)".into())
    );
}

#[test]
fn a_task_without_a_status_is_completed() {
    assert_eq!(verdict(&past(Value::Null)), Verdict::Completed);
}

#[test]
fn a_task_took_from_its_start_to_its_last_message() {
    let messages = json!([
        ["execution_start", { "timestamp": 1_795_216_413_067_i64 }],
        ["execution_success", { "timestamp": 1_795_216_413_567_i64 }],
    ]);
    let past = past(json!({ "status_str": "success", "messages": messages }));
    assert_eq!(
        (started(&past), seconds(&past)),
        (Some(1_795_216_413_067), Some(0.5))
    );
}
