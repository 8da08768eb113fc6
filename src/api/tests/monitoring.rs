//! What became of the runs of the last hours.

use super::*;

#[test]
fn a_summary_is_read_with_what_it_lacks_as_none() {
    let answer = r#"{"status":"success","data":{
        "from":"2030-01-01T00:00:00.000Z","to":"2030-01-02T00:00:00.000Z","is_complete":true,
        "states":{"pending":2,"running":1,"completed":30,"failed":1,"cancelled":0},
        "waiting_since":null,
        "steps":[{"completed":3},{}],
        "workflows":[{"workflow_id":"poster","states":{"completed":30},
            "waited":{"median":0.5,"p95":2},"executed":{"median":null,"p95":null},
            "steps":[{"runs":0,"waited":null,"executed":null},{"runs":2,"waited":0.1,"executed":3}],
            "slowest_nodes":[{"node":"3","title":null,"seconds":7.1}]}],
        "failures":[{"workflow_id":"poster","reason":"no","count":3,"run_id":"a","at":"2030-01-01T10:00:00Z"}]}}"#;
    let read: Monitoring = decode::answer(&MONITORING, answer.as_bytes(), "24").unwrap();
    assert!(read.is_complete && read.waiting_since.is_none());
    assert_eq!((read.states.pending, read.states.completed), (2, 30));
    assert_eq!((read.steps[0].completed, read.steps[1].completed), (3, 0));
    let poster = &read.workflows[0];
    assert_eq!(poster.waited.p95, Some(2.0));
    assert_eq!(poster.executed, Durations::default());
    // A step without runs keeps its place.
    assert_eq!(poster.steps.len(), 2);
    assert_eq!(poster.steps[1].executed, Some(3.0));
    assert_eq!(
        (
            poster.slowest_nodes[0].seconds,
            &poster.slowest_nodes[0].title
        ),
        (7.1, &None)
    );
    assert_eq!(
        (read.failures[0].count, read.failures[0].run_id.as_str()),
        (3, "a")
    );
}
