//! The system's clock, as far as the program depends on it.

use std::time::SystemTime;

use chrono::{DateTime, Utc};

/// The time, which may be before 1970: `Utc::now` panics then.
pub(crate) fn now() -> DateTime<Utc> {
    SystemTime::now().into()
}

/// Ensures that a time can be used for links that expire, certificates and dates.
///
/// # Errors
/// When it is before 1970.
pub(crate) fn ensure_usable(now: SystemTime) -> Result<(), String> {
    match now < SystemTime::UNIX_EPOCH {
        true => Err(
            "reading the system's clock: it is set to a time before 1970; set it, and start again"
                .to_owned(),
        ),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_clock_before_1970_is_refused() {
        assert_eq!(ensure_usable(SystemTime::now()), Ok(()));
        assert_eq!(ensure_usable(SystemTime::UNIX_EPOCH), Ok(()));
        let early = SystemTime::UNIX_EPOCH - Duration::from_nanos(1);
        assert!(
            ensure_usable(early)
                .unwrap_err()
                .contains("before 1970; set it")
        );
    }
}
