//! Removes copies that are not needed any more. Does not know why.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use super::{PlainCopies, blocking};

impl PlainCopies {
    /// Whether there are none.
    pub(crate) async fn is_empty(&self) -> bool {
        self.copies.lock().await.is_empty()
    }

    /// Removes the copies of all other runs, and of outputs that are gone.
    pub(crate) async fn retain(&self, runs: HashSet<String>) {
        let mut copies = self.copies.clone().lock_owned().await;
        let mut gone = HashSet::new();
        for copy in copies.iter() {
            let is_of_these = runs.contains(copy.name.group());
            if !is_of_these || matches!(self.originals.info(&copy.name).await, Ok(None)) {
                gone.insert(copy.name.clone());
            }
        }
        let cleaning = blocking(move || {
            let gone = copies.extract_if(.., |copy| gone.contains(&copy.name));
            gone.for_each(|copy| remove(&copy.path));
            Ok(())
        });
        if let Err(why) = cleaning.await {
            tracing::warn!("removing copies for links that have ended: {why}");
        }
    }

    /// Removes the copies of these runs, after one that is being made.
    pub(crate) async fn remove(&self, runs: HashSet<String>) {
        let mut copies = self.copies.clone().lock_owned().await;
        let cleaning = blocking(move || {
            let gone = copies.extract_if(.., |copy| runs.contains(copy.name.group()));
            gone.for_each(|copy| remove(&copy.path));
            Ok(())
        });
        if let Err(why) = cleaning.await {
            tracing::warn!("removing the copies of runs that are removed: {why}");
        }
    }
}

/// Removes a copy, and its folder with the last one.
fn remove(copy: &Path) {
    let _ = fs::remove_file(copy);
    if let Some(folder) = copy.parent() {
        // An error means that it has other copies.
        let _ = fs::remove_dir(folder);
    }
}
