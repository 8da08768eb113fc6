//! Checks the free space on the disk of the data folder.

use std::path::Path;

use super::finding::Finding;

/// How much more than the service keeps free is little: a few videos.
const LITTLE: u64 = 1_000_000_000;

/// Looks at the disk that a folder is on, or will be on. The service keeps `min_free` bytes of it free.
pub(super) fn check(folder: &Path, min_free: u64) -> Finding {
    let existing = folder.ancestors().find(|path| path.exists());
    let existing = existing.unwrap_or(Path::new("."));
    match fs4::available_space(existing) {
        Ok(free) => judge(free, min_free),
        Err(why) => Finding::Doubtful(format!(
            "disk: reading the free space of {}: {why}; check that its disk works",
            existing.display()
        )),
    }
}

fn judge(free: u64, min_free: u64) -> Finding {
    let text = format!("disk: {} free", size(free));
    let remedy = "free space, or move the data folder to a larger disk";
    if free <= min_free {
        let min_free = size(min_free);
        return Finding::Bad(format!(
            "{text}, of which --min-free-disk keeps {min_free} free, so new runs are refused; {remedy}"
        ));
    }
    match free < min_free.saturating_add(LITTLE) {
        true => Finding::Doubtful(format!("{text}; {remedy}")),
        false => Finding::Good(text),
    }
}

fn size(bytes: u64) -> String {
    match bytes {
        ..1_000_000_000 => format!("{:.1} MB", bytes as f64 / 1e6),
        _ => format!("{:.1} GB", bytes as f64 / 1e9),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn little_space_is_doubtful_and_too_little_is_bad() {
        let text = |free| judge(free, 40_000_000).to_string();
        let bad = "✗ disk: 40.0 MB free, of which --min-free-disk keeps 40.0 MB free, so new runs are refused; free";
        assert!(text(40_000_000).starts_with(bad), "{}", text(40_000_000));
        assert!(text(40_000_001).starts_with("! disk: 40.0 MB free; free space"));
        assert_eq!(text(53_210_000_000), "✓ disk: 53.2 GB free");
    }

    #[test]
    fn the_disk_of_a_folder_that_does_not_exist_yet_is_looked_at() {
        let home = tempfile::tempdir().unwrap();
        let finding = check(&home.path().join("a/b"), 0).to_string();
        assert!(finding.contains("B free"), "{finding}");
    }
}
