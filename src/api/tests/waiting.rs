//! What `flowdeck serve` reports of runs beyond other services: attempts, priorities, and the runs that wait in it.

use super::*;

fn run(more: &serde_json::Value) -> RunDetail {
    let mut data = json!({"_id": "r", "status": "pending"});
    for (name, value) in more.as_object().unwrap() {
        data[name] = value.clone();
    }
    decode::answer(&GET_RUN, &bytes(json!({ "data": data })), "r").unwrap()
}

fn queue(meta: &serde_json::Value) -> QueueAnswer {
    let idle = json!({"queue_running": [], "queue_pending": []});
    let entries = ["a", "b", "c"].map(|name| json!({"comfy_uri": name, "queue": idle}));
    decode::queue_answer(&bytes(json!({"data": entries, "meta": meta}))).unwrap()
}

#[test]
fn a_waiting_run_has_its_place_and_estimates() {
    let run = run(&json!({
        "attempts": 2, "priority": "high", "position": 7, "starts_in": 12.5, "takes": 4, "output_names": ["r/a.png"],
    }));
    assert_eq!(
        (run.attempts, run.priority),
        (Some(2), Some(Priority::High))
    );
    let estimate = (run.position, run.starts_in, run.takes);
    assert_eq!(estimate, (Some(7), Some(12.5), Some(4.0)));
    assert_eq!(run.output_names, ["r/a.png"]);
}

#[test]
fn a_run_without_these_fields_or_with_other_types_is_read() {
    let nothing = run(&json!({}));
    assert_eq!((nothing.attempts, nothing.priority), (None, None));
    assert_eq!((nothing.position, nothing.starts_in), (None, None));
    for value in [
        json!("2"),
        json!(-1),
        json!(null),
        json!([]),
        json!({}),
        json!(true),
        json!("urgent"),
    ] {
        let odd = run(&json!({
            "attempts": value, "priority": value, "position": value, "starts_in": value, "takes": value,
            "output_names": value,
        }));
        assert_eq!(odd, nothing, "{value}");
    }
    let names = run(&json!({"output_names": [null, 3, "a", {}]})).output_names;
    assert_eq!(names, ["3", "a"]);
    let body = br#"{"data": {"_id": "r", "starts_in": 1e999, "takes": 1e3, "attempts": 1e3}}"#;
    let huge: RunDetail = decode::answer(&GET_RUN, body, "r").unwrap();
    let read = (huge.starts_in, huge.takes, huge.attempts);
    assert_eq!(read, (None, Some(1000.0), None));
}

#[test]
fn the_queue_lists_the_waiting_runs() {
    let waiting = queue(&json!({"waiting": {
        "count": 5,
        "ids": ["w", "x", null],
        "own": [{"id": "x", "position": 2, "starts_in": 3.5, "takes": 2}, {"id": "y"}, {"position": 3}, 7],
    }}))
    .waiting;
    assert_eq!(waiting.count, 5);
    assert_eq!(waiting.ids, ["w", "x"]);
    let run = |id: &str, position, starts_in, takes| WaitingRun {
        id: id.to_owned(),
        position,
        starts_in,
        takes,
    };
    let first = run("x", Some(2), Some(3.5), Some(2.0));
    assert_eq!(waiting.own, [first, run("y", None, None, None)]);
}

#[test]
fn without_waiting_runs_or_with_other_types_none_wait() {
    for meta in [
        json!(null),
        json!(7),
        json!([]),
        json!({}),
        json!({"waiting": 3}),
        json!({"waiting": {"count": "3", "ids": "abc", "own": {}}}),
        json!({"waiting": {"count": -3, "ids": null}}),
    ] {
        let answer = queue(&meta);
        assert_eq!(answer.waiting, Waiting::default(), "{meta}");
        assert_eq!(answer.entries.len(), 3, "{meta}");
    }
    let listed = queue(&json!({"waiting": {"ids": ["a", "b"]}})).waiting;
    assert_eq!(listed.count, 2, "at least those that are listed wait");
}

#[test]
fn instances_that_take_no_runs_are_named() {
    let answer =
        queue(&json!({"hung": ["a", 3], "stopped": ["b"], "draining": ["b", "c", "gone"]}));
    let conditions = [Condition::Hung, Condition::Stopped, Condition::Draining].map(Some);
    assert_eq!(answer.conditions, conditions);
    assert_eq!(answer.silent, [true, true, false]);
    let odd = queue(&json!({"hung": "a", "stopped": {"b": 1}, "draining": null}));
    assert_eq!(odd.conditions, [None; 3]);
}

#[test]
fn a_listing_marks_shortened_values() {
    let marks = [json!(true), json!("true"), json!(null)];
    let inputs = marks.map(|mark| json!({"path": "text", "value": "a", "shortened": mark}));
    let run = run(&json!({ "inputs": inputs }));
    let marks: Vec<bool> = run.inputs.iter().map(|input| input.shortened).collect();
    assert_eq!(marks, [true, false, false]);
}
