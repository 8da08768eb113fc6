//! A backup that an earlier program made is restored, and the service has everything in it.
//!
//! `kept_backup.tar` is from the last program whose database had triggers (version 20). It was made once and never
//! changes: `flowdeck serve --engines 1 --no-metadata`, with the first key of the tests and two workflows in the
//! folder, was called over HTTP. It executed a run of `square` (a blue square of 8 × 8 pixels), got its second version
//! (a green one) by `PUT`, the key `ann` with a webhook, a run of `ann`, and a run of `invert` (a white image of 2 × 2
//! pixels). Then its engine was drained, so that the last run, with a red pixel, still waited when the service was
//! stopped. The database was written anew with pages of 512 bytes, to be small, before `flowdeck backup`.
//!
//! A kept data folder would add nothing: a restored backup is one, and `store_sqlite` keeps databases of each version.

use std::fs;
use std::time::Duration;

use serde_json::{Value, json};
use service::Options;

use super::program::flowdeck;
use crate::common::{TestServer, texts};

const BACKUP: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/service/kept_backup.tar");

const KEY_OF_ANN: &str = "f099a0b1a6fbab029a8047dd03bb8c4915a4f736";

/// An output: its name contains this, and it is a square of this size and color.
struct Square {
    name: &'static str,
    size: u32,
    color: [u8; 3],
}

/// A run that had ended.
struct Ended {
    id: &'static str,
    workflow_id: &'static str,
    version: u32,
    output: Square,
}

const ENDED: [Ended; 3] = [
    Ended {
        id: "08852de0-dc1d-41c5-9103-5b5b0b922105",
        workflow_id: "square",
        version: 1,
        output: square("first", 8, [0, 0, 255]),
    },
    Ended {
        id: "ae1fd025-7082-473d-83b3-097d07b66385",
        workflow_id: "square",
        version: 2,
        output: square("second", 8, [0, 255, 0]),
    },
    Ended {
        id: "6911ae86-c036-4767-8576-10626d4976d1",
        workflow_id: "invert",
        version: 1,
        output: square("negative", 2, [0, 0, 0]),
    },
];

const fn square(name: &'static str, size: u32, color: [u8; 3]) -> Square {
    Square { name, size, color }
}

/// The run that waited with its upload, a red pixel.
const WAITING: &str = "286f0d4b-f8be-481f-83b8-f39f603ba20f";

/// Longer than the backup will be old: 100 years.
const KEEP_AUDIT: Duration = Duration::from_secs(100 * 365 * 24 * 3600);

/// A service with the restored backup.
async fn restored() -> TestServer {
    let keep_audit = |options| Options {
        keep_audit: KEEP_AUDIT,
        ..options
    };
    let mut server = TestServer::with(1, keep_audit).await;
    server.service.shutdown().await;
    let folder = server.folder.path();
    fs::remove_dir_all(folder.join("data")).unwrap();
    let arguments = ["restore", BACKUP, "--data", "data"];
    let (succeeded, text) = flowdeck(folder, &arguments, None).await;
    assert!(succeeded, "{text}");
    assert!(text.starts_with("restored 4 runs to data;"), "{text}");
    let addresses = server.addresses.clone();
    server.restart(&addresses).await;
    server
}

/// Ensures that a run has this output alone.
async fn ensure_output(server: &TestServer, detail: &Value, expected: &Square) {
    assert_eq!(detail["outputs"].as_array().unwrap().len(), 1, "{detail}");
    let output = &detail["outputs"][0];
    let filename = output["filename"].as_str().unwrap();
    assert!(filename.contains(expected.name), "{filename}");
    let url = format!("{}{}", server.url, output["url"].as_str().unwrap());
    let response = server.client.get(url).send().await.unwrap();
    let image = image::load_from_memory(&response.bytes().await.unwrap());
    let image = image.unwrap().to_rgb8();
    assert_eq!(image.dimensions(), (expected.size, expected.size));
    assert!(image.pixels().all(|pixel| pixel.0 == expected.color));
}

#[tokio::test]
async fn the_runs_of_an_earlier_backup_have_their_outputs_and_go_on() {
    let server = restored().await;
    let list = server.get("/api/v1/runs").await;
    assert_eq!(list["data"]["count"], 4, "{list}");
    for run in ENDED {
        let detail = server.detail(run.id).await;
        assert_eq!(detail["status"], "completed", "{detail}");
        assert_eq!(detail["workflow_id"], run.workflow_id);
        assert_eq!(detail["version"], run.version);
        assert_eq!(detail["attempts"], 1);
        ensure_output(&server, &detail, &run.output).await;
    }
    let waited = server.wait_for_status(WAITING, "completed").await;
    ensure_output(&server, &waited, &square("negative", 1, [0, 255, 255])).await;
}

#[tokio::test]
async fn the_versions_of_an_earlier_backup_are_listed_and_run() {
    let server = restored().await;
    let listed = server.get("/api/v1/comfy/workflows/square").await;
    let versions = listed["data"]["versions"].as_array().unwrap().iter();
    let versions: Vec<_> = versions.map(|version| version["version"].clone()).collect();
    assert_eq!(versions, [2, 1]);
    for (version, color) in [("square@v1", [0, 0, 255]), ("square", [0, 255, 0])] {
        let id = server.run(version, texts(&[("title", "again")])).await;
        let detail = server.wait_for_status(&id, "completed").await;
        ensure_output(&server, &detail, &square("again", 8, color)).await;
    }
}

#[tokio::test]
async fn the_keys_of_an_earlier_backup_are_valid_with_what_belongs_to_them() {
    let server = restored().await;
    let keys = server.get("/api/v1/comfy/keys").await;
    let ann = &keys["data"][0];
    assert_eq!(
        (&ann["name"], &ann["limit"]),
        (&json!("ann"), &json!("9/min"))
    );
    assert_eq!(
        (&ann["may"], &ann["per_day"]),
        (&json!(["run", "read"]), &json!(50))
    );
    let (status, runs) = server.call(KEY_OF_ANN, "GET", "/api/v1/runs").await;
    assert_eq!((status.as_u16(), &runs["data"]["count"]), (200, &json!(2)));
    let (_, webhooks) = server
        .call(KEY_OF_ANN, "GET", "/api/v1/comfy/webhooks")
        .await;
    let webhooks = &webhooks["data"];
    assert_eq!(webhooks["webhooks"][0]["url"], "https://example.com/hooks");
    assert_eq!(webhooks["webhooks"][0]["events"], json!(["run.failed"]));
    assert!(webhooks["secret"]["created_at"].is_string(), "{webhooks}");
    let audit = server.get("/api/v1/comfy/audit").await;
    let lines = audit["data"]["entries"].as_array().unwrap().iter();
    let actions: Vec<_> = lines.map(|line| line["action"].as_str().unwrap()).collect();
    assert_eq!(
        actions,
        [
            "engine.drain",
            "webhook.add",
            "key.create",
            "workflow.deploy"
        ]
    );
}
