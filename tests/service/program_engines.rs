//! `flowdeck engines`, and the configuration file.

use std::fs;
use std::path::Path;

use super::program::{Program, failure, flowdeck, folder};
use crate::common::eventually;
use crate::common::fake_engine::FakeEngine;

const KEY: &str = "se cret/1";

/// The address of a running program.
fn url(program: &mut Program) -> String {
    program.link().trim_end_matches('/').to_owned()
}

async fn engines(folder: &Path, url: &str, arguments: &[&str]) -> (bool, String) {
    let arguments = [&["engines"], arguments, &["--url", url]].concat();
    flowdeck(folder, &arguments, Some(KEY)).await
}

async fn eventually_listed(folder: &Path, url: &str, expected: &str) {
    let is_listed = async || {
        let (_, text) = engines(folder, url, &["list"]).await;
        // Shown if the test fails.
        println!("listed: {text}");
        (text == expected).then_some(())
    };
    eventually(&format!("the list is {expected:?}"), is_listed).await;
}

#[tokio::test]
async fn instances_are_listed_added_drained_and_removed() {
    let folder = folder();
    let folder = folder.path();
    let engine = FakeEngine::start().await;
    let address = engine.address.as_str();
    fs::write(folder.join("engines.toml"), "").unwrap();
    let mut program = Program::start(folder, "127.0.0.1:0", &["--config", "engines.toml"]);
    let url = url(&mut program);
    let run = async |arguments: &[&str]| engines(folder, &url, arguments).await;
    let (_, text) = run(&["list"]).await;
    assert_eq!(
        text,
        "the service has no engine instances; add one with flowdeck engines add URL\n"
    );

    let (succeeded, text) = run(&[
        "add", address, "--label", "a100", "--label", "hall 2", "--depth", "3",
    ])
    .await;
    assert_eq!(
        (succeeded, text),
        (
            true,
            format!("added {address}; it takes runs as soon as it answers\n")
        )
    );
    eventually_listed(
        folder,
        &url,
        &format!("{address}  idle  0 of 3 runs  a100, hall 2\n"),
    )
    .await;
    let (_, text) = run(&["drain", address]).await;
    assert_eq!(
        text,
        format!("{address} gets no further runs; it has no runs\n")
    );
    eventually_listed(
        folder,
        &url,
        &format!("{address}  draining  0 of 3 runs  a100, hall 2\n"),
    )
    .await;
    let (_, text) = run(&["remove", address]).await;
    assert_eq!(text, format!("removed {address}\n"));
    let (succeeded, text) = run(&["remove", address]).await;
    assert!(
        !succeeded && text.contains("there is no engine instance at"),
        "{text}"
    );
    let (succeeded, text) = run(&["add", "ftp://host"]).await;
    assert!(
        !succeeded && text.contains("not an http or https address"),
        "{text}"
    );
}

#[cfg(unix)]
#[tokio::test]
async fn a_hangup_reads_the_configuration_again() {
    use super::signals::signal;

    let folder = folder();
    let folder = folder.path();
    let (first, second) = (FakeEngine::start().await, FakeEngine::start().await);
    let [one, two] = [&first, &second].map(|engine| engine.address.as_str());
    let write = |text: &str| fs::write(folder.join("engines.toml"), text).unwrap();
    write(&format!("[[engine]]\nurl = \"{one}\"\ntoken = \"first\"\n"));
    let mut program = Program::start(folder, "127.0.0.1:0", &["--config", "engines.toml"]);
    let url = url(&mut program);
    eventually_listed(folder, &url, &format!("{one}  idle  0 of 2 runs\n")).await;
    assert_eq!(first.header("authorization").unwrap(), "Bearer first");

    write(&format!("[[engine]]\nurl = \"{two}\"\ndepth = 5\n"));
    signal(&program, "-HUP");
    eventually_listed(folder, &url, &format!("{two}  idle  0 of 5 runs\n")).await;
    // The second hangup of each pair often comes while the file of the first is being read.
    for engine in [one, two].repeat(4).into_iter().chain([one]) {
        write("[[engine]]\nurl = 7\n");
        signal(&program, "-HUP");
        write(&format!("[[engine]]\nurl = \"{engine}\"\n"));
        signal(&program, "-HUP");
        eventually_listed(folder, &url, &format!("{engine}  idle  0 of 2 runs\n")).await;
    }
    let (_, text) = engines(folder, &url, &["remove", one]).await;
    assert!(text.contains("the configuration file names it"), "{text}");
}

#[test]
fn a_configuration_that_cannot_be_read_is_reported() {
    let folder = folder();
    let line = failure(folder.path(), "127.0.0.1:0", &["--config", "absent.toml"]);
    assert!(line.contains("reading absent.toml: "), "{line}");
    fs::write(folder.path().join("engines.toml"), "[[engine]]\nurl = 7").unwrap();
    let line = failure(folder.path(), "127.0.0.1:0", &["--config", "engines.toml"]);
    assert!(line.contains("reading engines.toml: line 2: "), "{line}");
}
