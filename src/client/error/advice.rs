//! What an error tells a person beyond why: what it concerns, what to do, when. Pure.

use super::ErrorKind;
use super::words::{digits, find, said};
use crate::api::{Loc, ValidationItem};
use crate::client::Call;

/// What to do about a run of which nobody knows whether it has started.
const STARTED: &str = "; if it was sent, the run may have started all the same: look in the queue \
                       before sending it again";

/// Says when to try again, unless the server's own words do.
pub(super) fn with_wait(reason: String, retry_after: Option<u32>) -> String {
    let Some(seconds) = retry_after else {
        return reason;
    };
    let wait = said(&["try again in ", &digits(seconds), " s"]);
    if find(&reason, &wait, 0).is_some() {
        return reason;
    }
    said(&[&reason, "; ", &wait])
}

/// Why a call failed, and what to do; `items` are the faults that it names.
pub(super) fn advised(
    why: String,
    kind: ErrorKind,
    call: &Call,
    items: &[ValidationItem],
) -> String {
    let starts = call.operation.starts();
    let remedy = match items.first() {
        Some(first) if first.field().is_some() => "; correct the fields it names",
        Some(_) => "; correct it",
        None if starts && kind == ErrorKind::Timeout => "",
        None => kind.remedy(),
    };
    let lost = starts && matches!(kind, ErrorKind::Timeout | ErrorKind::Network);
    said(&[&why, remedy, if lost { STARTED } else { "" }])
}

/// The first fault with the name of what it concerns: a form's field, a parameter of the query.
pub(super) fn first_of(items: &[ValidationItem]) -> Option<String> {
    let first = items.first()?;
    Some(match first.loc.as_slice() {
        [_, Loc::Name(name), ..] => said(&[name, ": ", &first.msg]),
        _ => first.msg.clone(),
    })
}
