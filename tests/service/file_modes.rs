//! Everything the service and its engines keep belongs to their user alone.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use crate::common::images::{file, gradient, png};
use crate::common::{TestServer, logs, no_inputs, texts};

/// The paths below a folder that other users could open, and the number of all paths.
fn open_to_others(folder: &Path) -> (Vec<String>, usize) {
    let (mut open, mut count) = (Vec::new(), 0);
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let metadata = fs::metadata(&path).unwrap();
        let wanted = if metadata.is_dir() { 0o700 } else { 0o600 };
        let mode = metadata.permissions().mode() & 0o777;
        if mode != wanted {
            open.push(format!("{} {mode:o}", path.display()));
        }
        count += 1;
        if metadata.is_dir() {
            let below = open_to_others(&path);
            open.extend(below.0);
            count += below.1;
        }
    }
    (open, count)
}

#[tokio::test]
async fn stores_uploads_outputs_and_engine_files_are_private() {
    let server = TestServer::with(1, |options| options).await;
    let slow = server.run("slow", no_inputs()).await;
    server.wait_for_status(&slow, "running").await;
    // Its upload stays while it waits.
    let form = file("photo", "p.png", "image/png", png(&gradient()));
    let waiting = server.run("invert", form).await;
    let data = server.folder.path().join("data");
    assert!(data.join("uploads").join(&waiting).join("0").is_file());
    let names = [
        "flowdeck.sqlite",
        "flowdeck.sqlite-wal",
        "flowdeck.sqlite-shm",
    ];
    assert!(names.iter().all(|name| data.join(name).is_file()));
    assert_eq!(open_to_others(&data).0, Vec::<String>::new());
    let cancel = format!("/api/v1/runs/{slow}/cancel");
    server.request("POST", &cancel).send().await.unwrap();
    server.wait_for_status(&waiting, "completed").await;
    let text = server.run("join", texts(&[("title", "a")])).await;
    server.wait_for_status(&text, "completed").await;
    for folder in ["data", "engines"] {
        let folder = server.folder.path().join(folder);
        let (open, count) = open_to_others(&folder);
        assert!(count > 5, "{count} in {}", folder.display());
        assert_eq!(open, Vec::<String>::new());
    }
}

#[tokio::test]
async fn existing_files_are_tightened_at_start_with_one_log_line() {
    let mut server = TestServer::start().await;
    let data = server.folder.path().join("data");
    server.service.shutdown().await;
    fs::create_dir_all(data.join("outputs/run")).unwrap();
    fs::write(data.join("outputs/run/a.png"), "").unwrap();
    for (name, mode) in [
        ("", 0o755),
        ("flowdeck.sqlite", 0o644),
        ("outputs/run", 0o755),
        ("outputs/run/a.png", 0o644),
    ] {
        fs::set_permissions(data.join(name), fs::Permissions::from_mode(mode)).unwrap();
    }
    let addresses = server.addresses.clone();
    server.restart(&addresses).await;
    assert_eq!(open_to_others(&data).0, Vec::<String>::new());
    let logs = logs::text();
    let mut lines = logs
        .lines()
        .filter(|line| line.contains("other users") && line.contains(&data.display().to_string()));
    let line = lines.next().unwrap();
    // With the empty log, which SQLite gives the mode of its database.
    assert!(line.contains("could open 5 files and folders"), "{line}");
    assert_eq!(lines.next(), None);
}
