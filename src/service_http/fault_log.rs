//! Logs faults of the service that calls run into: one line a minute for each kind, however many calls there are.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long a line counts for its kind.
const INTERVAL: Duration = Duration::from_secs(60);

/// The most kinds that are known at the same time.
const MAX_KINDS: usize = 64;

/// The lines of the last minute.
#[derive(Debug, Default)]
struct FaultLog(HashMap<String, Fault>);

#[derive(Debug)]
struct Fault {
    logged: Instant,
    /// How many came since then.
    skipped: usize,
}

static LOG: Mutex<Option<FaultLog>> = Mutex::new(None);

/// Logs a fault, unless one of its kind was logged less than a minute ago. Its kind is what was attempted: the text before
/// the first colon.
pub(super) fn log(fault: &str) {
    let mut log = LOG.lock().unwrap_or_else(PoisonError::into_inner);
    let log = log.get_or_insert_default();
    match log.line(fault, Instant::now()) {
        None => {}
        Some(0) => tracing::error!("{fault}"),
        Some(skipped) => tracing::error!("{fault} (and {skipped} times since the last such line)"),
    }
}

impl FaultLog {
    /// Whether to log a fault: how many of its kind were not.
    fn line(&mut self, fault: &str, now: Instant) -> Option<usize> {
        let kind = fault.split(':').next().unwrap_or_default();
        let is_recent = |fault: &Fault| now.saturating_duration_since(fault.logged) < INTERVAL;
        if let Some(known) = self.0.get_mut(kind)
            && is_recent(known)
        {
            known.skipped += 1;
            return None;
        }
        if self.0.len() >= MAX_KINDS {
            self.0.retain(|_, fault| is_recent(fault));
        }
        let first = Fault {
            logged: now,
            skipped: 0,
        };
        if self.0.len() >= MAX_KINDS {
            return Some(0);
        }
        let before = self.0.insert(kind.to_owned(), first);
        Some(before.map_or(0, |fault| fault.skipped))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_has_one_line_a_minute() {
        let (mut log, start) = (FaultLog::default(), Instant::now());
        let minute = start + INTERVAL;
        assert_eq!(log.line("writing an upload: a", start), Some(0));
        assert_eq!(log.line("writing an upload: b", start), None);
        assert_eq!(log.line("accessing the run store: full", start), Some(0));
        assert_eq!(log.line("writing an upload: c", start), None);
        assert_eq!(log.line("writing an upload: d", minute), Some(2));
        assert_eq!(log.line("writing an upload: e", minute), None);
        for kind in 0..2 * MAX_KINDS {
            assert_eq!(log.line(&format!("{kind}: x"), minute), Some(0));
        }
        assert_eq!(log.0.len(), MAX_KINDS);
    }
}
