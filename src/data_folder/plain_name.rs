//! Names of files in the data folder, as rows have them.

use std::path::{Component, Path};

/// Whether a name leads to no other folder.
pub fn is_plain(name: &str) -> bool {
    let mut parts = Path::new(name).components();
    matches!((parts.next(), parts.next()), (Some(Component::Normal(only)), None) if only == name)
}

#[cfg(test)]
mod tests {
    use super::is_plain;

    #[test]
    fn only_a_name_of_one_part_is_plain() {
        for name in ["a", "a.txt", "..a", "a b", "ä"] {
            assert!(is_plain(name), "{name}");
        }
        for name in ["", ".", "..", "/", "/a", "a/", "a/b", "../a", "./a", "a/.."] {
            assert!(!is_plain(name), "{name}");
        }
    }
}
