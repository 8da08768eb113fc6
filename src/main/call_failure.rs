//! Why a call of a service failed, as a terminal shows it: with the arguments and variables to change.

use std::path::Path;

use api::WRONG_KEY;
use client::{ErrorKind, item_text};
use client_native::Failure;

use super::{key, trust};

/// What was attempted at the service, why it failed and what to do. The key is in this file, or in the environment.
pub(crate) fn message(failure: &Failure, base_url: &str, key_file: Option<&Path>) -> String {
    let error = &failure.error;
    let why = match error.server_message() == WRONG_KEY {
        true => wrong_key(key_file),
        false => reason(failure),
    };
    match error.attempt() {
        "" => why,
        attempt => format!("{attempt} at the service {base_url}: {why}"),
    }
}

/// Why it failed and what to do: a line for each invalid part, if there are several.
pub(crate) fn reason(failure: &Failure) -> String {
    let error = &failure.error;
    let lines: Vec<String> = error.items.iter().map(item_text).collect();
    match lines.as_slice() {
        [] if error.kind == ErrorKind::Network => silence(failure),
        [] => error.reason.clone(),
        [line] => line.clone(),
        lines => format!("\n  {}", lines.join("\n  ")),
    }
}

/// Why no answer came.
fn silence(failure: &Failure) -> String {
    let reason = &failure.error.reason;
    let cause = failure.cause.as_ref();
    match (cause.and_then(trust::untrusted), cause) {
        (Some(untrusted), _) => untrusted,
        (None, Some(cause)) if cause.is_connect() => {
            "the service does not answer; start it, or name its address with --url".to_owned()
        }
        // The remedy of the client is also for browsers.
        _ => {
            let why = reason.strip_suffix(ErrorKind::Network.remedy());
            format!(
                "{}; check that the service is healthy",
                why.unwrap_or(reason)
            )
        }
    }
}

/// Where the key is from that the service does not know, and what to do.
fn wrong_key(file: Option<&Path>) -> String {
    match file {
        Some(file) => format!(
            "the key in {} is not its key; set FLOWDECK_DATA to the data folder of this service, or {} to its key",
            file.display(),
            key::VARIABLE
        ),
        None => format!("the key in {} is not its key; set it again", key::VARIABLE),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use client::{Call, Error, Received};

    const URL: &str = "http://127.0.0.1:8787";

    fn call() -> Call {
        Call::new(&api::EDIT_KEY, URL, "ann", "").unwrap()
    }

    /// The message for an answer.
    fn answered(status: u16, body: &str) -> String {
        let received = Received {
            status,
            retry_after: None,
            body,
        };
        message(&Error::answered(&call(), received).into(), URL, None)
    }

    #[test]
    fn a_refusal_has_a_line_for_each_of_several_invalid_parts() {
        let share = r#"{"loc":["body","share"],"msg":"must be positive","type":"t"}"#;
        let limit = r#"{"loc":["body","limit"],"msg":"must be a rate","type":"t"}"#;
        assert_eq!(
            answered(422, &format!(r#"{{"detail":[{share}]}}"#)),
            "changing key “ann” at the service http://127.0.0.1:8787: share: must be positive"
        );
        assert_eq!(
            answered(422, &format!(r#"{{"detail":[{share},{limit}]}}"#)),
            "changing key “ann” at the service http://127.0.0.1:8787: \n  share: must be positive\n  limit: must be \
             a rate"
        );
    }

    #[test]
    fn a_refusal_has_the_reason_of_the_service() {
        assert_eq!(
            answered(404, r#"{"errors":"there is no key “ann”"}"#),
            "changing key “ann” at the service http://127.0.0.1:8787: there is no key “ann”"
        );
    }

    #[test]
    fn a_call_that_cannot_be_made_has_no_address() {
        let error = Call::new(&api::EDIT_KEY, URL, "..", "").unwrap_err();
        let shown = message(&error.into(), URL, None);
        assert_eq!(shown, "changing key: “..” is not an id");
    }

    #[test]
    fn a_broken_connection_is_not_one_of_a_browser() {
        let error = Error::unanswered(ErrorKind::Network, &call(), "connection reset");
        assert_eq!(
            message(&error.into(), URL, None),
            "changing key “ann” at the service http://127.0.0.1:8787: no answer: connection reset; check that the \
             service is healthy"
        );
    }

    #[test]
    fn a_wrong_key_is_reported_with_the_place_it_is_from() {
        let body = format!(r#"{{"errors":"{WRONG_KEY}"}}"#);
        let shown = answered(403, &body);
        let why = "the key in FLOWDECK_API_KEY is not its key; set it again";
        assert!(shown.ends_with(why), "{shown}");
    }
}
