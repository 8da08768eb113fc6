//! The process's limit of open files. Each connection needs at least one.

/// The limit that is enough for every connection and file.
#[cfg(unix)]
const ENOUGH: u64 = 16 << 10;

/// Raises the limit of open files as far as it is needed and allowed. Returns the limit that applies.
#[cfg(unix)]
pub fn raise_open_files_limit() -> u64 {
    use rlimit::{Resource, getrlimit, increase_nofile_limit};

    let current = getrlimit(Resource::NOFILE).map_or(256, |(soft, _)| soft);
    if current >= ENOUGH {
        return current;
    }
    increase_nofile_limit(ENOUGH).unwrap_or_else(|why| {
        tracing::warn!(
            "raising the limit of {current} open files: {why}; fewer connections are accepted"
        );
        current
    })
}

/// Other systems have no such limit.
#[cfg(not(unix))]
pub fn raise_open_files_limit() -> u64 {
    u64::MAX
}
