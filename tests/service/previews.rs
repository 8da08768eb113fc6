//! Previews of running runs.

use crate::common::fake_engine::FakeEngine;
use crate::common::{TestServer, eventually, no_inputs};

#[tokio::test]
async fn the_last_preview_of_a_running_run_is_an_image_behind_a_signed_link() {
    let engine = FakeEngine::start().await;
    engine.hold();
    let mut server = TestServer::with(0, |mut options| {
        options.engine_limits.busy_interval = std::time::Duration::from_millis(20);
        options
    })
    .await;
    server.restart(std::slice::from_ref(&engine.address)).await;
    let run = server.run("short", no_inputs()).await;
    let detail = server.wait_for_status(&run, "running").await;
    assert!(detail["preview"].is_null());
    let prompt_id = engine.running_ids().remove(0);
    let preview = async |image: &'static [u8], before: &str| {
        engine.send_preview("another", b"theirs");
        engine.send_preview(&prompt_id, image);
        let is_new = async || {
            let detail = server.detail(&run).await;
            let link = detail["preview"].as_str()?.to_owned();
            (link != before).then_some(link)
        };
        let link = eventually("there is a new preview", is_new).await;
        let url = format!("{}{link}", server.url);
        let response = server.client.get(url).send().await.unwrap();
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["content-type"], "image/png");
        assert_eq!(response.headers()["x-content-type-options"], "nosniff");
        assert_eq!(response.headers()["cache-control"], "no-store");
        assert_eq!(response.bytes().await.unwrap(), image);
        link
    };
    let first = preview(b"first", "").await;
    let second = preview(b"second", &first).await;

    let status = async |link: &str| {
        let response = server.client.get(format!("{}{link}", server.url));
        response.send().await.unwrap().status()
    };
    let path = format!("/api/v1/previews/{run}");
    assert_eq!(status(&path).await, 404, "without a signature");
    let of_file = second
        .replace("/previews/", "/files/")
        .replace(&run, &format!("{run}/a.png"));
    assert_eq!(status(&of_file).await, 404, "it is good for no file");
    engine.end_all();
    let detail = server.wait_for_status(&run, "completed").await;
    assert!(detail["preview"].is_null());
    assert_eq!(status(&second).await, 404, "the run has ended");
}
