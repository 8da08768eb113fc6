//! Deletes what the service keeps of the outputs of runs that are removed. Does not know why they are.

use super::Outputs;
use crate::ids_in_use::InUse;

impl Outputs {
    /// Says that the outputs of a run are being written. Its removal does not end before that.
    pub(crate) fn begin_writing(&self, run_id: &str) -> InUse {
        self.writing.begin(run_id)
    }

    /// Whether the outputs of a run are being written.
    pub(crate) fn is_writing(&self, run_id: &str) -> bool {
        self.writing.contains(run_id)
    }

    /// Deletes the outputs of these runs, and what was made of them. A download that has begun is finished. Returns the
    /// runs whose files are all gone, even after a power failure.
    pub(crate) async fn remove(&self, run_ids: &[String]) -> Vec<String> {
        let removed = self.blobs.remove(run_ids).await;
        // After the files, so that nothing is made of them again.
        let ids = run_ids.iter().cloned().collect();
        self.thumbnails.forget(&ids);
        self.plain_copies.remove(ids).await;
        removed
    }

    /// Deletes the outputs of a run that keeps none.
    pub(crate) async fn discard(&self, run_id: &str) {
        self.blobs.remove(&[run_id.to_owned()]).await;
    }
}
