//! Which runs a listing returns. No I/O.

use super::reach::Reach;
use api::RunStatus;

/// Which runs a listing returns.
#[derive(Clone, Debug)]
pub struct Page {
    pub runs: RunFilter,
    /// Starts at 1.
    pub page: u32,
    pub page_size: u32,
    /// How large the runs may be in an answer, in bytes; further ones are left out.
    pub max_bytes: usize,
    pub sort_by: SortBy,
    pub descending: bool,
}

/// Which runs are wanted; `None` for all.
#[derive(Clone, Debug, Default)]
pub struct RunFilter {
    pub reach: Reach,
    pub group_id: Option<String>,
    pub workflow_id: Option<String>,
    pub status: Option<RunStatus>,
    /// The address of the engine instance that has them or had them last.
    pub instance: Option<String>,
}

/// The sort key of a listing.
#[derive(Clone, Copy, Debug)]
pub enum SortBy {
    Created,
    Started,
    Completed,
}
