use super::*;

#[tokio::test]
async fn a_folder_that_does_not_exist_has_nothing_to_sync() {
    let home = tempfile::tempdir().unwrap();
    sync_folder(&home.path().join("missing")).await.unwrap();
}

#[tokio::test]
async fn only_files_are_synced() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("run");
    fs::create_dir_all(folder.join("subfolder")).unwrap();
    fs::write(folder.join("file"), "text").unwrap();
    sync_folder(&folder).await.unwrap();
}

#[tokio::test]
async fn a_folder_that_cannot_be_read_is_an_error() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("file");
    fs::write(&file, "text").unwrap();
    assert!(sync_folder(&file).await.is_err());
}
