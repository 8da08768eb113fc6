//! The server's own message in an error, without flowdeck's additions, which the page translates. Pure.

use crate::call_error::{
    MAX_SERVER_MESSAGE, MAY_HAVE_STARTED, answered_with, first_item, try_again_in,
};
use crate::error::{Error, ErrorKind};
use crate::text::{cut, joined};

impl Error {
    /// Why it failed, without the hint that the run may have started.
    pub fn reason_alone(&self) -> &str {
        without(&self.reason, MAY_HAVE_STARTED)
    }

    /// The server's own message; empty if it gave none or did not answer.
    pub fn server_message(&self) -> String {
        let Some(status) = self.status.filter(|_| self.kind != ErrorKind::Decode) else {
            return String::new();
        };
        if let Some(first) = first_item(&self.items) {
            return cut(&first, MAX_SERVER_MESSAGE);
        }
        let mut rest = self.reason.as_str();
        if let Some(seconds) = self.retry_after {
            rest = without(rest, &joined(&["; ", &try_again_in(seconds)]));
        }
        rest = without(rest, MAY_HAVE_STARTED);
        rest = without(rest, self.kind.remedy());
        if *rest == *answered_with(status) {
            return String::new();
        }
        rest.to_owned()
    }
}

fn without<'a>(text: &'a str, end: &str) -> &'a str {
    text.strip_suffix(end).unwrap_or(text)
}
