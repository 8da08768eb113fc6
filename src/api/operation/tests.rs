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
        (
            &OUTPUT,
            "r/a.png",
            "",
            "/api/v1/runs/output?filename=r%2Fa.png",
        ),
        (&RUNS, "g", "page=2", "/api/v1/runs?group_id=g&page=2"),
    ];
    for (operation, id, query, address) in cases {
        let url = operation.url("", id).unwrap();
        assert_eq!(url + &operation.query(id, query), address);
    }
}

#[test]
fn an_id_that_would_name_another_operation_is_none() {
    for id in ["", ".", ".."] {
        assert_eq!(GET_RUN.url("", id), None);
        assert_eq!(CANCEL.url("", id), None);
    }
}

#[test]
fn only_what_reads_may_be_asked_again() {
    assert!(QUEUE.reads() && RUNS.reads());
    assert!(!RUN.reads() && !CANCEL.reads() && !REGENERATE.reads());
    let starts = ALL.iter().filter(|operation| operation.starts());
    let names: Vec<_> = starts.map(|operation| operation.name).collect();
    assert_eq!(names, ["run", "regenerate"]);
}

#[test]
fn every_operation_is_found_by_its_name() {
    for operation in ALL {
        assert_eq!(
            Operation::named(operation.name).map(|found| found.what),
            Some(operation.what)
        );
    }
    assert!(Operation::named("drop").is_none());
}
