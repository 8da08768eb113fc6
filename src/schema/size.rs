//! Formats file sizes for people.

/// Formats a size in bytes: `812 B`, `14 kB`, `3.2 MB`, `1.5 GB`. Units are decimal, as in file
/// managers.
pub fn size(bytes: u64) -> String {
    let (unit, name) = match bytes {
        0..1_000 => return format!("{bytes} B"),
        1_000..999_500 => return format!("{} kB", (bytes + 500) / 1_000),
        999_500..999_950_000 => (100_000, "MB"),
        _ => (100_000_000, "GB"),
    };
    let tenths = bytes / unit + u64::from(bytes % unit >= unit / 2);
    format!("{}.{} {name}", tenths / 10, tenths % 10)
}
