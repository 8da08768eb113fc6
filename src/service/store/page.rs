//! Which runs a listing returns. No I/O.

use super::reach::Reach;
use api::RunStatus;

/// Which runs a listing returns.
#[derive(Clone, Debug)]
pub(crate) struct Page {
    pub(crate) runs: RunFilter,
    /// Starts at 1.
    pub(crate) page: u32,
    pub(crate) page_size: u32,
    /// How large the runs may be in an answer, in bytes; further ones are left out.
    pub(crate) max_bytes: usize,
    pub(crate) sort_by: SortBy,
    pub(crate) descending: bool,
}

/// Which runs are wanted; `None` for all.
#[derive(Clone, Debug, Default)]
pub(crate) struct RunFilter {
    pub(crate) reach: Reach,
    pub(crate) group_id: Option<String>,
    pub(crate) workflow_id: Option<String>,
    pub(crate) status: Option<RunStatus>,
    /// The address of the engine instance that has them or had them last.
    pub(crate) instance: Option<String>,
}

/// The sort key of a listing.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SortBy {
    Created,
    Started,
    Completed,
}
