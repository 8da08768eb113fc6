//! Who has sent a request, as the first of the layers has found out.

use service::auth::{Caller, KeyRefused};

/// The holder of the key of a request, as an extension; `None` without a key.
#[derive(Clone, Debug)]
pub(super) struct Identity(pub(super) Option<Result<Caller, KeyRefused>>);
