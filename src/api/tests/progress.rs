use super::*;

fn progress(json: &str) -> Option<RunProgress> {
    let body = format!(r#"{{"data": {{"_id": "r", "progress": {json}}}}}"#);
    let run: RunDetail = decode::answer(&GET_RUN, body.as_bytes(), "r").unwrap();
    run.progress
}

fn steps(value: u32, max: u32) -> Option<RunProgress> {
    Some(RunProgress {
        value,
        max,
        ..RunProgress::default()
    })
}

#[test]
fn a_run_reports_its_progress_and_the_running_node() {
    let node = Some("5".to_owned());
    let expected = Some(RunProgress {
        value: 12,
        max: 20,
        node,
        ..RunProgress::default()
    });
    for node in [r#""5""#, "5"] {
        let json = format!(r#"{{"value": 12, "max": 20, "node": {node}}}"#);
        assert_eq!(progress(&json), expected);
    }
}

#[test]
fn a_run_reports_the_progress_of_all_its_nodes() {
    let json = r#"{"value": 0, "max": 1, "node": "5", "title": "Blur 7 of 12",
        "nodes_done": 6, "nodes_total": 14, "percent": 42}"#;
    let expected = RunProgress {
        value: 0,
        max: 1,
        node: Some("5".to_owned()),
        title: Some("Blur 7 of 12".to_owned()),
        nodes_done: Some(6),
        nodes_total: Some(14),
        percent: Some(42),
    };
    assert_eq!(progress(json), Some(expected.clone()));
    let written = serde_json::to_value(expected).unwrap();
    assert_eq!(
        written,
        serde_json::from_str::<serde_json::Value>(json).unwrap()
    );
}

#[test]
fn invalid_counts_of_the_whole_run_are_left_out() {
    for percent in ["101", "-1", "\"50\"", "null", "1e9", "{}"] {
        let json = format!(r#"{{"value": 1, "max": 2, "percent": {percent}, "nodes_done": []}}"#);
        assert_eq!(progress(&json), steps(1, 2), "{json}");
    }
}

#[test]
fn progress_is_capped_at_its_end_and_counts_whole_steps() {
    assert_eq!(progress(r#"{"value": 21, "max": 20}"#), steps(20, 20));
    assert_eq!(progress(r#"{"value": 2.9, "max": 20.0}"#), steps(2, 20));
}

#[test]
fn an_invalid_progress_is_none_and_does_not_affect_the_run() {
    for json in [
        "null",
        "0.5",
        "[12, 20]",
        "{}",
        r#"{"value": 12}"#,
        r#"{"value": 0, "max": 0}"#,
        r#"{"value": 0, "max": 0.5}"#,
        r#"{"value": -1, "max": 20}"#,
        r#"{"value": -0.5, "max": 20}"#,
        r#"{"value": 1, "max": -20}"#,
        r#"{"value": "12", "max": 20}"#,
        r#"{"value": 12, "max": 1e999}"#,
    ] {
        assert_eq!(progress(json), None, "{json}");
    }
}

#[test]
fn an_unreported_progress_is_not_written() {
    let mut run = RunDetail::default();
    assert!(
        serde_json::to_value(&run)
            .unwrap()
            .get("progress")
            .is_none()
    );
    run.progress = steps(1, 2);
    let written = serde_json::to_value(&run).unwrap();
    assert_eq!(written["progress"], json!({"value": 1, "max": 2}));
}
