//! Checks the free space on the disk of the data folder.

use std::path::Path;

use super::finding::Finding;

/// With less, the service fails soon.
const TOO_LITTLE: u64 = 100_000_000;
/// With less, a few videos fill the disk.
const LITTLE: u64 = 1_000_000_000;

/// Looks at the disk that a folder is on, or will be on.
pub(super) fn check(folder: &Path) -> Finding {
    let existing = folder.ancestors().find(|path| path.exists());
    let existing = existing.unwrap_or(Path::new("."));
    match fs4::available_space(existing) {
        Ok(free) => judge(free),
        Err(why) => Finding::Doubtful(format!(
            "disk: reading the free space of {}: {why}; check that its disk works",
            existing.display()
        )),
    }
}

fn judge(free: u64) -> Finding {
    let text = format!("disk: {:.1} GB are free", free as f64 / 1e9);
    let remedy = "free space, or move the data folder to a larger disk";
    match free {
        0..TOO_LITTLE => Finding::Bad(format!("{text}; {remedy}")),
        TOO_LITTLE..LITTLE => Finding::Doubtful(format!("{text}; {remedy}")),
        LITTLE.. => Finding::Good(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn little_space_is_doubtful_and_too_little_is_bad() {
        let text = |free| judge(free).to_string();
        assert!(judge(0).is_bad() && judge(TOO_LITTLE - 1).is_bad());
        assert!(text(TOO_LITTLE).starts_with("! disk: 0.1 GB are free; free space"));
        assert_eq!(text(53_210_000_000), "✓ disk: 53.2 GB are free");
    }

    #[test]
    fn the_disk_of_a_folder_that_does_not_exist_yet_is_looked_at() {
        let home = tempfile::tempdir().unwrap();
        let finding = check(&home.path().join("a/b")).to_string();
        assert!(finding.contains("GB are free"), "{finding}");
    }
}
