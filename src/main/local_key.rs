//! The first key of a service on this machine, for the commands that call it: it is in the file of the data folder, which
//! only the user of the service, and root, can read.

use std::env;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::{config, data_place};

/// The configuration of the service that the Debian package installs.
pub(crate) const PACKAGE_CONFIG: &str = "/etc/flowdeck/flowdeck.toml";

/// A key, and the file that has it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct LocalKey {
    pub(crate) key: String,
    pub(crate) file: PathBuf,
}

/// The key, if there is one that we can read: of the service that was named with FLOWDECK_DATA, or the user's, or the
/// one that a package has installed.
pub(crate) fn read() -> Option<LocalKey> {
    let named = env::var_os("FLOWDECK_DATA").filter(|name| !name.is_empty());
    let folders = match named {
        Some(folder) => vec![PathBuf::from(folder)],
        None => {
            let packaged = folder_in(Path::new(PACKAGE_CONFIG));
            [Some(data_place::default_folder()), packaged]
                .into_iter()
                .flatten()
                .collect()
        }
    };
    first_of(&folders)
}

/// The first key that can be read in one of these data folders.
fn first_of(folders: &[PathBuf]) -> Option<LocalKey> {
    folders.iter().find_map(|folder| {
        let file = folder.join("key");
        match fs::read_to_string(&file) {
            Ok(text) => {
                let key = api::secret_in(&text).ok()?.to_owned();
                Some(LocalKey { key, file })
            }
            Err(why) => {
                if why.kind() != ErrorKind::NotFound {
                    tracing::warn!("reading the key file {}: {why}", file.display());
                }
                None
            }
        }
    })
}

/// The data folder that a configuration file names.
fn folder_in(path: &Path) -> Option<PathBuf> {
    let config = config::read(path).ok()?;
    let data = config.keys.iter().find(|key| key.name == "data")?;
    data.value.as_str().map(PathBuf::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_key_that_can_be_read_counts() {
        let home = tempfile::tempdir().unwrap();
        let folders = ["absent", "empty", "own", "other"].map(|name| home.path().join(name));
        for (folder, key) in folders
            .iter()
            .zip(["", "", "own-key\n", "other-key"])
            .skip(1)
        {
            fs::create_dir(folder).unwrap();
            fs::write(folder.join("key"), key).unwrap();
        }
        let own = LocalKey {
            key: "own-key".to_owned(),
            file: folders[2].join("key"),
        };
        assert_eq!(first_of(&folders), Some(own));
        assert_eq!(first_of(&folders[..2]), None);
    }

    #[test]
    fn the_configuration_of_a_package_names_its_data_folder() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("flowdeck.toml");
        assert_eq!(folder_in(&path), None);
        fs::write(&path, "data = \"/var/lib/flowdeck/data\"\nengines = 2\n").unwrap();
        let folder = folder_in(&path);
        assert_eq!(folder.as_deref(), Some(Path::new("/var/lib/flowdeck/data")));
    }
}
