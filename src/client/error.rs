//! What can go wrong with a call: one kind a remedy. Pure; the key is never in it.

mod key;
mod kind;
mod said;
mod words;

use super::call::{Call, Received};
use crate::api::{Loc, ValidationItem, error_body};
#[cfg(feature = "web")]
pub(crate) use key::hide_key;
pub use kind::ErrorKind;
use said::answered_with;
use words::said;
pub(crate) use words::{cut, digits, find};

/// What to do about a run of which nobody knows whether it has started.
const STARTED: &str = "; if it was sent, the run may have started all the same: look in the queue \
                       before sending it again";

/// How many bytes of a server's words are repeated.
const LONGEST: usize = 500;

/// Why a call gave no result.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{message}")]
pub struct Error {
    /// The kind, which says what to do.
    pub kind: ErrorKind,
    /// What was attempted, on what, why it failed and what to do.
    pub message: String,
    /// Of the message, why it failed and what to do: for a person who sees what was attempted.
    pub reason: String,
    /// The request's method; empty when none was made.
    pub method: &'static str,
    /// The request's address without its query; empty when none was made.
    pub url: String,
    /// The answer's status, where there was an answer.
    pub status: Option<u16>,
    /// The faults that a check or a 422 named.
    pub items: Vec<ValidationItem>,
    /// Seconds after which to try again, where the server says so.
    pub retry_after: Option<u32>,
}

impl Error {
    /// The error of an answer with a status that is no success.
    pub(super) fn answered(call: &Call, received: Received<'_>) -> Self {
        let Received {
            status,
            retry_after,
            body,
        } = received;
        let kind = ErrorKind::of(status, retry_after);
        let items = match status {
            422 => error_body::validation(body),
            _ => Vec::new(),
        };
        let reason = match first_of(&items).or_else(|| error_body::error_text(body)) {
            Some(said) if kind.is_for_the_caller() => {
                advised(cut(&said, LONGEST), kind, call, &items)
            }
            Some(said) => cut(&said, LONGEST),
            None => advised(answered_with(status), kind, call, &items),
        };
        let reason = with_wait(reason, retry_after);
        Self {
            items,
            retry_after,
            ..Self::new(kind, call, Some(received), reason)
        }
    }

    /// The answer could not be read.
    pub(super) fn decode(call: &Call, received: Received<'_>, why: &str) -> Self {
        let kind = ErrorKind::Decode;
        let why = said(&["the answer could not be read: ", &cut(why, 200)]);
        Self::new(kind, call, Some(received), advised(why, kind, call, &[]))
    }

    /// The values do not fit the schema; nothing was sent.
    pub fn validation(call: &Call, items: Vec<ValidationItem>) -> Self {
        let kind = ErrorKind::Validation;
        let why = first_of(&items).unwrap_or_default();
        let reason = advised(why, kind, call, &items);
        Self {
            items,
            ..Self::new(kind, call, None, reason)
        }
    }

    /// No answer came: `kind` is `Network`, `Timeout`, `Aborted` or `Usage`, `why` what the platform
    /// said of it, if anything.
    pub fn unanswered(kind: ErrorKind, call: &Call, why: &str) -> Self {
        let words = match kind {
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
        let why = said(&[words, &cut(detail, 200)]);
        Self::new(kind, call, None, advised(why, kind, call, &[]))
    }

    /// Input that no call can be made from.
    pub fn input(message: &[&str]) -> Self {
        let message = said(message);
        Self {
            kind: ErrorKind::Usage,
            reason: message.clone(),
            message,
            method: "",
            url: String::new(),
            status: None,
            items: Vec::new(),
            retry_after: None,
        }
    }

    /// The messages for one field.
    pub fn field_errors<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        let items = self
            .items
            .iter()
            .filter(move |item| item.field() == Some(name));
        items.map(|item| item.msg.as_str())
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
        let message = said(&[
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
            ..Self::input(&[&message])
        }
    }
}

/// Says when to try again, unless the server's own words do.
fn with_wait(reason: String, retry_after: Option<u32>) -> String {
    let Some(seconds) = retry_after else {
        return reason;
    };
    let wait = wait(seconds);
    if find(&reason, &wait, 0).is_some() {
        return reason;
    }
    said(&[&reason, "; ", &wait])
}

fn wait(seconds: u32) -> String {
    said(&["try again in ", &digits(seconds), " s"])
}

/// Why a call failed, and what to do; `items` are the faults that it names.
fn advised(why: String, kind: ErrorKind, call: &Call, items: &[ValidationItem]) -> String {
    let starts = call.operation.starts_run();
    let remedy = match items.first() {
        Some(first) if first.field().is_some() => "; correct the fields it names",
        Some(_) => "; correct it",
        None if starts && kind == ErrorKind::Timeout => "",
        None => kind.remedy(),
    };
    let lost = starts && kind.is_silence();
    said(&[&why, remedy, if lost { STARTED } else { "" }])
}

/// The first fault with the name of what it concerns: a form's field, a parameter of the query.
fn first_of(items: &[ValidationItem]) -> Option<String> {
    let first = items.first()?;
    Some(match first.loc.as_slice() {
        [_, Loc::Name(name), ..] => said(&[name, ": ", &first.msg]),
        _ => first.msg.clone(),
    })
}

#[cfg(test)]
mod tests;
