use serde_json::json;

use super::*;

fn bytes(value: serde_json::Value) -> Vec<u8> {
    value.to_string().into_bytes()
}

mod submission {
    use super::*;

    #[test]
    fn every_generation_of_answers_is_read() {
        let entry = RunEntry {
            run_id: "r".into(),
            workflow_id: "w".into(),
        };
        let old = RunEntry {
            run_id: "r".into(),
            workflow_id: String::new(),
        };
        let cases = [
            (
                json!([{"run_id": "r", "workflow_id": "w", "more": 1}]),
                &entry,
            ),
            (json!({"run_id": "r", "workflow_id": "w"}), &entry),
            (
                json!({"number": 3, "node_errors": {}, "output_names": ["o"], "run_id": "r"}),
                &old,
            ),
        ];
        for (data, expected) in cases {
            let body = bytes(json!({"status": "success", "data": data, "errors": null}));
            assert_eq!(decode::runs(&body).unwrap(), std::slice::from_ref(expected));
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
            let error = decode::runs(body.as_bytes()).unwrap_err();
            assert_eq!(error.operation, "POST /api/v1/runs", "{body}");
        }
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
        decode::queue(&bytes(json!({"status": "success", "data": [entry]})))
            .unwrap()
            .remove(0)
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
            let _ = decode::queue(body.as_bytes());
            let _ = decode::runs(body.as_bytes());
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
        let run: RunDetail = decode::data("GET /api/v1/runs/{run_id}", &body).unwrap();
        assert_eq!(
            (run.status, run.outputs[0].filename.as_str()),
            (RunStatus::Completed, "a.png")
        );
    }

    #[test]
    fn a_status_of_tomorrow_is_unknown() {
        let status: RunStatus = serde_json::from_str(r#""resting""#).unwrap();
        assert_eq!(status, RunStatus::Unknown);
    }
}
