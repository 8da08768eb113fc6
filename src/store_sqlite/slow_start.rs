//! Logs the slow steps of a start, and how long they took, if the database is large.

use std::path::Path;
use std::time::Instant;

/// The size of a database from which on a start logs its steps, in bytes.
const LARGE: u64 = 200 << 20;

/// A step of a start.
pub(super) struct SlowStep {
    what: &'static str,
    is_large: bool,
    begun: Instant,
}

impl SlowStep {
    /// Begins a step for the database in this file.
    pub(super) fn begin(what: &'static str, path: &Path) -> Self {
        let bytes = path.metadata().map_or(0, |file| file.len());
        let is_large = bytes >= LARGE;
        if is_large {
            tracing::info!(
                "{what} the run store {}, which has {}",
                path.display(),
                size(bytes)
            );
        }
        Self {
            what,
            is_large,
            begun: Instant::now(),
        }
    }
}

impl Drop for SlowStep {
    fn drop(&mut self) {
        if self.is_large {
            let seconds = self.begun.elapsed().as_secs_f64();
            tracing::info!("{} the run store took {seconds:.1} s", self.what);
        }
    }
}

/// A size for people.
fn size(bytes: u64) -> String {
    match bytes as f64 / 1e9 {
        gigabytes if gigabytes >= 1.0 => format!("{gigabytes:.1} GB"),
        gigabytes => format!("{:.0} MB", gigabytes * 1e3),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_steps_for_a_large_database_are_logged() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("store");
        let is_large = || SlowStep::begin("checking", &path).is_large;
        assert!(!is_large(), "there is none");
        let file = std::fs::File::create(&path).unwrap();
        for (bytes, expected) in [(LARGE - 1, false), (LARGE, true)] {
            file.set_len(bytes).unwrap();
            assert_eq!(is_large(), expected);
        }
        assert_eq!(
            [LARGE, 1_250_000_000].map(size),
            ["210 MB", "1.2 GB"].map(str::to_owned)
        );
    }
}
