//! What can go wrong with a call: one kind a remedy. Pure; the key is never in it.

use super::http::{Answer, Call};
use crate::api::{Loc, ValidationItem, decode};

/// The most of an answer's body that an error keeps, in bytes.
const BODY_LIMIT: usize = 64 * 1024;

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
    /// The answer's body, cut to 64 KiB.
    pub body: Option<String>,
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
    /// The deployment knows no such run or operation: 404.
    NotFound,
    /// Any other status.
    Http,
    /// No answer came.
    Network,
    /// No answer came in time.
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
            404 => Self::NotFound,
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
    pub(crate) fn answered(
        call: &Call<'_>,
        base_url: &str,
        status: u16,
        retry_after: Option<u32>,
        body: &[u8],
    ) -> Self {
        let kind = ErrorKind::of(status, retry_after);
        let items = if status == 422 {
            decode::validation(body)
        } else {
            Vec::new()
        };
        let reason = match first_of(&items).or_else(|| decode::error_text(body)) {
            Some(said) if kind.is_for_the_caller() => with_remedy(&cut(&said, 500), kind),
            Some(said) => cut(&said, 500).into_owned(),
            None => with_remedy(&format!("it answered with status {status}"), kind),
        };
        let reason = with_wait(reason, retry_after);
        let body = Some(cut(&String::from_utf8_lossy(body), BODY_LIMIT).into_owned());
        Self {
            status: Some(status),
            items,
            retry_after,
            body,
            ..Self::new(kind, call, base_url, Some(status), reason)
        }
    }

    /// The values do not fit the schema; nothing was sent.
    pub(crate) fn validation(call: &Call<'_>, base_url: &str, items: Vec<ValidationItem>) -> Self {
        let why = first_of(&items).unwrap_or_default();
        Self {
            items,
            ..Self::unanswered(ErrorKind::Validation, call, base_url, &why)
        }
    }

    pub(crate) fn decode(call: &Call<'_>, base_url: &str, answer: &Answer, why: &str) -> Self {
        let why = format!("the answer could not be read: {}", cut(why, 200));
        let body = Some(cut(&String::from_utf8_lossy(&answer.body), BODY_LIMIT).into_owned());
        let (kind, status) = (ErrorKind::Decode, Some(answer.status));
        Self {
            status,
            body,
            ..Self::new(kind, call, base_url, status, with_remedy(&why, kind))
        }
    }

    pub(crate) fn network(call: &Call<'_>, base_url: &str, why: &str) -> Self {
        let why = format!("no answer: {}", cut(why, 200));
        Self::unanswered(ErrorKind::Network, call, base_url, &why)
    }

    pub(crate) fn timeout(call: &Call<'_>, base_url: &str) -> Self {
        Self::unanswered(ErrorKind::Timeout, call, base_url, "no answer in time")
    }

    pub(crate) fn aborted(call: &Call<'_>, base_url: &str) -> Self {
        Self::unanswered(ErrorKind::Aborted, call, base_url, "aborted")
    }

    pub(crate) fn usage(call: &Call<'_>, why: &str) -> Self {
        Self::unanswered(ErrorKind::Usage, call, "", why)
    }

    /// The same without the key, which a server may have repeated in its answer.
    pub(crate) fn without(mut self, key: &str) -> Self {
        if key.len() < SHORTEST_SECRET {
            return self;
        }
        let hide = |text: &mut String| *text = text.replace(key, "<API_KEY>");
        hide(&mut self.message);
        hide(&mut self.reason);
        self.body.iter_mut().for_each(hide);
        for item in &mut self.items {
            hide(&mut item.msg);
            hide(&mut item.kind);
            let names = item.loc.iter_mut().filter_map(|step| match step {
                Loc::Name(name) => Some(name),
                Loc::Index(_) => None,
            });
            names.for_each(hide);
        }
        self
    }

    /// Input that no call can be made from.
    pub(crate) fn input(message: impl Into<String>) -> Self {
        let message = message.into();
        Self {
            kind: ErrorKind::Usage,
            reason: message.clone(),
            message,
            method: "",
            url: String::new(),
            status: None,
            body: None,
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

    fn unanswered(kind: ErrorKind, call: &Call<'_>, base_url: &str, why: &str) -> Self {
        Self::new(kind, call, base_url, None, with_remedy(why, kind))
    }

    fn new(
        kind: ErrorKind,
        call: &Call<'_>,
        base_url: &str,
        status: Option<u16>,
        reason: String,
    ) -> Self {
        let url = call.url(base_url);
        let on = call
            .on
            .map(|on| format!(" “{}”", cut(on, 100)))
            .unwrap_or_default();
        let status = status
            .map(|status| format!(", status {status}"))
            .unwrap_or_default();
        let (what, method) = (call.what, call.method);
        let message = format!("{what}{on}: {reason} ({method} {url}{status})");
        Self {
            kind,
            reason,
            method,
            url,
            ..Self::input(message)
        }
    }
}

/// Says when to try again, unless the server's own words do.
fn with_wait(reason: String, retry_after: Option<u32>) -> String {
    let wait = retry_after.map(|seconds| format!("try again in {seconds} s"));
    match wait {
        Some(wait) if !reason.contains(&wait) => format!("{reason}; {wait}"),
        _ => reason,
    }
}

fn with_remedy(why: &str, kind: ErrorKind) -> String {
    match kind.remedy() {
        "" => why.to_owned(),
        remedy => format!("{why}; {remedy}"),
    }
}

fn first_of(items: &[ValidationItem]) -> Option<String> {
    let first = items.first()?;
    Some(match first.field() {
        Some(field) => format!("{field}: {}", first.msg),
        None => first.msg.clone(),
    })
}

fn cut(text: &str, limit: usize) -> std::borrow::Cow<'_, str> {
    if text.len() <= limit {
        return text.into();
    }
    let end = (0..=limit)
        .rev()
        .find(|end| text.is_char_boundary(*end))
        .unwrap_or_default();
    format!("{}…", &text[..end]).into()
}

#[cfg(test)]
mod tests;
