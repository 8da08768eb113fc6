use super::*;
use crate::client::tests::answered;

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
