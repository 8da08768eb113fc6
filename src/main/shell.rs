//! Paths in commands that people copy into a shell.

use std::path::Path;

/// A path as one word of a POSIX shell.
pub(crate) fn quoted(path: &Path) -> String {
    let path = path.display().to_string();
    let is_plain = |char: char| char.is_ascii_alphanumeric() || "/._-+:@%,=".contains(char);
    match path.is_empty() || !path.chars().all(is_plain) {
        true => format!("'{}'", path.replace('\'', r"'\''")),
        false => path,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_stays_one_word() {
        for (path, expected) in [
            ("/etc/flowdeck/flowdeck.toml", "/etc/flowdeck/flowdeck.toml"),
            ("", "''"),
            ("my data/key", "'my data/key'"),
            ("ann's $HOME", r"'ann'\''s $HOME'"),
            ("größe", "'größe'"),
        ] {
            assert_eq!(quoted(Path::new(path)), expected);
        }
    }
}
