use super::*;
use client::{Call, Received};

const GERMAN: usize = 0;

/// The error of an answer to cancelling a run.
fn answered(status: u16, retry_after: Option<u32>, body: &str) -> Error {
    let call = Call::new(&api::CANCEL, "http://127.0.0.1:8787", "nope", "").unwrap();
    let received = Received {
        status,
        retry_after,
        body,
    };
    Error::answered(&call, received)
}

fn german(error: &Error) -> String {
    translated(error, error.kind.code(), GERMAN).unwrap()
}

#[test]
fn the_server_message_follows_the_translation_unchanged() {
    let error = answered(403, None, r#"{"errors":"the key is wrong"}"#);
    assert_eq!(
        german(&error),
        "Das Deployment lehnt den Schlüssel ab; bitte den Schlüssel prüfen. \
         Das Deployment meldet: „the key is wrong“"
    );
}

#[test]
fn a_key_that_does_not_match_is_explained_in_the_pages_words() {
    let body = [r#"{"errors":""#, WRONG_KEY, r#""}"#].concat();
    let text = of_key(&answered(403, None, &body));
    assert!(
        text.starts_with("This key doesn’t match this service."),
        "{text}"
    );
    let other = of_key(&answered(
        403,
        None,
        r#"{"errors":"this account is locked"}"#,
    ));
    assert_eq!(other, "this account is locked; check the key");
}

#[test]
fn the_translation_has_the_status_and_no_english() {
    let error = answered(500, None, "");
    let german = german(&error);
    assert!(german.contains("Status 500"), "{german}");
    assert!(!german.contains("answered"), "{german}");
}

#[test]
fn a_server_that_gives_a_reason_gets_no_advice_to_check_its_address() {
    let error = answered(409, None, r#"{"errors":"the run has ended"}"#);
    assert_eq!(
        german(&error),
        "Der Aufruf ist fehlgeschlagen (Status 409). Das Deployment meldet: „the run has ended“"
    );
}

#[test]
fn the_time_to_retry_is_not_repeated() {
    let error = answered(429, Some(3), r#"{"errors":"full; try again in 3 s"}"#);
    let german = german(&error);
    assert!(german.contains("in 3 s erneut versuchen"), "{german}");
    assert!(!german.contains("try again"), "{german}");
    assert!(german.ends_with("„full“"), "{german}");
}

#[test]
fn a_reached_limit_is_no_full_queue_and_a_long_time_is_readable() {
    let error = answered(
        429,
        Some(5400),
        r#"{"errors":"the limit is reached; try again in 5400 s"}"#,
    );
    assert_eq!(
        german(&error),
        "Das geht im Moment nicht; in 1 h 30 min erneut versuchen. Das Deployment meldet: „the limit is reached“"
    );
}

#[test]
fn a_reached_limit_is_said_in_the_pages_words_with_the_time_to_wait() {
    let body = |what: &str, until: &str| {
        let limit = ["the key's limit of 3/", until, " for ", what, " is reached"].concat();
        let end = if what == "runs" {
            " until midnight in UTC"
        } else {
            ""
        };
        [r#"{"errors":""#, &limit, end, r#"; try again in 57605 s"}"#].concat()
    };
    let day = answered(429, Some(57_605), &body("runs", "day"));
    assert_eq!(
        reached_limit(&day).unwrap(),
        "Daily limit of 3 runs reached. Runs again after midnight UTC (in 16 h)."
    );
    // The service's own text, which is long and in English, would say the same.
    assert_eq!(of_error(&day), reached_limit(&day).unwrap());
    let reads = answered(429, Some(9), &body("reads", "min"));
    assert_eq!(reached_limit(&reads), None);
}

#[test]
fn the_platforms_message_for_a_missing_response_is_omitted() {
    let call = Call::new(&api::CANCEL, "http://127.0.0.1:8787", "nope", "").unwrap();
    let error = Error::unanswered(ErrorKind::Network, &call, "Failed to fetch");
    assert!(german(&error).starts_with("Keine Antwort;"));
    assert!(!german(&error).contains("fetch"));
}

#[test]
fn every_kind_of_error_is_translated() {
    for kind in [
        ErrorKind::Validation,
        ErrorKind::Authentication,
        ErrorKind::QueueFull,
        ErrorKind::NotFound,
        ErrorKind::Http,
        ErrorKind::Network,
        ErrorKind::Timeout,
        ErrorKind::Aborted,
        ErrorKind::Decode,
        ErrorKind::Usage,
    ] {
        let words = say::REASONS.with(GERMAN, kind.code(), &["1"]);
        assert!(words.is_some(), "{kind:?}");
    }
}
