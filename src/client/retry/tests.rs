use super::*;
use crate::tests::answered;

#[test]
fn a_temporary_error_is_retried_twice() {
    for error in [
        answered(429, None, ""),
        answered(502, None, ""),
        answered(504, None, ""),
    ] {
        assert!(wait(&error, 1).is_some() && wait(&error, 2).is_some());
        assert_eq!(wait(&error, 3), None);
    }
}

#[test]
fn a_permanent_error_is_not_retried() {
    for status in [400, 401, 403, 404, 408, 413, 422, 500] {
        assert_eq!(wait(&answered(status, None, ""), 1), None, "{status}");
    }
}

#[test]
fn waits_grow() {
    let error = answered(503, None, "");
    assert_eq!(
        [1, 2].map(|attempt| wait(&error, attempt)),
        [Some(250), Some(500)]
    );
}

#[test]
fn retry_after_is_respected_unless_it_is_too_long() {
    assert_eq!(wait(&answered(503, Some(3), ""), 1), Some(3000));
    assert_eq!(wait(&answered(429, Some(60), ""), 1), None);
}

#[test]
fn a_server_that_asks_for_no_wait_gets_the_usual_one() {
    let error = answered(503, Some(0), "");
    assert_eq!(
        [1, 2].map(|attempt| wait(&error, attempt)),
        [Some(250), Some(500)]
    );
    // It asks for more than the first wait, but for less than the second one would be without it.
    assert_eq!(wait(&answered(503, Some(1), ""), 2), Some(1000));
}

#[test]
fn a_submission_is_retried_only_if_it_is_repeatable_and_the_queue_is_not_full() {
    let submission = Call::new(&api::RUN, "http://h", "poster", "").unwrap();
    let repeatable = Call {
        is_repeatable: true,
        ..submission.clone()
    };
    for status in [502, 503, 504] {
        let error = answered(status, None, "");
        assert_eq!(submission.retry_after(&error, 1), None, "{status}");
        let waits = [1, 2, 3].map(|attempt| repeatable.retry_after(&error, attempt));
        assert_eq!(waits, [Some(250), Some(500), None], "{status}");
    }
    let lost = Error::unanswered(ErrorKind::Network, &submission, "");
    assert_eq!(submission.retry_after(&lost, 1), None);
    assert_eq!(repeatable.retry_after(&lost, 1), Some(250));
    for status in [401, 404, 422, 429, 500] {
        let error = answered(status, Some(1), "");
        assert_eq!(repeatable.retry_after(&error, 1), None, "{status}");
    }
    let late = Error::unanswered(ErrorKind::Timeout, &submission, "");
    assert_eq!(repeatable.retry_after(&late, 1), None);
}
