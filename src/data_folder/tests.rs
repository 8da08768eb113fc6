use super::*;

#[test]
fn a_folder_is_locked_for_one_service_until_released() {
    let folder = tempfile::tempdir().unwrap();
    let first = DataFolder::open(folder.path()).unwrap();
    let second = DataFolder::open(folder.path()).unwrap_err().to_string();
    assert!(
        second.contains("another flowdeck") && second.contains("--data"),
        "{second}"
    );
    first.release();
    DataFolder::open(folder.path()).unwrap();
}

#[cfg(unix)]
mod modes {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn set_mode(path: &Path, mode: u32) {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn a_service_s_files_become_private_and_other_files_stay_as_they_are() {
        let home = tempfile::tempdir().unwrap();
        set_mode(home.path(), 0o755);
        let own = [
            "flowdeck.sqlite",
            "flowdeck.sqlite-wal",
            "key",
            "outputs/run/a.png",
            "engines/1/input/b.png",
        ];
        for name in own.into_iter().chain(["notes/c.txt"]) {
            let path = home.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, "").unwrap();
            set_mode(&path, 0o644);
        }
        set_mode(&home.path().join("outputs/run"), 0o755);
        DataFolder::open(home.path()).unwrap();
        assert_eq!(own.map(|name| mode(&home.path().join(name))), [0o600; 5]);
        let folders = ["", "outputs", "outputs/run", "engines", "engines/1/input"];
        assert_eq!(
            folders.map(|name| mode(&home.path().join(name))),
            [0o700; 5]
        );
        assert_eq!(mode(&home.path().join("notes/c.txt")), 0o644);
    }
}
