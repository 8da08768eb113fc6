//! Errors of calls: what was attempted, why it failed and what to do. Pure; does not redact the key.

use crate::call::{Call, Received};
use crate::error::{Error, ErrorKind};
use crate::text::{cut, digits, find, joined};
use api::{Loc, ValidationItem, error_body};

/// The hint for a run that may have started although there was no answer.
pub(crate) const MAY_HAVE_STARTED: &str =
    "; if it was sent, the run may have started: check the queue before sending it again";

/// The maximum length of a server's message in an error, in bytes.
pub(crate) const MAX_SERVER_MESSAGE: usize = 500;

impl Error {
    /// The error of an answer whose status is not a success.
    pub fn answered(call: &Call, received: Received<'_>) -> Self {
        let Received {
            status,
            retry_after,
            body,
        } = received;
        let kind = ErrorKind::of(status, retry_after);
        let items = match status {
            422 => error_body::validation(body.as_bytes()),
            _ => Vec::new(),
        };
        let reason = match first_item(&items).or_else(|| error_body::error_text(body.as_bytes())) {
            Some(message) if kind.is_for_the_caller() && !has_remedy(&message, kind) => {
                with_advice(cut(&message, MAX_SERVER_MESSAGE), kind, call, &items)
            }
            Some(message) => cut(&message, MAX_SERVER_MESSAGE),
            None => with_advice(answered_with(status), kind, call, &items),
        };
        let reason = with_wait(reason, retry_after);
        Self {
            items,
            retry_after,
            ..Self::new(kind, call, Some(received), reason)
        }
    }

    /// The answer could not be read.
    pub fn decode(call: &Call, received: Received<'_>, why: &str) -> Self {
        let kind = ErrorKind::Decode;
        let why = joined(&["the answer could not be read: ", &cut(why, 200)]);
        Self::new(
            kind,
            call,
            Some(received),
            with_advice(why, kind, call, &[]),
        )
    }

    /// The values do not fit the schema; nothing was sent.
    pub fn validation(call: &Call, items: Vec<ValidationItem>) -> Self {
        let kind = ErrorKind::Validation;
        let why = first_item(&items).unwrap_or_default();
        let reason = with_advice(why, kind, call, &items);
        Self {
            items,
            ..Self::new(kind, call, None, reason)
        }
    }

    /// No answer came: `kind` is `Network`, `Timeout`, `Aborted` or `Usage`, `why` the platform's
    /// message, if any.
    pub fn unanswered(kind: ErrorKind, call: &Call, why: &str) -> Self {
        let prefix = match kind {
            ErrorKind::Timeout => "no answer in time",
            ErrorKind::Aborted => "aborted",
            ErrorKind::Network if why.is_empty() => "no answer",
            ErrorKind::Network => "no answer: ",
            _ => "",
        };
        let detail = match kind {
            ErrorKind::Timeout | ErrorKind::Aborted => "",
            _ => why,
        };
        let why = joined(&[prefix, &cut(detail, 200)]);
        Self::new(kind, call, None, with_advice(why, kind, call, &[]))
    }

    /// What was attempted: the message up to the reason. Empty if no request was made.
    pub fn attempt(&self) -> &str {
        let rest = joined(&[": ", &self.reason, " (", self.method, " ", &self.url]);
        let end = find(&self.message, &rest, 0).unwrap_or_default();
        self.message.get(..end).unwrap_or_default()
    }

    fn new(kind: ErrorKind, call: &Call, received: Option<Received<'_>>, reason: String) -> Self {
        let method = call.operation.method;
        let (before, after) = if call.id.is_empty() {
            ("", "")
        } else {
            (" “", "”")
        };
        let status = received.map(|received| received.status);
        let digits = status.map(|status| digits(status.into()));
        let message = joined(&[
            call.operation.action,
            before,
            &cut(&call.id, 100),
            after,
            call.operation.action_end,
            ": ",
            &reason,
            " (",
            method,
            " ",
            &call.url,
            if digits.is_some() { ", status " } else { "" },
            digits.as_deref().unwrap_or_default(),
            ")",
        ]);
        Self {
            kind,
            reason,
            method,
            url: call.url.clone(),
            status,
            body: received.map(|it| it.body.to_owned()),
            ..Self::input(&[&message])
        }
    }
}

/// Whether a message about the key says what to do: `why; what to do`.
fn has_remedy(message: &str, kind: ErrorKind) -> bool {
    kind == ErrorKind::Authentication && find(message, "; ", 0).is_some()
}

/// Adds the time until a retry, unless the server's message contains it.
fn with_wait(reason: String, retry_after: Option<u32>) -> String {
    let Some(seconds) = retry_after else {
        return reason;
    };
    let hint = try_again_in(seconds);
    if find(&reason, &hint, 0).is_some() {
        return reason;
    }
    joined(&[&reason, "; ", &hint])
}

pub(crate) fn try_again_in(seconds: u32) -> String {
    joined(&["try again in ", &digits(seconds), " s"])
}

/// Why a call failed, and what to do; `items` are the errors it names.
fn with_advice(why: String, kind: ErrorKind, call: &Call, items: &[ValidationItem]) -> String {
    let starts = call.operation.starts_run();
    let remedy = match items.first() {
        Some(first) if first.field().is_some() => "; correct the fields it names",
        Some(_) => "; correct it",
        None if starts && kind == ErrorKind::Timeout => "",
        None => kind.remedy(),
    };
    let is_unclear = starts && kind.is_silence();
    joined(&[&why, remedy, if is_unclear { MAY_HAVE_STARTED } else { "" }])
}

/// The first item with the name of the field or query parameter it is about.
pub(crate) fn first_item(items: &[ValidationItem]) -> Option<String> {
    items.first().map(item_text)
}

/// What is wrong, with the name of the field or query parameter it is about.
pub fn item_text(item: &ValidationItem) -> String {
    match item.loc.as_slice() {
        [_, Loc::Name(name), ..] => joined(&[name, ": ", &item.msg]),
        _ => item.msg.clone(),
    }
}

/// The reason for an answer that has only a status.
pub(crate) fn answered_with(status: u16) -> String {
    joined(&["it answered with status ", &digits(status.into())])
}
