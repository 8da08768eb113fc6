//! The options of a call.

use js_sys::Function;
use web_sys::AbortSignal;

/// The options of a call.
#[derive(Clone, Debug, Default)]
pub struct CallOptions {
    /// Ends the call.
    pub signal: Option<AbortSignal>,
    /// Milliseconds for the call with its retries, instead of the client's; 0 for no limit.
    pub timeout_ms: Option<u32>,
    /// Called with `{loaded, total}`, in bytes, while the form is uploaded. If it throws, the call ends.
    pub progress: Option<Function>,
    /// Sent in the header `Idempotency-Key`. [`client::Call::is_repeatable`] says whether the call is retried.
    pub idempotency_key: Option<String>,
    /// The body as JSON, of a call without a form. Only fetch sends it.
    pub json: Option<String>,
}
