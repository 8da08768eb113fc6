//! An engine's files on disk. Knows nothing about HTTP.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use comfy_files::{FilePath, FilenamePrefix, Folder};
use engine::files::FileStore;
use private_files::Tightening;

/// The largest file it reads into memory, in bytes.
const MAX_FILE: u64 = 256 * 1024 * 1024;

/// The number of prefixes whose last number is cached.
const MAX_COUNTERS: usize = 1024;

/// ComfyUI's three folders below an engine's home, and one for incomplete uploads.
pub(super) struct DiskStore {
    home: PathBuf,
    /// The last number used, by prefix.
    counters: Mutex<HashMap<FilenamePrefix, u32>>,
}

impl DiskStore {
    /// Creates missing folders and empties the temporary ones.
    pub(super) fn open(home: PathBuf) -> io::Result<Self> {
        private_files::create_folder(&home)?;
        Tightening::default().add_all(&home);
        let store = Self {
            home,
            counters: Mutex::default(),
        };
        for temporary in [store.folder(Folder::Temp), store.uploads()] {
            match fs::remove_dir_all(&temporary) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => private_files::create_folder(&temporary)?,
            }
        }
        private_files::create_folder(&store.folder(Folder::Input))?;
        private_files::create_folder(&store.folder(Folder::Output))?;
        Ok(store)
    }

    /// The folder of incomplete uploads.
    pub(super) fn uploads(&self) -> PathBuf {
        self.home.join("uploads")
    }

    /// The absolute path of a file.
    fn absolute(&self, path: &FilePath) -> PathBuf {
        self.folder(path.folder)
            .join(&path.subfolder)
            .join(&path.name)
    }

    /// Opens a file; `None` if there is none.
    pub(super) fn open_file(&self, path: &FilePath) -> io::Result<Option<File>> {
        if !self.exists(path) {
            return Ok(None);
        }
        match File::open(self.absolute(path)) {
            // It was removed in the meantime.
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            opened => opened.map(Some),
        }
    }

    fn folder(&self, folder: Folder) -> PathBuf {
        self.home.join(folder.name())
    }

    /// Moves a complete upload to `path`. Without `overwrite`, an existing file with the same content
    /// is reused; otherwise the upload becomes `name (1).ext`.
    pub(super) fn adopt_upload(
        &self,
        upload: &Path,
        path: FilePath,
        overwrite: bool,
    ) -> io::Result<FilePath> {
        private_files::create_folder(&self.folder(path.folder).join(&path.subfolder))?;
        if overwrite {
            fs::rename(upload, self.absolute(&path))?;
            return Ok(path);
        }
        let mut free = path.clone();
        for number in 1.. {
            let target = self.absolute(&free);
            match private_files::writing().create_new(true).open(&target) {
                Ok(_) => {
                    fs::rename(upload, &target)?;
                    break;
                }
                Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
                Err(_) if same_content(upload, &target)? => break,
                Err(_) => free.name = numbered(&path.name, number),
            }
        }
        Ok(free)
    }

    /// The last number that files with this prefix use.
    fn last_number(&self, prefix: &FilenamePrefix, folder: &Path) -> io::Result<u32> {
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

impl FileStore for DiskStore {
    fn exists(&self, path: &FilePath) -> bool {
        self.absolute(path).is_file()
    }

    fn read(&self, path: &FilePath) -> io::Result<Vec<u8>> {
        let path = self.absolute(path);
        let size = fs::metadata(&path)?.len();
        if size > MAX_FILE {
            return Err(io::Error::other(format!(
                "it has {size} bytes, more than the limit of {MAX_FILE}"
            )));
        }
        fs::read(path)
    }

    fn save(&self, prefix: &FilenamePrefix, extension: &str, bytes: &[u8]) -> io::Result<FilePath> {
        let folder = self.folder(prefix.folder).join(&prefix.subfolder);
        private_files::create_folder(&folder)?;
        let mut counters = self.counters.lock().unwrap_or_else(PoisonError::into_inner);
        if counters.len() >= MAX_COUNTERS {
            counters.clear();
        }
        let mut number = match counters.get(prefix) {
            Some(number) => *number,
            None => self.last_number(prefix, &folder)?,
        };
        loop {
            number = number
                .checked_add(1)
                .ok_or_else(|| io::Error::other("this prefix has no free number"))?;
            let name = format!("{}_{number:05}{extension}", prefix.stem);
            let mut options = private_files::writing();
            match options.create_new(true).open(folder.join(&name)) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                file => {
                    if let Err(why) = file?.write_all(bytes) {
                        // On a full disk, half a file would take the last space.
                        let _ = fs::remove_file(folder.join(&name));
                        return Err(why);
                    }
                    counters.insert(prefix.clone(), number);
                    return Ok(FilePath {
                        folder: prefix.folder,
                        subfolder: prefix.subfolder.clone(),
                        name,
                    });
                }
            }
        }
    }

    fn input_files(&self) -> Vec<String> {
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

/// Adds a number to a name: `a (1).png`.
fn numbered(name: &str, number: u32) -> String {
    match name.rsplit_once('.') {
        Some((stem, extension)) if !stem.is_empty() => format!("{stem} ({number}).{extension}"),
        _ => format!("{name} ({number})"),
    }
}

fn same_content(one: &Path, other: &Path) -> io::Result<bool> {
    if !other.is_file() || fs::metadata(one)?.len() != fs::metadata(other)?.len() {
        return Ok(false);
    }
    Ok(fs::read(one)? == fs::read(other)?)
}
