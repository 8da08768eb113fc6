//! The tests of webhooks that are under way, by key.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::MAX_TESTS;

/// The number of tests of each key; of the first key, under the empty name.
#[derive(Debug, Default)]
pub(super) struct RunningTests(Mutex<HashMap<String, usize>>);

/// A test that is under way, until this is dropped.
#[derive(Debug)]
pub(super) struct RunningTest<'a> {
    tests: &'a RunningTests,
    owner: String,
}

impl RunningTests {
    /// Begins a test of a key, if it may have one more.
    pub(super) fn begin(&self, owner: &str) -> Option<RunningTest<'_>> {
        let mut counts = self.counts();
        let count = counts.entry(owner.to_owned()).or_default();
        if *count >= MAX_TESTS {
            return None;
        }
        *count += 1;
        Some(RunningTest {
            tests: self,
            owner: owner.to_owned(),
        })
    }

    fn counts(&self) -> MutexGuard<'_, HashMap<String, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for RunningTest<'_> {
    fn drop(&mut self) {
        let mut counts = self.tests.counts();
        if let Some(count) = counts.get_mut(&self.owner) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.owner);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tests_of_one_key_leave_room_for_those_of_others() {
        let tests = RunningTests::default();
        let running = [tests.begin("a").unwrap(), tests.begin("a").unwrap()];
        assert!(tests.begin("a").is_none());
        assert!(tests.begin("b").is_some() && tests.begin("").is_some());
        drop(running);
        assert!(tests.begin("a").is_some());
    }
}
