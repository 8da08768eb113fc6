//! The words of a server in an error, without ours: for whoever puts the rest into words of another
//! language. Pure.

use super::words::{cut, digits, said};
use super::{Error, ErrorKind, LONGEST, STARTED, first_of, wait};

impl Error {
    /// Why it failed, for who says himself that a run may have started all the same.
    pub fn reason_alone(&self) -> &str {
        without(&self.reason, STARTED)
    }

    /// What the server itself said of it; empty where it said nothing, or did not answer.
    pub fn server_said(&self) -> String {
        let Some(status) = self.status.filter(|_| self.kind != ErrorKind::Decode) else {
            return String::new();
        };
        if let Some(first) = first_of(&self.items) {
            return cut(&first, LONGEST);
        }
        let mut rest = self.reason.as_str();
        if let Some(seconds) = self.retry_after {
            rest = without(rest, &said(&["; ", &wait(seconds)]));
        }
        rest = without(rest, STARTED);
        rest = without(rest, self.kind.remedy());
        if *rest == *answered_with(status) {
            return String::new();
        }
        rest.to_owned()
    }
}

/// What is said of an answer that says nothing but its status.
pub(super) fn answered_with(status: u16) -> String {
    said(&["it answered with status ", &digits(status.into())])
}

fn without<'a>(text: &'a str, end: &str) -> &'a str {
    text.strip_suffix(end).unwrap_or(text)
}
