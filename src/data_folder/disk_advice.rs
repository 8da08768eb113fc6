//! What to do about an error of the data folder's disk.

use std::io::{self, ErrorKind};

/// Whether there is no space on a disk, or not for this user.
pub fn is_full(why: &io::Error) -> bool {
    matches!(
        why.kind(),
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded
    )
}

/// What to do about an error of the data folder's disk.
pub fn remedy(why: &io::Error) -> &'static str {
    match why.kind() {
        _ if is_full(why) => "free disk space in the data folder",
        ErrorKind::FileTooLarge => {
            "raise the limit for the size of files: ulimit -f, or LimitFSIZE of systemd"
        }
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
            "make the data folder writable"
        }
        _ => {
            "check that the disk of the data folder works and that no other program changes the folder"
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_full_disk_needs_space() {
        let of = |kind: ErrorKind| remedy(&kind.into());
        assert!(of(ErrorKind::StorageFull).contains("free disk space"));
        assert!(of(ErrorKind::PermissionDenied).contains("writable"));
        for kind in [
            ErrorKind::InvalidFilename,
            ErrorKind::NotFound,
            ErrorKind::Other,
        ] {
            assert!(!of(kind).contains("space"), "{kind}");
        }
    }
}
