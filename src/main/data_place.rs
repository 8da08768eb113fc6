//! Where the data folder of a service is if none is named: in one place for each user, wherever the program is started.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// In the current folder. A service that was started here before, has its data there.
const HERE: &str = "flowdeck-data";

/// Below the folder for the data of programs.
const NAME: &str = "flowdeck";

/// The data folder: the one in the current folder if there is one, or else the user's.
pub(crate) fn default_folder() -> PathBuf {
    place(Path::new(HERE).is_dir(), |name| env::var_os(name))
}

fn place(is_here: bool, variable: impl Fn(&str) -> Option<OsString>) -> PathBuf {
    let of_user = of_user(variable).filter(|_| !is_here);
    of_user.unwrap_or_else(|| PathBuf::from(HERE))
}

/// The user's data folder; `None` for a user without a home.
fn of_user(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let absolute = |name| {
        let path = PathBuf::from(variable(name)?);
        path.is_absolute().then_some(path)
    };
    let folder = absolute("XDG_DATA_HOME").or_else(|| match cfg!(windows) {
        true => absolute("LOCALAPPDATA"),
        false => absolute("HOME").map(|home| home.join(".local/share")),
    });
    folder.map(|folder| folder.join(NAME))
}

/// What to say about a data folder that nobody has named: one in the current folder hides the user's.
pub(crate) fn note(folder: &Path) -> String {
    let of_user = of_user(|name| env::var_os(name));
    match of_user.filter(|_| folder == Path::new(HERE)) {
        Some(of_user) => format!(
            ", because there is one here; started elsewhere, flowdeck uses {}",
            of_user.display()
        ),
        None => String::new(),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn place_with(is_here: bool, variables: &[(&str, &str)]) -> String {
        let variable = |name: &str| {
            let found = variables.iter().find(|(variable, _)| *variable == name);
            found.map(|(_, value)| OsString::from(value))
        };
        place(is_here, variable).display().to_string()
    }

    #[test]
    fn a_user_has_one_data_folder_unless_there_is_one_in_the_current_folder() {
        let home = ("HOME", "/home/ann");
        let usual = "/home/ann/.local/share/flowdeck";
        assert_eq!(place_with(false, &[home]), usual);
        let moved = ("XDG_DATA_HOME", "/data/ann");
        assert_eq!(place_with(false, &[home, moved]), "/data/ann/flowdeck");
        // The standard wants relative ones to be ignored.
        assert_eq!(place_with(false, &[home, ("XDG_DATA_HOME", "data")]), usual);
        assert_eq!(place_with(true, &[home]), HERE);
        assert_eq!(place_with(false, &[]), HERE);
    }
}
