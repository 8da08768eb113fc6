//! The follower of a run as JavaScript drives it: `npm_follow`.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, reason = "a failed precondition fails the test")]

use npm_follow::Follower;
use serde_json::{Value, json};
use wasm_bindgen_test::wasm_bindgen_test;

const RUN: &str = "run-1";

/// What a follower asks for, as far as it does now.
fn asked(follower: &mut Follower) -> Vec<Value> {
    std::iter::from_fn(|| Some(follower.next_action()).filter(|text| !text.is_empty()))
        .map(|text| serde_json::from_str(&text).unwrap())
        .collect()
}

fn detail(members: Value) -> Vec<u8> {
    let mut data = json!({ "_id": RUN, "workflow_id": "poster" });
    data.as_object_mut()
        .unwrap()
        .extend(members.as_object().unwrap().clone());
    json!({ "status": "success", "data": data })
        .to_string()
        .into_bytes()
}

#[wasm_bindgen_test]
fn each_action_is_a_list() {
    let mut follower = Follower::new(RUN.to_owned(), 1000, true);
    let begins = [
        json!(["open", ""]),
        json!(["set", true, 40_000]),
        json!(["set", false, 4000]),
    ];
    assert_eq!(asked(&mut follower), begins);
    follower.passed(true, 40_000.0, 0.5);
    assert_eq!(
        asked(&mut follower),
        [json!(["close"]), json!(["set", true, 500])]
    );
    follower.refused("not_found", Some(404), None, None, 0.0, 0.5);
    let polls = [
        json!(["close"]),
        json!(["stop", true]),
        json!(["stop", false]),
        json!(["detail"]),
    ];
    assert_eq!(asked(&mut follower), polls);
    assert_eq!(follower.offers_events(), Some(false));
    assert!(follower.failed(false, "not_found", Some(404), None));
    assert_eq!(asked(&mut follower), [json!(["queue"])]);
}

#[wasm_bindgen_test]
fn everything_that_is_known_is_reported_in_the_names_of_the_package() {
    let mut follower = Follower::new(RUN.to_owned(), 1000, false);
    asked(&mut follower);
    let progress = json!({ "value": 3, "max": 20, "node": "3", "title": "KSampler", "nodes_done": 2,
        "nodes_total": 7, "percent": 31 });
    assert!(follower.detail(&detail(json!({
        "status": "running", "group_id": "g", "attempts": 1, "progress": progress, "preview": "/p",
        "position": 2, "starts_in": 12.5, "takes": 0.000_25, "outputs": [{ "filename": "a.png", "url": "/a" }],
        "left_out": [{ "node": "9", "title": "Save", "reason": "why" }],
    }))));
    let reported = asked(&mut follower);
    let known = json!({
        "runId": RUN, "workflowId": "poster", "groupId": "g", "status": "running", "attempts": 1, "error": null,
        "outputs": [{ "filename": "a.png", "url": "/a", "thumbnail": null }],
        "leftOut": [{ "node": "9", "title": "Save", "reason": "why" }],
        "position": 2, "startsIn": 12.5, "takes": 0.000_25,
        "progress": { "value": 3, "max": 20, "node": "3", "title": "KSampler", "nodesDone": 2, "nodesTotal": 7,
            "percent": 31 },
        "preview": "/p", "instance": null,
    });
    assert_eq!(reported[0][0], "report");
    let seen = &reported[0][1];
    assert_eq!(
        (&seen["via"], &seen["ended"]),
        (&json!("detail"), &json!(false))
    );
    assert_eq!(seen["known"], known);
    let types: Vec<_> = seen["events"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["type"].clone())
        .collect();
    assert_eq!(types, ["outputs", "state"]);
    assert_eq!(reported[1], json!(["set", false, 1000]));
}

#[wasm_bindgen_test]
fn an_end_is_reported_once() {
    let mut follower = Follower::new(RUN.to_owned(), 1000, true);
    follower.opened(0.0);
    let event = format!(
        "event: state\ndata: {{\"run_id\":\"{RUN}\",\"number\":7,\"status\":\"failed\"}}\n\n"
    );
    follower.arrived(event.as_bytes(), 1.0, 0.5);
    asked(&mut follower);
    assert!(follower.detail(&detail(json!({ "status": "failed", "error": "no memory" }))));
    let reported = asked(&mut follower);
    assert_eq!(
        (
            &reported[0][1]["ended"],
            &reported[0][1]["events"][0]["number"]
        ),
        (&json!(true), &json!(7))
    );
    assert_eq!(reported.last().unwrap(), &json!(["end"]));
    assert_eq!(asked(&mut follower), [Value::Null; 0]);
}

#[wasm_bindgen_test]
fn an_answer_that_cannot_be_read_is_said() {
    let mut follower = Follower::new(RUN.to_owned(), 1000, false);
    for body in ["", "[]", "<h1>502</h1>", "{\"data\":7}"] {
        assert!(!follower.detail(body.as_bytes()), "{body}");
        assert!(!follower.queue(body.as_bytes()), "{body}");
    }
}

#[wasm_bindgen_test]
fn an_unknown_error_ends_the_following() {
    let mut follower = Follower::new(RUN.to_owned(), 1000, false);
    assert!(!follower.failed(false, "odd", None, None));
    assert!(follower.failed(false, "network", None, None));
}
