//! Receivers that are down, slow, hanging, endless or gone: none holds up others, and every event arrives.

use std::time::Duration;

use serde_json::{Value, json};

use crate::common::receiver::{Receiver, Reply};
use crate::common::webhooks::{
    add, call, call_with, deliveries, eventually_attempted, eventually_in, impatient, made, run,
    run_with, service,
};
use crate::common::{TestServer, eventually, no_inputs};

const COMPLETED: [&str; 1] = ["run.completed"];
const MINUTE: Duration = Duration::from_secs(60);

#[tokio::test]
async fn a_receiver_that_is_down_for_10_minutes_gets_every_event() {
    let (server, receiver) = (service().await, Receiver::start().await);
    add(&server, &receiver.url("/"), &COMPLETED).await;
    receiver.stop().await;
    let mut runs = Vec::new();
    for _ in 0..8 {
        let id = run(&server).await;
        server.wait_for_status(&id, "completed").await;
        runs.push(id);
    }
    eventually_attempted(&server, 1).await;
    for _ in 0..10 {
        server.clock.skip(MINUTE);
        // The store has what follows from the attempts of this minute.
        call(&server, "GET", "/deliveries", Value::Null).await;
    }
    let waiting = deliveries(&server, "pending").await;
    assert_eq!(waiting.len(), 8);
    let why = eventually_attempted(&server, 1).await["reason"].to_string();
    assert!(why.contains("it cannot be reached"), "{why}");
    receiver.resume().await;
    // It is noticed within the longest pause.
    let is_delivered = async || {
        server.clock.skip(MINUTE);
        let delivered = deliveries(&server, "delivered").await;
        (delivered.len() == 8).then_some(())
    };
    eventually("everything is delivered", is_delivered).await;
    let mut reported: Vec<_> = receiver.calls().iter().map(|call| call.event().1).collect();
    runs.sort();
    reported.sort();
    assert_eq!(reported, runs);
}

#[tokio::test]
async fn deliveries_are_given_up_after_24_hours() {
    let (server, receiver) = (service().await, Receiver::start().await);
    receiver.reply(Reply::Status(404));
    add(&server, &receiver.url("/"), &COMPLETED).await;
    run(&server).await;
    eventually_attempted(&server, 1).await;
    let is_given_up = async || {
        server.clock.skip(30 * MINUTE);
        let failed = deliveries(&server, "failed").await;
        failed.into_iter().next()
    };
    let failed = eventually("the delivery is given up", is_given_up).await;
    assert_eq!(failed["reason"], "it answered 404 Not Found");
    assert!(failed["attempts"].as_u64().unwrap() >= 2, "{failed}");
    assert_eq!(failed["next_attempt_at"], Value::Null);
    let ids: Vec<_> = receiver
        .calls()
        .iter()
        .map(|call| call.id().to_owned())
        .collect();
    assert!(ids.iter().all(|id| *id == failed["id"].as_str().unwrap()));
    // They are forgotten after 30 days.
    server.clock.skip(31 * 24 * 60 * MINUTE);
    let is_forgotten = async || {
        server.clock.skip(30 * MINUTE);
        deliveries(&server, "").await.is_empty().then_some(())
    };
    eventually("the delivery is forgotten", is_forgotten).await;
}

#[tokio::test]
async fn a_hanging_receiver_is_left_and_tried_again() {
    let (server, receiver) = (
        TestServer::with(1, impatient).await,
        Receiver::start().await,
    );
    receiver.reply(Reply::Silence);
    add(&server, &receiver.url("/"), &COMPLETED).await;
    run(&server).await;
    let attempted = eventually_attempted(&server, 1).await;
    assert_eq!(attempted["reason"], "it did not answer within 0.5 s");
    assert_eq!(attempted["state"], "pending");
    receiver.reply(Reply::Status(200));
    server.clock.skip(MINUTE);
    eventually_in(&server, "delivered", 1).await;
}

#[tokio::test]
async fn a_slow_receiver_is_waited_for() {
    let (server, receiver) = (service().await, Receiver::start().await);
    receiver.reply(Reply::Held);
    add(&server, &receiver.url("/"), &COMPLETED).await;
    let id = run(&server).await;
    server.wait_for_status(&id, "completed").await;
    receiver.called(1).await;
    receiver.release();
    eventually_in(&server, "delivered", 1).await;
    assert_eq!(receiver.calls().len(), 1);
}

#[tokio::test]
async fn an_answer_without_an_end_counts_by_its_status() {
    let (server, receiver) = (service().await, Receiver::start().await);
    receiver.reply(Reply::Endless);
    add(&server, &receiver.url("/"), &COMPLETED).await;
    run(&server).await;
    let delivered = eventually_in(&server, "delivered", 1).await;
    assert_eq!(delivered[0]["status"], 200);
    receiver.called(1).await;
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    let (server, receiver) = (service().await, Receiver::start().await);
    let other = Receiver::start().await;
    receiver.reply(Reply::Redirect(other.url("/elsewhere")));
    add(&server, &receiver.url("/"), &COMPLETED).await;
    run(&server).await;
    let attempted = eventually_attempted(&server, 1).await;
    assert_eq!(
        attempted["reason"],
        "it answered 302 Found; redirects are not followed"
    );
    assert!(other.calls().is_empty());
}

#[tokio::test]
async fn the_events_of_a_run_wait_for_each_other_and_those_of_others_do_not() {
    let (server, receiver) = (service().await, Receiver::start().await);
    let all = ["run.started", "run.completed"];
    add(&server, &receiver.url("/"), &all).await;
    receiver.reply(Reply::Status(400));
    let first = server.run("short", no_inputs()).await;
    server.wait_for_status(&first, "completed").await;
    let calls = receiver.called(1).await;
    assert_eq!(calls[0].event(), ("run.started".to_owned(), first.clone()));
    receiver.reply(Reply::Status(200));
    let second = server.run("short", no_inputs()).await;
    server.wait_for_status(&second, "completed").await;
    let is_told = async || {
        let calls = receiver.calls();
        let of_second = calls.iter().filter(|call| call.event().1 == second);
        (of_second.count() == 2).then_some(calls.len())
    };
    eventually("the second run is reported", is_told).await;
    let of_first = async |state: &str| {
        let all = deliveries(&server, state).await;
        let all = all
            .into_iter()
            .filter(|one| one["run_id"] == first.as_str());
        all.collect::<Vec<_>>()
    };
    let waiting = of_first("pending").await;
    if let [ended, started] = waiting.as_slice() {
        assert_eq!(
            (&ended["attempts"], &ended["next_attempt_at"]),
            (&json!(0), &Value::Null)
        );
        assert_eq!(started["attempts"], 1);
    }
    server.clock.skip(MINUTE);
    let is_complete = async || Some(of_first("delivered").await).filter(|all| all.len() == 2);
    eventually("the first run is reported", is_complete).await;
    let calls = receiver.calls();
    let order: Vec<_> = calls
        .iter()
        .filter(|call| call.event().1 == first)
        .collect();
    assert_eq!(order.last().unwrap().event().0, "run.completed");
}

#[tokio::test]
async fn a_slow_receiver_gets_a_few_calls_at_once_and_delays_no_other() {
    let (server, slow) = (
        TestServer::with(1, impatient).await,
        Receiver::start().await,
    );
    let quick = Receiver::start().await;
    slow.reply(Reply::Silence);
    add(&server, &slow.url("/"), &COMPLETED).await;
    add(&server, &quick.url("/"), &COMPLETED).await;
    for _ in 0..12 {
        run(&server).await;
    }
    let calls = quick.called(12).await;
    assert_eq!(calls.len(), 12);
    assert!(slow.most_at_once() <= 4, "{}", slow.most_at_once());
}

/// Adds deliveries of a key that are pending, as those of earlier runs.
fn add_pending(server: &TestServer, owner: &str, origin: &str, count: usize) {
    let path = server.folder.path().join("data/flowdeck.sqlite");
    let store = rusqlite::Connection::open(path).unwrap();
    let sql = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?3)
        INSERT INTO deliveries (id, run_id, workflow_id, owner, event, url, origin, created_at, queued_at, due_at)
        SELECT 'msg_' || ?1 || i, 'run' || i, 'join', ?1, 'run.completed', ?2 || '/' || i, ?2, t, t, t
            FROM n, (SELECT '2020-01-01T00:00:00.000Z' AS t)";
    store
        .execute(sql, rusqlite::params![owner, origin, count as i64])
        .unwrap();
}

#[tokio::test]
async fn ten_thousand_deliveries_to_a_dead_receiver_delay_no_other() {
    let (mut server, receiver) = (service().await, Receiver::start().await);
    let dead = Receiver::start().await;
    dead.stop().await;
    let ann = made(&server, json!({ "name": "ann" })).await;
    for key in [crate::common::KEY, &ann] {
        call_with(&server, key, "POST", "/secret", Value::Null).await;
    }
    add_pending(&server, "", &dead.origin(), 10_000);
    let addresses = server.addresses.clone();
    server.restart(&addresses).await;
    // The receiver's failures are known, also to a later start.
    let is_slowed = async || {
        let path = server.folder.path().join("data/flowdeck.sqlite");
        let store = rusqlite::Connection::open(path).unwrap();
        let sql = "SELECT failures FROM delivery_lanes WHERE slowed_until IS NOT NULL";
        store.query_row(sql, [], |row| row.get::<_, u32>(0)).ok()
    };
    let failures = eventually("the dead receiver is slowed down", is_slowed).await;
    assert!((5..20).contains(&failures), "{failures}");
    for key in [crate::common::KEY, &ann] {
        let (status, _) = run_with(&server, key, &receiver.url("/")).await;
        assert_eq!(status, 200);
    }
    let ends = async || {
        let calls = receiver.calls();
        let ends = calls
            .iter()
            .filter(|call| call.event().0 == "run.completed");
        (ends.count() == 2).then_some(())
    };
    eventually("both runs are reported", ends).await;
    // After a day without an answer, all of them are given up together.
    let is_given_up = async || {
        server.clock.skip(6 * 60 * MINUTE);
        let page = call(
            &server,
            "GET",
            "/deliveries?state=failed&page_size=1",
            Value::Null,
        )
        .await;
        (page["count"] == 10_000).then_some(())
    };
    eventually("the dead receiver is given up", is_given_up).await;
}
