//! Summaries of runs.

use std::collections::HashMap;

use chrono::TimeDelta;

use super::*;

fn window() -> Window {
    let to: DateTime<Utc> = "2030-01-02T00:00:00Z".parse().unwrap();
    Window {
        from: to - TimeDelta::hours(24),
        to,
    }
}

/// A run that was accepted this many minutes after the beginning of the window, waited 2 s and was executed for these
/// seconds.
fn run(id: &str, workflow: &str, status: RunStatus, minutes: i64, seconds: i64) -> RecentRun {
    let created_at = window().from + TimeDelta::minutes(minutes);
    let started_at = created_at + TimeDelta::seconds(2);
    let has_started = status != RunStatus::Pending;
    RecentRun {
        id: id.into(),
        workflow_id: workflow.into(),
        status,
        created_at,
        started_at: has_started.then_some(started_at),
        ended_at: status
            .is_final()
            .then(|| started_at + TimeDelta::seconds(seconds)),
        error: None,
    }
}

#[test]
fn runs_are_counted_by_state_by_time_and_by_workflow() {
    use RunStatus::{Cancelled, Completed, Failed, Pending, Running};
    let runs = [
        run("a", "poster", Completed, 0, 10),
        run("b", "poster", Completed, 29, 30),
        run("c", "poster", Completed, 31, 20),
        run("d", "poster", Running, 1400, 0),
        run("e", "poster", Pending, 1439, 0),
        run("f", "sound", Failed, 45, 5),
        run("g", "sound", Cancelled, 46, 5),
        run("h", "sound", Pending, -90, 0),
    ];
    let summary = Summary::of(&runs, window()).json(true);
    assert_eq!(summary["from"], "2030-01-01T00:00:00.000Z");
    assert_eq!(summary["is_complete"], true);
    let all = json!({ "pending": 2, "running": 1, "completed": 3, "failed": 1, "cancelled": 1 });
    assert_eq!(summary["states"], all);
    assert_eq!(summary["waiting_since"], "2029-12-31T22:30:00.000Z");
    let steps = summary["steps"].as_array().unwrap();
    assert_eq!(steps.len(), STEPS);
    let counts = |step: usize| (&steps[step]["completed"], &steps[step]["failed"]);
    assert_eq!(counts(0), (&json!(2), &json!(0)));
    assert_eq!(counts(1), (&json!(1), &json!(1)));
    assert_eq!(steps[47]["pending"], 1);

    let poster = &summary["workflows"][0];
    assert_eq!(poster["workflow_id"], "poster");
    assert_eq!(poster["states"]["completed"], 3);
    // The last one has waited for a minute so far.
    assert_eq!(poster["waited"], json!({ "median": 2.0, "p95": 60.0 }));
    assert_eq!(poster["executed"], json!({ "median": 20.0, "p95": 30.0 }));
    let first = json!({ "runs": 2, "waited": 2.0, "executed": 10.0 });
    assert_eq!(poster["steps"][0], first);
    let waiting = json!({ "runs": 0, "waited": 60.0, "executed": null });
    assert_eq!(poster["steps"][47], waiting);
    let none = json!({ "runs": 0, "waited": null, "executed": null });
    assert_eq!(poster["steps"][2], none);
    let sound = &summary["workflows"][1];
    assert_eq!(sound["executed"], json!({ "median": null, "p95": null }));
}

#[test]
fn runs_that_failed_for_the_same_reason_are_one_entry_and_the_latest_is_first() {
    let failed = |id: &str, workflow: &str, minutes, error: &str| RecentRun {
        error: Some(error.into()),
        ..run(id, workflow, RunStatus::Failed, minutes, 1)
    };
    let mut runs = vec![
        failed("c", "poster", 30, "out of memory"),
        failed("a", "poster", 10, "out of memory"),
        failed("b", "poster", 20, "no such file"),
        failed("d", "sound", 5, "out of memory"),
    ];
    let summary = Summary::of(&runs, window()).json(true);
    let entries = |summary: &Value| -> Vec<(String, u64)> {
        let entries = summary["failures"].as_array().unwrap().iter();
        let run = |entry: &Value| entry["run_id"].as_str().unwrap().to_owned();
        entries
            .map(|entry| (run(entry), entry["count"].as_u64().unwrap()))
            .collect()
    };
    let expected = [("c", 2), ("b", 1), ("d", 1)];
    assert_eq!(
        entries(&summary),
        expected.map(|(run, count)| (run.to_owned(), count))
    );
    assert_eq!(summary["failures"][0]["reason"], "out of memory");
    assert_eq!(summary["failures"][0]["at"], "2030-01-01T00:30:03.000Z");

    let more = (0..20).map(|number| failed("m", "poster", 100, &number.to_string()));
    runs.extend(more);
    let summary = Summary::of(&runs, window()).json(true);
    assert_eq!(entries(&summary).len(), 10);
}

#[test]
fn the_slowest_nodes_of_a_workflow_have_their_titles_where_it_has_them() {
    let runs = [run("a", "poster", RunStatus::Completed, 0, 1)];
    let mut summary = Summary::of(&runs, window());
    let times = [
        ("1", 0.5),
        ("2", 7.12345),
        ("3", 0.1),
        ("4", 0.2),
        ("5", 0.3),
        ("6", 0.4),
    ];
    let times: HashMap<String, f64> = times
        .map(|(node, seconds)| (node.to_owned(), seconds))
        .into();
    let titles = HashMap::from([("2".to_owned(), "Sampler".to_owned())]);
    summary.workflows()[0].set_nodes(&times, &titles);
    let json = summary.json(true);
    let nodes = json["workflows"][0]["slowest_nodes"].as_array().unwrap();
    assert_eq!(nodes.len(), 5);
    let slowest = json!({ "node": "2", "title": "Sampler", "seconds": 7.123 });
    assert_eq!(nodes[0], slowest);
    assert_eq!(nodes[1]["title"], Value::Null);
}

#[test]
fn no_runs_are_no_failures_and_no_workflows() {
    let summary = Summary::of(&[], window()).json(false);
    assert_eq!(summary["workflows"], json!([]));
    assert_eq!(summary["failures"], json!([]));
    assert_eq!(summary["waiting_since"], Value::Null);
    assert_eq!(summary["is_complete"], false);
}
