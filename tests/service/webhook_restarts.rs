//! Deliveries survive the end of the service, at every moment.

use crate::common::receiver::{Receiver, Reply};
use crate::common::webhooks::{add, eventually_attempted, eventually_in, run, service};

const COMPLETED: [&str; 1] = ["run.completed"];

#[tokio::test]
async fn what_is_pending_is_delivered_after_a_restart_with_the_same_id_and_body() {
    let (mut server, receiver) = (service().await, Receiver::start().await);
    receiver.reply(Reply::Status(500));
    add(&server, &receiver.url("/"), &COMPLETED).await;
    let id = run(&server).await;
    server.wait_for_status(&id, "completed").await;
    eventually_attempted(&server, 1).await;
    let addresses = server.addresses.clone();
    server.restart(&addresses).await;
    receiver.reply(Reply::Status(200));
    server.clock.skip(std::time::Duration::from_secs(3600));
    eventually_in(&server, "delivered", 1).await;
    let calls = receiver.calls();
    let (first, last) = (&calls[0], calls.last().unwrap());
    assert_eq!((first.id(), &first.body), (last.id(), &last.body));
}

#[tokio::test]
async fn an_attempt_that_is_cut_off_is_made_again() {
    let (mut server, receiver) = (service().await, Receiver::start().await);
    receiver.reply(Reply::Held);
    add(&server, &receiver.url("/"), &COMPLETED).await;
    run(&server).await;
    receiver.called(1).await;
    receiver.reply(Reply::Status(200));
    let addresses = server.addresses.clone();
    server.restart(&addresses).await;
    // Its answer may have been awaited before the end.
    server.clock.skip(std::time::Duration::from_secs(3600));
    eventually_in(&server, "delivered", 1).await;
    let calls = receiver.calls();
    assert!(calls.len() >= 2);
    assert!(calls.iter().all(|call| call.id() == calls[0].id()));
}

#[tokio::test]
async fn what_was_written_and_not_yet_attempted_is_delivered_after_a_restart() {
    let (mut server, receiver) = (service().await, Receiver::start().await);
    add(&server, &receiver.url("/"), &COMPLETED).await;
    let id = run(&server).await;
    receiver.called(1).await;
    eventually_in(&server, "delivered", 1).await;
    server.service.shutdown().await;
    // As if the service had been killed between the change of the run and the delivery.
    let path = server.folder.path().join("data/flowdeck.sqlite");
    let store = rusqlite::Connection::open(path).unwrap();
    store
        .execute_batch(
            "UPDATE deliveries SET id = 'msg_again', state = 'pending', attempts = 0, status = NULL, body = NULL,
                due_at = queued_at, first_attempt_at = NULL, last_attempt_at = NULL, ended_at = NULL;
             DELETE FROM delivery_lanes;",
        )
        .unwrap();
    drop(store);
    let addresses = server.addresses.clone();
    server.restart(&addresses).await;
    let calls = receiver.called(2).await;
    assert_eq!(calls[1].event(), ("run.completed".to_owned(), id));
    assert_ne!(calls[0].id(), calls[1].id());
}
