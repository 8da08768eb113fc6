use std::collections::HashSet;

use super::table::{OF_PACKAGE, OF_PAGE, OF_PROGRAM};
use super::*;

#[test]
fn an_id_goes_into_the_path_or_the_query() {
    let cases = [
        (
            &RUN,
            "a b/ü&",
            "",
            "/api/v1/runs?workflow_id=a%20b%2F%C3%BC%26",
        ),
        (
            &RUN,
            "w",
            "group_id=g",
            "/api/v1/runs?workflow_id=w&group_id=g",
        ),
        (&QUEUE, "", "", "/api/v1/comfy/queue"),
        (&GET_RUN, "r/1", "", "/api/v1/runs/r%2F1"),
        (&CANCEL, "r", "", "/api/v1/runs/r/cancel"),
        (&RUN_EVENTS, "r/1", "", "/api/v1/runs/r%2F1/events"),
        (&EVENTS, "", "group_id=g", "/api/v1/events?group_id=g"),
        (&DELETE_RUN, "r", "", "/api/v1/runs/r"),
        (&DELETE_RUNS, "g", "", "/api/v1/runs?group_id=g"),
        (
            &OUTPUT,
            "r/a.png",
            "",
            "/api/v1/runs/output?filename=r%2Fa.png",
        ),
        (&RUNS, "g", "page=2", "/api/v1/runs?group_id=g&page=2"),
        (&ALL_RUNS, "", "page=2", "/api/v1/runs?page=2"),
        (&REVOKE_KEY, "..", "", "/api/v1/comfy/keys?name=.."),
        (
            &DEPLOY_VERSION,
            "poster@v1",
            "",
            "/api/v1/comfy/workflows/poster%40v1/deploy",
        ),
    ];
    for (operation, id, query, address) in cases {
        let url = operation.url("", id).unwrap();
        assert_eq!(url + &operation.query(id, query), address);
    }
}

#[test]
fn an_id_that_would_lead_to_another_operation_has_no_url() {
    for id in ["", ".", ".."] {
        assert_eq!(GET_RUN.url("", id), None);
        assert_eq!(CANCEL.url("", id), None);
        assert_eq!(DELETE_RUN.url("", id), None);
    }
}

#[test]
fn only_reads_may_be_retried() {
    assert!(QUEUE.is_read() && RUNS.is_read());
    assert!(!RUN.is_read() && !CANCEL.is_read() && !REGENERATE.is_read());
    let starts = OF_PACKAGE.iter().filter(|operation| operation.starts_run());
    let names: Vec<_> = starts.map(|operation| operation.name).collect();
    assert_eq!(names, ["run", "regenerate"]);
}

#[test]
fn every_operation_is_found_by_its_name() {
    for operation in OF_PACKAGE {
        assert_eq!(
            Operation::by_name(operation.name).map(|found| found.action),
            Some(operation.action)
        );
    }
    assert!(Operation::by_name("drop").is_none());
}

#[test]
fn no_two_operations_have_the_same_name() {
    let all = [OF_PACKAGE, OF_PAGE, OF_PROGRAM].concat();
    let names: HashSet<_> = all.iter().map(|operation| operation.name).collect();
    assert_eq!(names.len(), all.len());
}
