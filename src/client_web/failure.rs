//! Why a call gave no result. Does not know how it was sent.

use wasm_bindgen::JsValue;

use client::Call;
use client::{Error, ErrorKind};

/// Why a call gave no result.
#[derive(Debug)]
pub enum Failure {
    /// The call failed.
    Call {
        /// Why, without the key.
        error: Box<Error>,
        /// What the caller gave as the reason: that of its signal, or what its key function threw.
        cause: Option<JsValue>,
    },
    /// The caller's progress function threw this.
    Thrown(JsValue),
}

impl Failure {
    /// The failure of a call before it was sent, because of what the caller gave.
    pub(super) fn usage(call: &Call, why: &[&str], cause: Option<JsValue>) -> Self {
        let operation = call.operation;
        let message = [&[operation.action, operation.action_end, ": "], why].concat();
        let error = Box::new(Error::input(&message));
        Self::Call { error, cause }
    }

    /// The error for callers in Rust, whose functions do not throw.
    pub(super) fn into_error(self, call: &Call) -> Error {
        match self {
            Self::Call { error, .. } => *error,
            Self::Thrown(_) => Error::unanswered(ErrorKind::Aborted, call, ""),
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let error = Box::new(error);
        Self::Call { error, cause: None }
    }
}
