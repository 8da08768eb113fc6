//! The engine's folders on disk. Knows nothing of HTTP.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::engine::store::{Folder, Place, Prefix, Store};

/// The largest file that is read into memory, in bytes.
const MAX_FILE: u64 = 256 * 1024 * 1024;

/// How many prefixes have their last number remembered.
const MAX_COUNTERS: usize = 1024;

/// The three folders below an engine's home, and one for uploads on their way.
pub(super) struct Folders {
    home: PathBuf,
    /// The last number given out, by prefix.
    counters: Mutex<HashMap<Prefix, u32>>,
}

impl Folders {
    /// Makes the folders where they are missing; what is temporary is emptied.
    pub(super) fn open(home: PathBuf) -> io::Result<Self> {
        let folders = Self {
            home,
            counters: Mutex::default(),
        };
        for passing in [folders.folder(Folder::Temp), folders.uploads()] {
            match fs::remove_dir_all(&passing) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => fs::create_dir_all(&passing)?,
            }
        }
        fs::create_dir_all(folders.folder(Folder::Input))?;
        fs::create_dir_all(folders.folder(Folder::Output))?;
        Ok(folders)
    }

    /// Where uploads lie until they are complete.
    pub(super) fn uploads(&self) -> PathBuf {
        self.home.join("uploads")
    }

    /// The path of a file.
    pub(super) fn path(&self, place: &Place) -> PathBuf {
        self.folder(place.folder)
            .join(&place.subfolder)
            .join(&place.name)
    }

    fn folder(&self, folder: Folder) -> PathBuf {
        self.home.join(folder.name())
    }

    /// Moves a complete upload to its place. Without `overwrite` a name already taken by the same
    /// content is used again, one taken by another becomes `name (1).ext`.
    pub(super) fn adopt(&self, upload: &Path, place: Place, overwrite: bool) -> io::Result<Place> {
        fs::create_dir_all(self.folder(place.folder).join(&place.subfolder))?;
        if overwrite {
            fs::rename(upload, self.path(&place))?;
            return Ok(place);
        }
        let mut free = place.clone();
        for number in 1.. {
            let path = self.path(&free);
            match File::create_new(&path) {
                Ok(_) => {
                    fs::rename(upload, &path)?;
                    break;
                }
                Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
                Err(_) if same_content(upload, &path)? => break,
                Err(_) => free.name = numbered(&place.name, number),
            }
        }
        Ok(free)
    }

    /// The last number in use for a prefix.
    fn last(&self, prefix: &Prefix, folder: &Path) -> io::Result<u32> {
        let start = format!("{}_", prefix.stem);
        let mut last = 0;
        for entry in fs::read_dir(folder)? {
            let name = entry?.file_name();
            let Some(rest) = name.to_str().and_then(|name| name.strip_prefix(&start)) else {
                continue;
            };
            let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
            last = last.max(digits.parse().unwrap_or(0));
        }
        Ok(last)
    }
}

impl Store for Folders {
    fn exists(&self, place: &Place) -> bool {
        self.path(place).is_file()
    }

    fn read(&self, place: &Place) -> io::Result<Vec<u8>> {
        let path = self.path(place);
        let size = fs::metadata(&path)?.len();
        if size > MAX_FILE {
            return Err(io::Error::other(format!(
                "its {size} bytes are more than {MAX_FILE}"
            )));
        }
        fs::read(path)
    }

    fn save(&self, prefix: &Prefix, ending: &str, bytes: &[u8]) -> io::Result<Place> {
        let folder = self.folder(prefix.folder).join(&prefix.subfolder);
        fs::create_dir_all(&folder)?;
        let mut counters = self.counters.lock().unwrap_or_else(PoisonError::into_inner);
        if counters.len() >= MAX_COUNTERS {
            counters.clear();
        }
        let mut number = match counters.get(prefix) {
            Some(number) => *number,
            None => self.last(prefix, &folder)?,
        };
        loop {
            number = number
                .checked_add(1)
                .ok_or_else(|| io::Error::other("no number is left for this prefix"))?;
            let name = format!("{}_{number:05}{ending}", prefix.stem);
            match File::create_new(folder.join(&name)) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                file => {
                    file?.write_all(bytes)?;
                    counters.insert(prefix.clone(), number);
                    return Ok(Place {
                        folder: prefix.folder,
                        subfolder: prefix.subfolder.clone(),
                        name,
                    });
                }
            }
        }
    }

    fn inputs(&self) -> Vec<String> {
        let entries = fs::read_dir(self.folder(Folder::Input))
            .into_iter()
            .flatten()
            .flatten();
        let files = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()));
        let mut names: Vec<String> = files
            .filter_map(|entry| entry.file_name().into_string().ok())
            .collect();
        names.sort();
        names
    }
}

/// `a.png` with a number: `a (1).png`.
fn numbered(name: &str, number: u32) -> String {
    match name.rsplit_once('.') {
        Some((stem, ending)) if !stem.is_empty() => format!("{stem} ({number}).{ending}"),
        _ => format!("{name} ({number})"),
    }
}

fn same_content(one: &Path, other: &Path) -> io::Result<bool> {
    if !other.is_file() || fs::metadata(one)?.len() != fs::metadata(other)?.len() {
        return Ok(false);
    }
    Ok(fs::read(one)? == fs::read(other)?)
}
