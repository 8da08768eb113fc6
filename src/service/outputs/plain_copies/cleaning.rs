//! Removes copies that are not needed any more. Does not know why.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use super::{CopiedFile, PlainCopies, blocking};

impl PlainCopies {
    /// Whether there are none.
    pub(crate) async fn is_empty(&self) -> bool {
        self.copies.lock().await.is_empty()
    }

    /// Removes the copies of all other runs, and of outputs that are gone.
    pub(crate) async fn retain(&self, runs: HashSet<String>) {
        let mut copies = self.copies.clone().lock_owned().await;
        let cleaning = blocking(move || {
            copies.retain(|copy| {
                let is_needed = is_of(copy, &runs) && copy.original.exists();
                if !is_needed {
                    remove(&copy.path);
                }
                is_needed
            });
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
            let gone = copies.extract_if(.., |copy| is_of(copy, &runs));
            gone.for_each(|copy| remove(&copy.path));
            Ok(())
        });
        if let Err(why) = cleaning.await {
            tracing::warn!("removing the copies of runs that are removed: {why}");
        }
    }
}

fn is_of(copy: &CopiedFile, runs: &HashSet<String>) -> bool {
    let folder = copy.path.parent().and_then(Path::file_name);
    let run = folder.and_then(|name| name.to_str());
    run.is_some_and(|run| runs.contains(run))
}

/// Removes a copy, and its folder with the last one.
fn remove(copy: &Path) {
    let _ = fs::remove_file(copy);
    if let Some(folder) = copy.parent() {
        // An error means that it has other copies.
        let _ = fs::remove_dir(folder);
    }
}
