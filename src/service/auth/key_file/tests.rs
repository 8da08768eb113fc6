use std::path::PathBuf;

use super::*;

/// A folder and the path of a key file in it, with these bytes.
fn key_file(bytes: &[u8]) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("key");
    fs::write(&path, bytes).unwrap();
    (folder, path)
}

fn error(path: &Path) -> String {
    read_or_create(path).unwrap_err().to_string()
}

#[test]
fn a_new_key_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("key");
    let key = read_or_create(&path).unwrap();
    assert_eq!(key.len(), 40);
    assert_eq!(read_or_create(&path).unwrap(), key);
    let names = fs::read_dir(folder.path()).unwrap();
    assert_eq!(names.count(), 1, "only the key file is left");
}

#[test]
fn two_folders_have_different_keys() {
    let folder = tempfile::tempdir().unwrap();
    let keys = ["a", "b"].map(|name| read_or_create(&folder.path().join(name)).unwrap());
    assert_ne!(keys[0], keys[1]);
}

#[test]
fn a_key_of_ones_own_may_end_with_a_line_break() {
    let (_folder, path) = key_file(b"se cret/1\r\n");
    assert_eq!(read_or_create(&path).unwrap(), "se cret/1");
}

#[test]
fn a_key_of_ones_own_may_be_in_quotes() {
    let (_folder, path) = key_file(b" \"se cret/1\"\n");
    assert_eq!(read_or_create(&path).unwrap(), "se cret/1");
}

#[test]
fn a_file_without_a_usable_key_is_reported_with_a_remedy_and_kept() {
    let long = [b'x'; 4097];
    let contents: [&[u8]; 6] = [b"", b" \n", b"a\nb", "schlüssel".as_bytes(), b"\xff", &long];
    for bytes in contents {
        let (_folder, path) = key_file(bytes);
        let error = error(&path);
        assert!(error.contains("delete it"), "{error}");
        assert!(!error.contains("schl"), "{error}");
        assert_eq!(fs::read(&path).unwrap(), bytes);
    }
}

#[test]
fn a_folder_in_its_place_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let error = error(folder.path());
    assert!(error.contains("not a file"), "{error}");
}

#[test]
fn a_folder_that_does_not_exist_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let error = error(&folder.path().join("missing/key"));
    assert!(error.contains("--data"), "{error}");
}

#[cfg(unix)]
mod permissions {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn a_new_file_is_private_even_after_an_interrupted_start() {
        let folder = tempfile::tempdir().unwrap();
        let (path, unfinished) = (folder.path().join("key"), folder.path().join("key.new"));
        fs::write(&unfinished, "half").unwrap();
        fs::set_permissions(&unfinished, fs::Permissions::from_mode(0o644)).unwrap();
        assert_eq!(read_or_create(&path).unwrap().len(), 40);
        assert_eq!(mode(&path), 0o600);
    }
}
