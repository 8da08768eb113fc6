//! Why a call failed, in the page's language. In English the client's own words stand, which know
//! more; in any other language the kind of the error is put into words, and what the server said
//! itself stands after them as it came.

use super::deferred::Deferred;
use super::language::{self, is_english};
use super::messages as say;
use crate::client::{Error, ErrorKind};

static WORDS: Deferred<fn(&Error) -> String> = Deferred::new();

/// Provides the deferred function of this module.
pub(crate) fn fill_deferred() {
    WORDS.fill(words);
}

/// Why, and what to do.
pub(crate) fn words(error: &Error) -> String {
    of(error, error.kind.code())
}

/// Why nobody knows whether a run began.
pub(crate) fn of_lost(error: &Error) -> String {
    let why = error.reason_alone().to_owned();
    in_other(error, error.kind.code()).unwrap_or(why)
}

/// Why an address is none that a deployment can have.
pub(crate) fn of_address(error: &Error) -> String {
    bare(of(error, "address"))
}

/// Why a key is refused: by the deployment, or before it went there.
pub(crate) fn of_key(error: &Error) -> String {
    match error.kind {
        ErrorKind::Usage => bare(of(error, "key")),
        _ => words(error),
    }
}

/// The same as [`words`], for what is in the page's first load and follows whether the rest is there.
pub(crate) fn soon(error: &Error) -> Option<String> {
    if is_english() {
        return Some(error.reason.clone());
    }
    WORDS.get_or_load(|words| words(error))
}

/// Without what was attempted: it is told beside what it was attempted with.
fn bare(told: String) -> String {
    let told = told.replacen("connecting: ", "", 1);
    told.replacen("the base URL", "the address", 1)
}

fn of(error: &Error, code: &str) -> String {
    in_other(error, code).unwrap_or_else(|| error.reason.clone())
}

fn in_other(error: &Error, code: &str) -> Option<String> {
    language::other().and_then(|language| translated(error, code, language))
}

fn translated(error: &Error, code: &str, language: usize) -> Option<String> {
    let say = |code: &str, told: &[&str]| say::REASONS.with(language, code, told);
    let status = error.status.unwrap_or_default().to_string();
    let said = error.server_said();
    // A server that says why needs no advice to look whether it is one.
    let code = match code {
        "http" if !said.is_empty() => "failed",
        code => code,
    };
    let mut words = say(code, &[&status])?;
    if let Some(seconds) = error.retry_after {
        words = say("wait", &[&words, &seconds.to_string()])?;
    }
    if said.is_empty() {
        return Some(words);
    }
    say("said", &[&words, &said])
}

#[cfg(test)]
mod tests;
