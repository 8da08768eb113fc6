//! The selection and order of runs in a listing. No I/O.

use super::reach::Reach;
use api::RunStatus;

/// One page of a listing of runs.
#[derive(Clone, Debug)]
pub struct Page {
    pub runs: RunFilter,
    /// Starts at 1.
    pub page: u32,
    pub page_size: u32,
    /// The maximum size of the runs in an answer, in bytes. Further runs are left out.
    pub max_bytes: usize,
    pub sort_by: SortBy,
    pub descending: bool,
}

/// The runs to list. `None` does not filter.
#[derive(Clone, Debug, Default)]
pub struct RunFilter {
    pub reach: Reach,
    pub group_id: Option<String>,
    pub workflow_id: Option<String>,
    pub status: Option<RunStatus>,
    /// The address of the engine instance that has the runs, or had them last.
    pub instance: Option<String>,
}

/// The sort key of a listing.
#[derive(Clone, Copy, Debug)]
pub enum SortBy {
    Created,
    Started,
    Completed,
}
