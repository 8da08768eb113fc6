use super::*;
use crate::tests::answered;
use crate::{Call, text::digits};
use api::{self, Operation};

#[test]
fn each_status_has_its_kind() {
    let cases = [
        (401, None, ErrorKind::Authentication),
        (403, None, ErrorKind::Authentication),
        (404, None, ErrorKind::NotFound),
        (405, None, ErrorKind::NotFound),
        (408, None, ErrorKind::Timeout),
        (413, None, ErrorKind::Http),
        (422, None, ErrorKind::Validation),
        (429, None, ErrorKind::QueueFull),
        (503, Some(3), ErrorKind::QueueFull),
        (503, None, ErrorKind::Http),
        (500, None, ErrorKind::Http),
    ];
    for (status, retry_after, kind) in cases {
        assert_eq!(answered(status, retry_after, "").kind, kind, "{status}");
    }
}

#[test]
fn the_message_contains_the_action_the_reason_and_the_url() {
    let error = answered(
        403,
        None,
        r#"{"status":"error","data":[],"errors":"the key is wrong"}"#,
    );
    assert_eq!(
        error.message,
        "starting a run “poster”: the key is wrong; check the key \
         (POST http://127.0.0.1:8787/api/v1/runs, status 403)"
    );
}

#[test]
fn the_attempt_is_the_message_up_to_the_reason() {
    assert_eq!(answered(500, None, "").attempt(), "starting a run “poster”");
    let call = Call::new(&api::REGENERATE, "http://aborted", "aborted", "").unwrap();
    let error = Error::unanswered(ErrorKind::Aborted, &call, "");
    assert_eq!(error.attempt(), "starting run “aborted” again");
    assert_eq!(Error::input(&["connecting: no address"]).attempt(), "");
}

#[test]
fn a_message_about_the_key_that_says_what_to_do_gets_no_second_advice() {
    let body = [r#"{"errors":""#, api::WRONG_KEY, r#""}"#].concat();
    let error = answered(403, None, &body);
    assert_eq!(error.reason, api::WRONG_KEY);
}

#[test]
fn the_errors_of_a_422_are_assigned_to_their_fields() {
    let body = r#"{"detail":[{"loc":["body","size"],"msg":"must be at most 8","type":"less_than_equal"}]}"#;
    let error = answered(422, None, body);
    assert_eq!(error.items[0].field(), Some("size"));
    assert_eq!(error.items[0].msg, "must be at most 8");
    assert_eq!(error.items.len(), 1);
}

#[test]
fn the_remedy_mentions_fields_only_if_the_error_belongs_to_one() {
    for (loc, reason) in [
        (
            r#"["query","page_size"]"#,
            "page_size: must be a number; correct it",
        ),
        (r#"["body"]"#, "must be a number; correct it"),
        ("[]", "must be a number; correct it"),
        (
            r#"["body","size",0]"#,
            "size: must be a number; correct the fields it names",
        ),
    ] {
        let body = format!(r#"{{"detail":[{{"loc":{loc},"msg":"must be a number","type":"t"}}]}}"#);
        assert_eq!(answered(422, None, &body).reason, reason, "{loc}");
    }
    let empty = answered(422, None, "").reason;
    assert_eq!(empty, "it answered with status 422; correct what was sent");
}

/// The message for a call without an answer.
fn unanswered(operation: &'static Operation, kind: ErrorKind) -> String {
    let call = Call::new(operation, "http://127.0.0.1:8787", "nope", "").unwrap();
    Error::unanswered(kind, &call, "").message
}

#[test]
fn a_run_without_an_answer_may_have_started() {
    let started = "the run may have started: check the queue before sending it again";
    for operation in [&api::RUN, &api::REGENERATE] {
        for kind in [ErrorKind::Timeout, ErrorKind::Network] {
            let message = unanswered(operation, kind);
            assert!(
                message.contains(started) && !message.contains("try again"),
                "{message}"
            );
        }
    }
    for operation in [&api::GET_RUN, &api::CANCEL] {
        let message = unanswered(operation, ErrorKind::Timeout);
        assert!(
            message.contains("no answer in time; try again"),
            "{message}"
        );
    }
    assert!(answered(408, None, "").reason.ends_with(started));
}

#[test]
fn the_id_is_in_the_middle_of_the_action() {
    let message = unanswered(&api::REGENERATE, ErrorKind::Aborted);
    assert!(
        message.starts_with("starting run “nope” again: aborted (POST "),
        "{message}"
    );
    let error = Call::new(&api::REGENERATE, "", "..", "").unwrap_err();
    assert_eq!(error.message, "starting run again: “..” is not an id");
}

#[test]
fn a_long_server_message_is_truncated() {
    let error = answered(500, None, &format!(r#"{{"errors":"{}"}}"#, "ü".repeat(400)));
    assert!(error.reason.len() <= 500 + "…".len() && error.reason.ends_with("ü…"));
}

#[test]
fn numbers_are_formatted_in_decimal() {
    for number in [0, 7, 10, 429, u32::MAX] {
        assert_eq!(digits(number), number.to_string());
    }
}

#[test]
fn a_key_that_the_server_repeats_is_redacted() {
    let body = r#"{"detail":[{"loc":["body","secret"],"msg":"secret is wrong","type":"secret"}]}"#;
    let error = answered(422, None, body).without("secret");
    assert!(!format!("{error:?}").contains("secret"), "{error:?}");
}

#[test]
fn a_key_too_short_to_be_a_secret_is_not_redacted() {
    let error = answered(500, None, r#"{"errors":"an abacus"}"#);
    assert_eq!(error.clone().without("a"), error);
}

#[test]
fn the_server_message_excludes_our_additions() {
    for (status, retry_after, body, own) in [
        (
            403,
            None,
            r#"{"errors":"the key is wrong"}"#,
            "the key is wrong",
        ),
        (500, None, r#"{"errors":"no memory"}"#, "no memory"),
        (429, Some(3), r#"{"errors":"full"}"#, "full"),
        (
            429,
            Some(3),
            r#"{"errors":"full; try again in 3 s"}"#,
            "full",
        ),
        (408, None, r#"{"errors":"too slow"}"#, "too slow"),
        (422, None, r#"{"errors":"no such tone"}"#, "no such tone"),
        (
            422,
            None,
            r#"{"detail":[{"loc":["body","size"],"msg":"too large","type":"t"}]}"#,
            "size: too large",
        ),
    ] {
        assert_eq!(
            answered(status, retry_after, body).server_message(),
            own,
            "{status} {body}"
        );
    }
}

#[test]
fn an_answer_without_a_message_has_no_server_message() {
    for status in [401, 404, 408, 413, 422, 429, 500, 503] {
        for retry_after in [None, Some(3)] {
            assert_eq!(
                answered(status, retry_after, "").server_message(),
                "",
                "{status}"
            );
        }
    }
    let call = Call::new(&api::RUN, "http://127.0.0.1:8787", "poster", "").unwrap();
    for kind in [ErrorKind::Network, ErrorKind::Timeout, ErrorKind::Usage] {
        assert_eq!(
            Error::unanswered(kind, &call, "Failed to fetch").server_message(),
            ""
        );
    }
}

#[test]
fn advice_in_the_server_message_is_not_repeated() {
    let body = r#"{"errors":"the queues are full; try again in 3 s"}"#;
    let error = answered(429, Some(3), body);
    assert_eq!(error.reason, "the queues are full; try again in 3 s");
    let empty = answered(500, None, "");
    assert_eq!(
        empty.reason,
        "it answered with status 500; check that the address is a deployment and that it is healthy"
    );
}

#[test]
fn only_an_answer_in_the_envelope_is_about_the_id() {
    let not_found = |status, body: Option<&str>| Error {
        kind: ErrorKind::NotFound,
        status: Some(status),
        body: body.map(str::to_owned),
        ..Error::input(&["reading a run"])
    };
    let envelope = r#"{"status":"error","data":[],"errors":"there is no run “a”","meta":null}"#;
    assert!(not_found(404, Some(envelope)).is_about_the_id());
    assert!(!not_found(405, Some(envelope)).is_about_the_id());
    for other in [r#"{"detail":"Not Found"}"#, "<h1>404</h1>", "[]", ""] {
        assert!(!not_found(404, Some(other)).is_about_the_id(), "{other}");
    }
    assert!(!not_found(404, None).is_about_the_id());
}
