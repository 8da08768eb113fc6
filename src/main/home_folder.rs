//! Paths that begin with `~`. A shell replaces it by the home folder, but not in a variable, in a file or after `=`.

use std::env;
use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};

use clap::builder::{OsStringValueParser, TypedValueParser};

/// Reads a path in which `~` may stand for the home folder.
pub(crate) fn path() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().try_map(|text: OsString| expanded(Path::new(&text)))
}

/// A path, with the home folder in place of `~`.
///
/// # Errors
/// It begins with the home folder of another user, or there is none.
pub(crate) fn expanded(path: &Path) -> Result<PathBuf, String> {
    let home = env::home_dir().filter(|home| !home.as_os_str().is_empty());
    expanded_with(path, home)
}

fn expanded_with(path: &Path, home: Option<PathBuf>) -> Result<PathBuf, String> {
    let mut components = path.components();
    let first = match components.next() {
        Some(Component::Normal(first)) => first.to_str().unwrap_or_default(),
        _ => "",
    };
    match first {
        "~" => {
            let home = home.ok_or("the home folder is not known; write the whole path")?;
            Ok(home.join(components.as_path()))
        }
        other if other.starts_with('~') => Err(format!(
            "“{other}” is the home folder of a user in a shell only; write the whole path, or ./{other} for a folder \
             with this name"
        )),
        _ => Ok(path.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tilde_is_the_home_folder() {
        let home = || Some(PathBuf::from("/home/ann"));
        let of = |text: &str| expanded_with(Path::new(text), home());
        for (text, path) in [
            ("~", "/home/ann"),
            ("~/data", "/home/ann/data"),
            ("./~", "./~"),
            ("data/~", "data/~"),
            ("a~b", "a~b"),
            ("/srv/data", "/srv/data"),
            ("", ""),
        ] {
            assert_eq!(of(text), Ok(path.into()), "{text}");
        }
        assert!(of("~bob/data").unwrap_err().contains("./~bob"));
        let without = expanded_with(Path::new("~/data"), None);
        assert!(without.unwrap_err().contains("write the whole path"));
    }
}
