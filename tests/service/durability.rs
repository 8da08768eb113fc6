//! Runs survive a restart of the service and the loss of an engine instance.

use crate::common::images::{file, gradient, png};
use crate::common::{TestServer, engine, eventually, json, logs, no_inputs, texts};

#[tokio::test]
async fn a_run_that_has_ended_is_still_available_after_a_restart() {
    let mut server = TestServer::start().await;
    let run = server.run("join", texts(&[("title", "a")])).await;
    let before = server.wait_for_status(&run, "completed").await;
    let addresses = server.addresses.clone();
    server.restart(&addresses).await;
    assert_eq!(server.detail(&run).await, before);
}

#[tokio::test]
async fn a_run_continues_at_its_engine_while_the_service_is_down() {
    let mut server = TestServer::with(1, |options| options).await;
    let first = server.run("short", no_inputs()).await;
    let second = server
        .run(
            "invert",
            file("photo", "p.png", "image/png", png(&gradient())),
        )
        .await;
    let addresses = server.addresses.clone();
    server.restart(&addresses).await;
    server.wait_for_status(&first, "completed").await;
    let detail = server.wait_for_status(&second, "completed").await;
    assert_eq!(detail["outputs"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_run_that_waits_for_an_instance_can_be_cancelled() {
    let mut server = TestServer::with(1, |mut options| {
        options.rules.queue_limit = 2;
        options
    })
    .await;
    server.run("slow", no_inputs()).await;
    let waiting = server.run("join", texts(&[("title", "a")])).await;
    server.service.shutdown().await;
    // Nothing listens there, so no instance has the run.
    server
        .restart_without_waiting(&["http://127.0.0.1:9".to_owned()])
        .await;
    let path = format!("/api/v1/runs/{waiting}/cancel");
    let response = server.request("POST", &path).send().await.unwrap();
    assert_eq!(
        (
            response.status().as_u16(),
            json(response).await["data"].clone()
        ),
        (200, "Run cancelled successfully".into())
    );
    assert_eq!(server.detail(&waiting).await["status"], "cancelled");
}

#[tokio::test]
async fn a_damaged_row_is_skipped_and_logged_and_stops_neither_the_start_nor_a_list() {
    let mut server = TestServer::with(1, |options| options).await;
    let damaged = server.run("short", no_inputs()).await;
    let whole = server.run("join", texts(&[("title", "a")])).await;
    server.service.shutdown().await;
    let store = server.folder.path().join("data/flowdeck.sqlite");
    let store = rusqlite::Connection::open(store).unwrap();
    let sql = "UPDATE runs SET inputs = 'x', status = 'pending' WHERE id = ?1";
    assert_eq!(store.execute(sql, [&damaged]).unwrap(), 1);
    let addresses = server.addresses.clone();
    server.restart(&addresses).await;
    server.wait_for_status(&whole, "completed").await;
    let list = server.get("/api/v1/runs").await["data"]["runs"].clone();
    assert_eq!(list.as_array().unwrap().len(), 1, "{list}");
    let logs = logs::text();
    let mut lines = logs
        .lines()
        .filter(|line| line.contains(&format!("the run {damaged} from the run store")));
    let line = lines.next().unwrap();
    assert!(line.contains("inputs: expected value"), "{line}");
    assert_eq!(lines.next(), None, "once is enough");
}

#[tokio::test]
async fn a_run_whose_upload_is_gone_fails_instead_of_waiting_without_end() {
    let server = TestServer::with(1, |mut options| {
        options.rules.depth = 1;
        options
    })
    .await;
    let slow = server.run("slow", no_inputs()).await;
    server.wait_for_status(&slow, "running").await;
    let form = file("photo", "p.png", "image/png", png(&gradient()));
    let waiting = server.run("invert", form).await;
    std::fs::remove_dir_all(server.folder.path().join("data/uploads").join(&waiting)).unwrap();
    let path = format!("/api/v1/runs/{slow}/cancel");
    server.request("POST", &path).send().await.unwrap();
    let detail = server.wait_for_status(&waiting, "failed").await;
    let error = detail["error"].as_str().unwrap();
    assert!(
        error.contains("is gone from the service's data folder; run it again"),
        "{error}"
    );
}

/// The folder of an upload whose run nobody knows.
fn stray_upload(server: &TestServer) -> String {
    let name = uuid::Uuid::new_v4().to_string();
    let folder = server.folder.path().join("data/uploads").join(&name);
    std::fs::create_dir(&folder).unwrap();
    std::fs::write(folder.join("0"), "photo").unwrap();
    name
}

#[tokio::test]
async fn an_emptied_store_is_reported_and_uploads_and_outputs_of_its_runs_are_kept() {
    let mut server = TestServer::with(1, |options| options).await;
    let run = server.run("join", texts(&[("title", "a")])).await;
    let detail = server.wait_for_status(&run, "completed").await;
    let output = detail["outputs"][0]["filename"].as_str().unwrap();
    let data = server.folder.path().join("data");
    let addresses = server.addresses.clone();
    // Of a store that has everything, no submission that was cut off is kept.
    let cut_off = stray_upload(&server);
    server.restart(&addresses).await;
    assert!(!data.join("uploads").join(cut_off).exists());

    server.service.shutdown().await;
    let upload = stray_upload(&server);
    // Other files, since the service that has ended may still hold its own.
    for name in [
        "flowdeck.sqlite",
        "flowdeck.sqlite-wal",
        "flowdeck.sqlite-shm",
    ] {
        let _ = std::fs::remove_file(data.join(name));
    }
    std::fs::write(data.join("flowdeck.sqlite"), "").unwrap();
    server.restart(&addresses).await;
    let kept = data.join("damaged-1/uploads").join(upload).join("0");
    assert_eq!(std::fs::read(kept).unwrap(), b"photo");
    assert!(data.join("outputs").join(output).exists());
    let store = data.join("flowdeck.sqlite").display().to_string();
    let is_logged = async |text: String| {
        let found = async || logs::text().contains(&text).then_some(());
        eventually(&text, found).await;
    };
    is_logged(format!("opening the run store {store}: its last ")).await;
    is_logged(format!(
        "belong to no run in the run store, such as {run}: {store} may"
    ))
    .await;
}

#[tokio::test]
async fn uploads_are_on_the_disk_before_the_answer_and_outputs_before_a_run_completes() {
    let server = TestServer::start().await;
    let form = file("photo", "p.png", "image/png", png(&gradient()));
    let run = server.run("invert", form).await;
    let synced = |path: &str| logs::text().contains(&format!("synced {path}\n"));
    // A group of files gets its name once it is complete; until then, each writer has a folder.
    let synced_in = |folder: &str, name: &str| {
        let (start, end) = (format!("synced {folder}.part/"), format!("/{name}"));
        let text = logs::text();
        let mut lines = text.lines();
        lines.any(|line| line.contains(&start) && line.ends_with(&end))
    };
    let data = server.folder.path().join("data");
    let path = |name: &str| data.join(name).display().to_string();
    let uploads = path("uploads");
    assert!(synced_in(&format!("{uploads}/{run}"), "0"), "{uploads}");
    assert!(synced(&uploads), "{uploads}");
    let detail = server.wait_for_status(&run, "completed").await;
    let output = detail["outputs"][0]["filename"].as_str().unwrap();
    let output = output.strip_prefix(&format!("{run}/")).unwrap();
    let outputs = path("outputs");
    assert!(synced_in(&format!("{outputs}/{run}"), output), "{outputs}");
    assert!(synced(&outputs), "{outputs}");
}

/// Stops the service and its embedded engine, and starts both again.
async fn restart_embedded(server: &mut TestServer, number: usize) {
    server.service.shutdown().await;
    server.engines.pop().unwrap().shutdown().await;
    let fresh = engine(server.folder.path(), number, 0).await;
    let addresses = vec![format!("http://{}", fresh.address())];
    server.engines.push(fresh);
    server.restart(&addresses).await;
}

#[tokio::test]
async fn a_run_that_the_stop_of_an_embedded_engine_interrupts_is_executed_again_twice_at_most() {
    let mut server = TestServer::with(1, |mut options| {
        options.embedded = true;
        options
    })
    .await;
    let long = server.run("slow", no_inputs()).await;
    server.wait_for_status(&long, "running").await;
    let behind = server.run("join", texts(&[("title", "a")])).await;
    for number in 2..4 {
        server.wait_for_status(&long, "running").await;
        restart_embedded(&mut server, number).await;
    }
    server.wait_for_status(&long, "running").await;
    restart_embedded(&mut server, 4).await;
    let failed = server.wait_for_status(&long, "failed").await;
    let error = failed["error"].as_str().unwrap();
    assert!(error.contains("attempt 3 of this run"), "{error}");
    server.wait_for_status(&behind, "completed").await;
}
