//! What can go wrong with a call: one kind a remedy. Pure; the key is never in it.

use super::call::{Call, Received};
use crate::api::{Loc, ValidationItem, decode};

/// A shorter key hides nothing, and would be found in every other word.
const SHORTEST_SECRET: usize = 4;

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

/// The kinds of [`Error`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The values do not fit the workflow's fields: ours to say, or the server's 422.
    Validation,
    /// No key, or a wrong one: 401, 403.
    Authentication,
    /// Every queue is full: 429, or 503 with Retry-After.
    QueueFull,
    /// The deployment knows no such run or operation: 404, 405, 501.
    NotFound,
    /// Any other status.
    Http,
    /// No answer came.
    Network,
    /// No answer came in time, or the deployment says so: 408.
    Timeout,
    /// The caller aborted it.
    Aborted,
    /// The answer could not be read.
    Decode,
    /// The call could not be made from what it was given.
    Usage,
}

impl ErrorKind {
    /// The kind as a code for programs: `validation`, `queue_full`, …
    pub fn code(self) -> &'static str {
        match self {
            Self::Validation => "validation",
            Self::Authentication => "authentication",
            Self::QueueFull => "queue_full",
            Self::NotFound => "not_found",
            Self::Http => "http",
            Self::Network => "network",
            Self::Timeout => "timeout",
            Self::Aborted => "aborted",
            Self::Decode => "decode",
            Self::Usage => "usage",
        }
    }

    fn of(status: u16, retry_after: Option<u32>) -> Self {
        match status {
            401 | 403 => Self::Authentication,
            // FastAPI answers 405 where a path has other methods only.
            404 | 405 | 501 => Self::NotFound,
            408 => Self::Timeout,
            422 => Self::Validation,
            429 => Self::QueueFull,
            503 if retry_after.is_some() => Self::QueueFull,
            _ => Self::Http,
        }
    }

    /// Whether the caller can do something about it that the server does not say.
    fn is_for_the_caller(self) -> bool {
        matches!(self, Self::Validation | Self::Authentication)
    }

    fn remedy(self) -> &'static str {
        match self {
            Self::Validation => "correct the fields it names",
            Self::Authentication => "check the key",
            Self::QueueFull => "wait until the engines have caught up",
            Self::NotFound => "check the id, and that this deployment offers the operation",
            Self::Http | Self::Decode => {
                "check that the address is a deployment's and that it is well"
            }
            Self::Network => {
                "check the address and that the deployment runs; from a browser it must also allow \
                 this page's origin and the header X-API-KEY (CORS) and must not redirect"
            }
            Self::Timeout => "try again; the deployment may be overloaded",
            Self::Aborted | Self::Usage => "",
        }
    }
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
            422 => decode::validation(body),
            _ => Vec::new(),
        };
        let reason = match first_of(&items).or_else(|| decode::error_text(body)) {
            Some(said) if kind.is_for_the_caller() => with_remedy(cut(&said, 500), kind),
            Some(said) => cut(&said, 500),
            None => {
                let status = digits(status.into());
                with_remedy(said(&["it answered with status ", &status]), kind)
            }
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
        Self::new(kind, call, Some(received), with_remedy(why, kind))
    }

    /// The values do not fit the schema; nothing was sent.
    pub fn validation(call: &Call, items: Vec<ValidationItem>) -> Self {
        let kind = ErrorKind::Validation;
        let why = first_of(&items).unwrap_or_default();
        Self {
            items,
            ..Self::new(kind, call, None, with_remedy(why, kind))
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
        let reason = said(&[words, &cut(detail, 200)]);
        Self::new(kind, call, None, with_remedy(reason, kind))
    }

    /// The same without the key, which a server may have repeated in its answer.
    pub fn without(mut self, key: &str) -> Self {
        if key.len() < SHORTEST_SECRET {
            return self;
        }
        hide(&mut self.message, key);
        hide(&mut self.reason, key);
        for item in &mut self.items {
            hide(&mut item.msg, key);
            hide(&mut item.kind, key);
            for step in &mut item.loc {
                if let Loc::Name(name) = step {
                    hide(name, key);
                }
            }
        }
        self
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
            call.operation.what,
            before,
            &cut(&call.id, 100),
            after,
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

/// Pieces as one text. In place of `format!` here: this is part of the package's first load.
fn said(pieces: &[&str]) -> String {
    let mut text = String::new();
    for piece in pieces {
        text.push_str(piece);
    }
    text
}

/// Puts a placeholder in place of the key.
fn hide(text: &mut String, key: &str) {
    let mut from = 0;
    let mut hidden = String::new();
    while let Some(found) = find(text, key, from) {
        hidden.push_str(text.get(from..found).unwrap_or_default());
        hidden.push_str("<API_KEY>");
        from = found + key.len();
    }
    hidden.push_str(text.get(from..).unwrap_or_default());
    *text = hidden;
}

/// A number's digits, by less than `to_string` brings along.
pub(crate) fn digits(number: u32) -> String {
    let last = number as usize % 10;
    let mut text = match number / 10 {
        0 => String::new(),
        rest => digits(rest),
    };
    text.push_str("0123456789".get(last..=last).unwrap_or_default());
    text
}

/// As `str::find`, which brings along a search for long needles that takes more room than all else
/// here.
fn find(text: &str, needle: &str, from: usize) -> Option<usize> {
    let rest = text.as_bytes().get(from..)?;
    let mut windows = rest.windows(needle.len());
    let found = windows.position(|window| window == needle.as_bytes())?;
    Some(from + found)
}

/// Says when to try again, unless the server's own words do.
fn with_wait(reason: String, retry_after: Option<u32>) -> String {
    let Some(seconds) = retry_after else {
        return reason;
    };
    let wait = said(&["try again in ", &digits(seconds), " s"]);
    if find(&reason, &wait, 0).is_some() {
        return reason;
    }
    said(&[&reason, "; ", &wait])
}

fn with_remedy(why: String, kind: ErrorKind) -> String {
    match kind.remedy() {
        "" => why,
        remedy => said(&[&why, "; ", remedy]),
    }
}

fn first_of(items: &[ValidationItem]) -> Option<String> {
    let first = items.first()?;
    Some(match first.field() {
        Some(field) => said(&[field, ": ", &first.msg]),
        None => first.msg.clone(),
    })
}

fn cut(text: &str, limit: usize) -> String {
    if text.len() <= limit {
        return text.to_owned();
    }
    let mut end = limit;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    said(&[text.get(..end).unwrap_or_default(), "…"])
}

#[cfg(test)]
mod tests;
