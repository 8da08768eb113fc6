//! The events of runs.

use super::*;

fn event(name: &str, data: &str) -> RunEvent {
    match StreamMessage::read(name, data) {
        Some(StreamMessage::Run(event)) => *event,
        other => panic!("{name}: {other:?}"),
    }
}

#[test]
fn a_state_names_the_run_its_status_and_its_attempts() {
    let data = r#"{"run_id":"a","workflow_id":"poster","group_id":null,"number":4,
        "at":"2026-11-27T17:10:00.123Z","status":"running","attempts":2}"#;
    let RunEvent { kind, run, .. } = event("state", data);
    assert_eq!(kind, RunEventKind::State);
    assert_eq!((run.id.as_str(), run.workflow_id.as_str()), ("a", "poster"));
    assert_eq!((run.status, run.attempts), (RunStatus::Running, Some(2)));
    assert_eq!((run.error, run.progress), (None, None));
}

#[test]
fn a_final_state_has_the_error() {
    let data = r#"{"run_id":"a","status":"failed","error":"no such file"}"#;
    let run = event("state", data).run;
    assert!(run.status.is_final());
    assert_eq!(run.error.as_deref(), Some("no such file"));
}

#[test]
fn outputs_and_moments_have_the_shape_of_the_detail() {
    let data = r#"{"run_id":"a","outputs":[{"filename":"a.png","url":"/a","thumbnail":"/t"}],
        "left_out":[{"node":"7","title":"Save","reason":"no such class"}]}"#;
    let run = event("outputs", data).run;
    assert_eq!(run.outputs[0].thumbnail.as_deref(), Some("/t"));
    assert_eq!(run.left_out[0].reason, "no such class");

    let data = r#"{"run_id":"a","starts_in":12.5,"preview":"/api/v1/previews/x",
        "progress":{"value":3,"max":20,"node":"3","title":"KSampler","nodes_done":2,"nodes_total":7,"percent":31}}"#;
    let RunEvent { kind, run, .. } = event("moment", data);
    assert_eq!(kind, RunEventKind::Moment);
    assert_eq!(run.preview.as_deref(), Some("/api/v1/previews/x"));
    assert_eq!(run.progress.unwrap().percent, Some(31));
}

#[test]
fn an_event_that_says_nothing_known_about_a_run_is_left_out() {
    let cases = [
        ("state", ""),
        ("state", "{"),
        ("state", "null"),
        ("state", "[]"),
        ("state", r#"{"status":"running"}"#),
        ("state", r#"{"run_id":{},"status":"running"}"#),
        ("message", r#"{"run_id":"a","status":"running"}"#),
        ("started", r#"{"run_id":"a"}"#),
    ];
    for (name, data) in cases {
        assert_eq!(StreamMessage::read(name, data), None, "{name}: {data}");
    }
}

#[test]
fn a_status_of_another_version_is_unknown() {
    let run = event("state", r#"{"run_id":"a","status":"paused"}"#).run;
    assert_eq!(run.status, RunStatus::Unknown);
}

#[test]
fn the_start_of_a_stream_is_known_whatever_its_data() {
    for data in [r#"{"runs":12}"#, "", "?"] {
        assert_eq!(
            StreamMessage::read("ready", data),
            Some(StreamMessage::Ready)
        );
    }
}
