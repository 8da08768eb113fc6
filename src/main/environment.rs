//! Secrets in environment variables. Does not know what they protect.

use std::env::{self, VarError};

use api::secret_in;

/// The secret in a variable, without white space and quotes around it; `None` if it is unset or empty.
///
/// # Errors
/// When no header can carry it.
pub(crate) fn secret(variable: &str) -> Result<Option<String>, String> {
    let unusable = |why: &str| format!("reading {variable}: {why}; set it to letters and digits");
    match env::var(variable) {
        Ok(text) if text.is_empty() => Ok(None),
        Ok(text) => match secret_in(&text) {
            Ok(secret) => Ok(Some(secret.to_owned())),
            Err(why) => Err(unusable(why)),
        },
        Err(VarError::NotPresent) => Ok(None),
        Err(VarError::NotUnicode(_)) => Err(unusable("it is not valid UTF-8")),
    }
}
