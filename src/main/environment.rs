//! Secrets in environment variables. Does not know what they protect.

use std::env::{self, VarError};

/// The secret in a variable; `None` if it is unset or empty.
pub(crate) fn secret(variable: &str) -> Result<Option<String>, String> {
    match env::var(variable) {
        Ok(secret) => Ok(Some(secret).filter(|secret| !secret.is_empty())),
        Err(VarError::NotPresent) => Ok(None),
        Err(VarError::NotUnicode(_)) => Err(format!(
            "reading {variable}: it is not valid UTF-8; set it to letters and digits"
        )),
    }
}
