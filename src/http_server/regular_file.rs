//! Reads regular files that other programs write. Opening a named pipe would wait for its writer, and reading a device
//! might never end.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// Opens a regular file; symbolic links are followed.
pub fn open(path: &Path) -> io::Result<File> {
    let not_regular = || io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file");
    // Before it is opened, because that could wait; and after, because it may have been replaced.
    if !fs::metadata(path)?.is_file() {
        return Err(not_regular());
    }
    let file = File::open(path)?;
    match file.metadata()?.is_file() {
        true => Ok(file),
        false => Err(not_regular()),
    }
}

/// The bytes of a regular file.
///
/// # Errors
/// Also when there are more than `max`.
pub fn read_whole(path: &Path, max: u64) -> io::Result<Vec<u8>> {
    let too_large = || io::Error::new(io::ErrorKind::FileTooLarge, "it is too large");
    read(path, max)?.ok_or_else(too_large)
}

/// The bytes of a regular file; `None` if there are more than `max`.
pub fn read(path: &Path, max: u64) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    open(path)?.take(max + 1).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= max).then_some(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_read_up_to_their_limit() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        fs::write(&path, "four").unwrap();
        assert_eq!(read(&path, 4).unwrap(), Some(b"four".to_vec()));
        assert_eq!(read(&path, 3).unwrap(), None);
        assert_eq!(read_whole(&path, 4).unwrap(), b"four");
        let why = read_whole(&path, 3).unwrap_err();
        assert_eq!(why.to_string(), "it is too large");
    }

    #[cfg(unix)]
    #[test]
    fn a_device_a_folder_and_a_pipe_are_not_opened() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.unwrap().success());
        let link = folder.path().join("link");
        std::os::unix::fs::symlink(&pipe, &link).unwrap();
        for path in [Path::new("/dev/zero"), folder.path(), &pipe, &link] {
            assert!(open(path).is_err(), "{}", path.display());
        }
    }
}
