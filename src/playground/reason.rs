//! Why a call failed, in the page's language. In English, the client's own message is shown, which is more
//! specific. Otherwise the kind of the error is translated, followed by the server's own message.

use super::deferred::Deferred;
use super::language::{self, is_english, rough_span, short_point, span};
use super::messages as say;
use super::time::now;
use api::{LIMITED_RUNS, LIMITED_SUBMISSIONS, ReachedLimit, WRONG_KEY};
use client::{Error, ErrorKind};

static OF_ERROR: Deferred<fn(&Error) -> String> = Deferred::new();

/// Provides the deferred function of this module.
pub(crate) fn fill_deferred() {
    OF_ERROR.fill(of_error);
}

/// Why a call failed, and what to do.
pub(crate) fn of_error(error: &Error) -> String {
    of(error, error.kind.code())
}

/// Why it is unknown whether a run started.
pub(crate) fn of_lost(error: &Error) -> String {
    let why = error.reason_alone().to_owned();
    in_translation(error, error.kind.code()).unwrap_or(why)
}

/// Why an address is not valid.
pub(crate) fn of_address(error: &Error) -> String {
    bare(of(error, "address"))
}

/// Why a key is rejected, by the deployment or before it is sent.
pub(crate) fn of_key(error: &Error) -> String {
    match error.kind {
        ErrorKind::Usage => bare(of(error, "key")),
        ErrorKind::Authentication if error.server_message() == WRONG_KEY => {
            say::KEY_DOES_NOT_MATCH.now().to_owned()
        }
        _ => of_error(error),
    }
}

/// The same as [`of_error`], for the first load: `None` until the translations are loaded; tracked.
pub(crate) fn when_loaded(error: &Error) -> Option<String> {
    if is_english() {
        return Some(error.reason.clone());
    }
    OF_ERROR.get_or_load(|of_error| of_error(error))
}

/// Without what was attempted, which is clear next to the address or the key.
fn bare(reason: String) -> String {
    let reason = reason.replacen("connecting: ", "", 1);
    reason.replacen("the base URL", "the address", 1)
}

fn of(error: &Error, code: &str) -> String {
    if let Some(text) = reached_limit(error) {
        return text;
    }
    in_translation(error, code).unwrap_or_else(|| error.reason.clone())
}

/// That the key has reached a limit of runs, and when it may run again. `None` for another error.
fn reached_limit(error: &Error) -> Option<String> {
    let message = error.server_message();
    let limit = ReachedLimit::read(&message)?;
    let wait = f64::from(error.retry_after?) * 1000.0;
    match limit.what {
        LIMITED_RUNS => {
            let (count, _) = limit.rate.split_once('/')?;
            Some(day_limit_reached(count.parse().ok()?, wait))
        }
        LIMITED_SUBMISSIONS => {
            let again = short_point(now() + wait);
            Some(say::LIMIT_REACHED.with(&[limit.rate, &again, &rough_span(wait)]))
        }
        _ => None,
    }
}

/// That the key has started as many runs as it may in a day, which ends after `wait` milliseconds.
pub(crate) fn day_limit_reached(per_day: usize, wait: f64) -> String {
    say::LIMIT_DAY_REACHED.count_with(per_day, &[&rough_span(wait)])
}

fn in_translation(error: &Error, code: &str) -> Option<String> {
    language::translation().and_then(|language| translated(error, code, language))
}

fn translated(error: &Error, code: &str, language: usize) -> Option<String> {
    let say = |code: &str, args: &[&str]| say::REASONS.with(language, code, args);
    let status = error.status.unwrap_or_default().to_string();
    let said = error.server_message();
    // A server that gives a reason is a deployment, so the advice to check that is omitted.
    let code = match code {
        "http" if !said.is_empty() => "failed",
        // It says whether its queues are full or the key has reached a limit.
        "queue_full" if !said.is_empty() => "later",
        code => code,
    };
    let mut text = say(code, &[&status])?;
    if let Some(seconds) = error.retry_after {
        text = say("wait", &[&text, &span(f64::from(seconds) * 1000.0)])?;
    }
    if said.is_empty() {
        return Some(text);
    }
    say("said", &[&text, &said])
}

#[cfg(test)]
mod tests;
