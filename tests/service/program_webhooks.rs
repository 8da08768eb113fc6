//! `flowdeck webhooks`, and the networks of `flowdeck serve`.

use std::path::Path;

use super::program::{Program, failure_of, flowdeck, folder};
use crate::common::receiver::{Receiver, Reply};

const KEY: &str = "se cret/1";

async fn webhooks(folder: &Path, url: &str, arguments: &[&str]) -> (bool, String) {
    let arguments = [&["webhooks"], arguments, &["--url", url]].concat();
    flowdeck(folder, &arguments, Some(KEY)).await
}

#[tokio::test]
async fn webhooks_are_managed_on_the_command_line() {
    let folder = folder();
    let folder = folder.path();
    let receiver = Receiver::start().await;
    let allowed = ["--webhook-allow", "127.0.0.0/8"];
    let mut program = Program::start(folder, "127.0.0.1:0", &allowed);
    let url = program.link().trim_end_matches('/').to_owned();
    let run = async |arguments: &[&str]| {
        let (succeeded, text) = webhooks(folder, &url, arguments).await;
        assert!(succeeded, "{arguments:?}: {text}");
        text
    };
    let target = receiver.url("/hooks");
    assert_eq!(
        run(&["list"]).await,
        "the key has no webhooks; add one with flowdeck webhooks add URL\n"
    );
    let text = run(&["add", &target, "--on", "run.completed,run.failed"]).await;
    let secret = text.lines().next().unwrap();
    assert!(secret.starts_with("whsec_"), "{text}");
    assert!(
        text.contains("This is the only time that the secret is shown."),
        "{text}"
    );
    let list = run(&["list"]).await;
    let id = list.split(' ').next().unwrap();
    assert_eq!(
        list,
        format!("{id}  {target}  run.completed,run.failed  on\n")
    );

    let text = run(&["test", &target]).await;
    let start = format!("{} answered 204 in ", receiver.origin());
    assert!(text.starts_with(&start), "{text}");
    assert!(receiver.called(1).await[0].is_signed_with(secret));
    receiver.reply(Reply::Status(404));
    let (succeeded, text) = webhooks(folder, &url, &["test", &target]).await;
    assert!(
        !succeeded && text.contains("it answered 404 Not Found"),
        "{text}"
    );

    assert_eq!(run(&["remove", id]).await, format!("removed {id}\n"));
    let (succeeded, text) = webhooks(folder, &url, &["add", "ftp://example.com"]).await;
    assert!(
        !succeeded && text.contains("not an http or https address"),
        "{text}"
    );
    let (succeeded, text) = webhooks(folder, &url, &["add", &target, "--on", "run.ended"]).await;
    assert!(!succeeded && text.contains("run.completed"), "{text}");
}

#[tokio::test]
async fn secrets_are_rotated_and_deliveries_replayed_on_the_command_line() {
    let folder = folder();
    let folder = folder.path();
    let mut program = Program::start(folder, "127.0.0.1:0", &[]);
    let url = program.link().trim_end_matches('/').to_owned();
    let run = async |arguments: &[&str]| {
        let (succeeded, text) = webhooks(folder, &url, arguments).await;
        assert!(succeeded, "{arguments:?}: {text}");
        text
    };
    assert!(run(&["secret"]).await.starts_with("whsec_"));
    let (succeeded, text) = webhooks(folder, &url, &["secret"]).await;
    assert!(!succeeded && text.contains("--rotate"), "{text}");
    let text = run(&["secret", "--rotate", "--grace", "1h"]).await;
    assert!(
        text.contains("The earlier secret signs, too, until "),
        "{text}"
    );
    assert_eq!(run(&["deliveries"]).await, "there are no such deliveries\n");
    assert_eq!(
        run(&["deliveries", "--failed"]).await,
        "there are no such deliveries\n"
    );
    assert_eq!(
        run(&["replay", "--failed"]).await,
        "sending 0 deliveries again\n"
    );
    let (succeeded, text) = webhooks(folder, &url, &["replay", "msg_none"]).await;
    assert!(
        !succeeded && text.contains("the key has no delivery “msg_none”"),
        "{text}"
    );
}

#[test]
fn a_network_that_is_none_is_refused() {
    let folder = folder();
    let mut command = super::program::command(folder.path(), "127.0.0.1:0", &[]);
    let line = failure_of(command.env("FLOWDECK_WEBHOOK_ALLOW", "10.0.0.0/8,ten"));
    assert!(line.contains("FLOWDECK_WEBHOOK_ALLOW"), "{line}");
}
