//! Which runs a listing returns. No I/O.

/// Which runs a listing returns.
#[derive(Clone, Debug)]
pub(crate) struct Page {
    /// The name of the key that submitted them; `None` for the runs of all keys.
    pub(crate) owner: Option<String>,
    /// The group; `None` for all runs.
    pub(crate) group_id: Option<String>,
    /// Starts at 1.
    pub(crate) page: u32,
    pub(crate) page_size: u32,
    /// How large the runs may be in an answer, in bytes; further ones are left out.
    pub(crate) max_bytes: usize,
    pub(crate) sort_by: SortBy,
    pub(crate) descending: bool,
}

/// The sort key of a listing.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SortBy {
    Created,
    Started,
    Completed,
}
