//! The sizes of outputs of runs from before the store had them. Blocks.

use std::fs;
use std::path::Path;

/// The bytes of the files in a run's folder of outputs; 0 if it has none.
pub(super) fn bytes_of(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let files = entries.filter_map(|entry| entry.metadata().ok());
    files
        .filter(fs::Metadata::is_file)
        .map(|file| file.len())
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_of_a_folder_are_added_up() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(bytes_of(&folder.path().join("none")), 0);
        fs::write(folder.path().join("a"), [0; 3]).unwrap();
        fs::write(folder.path().join("b"), [0; 4]).unwrap();
        fs::create_dir(folder.path().join("c")).unwrap();
        assert_eq!(bytes_of(folder.path()), 7);
    }
}
