use super::*;

fn progress(json: &str) -> Option<RunProgress> {
    let body = format!(r#"{{"data": {{"_id": "r", "progress": {json}}}}}"#);
    let run: RunDetail = decode::answer(&GET_RUN, body.as_bytes(), "r").unwrap();
    run.progress
}

fn steps(value: u32, max: u32) -> Option<RunProgress> {
    let node = None;
    Some(RunProgress { value, max, node })
}

#[test]
fn a_run_reports_its_progress_and_the_running_node() {
    let node = Some("5".to_owned());
    let expected = Some(RunProgress {
        value: 12,
        max: 20,
        node,
    });
    for node in [r#""5""#, "5"] {
        let json = format!(r#"{{"value": 12, "max": 20, "node": {node}}}"#);
        assert_eq!(progress(&json), expected);
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
