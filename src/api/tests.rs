use serde_json::json;

use super::*;
use crate::workflow::Problem;

fn bytes(value: serde_json::Value) -> Vec<u8> {
    value.to_string().into_bytes()
}

mod progress;

mod submission {
    use super::*;

    fn runs(body: &[u8]) -> Result<Vec<RunEntry>, String> {
        decode::answer(&RUN, body, "w")
    }

    #[test]
    fn every_generation_of_answers_is_read() {
        let entry = RunEntry {
            run_id: "r".into(),
            workflow_id: "w".into(),
        };
        let cases = [
            (
                json!([{"run_id": "r", "workflow_id": "w", "more": 1}]),
                &entry,
            ),
            (json!({"run_id": "r", "workflow_id": "w"}), &entry),
            (
                json!({"number": 3, "node_errors": {}, "output_names": ["o"], "run_id": "r"}),
                &entry,
            ),
        ];
        for (data, expected) in cases {
            let body = bytes(json!({"status": "success", "data": data, "errors": null}));
            assert_eq!(runs(&body).unwrap(), std::slice::from_ref(expected));
        }
    }

    #[test]
    fn a_foreign_answer_is_named() {
        for body in [
            "",
            "<html>",
            "[]",
            r#"{"data": 5}"#,
            r#"{"status": "success"}"#,
        ] {
            assert!(runs(body.as_bytes()).is_err(), "{body}");
        }
    }

    #[test]
    fn a_run_without_an_id_is_none() {
        let body = bytes(json!({"data": [{"workflow_id": "w"}, 3, {"run_id": 7}]}));
        assert_eq!(runs(&body).unwrap()[0].run_id, "7");
        let body = bytes(json!({"data": [{"workflow_id": "w"}]}));
        assert!(runs(&body).is_err());
    }

    #[test]
    fn an_answer_is_written_as_the_contract_says() {
        let answer = Envelope::success(vec![RunEntry {
            run_id: "r".into(),
            workflow_id: "w".into(),
        }]);
        assert_eq!(
            serde_json::to_string(&answer).unwrap(),
            r#"{"status":"success","data":[{"run_id":"r","workflow_id":"w"}],"errors":null,"meta":null}"#
        );
    }
}

mod queue {
    use super::*;

    fn decoded(entry: serde_json::Value) -> QueueEntry {
        let body = bytes(json!({"status": "success", "data": [entry]}));
        let mut entries: Vec<_> = decode::answer(&QUEUE, &body, "").unwrap();
        entries.remove(0)
    }

    #[test]
    fn pending_tasks_come_in_the_order_in_which_they_will_run() {
        let entry = decoded(json!({"comfy_uri": "http://a", "queue": {
            "queue_running": [[53, "x"]],
            "queue_pending": [[-104, "a"], [55, "d"], [2.5, "b"], [57, "e"], [54, "c"]],
        }}));
        let ids: Vec<_> = entry
            .queue
            .pending
            .iter()
            .map(|task| task.id.as_str())
            .collect();
        assert_eq!(ids, ["a", "b", "c", "d", "e"]);
        assert_eq!(entry.queue.running[0].id, "x");
    }

    #[test]
    fn the_rest_of_a_task_is_skipped() {
        let task = json!([1, "x", {"1": {"class_type": "A"}}, {"client_id": "c"}, ["1"]]);
        let entry = decoded(
            json!({"comfy_uri": "u", "queue": {"queue_running": [task], "queue_pending": []}}),
        );
        assert_eq!(
            entry.queue.running,
            [Task {
                number: 1.0,
                id: "x".into()
            }]
        );
    }

    #[test]
    fn an_engine_s_own_queue_is_read_the_same_way() {
        let body = bytes(json!({"queue_running": [[1, "a", {"3": {}}, {}, ["9"]]],
            "queue_pending": [[3, "c"], [2, "b", {}]]}));
        let queue = decode::engine_queue(&body).unwrap();
        assert_eq!(
            (queue.running[0].id.as_str(), queue.pending[0].id.as_str()),
            ("a", "b")
        );
    }

    #[test]
    fn a_task_that_is_none_takes_no_other_along() {
        let entry = decoded(json!({"comfy_uri": "u", "queue":
            {"queue_running": [7, [], [1], [1, null], [2, "x"]], "queue_pending": "none"}}));
        assert_eq!(
            (entry.queue.running.len(), entry.queue.pending.len()),
            (1, 0)
        );
    }

    #[test]
    fn a_task_with_a_number_beyond_all_others_takes_no_other_along() {
        let body = br#"{"queue_pending": [[1e999, "last"], [7, "a"], [-1e999, "first"]]}"#;
        let queue = decode::engine_queue(body).unwrap();
        let ids: Vec<_> = queue.pending.iter().map(|task| task.id.as_str()).collect();
        assert_eq!(ids, ["first", "a", "last"]);
        assert!(queue.pending.iter().all(|task| task.number.is_finite()));
    }

    #[test]
    fn an_entry_may_name_a_container_and_lack_a_queue() {
        let entry = decoded(json!({"container": "container #1"}));
        assert_eq!(entry.comfy_uri, "container #1");
        assert!(entry.queue.is_empty());
    }

    #[test]
    fn a_task_is_written_as_number_and_id() {
        let task = |number| {
            serde_json::to_string(&Task {
                number,
                id: "x".into(),
            })
            .unwrap()
        };
        assert_eq!(task(3.0), r#"[3,"x"]"#);
        assert_eq!(task(2.5), r#"[2.5,"x"]"#);
        assert_eq!(task(-104.0), r#"[-104,"x"]"#);
    }

    // proptest is no dependency of the tests that run as WebAssembly.
    #[cfg(not(target_arch = "wasm32"))]
    proptest::proptest! {
        #[test]
        fn no_body_makes_decoding_panic(body in ".*") {
            for operation in [&RUN, &QUEUE, &HEALTH, &WORKFLOWS, &RUNS, &GET_RUN, &OUTPUT] {
                let _ = operation.normal(body.as_bytes(), "");
            }
            let _ = decode::validation(body.as_bytes());
            let _ = decode::error_text(body.as_bytes());
        }
    }
}

mod errors {
    use super::*;

    #[test]
    fn the_faults_of_a_422_are_read() {
        let body = br#"{"detail":[{"loc":["body","a",3],"msg":"m","type":"t"}]}"#;
        let items = decode::validation(body);
        assert_eq!(
            items[0].loc,
            [
                Loc::Name("body".into()),
                Loc::Name("a".into()),
                Loc::Index(3)
            ]
        );
        assert_eq!(items[0].field(), Some("a"));
    }

    #[test]
    fn a_fault_with_a_strange_place_keeps_its_message() {
        let strange = [json!("body"), json!(null), json!([{}]), json!(7)];
        for loc in strange {
            let items = decode::validation(&bytes(json!({"detail": [{"loc": loc, "msg": "m"}]})));
            assert_eq!((items[0].msg.as_str(), items[0].field()), ("m", None));
        }
    }

    #[test]
    fn a_422_with_one_text_is_read() {
        assert_eq!(decode::validation(br#"{"detail":"no"}"#)[0].msg, "no");
        assert_eq!(decode::validation(b"<html>"), []);
    }

    #[test]
    fn error_texts_are_found_wherever_they_are() {
        let cases = [
            (json!({"errors": "a"}), Some("a")),
            (json!({"errors": ["a", "b"]}), Some("a\nb")),
            (json!({"errors": null, "detail": "c"}), Some("c")),
            (json!({"error": "d"}), Some("d")),
            (json!({"errors": []}), None),
            (json!([]), None),
        ];
        for (body, expected) in cases {
            assert_eq!(decode::error_text(&bytes(body)).as_deref(), expected);
        }
    }
}

mod detail {
    use super::*;

    #[test]
    fn a_run_of_another_service_is_read() {
        let body = bytes(json!({"status": "success", "data": {
            "_id": "r", "workflow_id": "w", "group_id": null, "status": "completed",
            "inputs": [{"path": "text_1", "value": "hi", "s3_key": null, "url": null}],
            "outputs": [{"filename": "a.png", "s3_key": "k", "url": "http://x/a.png"}],
            "created_at": "2026-01-01T00:00:00Z",
        }}));
        let run: RunDetail = decode::answer(&GET_RUN, &body, "r").unwrap();
        assert_eq!(
            (run.status, run.outputs[0].filename.as_str()),
            (RunStatus::Completed, "a.png")
        );
    }

    #[test]
    fn a_status_of_tomorrow_is_unknown() {
        assert_eq!(RunStatus::of("resting"), RunStatus::Unknown);
        assert_eq!(RunStatus::of("succeeded"), RunStatus::Completed);
    }

    #[test]
    fn a_listing_keeps_its_schema_as_json_text() {
        let body = bytes(json!({"data": [
            {"id": "a", "inputs": "{ \"text_1\": \"string\" }", "outputs": {"2": "image"}},
            {"id": 7, "schema": {"fields": [{"default": "1"}]}, "problems": [
                {"message": "m"}, {"message": "n", "code": "second_name", "args": ["word", "1"]},
            ]},
            {"name": "nameless"},
        ]}));
        let entries: Vec<WorkflowEntry> = decode::answer(&WORKFLOWS, &body, "").unwrap();
        assert_eq!(entries.len(), 2);
        assert_eq!(
            entries[0].inputs.as_deref(),
            Some("{ \"text_1\": \"string\" }")
        );
        assert_eq!(entries[0].outputs.as_deref(), Some("{\"2\":\"image\"}"));
        assert_eq!(
            entries[1].schema.as_deref(),
            Some(r#"{"fields":[{"default":"1"}]}"#)
        );
        assert_eq!(
            entries[1].problems,
            [
                Problem::whole("m"),
                Problem::whole("n").coded("second_name", &["word", "1"])
            ]
        );
    }

    #[test]
    fn health_names_an_instance_by_url_or_container() {
        let body = bytes(json!({"data": [{"container": "c #1", "status": "idle"}, {"url": "u"}]}));
        let health: Vec<Health> = decode::answer(&HEALTH, &body, "").unwrap();
        assert_eq!(
            (health[0].url.as_str(), health[1].url.as_str()),
            ("c #1", "u")
        );
    }

    #[test]
    fn a_group_s_runs_are_those_with_an_id() {
        let body =
            bytes(json!({"data": {"group_id": "g", "runs": [{"_id": "r"}, {"id": "s"}, {}]}}));
        let list: RunList = decode::answer(&RUNS, &body, "g").unwrap();
        assert_eq!((list.count, list.runs.len()), (0, 2));
    }

    #[test]
    fn a_strange_count_takes_no_runs_along() {
        for (count, expected) in [("-1", 0), ("1.5", 1), ("1e999", u64::MAX), ("\"2\"", 0)] {
            let body = format!(r#"{{"data": {{"count": {count}, "runs": [{{"id": "r"}}]}}}}"#);
            let list: RunList = decode::answer(&RUNS, body.as_bytes(), "g").unwrap();
            assert_eq!((list.count, list.runs.len()), (expected, 1), "{count}");
        }
    }

    #[test]
    fn an_output_says_where_it_is() {
        let body = bytes(json!({"data": {"download_url": "/a", "generation_status": "completed"}}));
        let link: Option<OutputLink> = decode::answer(&OUTPUT, &body, "").unwrap();
        assert_eq!(link.unwrap().download_url, "/a");
        assert_eq!(OUTPUT.normal(b"", ""), Ok("null".to_owned()));
        assert!(OUTPUT.normal(&bytes(json!({"data": {}})), "").is_err());
    }
}
