use serde_json::json;

use super::*;
use schema::Problem;

fn bytes(value: serde_json::Value) -> Vec<u8> {
    value.to_string().into_bytes()
}

mod events;
mod monitoring;
mod progress;
mod waiting;

mod submission {
    use super::*;

    fn runs(body: &[u8]) -> Result<Vec<RunEntry>, &'static str> {
        decode::answer(&RUN, body, "w")
    }

    #[test]
    fn answers_of_every_generation_are_read() {
        let entry = RunEntry {
            run_id: "r".into(),
            workflow_id: "w".into(),
            version: None,
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
    fn an_unrelated_answer_is_rejected() {
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
    fn an_entry_without_an_id_is_dropped() {
        let body = bytes(json!({"data": [{"workflow_id": "w"}, 3, {"run_id": 7}]}));
        assert_eq!(runs(&body).unwrap()[0].run_id, "7");
        let body = bytes(json!({"data": [{"workflow_id": "w"}]}));
        assert!(runs(&body).is_err());
    }

    #[test]
    fn an_answer_follows_the_contract() {
        let answer = Envelope::success(vec![RunEntry {
            run_id: "r".into(),
            workflow_id: "w".into(),
            version: None,
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
        decode::queue_answer(&body).unwrap().entries.remove(0)
    }

    #[test]
    fn pending_tasks_are_in_execution_order() {
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
    fn the_rest_of_a_task_tuple_is_ignored() {
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
    fn an_invalid_task_does_not_affect_the_others() {
        let entry = decoded(json!({"comfy_uri": "u", "queue":
            {"queue_running": [7, [], [1], [1, null], [2, "x"]], "queue_pending": "none"}}));
        assert_eq!(
            (entry.queue.running.len(), entry.queue.pending.len()),
            (1, 0)
        );
    }

    #[test]
    fn an_entry_may_name_a_container_and_lack_a_queue() {
        let entry = decoded(json!({"container": "container #1"}));
        assert_eq!(entry.address, "container #1");
        assert!(entry.queue.is_empty());
    }

    #[test]
    fn a_queue_answer_names_the_instances_that_reported_no_queue() {
        let queue = json!({"queue_running": [[1, "x", {"1": {"deep": {}}}]], "queue_pending": []});
        let body = bytes(json!({
            "data": [{"comfy_uri": "a", "queue": queue}, 7, {"comfy_uri": "b"},
                     {"comfy_uri": "c", "queue": {}}, {"comfy_uri": "d", "queue": null}],
            "meta": {"stopped": ["c", 3]},
        }));
        let answer = decode::queue_answer(&body).unwrap();
        let addresses: Vec<_> = answer.entries.iter().map(|entry| &*entry.address).collect();
        assert_eq!(addresses, ["a", "b", "c", "d"]);
        assert_eq!(answer.silent, [false, true, true, true]);
        assert_eq!(answer.entries[0].queue.running[0].id, "x");
    }

    #[test]
    fn a_queue_of_one_entry_needs_no_list() {
        let body = bytes(json!({"data": {"container": "a"}}));
        let answer = decode::queue_answer(&body).unwrap();
        assert_eq!((answer.entries.len(), answer.silent), (1, vec![true]));
        assert!(decode::queue_answer(b"{\"data\": 5}").is_err());
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

    // The tests that run as WebAssembly do not depend on proptest.
    proptest::proptest! {
        #[test]
        fn no_body_makes_decoding_panic(body in ".*") {
            for operation in [&RUN, &QUEUE, &HEALTH, &WORKFLOWS, &RUNS, &GET_RUN, &OUTPUT] {
                let _ = operation.read_text(body.as_bytes(), "");
            }
            let _ = error_body::validation(body.as_bytes());
            let _ = error_body::error_text(body.as_bytes());
        }
    }
}

mod errors {
    use super::*;

    #[test]
    fn the_items_of_a_422_are_read() {
        let body = br#"{"detail":[{"loc":["body","a",3],"msg":"m","type":"t"}]}"#;
        let items = error_body::validation(body);
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
    fn an_item_with_an_unreadable_location_keeps_its_message() {
        let strange = [json!("body"), json!(null), json!([{}]), json!(7)];
        for loc in strange {
            let items =
                error_body::validation(&bytes(json!({"detail": [{"loc": loc, "msg": "m"}]})));
            assert_eq!((items[0].msg.as_str(), items[0].field()), ("m", None));
        }
    }

    #[test]
    fn a_422_with_one_text_is_read() {
        assert_eq!(error_body::validation(br#"{"detail":"no"}"#)[0].msg, "no");
        assert_eq!(error_body::validation(b"<html>"), []);
    }

    #[test]
    fn error_texts_are_found_under_every_known_name() {
        let cases = [
            (json!({"errors": "a"}), Some("a")),
            (json!({"errors": ["a", "b"]}), Some("a\nb")),
            (json!({"errors": null, "detail": "c"}), Some("c")),
            (json!({"error": "d"}), Some("d")),
            (json!({"errors": []}), None),
            (json!([]), None),
        ];
        for (body, expected) in cases {
            assert_eq!(error_body::error_text(&bytes(body)).as_deref(), expected);
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
    fn a_future_status_is_unknown() {
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
    fn an_instances_address_is_its_url_or_container() {
        let body = bytes(json!({"data": [{"container": "c #1", "status": "idle"}, {"url": "u"}]}));
        let health: Vec<Health> = decode::answer(&HEALTH, &body, "").unwrap();
        assert_eq!(
            (health[0].address.as_str(), health[1].address.as_str()),
            ("c #1", "u")
        );
    }

    #[test]
    fn runs_without_an_id_are_left_out_of_a_group() {
        let body =
            bytes(json!({"data": {"group_id": "g", "runs": [{"_id": "r"}, {"id": "s"}, {}]}}));
        let list: RunList = decode::answer(&RUNS, &body, "g").unwrap();
        assert_eq!((list.count, list.runs.len()), (0, 2));
    }

    #[test]
    fn an_invalid_count_does_not_affect_the_runs() {
        for (count, expected) in [("-1", 0), ("1.5", 1), ("1e999", u64::MAX), ("\"2\"", 0)] {
            let body = format!(r#"{{"data": {{"count": {count}, "runs": [{{"id": "r"}}]}}}}"#);
            let list: RunList = decode::answer(&RUNS, body.as_bytes(), "g").unwrap();
            assert_eq!((list.count, list.runs.len()), (expected, 1), "{count}");
        }
    }

    #[test]
    fn node_classes_are_an_object_without_an_envelope() {
        let read = |body: &str| OBJECT_INFO.read_text(body.as_bytes(), "");
        assert_eq!(
            read(r#"{"KSampler": {"input": {}}}"#),
            Ok("null".to_owned())
        );
        for body in ["", "<!doctype html>", "[]", "7", "{"] {
            assert!(read(body).is_err(), "{body}");
        }
    }

    #[test]
    fn an_output_has_a_link() {
        let body = bytes(json!({"data": {"download_url": "/a", "generation_status": "completed"}}));
        let link: Option<OutputLink> = decode::answer(&OUTPUT, &body, "").unwrap();
        assert_eq!(link.unwrap().download_url, "/a");
        assert_eq!(OUTPUT.read_text(b"", ""), Ok("null".to_owned()));
        assert!(OUTPUT.read_text(&bytes(json!({"data": {}})), "").is_err());
    }
}

mod examples {
    use super::*;

    #[test]
    fn examples_come_with_the_listing_and_other_shapes_are_left_out() {
        let listed = json!([
            {"name": "Dusk", "values": {"title": "Sea", "size": 2.50, "loud": true, "photo": {"file": "/dusk.jpg", "thumbnail": "/small.jpg"},
                "clip": {"file": "/sea.mp4", "thumbnail": 7}, "small": {"thumbnail": "/small.jpg"}, "odd": null, "list": [1], "object": {"path": "x"}}, "result": "/result.png"},
            {"values": {}}, {"name": "No values"}, 7, null,
        ]);
        let body = bytes(
            json!({"data": [{"id": "none"}, {"name": "no id", "examples": listed},
            {"id": "odd", "version": 3, "examples": "x"}, {"id": 7, "examples": listed}]}),
        );
        let entries = decode::workflows(&body).unwrap().entries;
        let examples = |entry: &WorkflowEntry| entry.examples.as_deref().map(Example::list);
        assert_eq!((examples(&entries[0]), examples(&entries[1])), (None, None));
        assert_eq!((entries[0].version, entries[1].version), (None, Some(3)));
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let expected = Example {
            name: "Dusk".to_owned(),
            texts: vec![
                pair("title", "Sea"),
                pair("size", "2.5"),
                pair("loud", "true"),
            ],
            files: vec![pair("photo", "/dusk.jpg"), pair("clip", "/sea.mp4")],
            thumbnails: vec![pair("photo", "/small.jpg")],
            result: Some("/result.png".to_owned()),
        };
        assert_eq!(examples(&entries[2]), Some(vec![expected]));
    }

    #[test]
    fn a_listing_says_whether_submissions_can_be_repeated() {
        let reads = |meta: serde_json::Value| {
            let body = bytes(json!({"data": [], "meta": meta}));
            decode::workflows(&body).unwrap().reads_idempotency_key
        };
        assert!(reads(json!({"idempotency_key": true})));
        for meta in [
            json!(null),
            json!({}),
            json!({"idempotency_key": "true"}),
            json!(7),
        ] {
            assert!(!reads(meta.clone()), "{meta}");
        }
    }

    #[test]
    fn examples_that_are_not_json_are_none() {
        for text in ["", "{", "7", "{}", &"[".repeat(50)] {
            assert_eq!(Example::list(text), []);
        }
    }
}
