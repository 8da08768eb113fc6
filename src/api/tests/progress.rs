use super::*;

fn progress(told: &str) -> Option<RunProgress> {
    let body = format!(r#"{{"data": {{"_id": "r", "progress": {told}}}}}"#);
    let run: RunDetail = decode::answer(&GET_RUN, body.as_bytes(), "r").unwrap();
    run.progress
}

fn steps(value: u32, max: u32) -> Option<RunProgress> {
    let node = None;
    Some(RunProgress { value, max, node })
}

#[test]
fn a_run_tells_how_far_it_is_and_which_node_works_on_it() {
    let node = Some("5".to_owned());
    let expected = Some(RunProgress {
        value: 12,
        max: 20,
        node,
    });
    for node in [r#""5""#, "5"] {
        let told = format!(r#"{{"value": 12, "max": 20, "node": {node}}}"#);
        assert_eq!(progress(&told), expected);
    }
}

#[test]
fn a_progress_beyond_its_end_is_at_its_end_and_parts_of_steps_are_none() {
    assert_eq!(progress(r#"{"value": 21, "max": 20}"#), steps(20, 20));
    assert_eq!(progress(r#"{"value": 2.9, "max": 20.0}"#), steps(2, 20));
}

#[test]
fn a_strange_progress_is_none_and_takes_no_run_along() {
    for told in [
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
        assert_eq!(progress(told), None, "{told}");
    }
}

#[test]
fn a_progress_that_nobody_told_is_not_written() {
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
