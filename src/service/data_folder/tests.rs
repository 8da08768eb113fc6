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
