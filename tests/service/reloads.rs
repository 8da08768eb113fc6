//! SIGHUP with files that cannot be read: calls go on, and the program can be stopped.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{ChildStderr, Command};

use super::program::{Program, folder};
use super::signals::signal;

/// Waits until the program has logged an error. Returns its line.
fn logged(log: &mut BufReader<ChildStderr>) -> String {
    let mut lines = log.lines().map(Result::unwrap);
    lines.find(|line| line.contains("ERROR")).unwrap()
}

/// Puts a named pipe, which nobody writes to, in the place of a file.
fn replace_with_pipe(path: &Path) {
    fs::remove_file(path).unwrap();
    let made = Command::new("mkfifo").arg(path).status();
    assert!(made.unwrap().success());
}

fn client() -> reqwest::blocking::Client {
    service::install_tls();
    let client = reqwest::blocking::Client::builder().no_proxy();
    client
        .tls_danger_accept_invalid_certs(true)
        .build()
        .unwrap()
}

/// Starts the program, replaces a file by a pipe, and reloads. Returns the line of the log that follows.
fn reloaded(flags: &[&str], folder: &Path, file: &str) -> String {
    let mut program = Program::start(folder, "127.0.0.1:0", flags);
    let address = program.link();
    let mut log = BufReader::new(program.0.stderr.take().unwrap());
    replace_with_pipe(&folder.join(file));
    signal(&program, "-HUP");
    let line = logged(&mut log);
    let health = client().get(format!("{address}healthz")).send().unwrap();
    assert_eq!(health.status(), 200);
    signal(&program, "-TERM");
    assert!(program.wait().success());
    line
}

#[test]
fn a_pipe_in_place_of_the_configuration_keeps_nobody_waiting() {
    let folder = folder();
    let folder = folder.path();
    fs::write(folder.join("a.toml"), "depth = 2\n").unwrap();
    let line = reloaded(&["--config", "a.toml"], folder, "a.toml");
    assert!(
        line.contains("reading a.toml: it is not a regular file; the engine instances stay"),
        "{line}"
    );
}

#[test]
fn a_pipe_in_place_of_the_certificate_or_its_key_keeps_nobody_waiting() {
    for file in ["cert.pem", "key.pem"] {
        let folder = folder();
        let folder = folder.path();
        super::program_tls::renew(folder);
        let line = reloaded(&super::program_tls::FLAGS, folder, file);
        assert!(
            line.contains("it is not a regular file") && line.contains("certificate stays in use"),
            "{line}"
        );
    }
}

#[test]
fn a_huge_configuration_is_refused() {
    let folder = folder();
    let folder = folder.path();
    fs::write(folder.join("a.toml"), "#".repeat((1 << 20) + 1)).unwrap();
    let mut program = Program::start(folder, "127.0.0.1:0", &["--config", "a.toml"]);
    let log = BufReader::new(program.0.stderr.take().unwrap());
    let text: Vec<_> = log.lines().map(Result::unwrap).collect();
    assert!(!program.wait().success());
    assert_eq!(text, ["flowdeck: reading a.toml: it is too large"]);
}
