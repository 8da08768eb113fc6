//! The queues of engines while somebody watches them.

use std::slice::from_ref;
use std::time::Duration;

use serde_json::json;

use crate::common::fake_engine::FakeEngine;
use crate::common::{TestServer, eventually};

#[tokio::test]
async fn a_queue_that_is_watched_is_asked_for_however_seldom_it_would_be() {
    let fake = FakeEngine::start().await;
    let mut server = TestServer::with(0, |mut options| {
        let limits = &mut options.engine_limits;
        limits.shortest_interval = Duration::from_millis(10);
        limits.watched_age = Duration::from_millis(50);
        limits.busy_interval = Duration::from_secs(3600);
        options
    })
    .await;
    fake.hold();
    let submit = async |id: &str| {
        let prompt = json!({ "prompt": {}, "prompt_id": id }).to_string();
        let url = format!("{}/prompt", fake.address);
        let sent = server.client.post(url).body(prompt).send().await.unwrap();
        assert_eq!(sent.status(), 200);
    };
    submit("theirs").await;
    submit("theirs, too").await;
    server.restart(from_ref(&fake.address)).await;
    fake.end_all();
    let is_empty = async || server.queue().await[0].0.is_empty().then_some(());
    eventually("the queue is shown as it is", is_empty).await;
}
