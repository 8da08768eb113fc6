//! The program as somebody meets it who has just installed it.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use crate::program::{Program, command};

fn output(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_flowdeck"));
    command.args(arguments).output().unwrap()
}

fn printed(arguments: &[&str]) -> String {
    let output = output(arguments);
    assert!(output.status.success(), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn without_a_command_it_says_in_five_lines_what_to_do() {
    let text = printed(&[]);
    assert_eq!(text.lines().count(), 5, "{text}");
    for command in ["serve --open", "serve --engine", "docs", "--help"] {
        assert!(text.contains(&format!("  flowdeck {command} ")), "{text}");
    }
}

#[test]
fn it_prints_its_documentation() {
    assert!(printed(&["docs"]).contains("flowdeck docs start"));
    assert!(printed(&["docs", "operate"]).starts_with("# "));
    let unknown = output(&["docs", "unknown"]);
    assert_eq!(unknown.status.code(), Some(1));
    let why = String::from_utf8(unknown.stderr).unwrap();
    assert!(
        why.starts_with("flowdeck: reading the page unknown: "),
        "{why}"
    );
}

#[test]
fn a_first_start_in_an_empty_folder_offers_the_samples() {
    let folder = tempfile::tempdir().unwrap();
    let mut start = command(folder.path(), "127.0.0.1:0", &[]);
    start.env_remove("FLOWDECK_WORKFLOWS");
    let mut program = Program(start.spawn().unwrap());
    let listing = format!("{}api/v1/comfy/workflows", program.link());
    service::install_tls();
    let client = reqwest::blocking::Client::builder().no_proxy();
    let request = client.build().unwrap().get(listing);
    let listing = request.header("X-API-KEY", "se cret/1").send().unwrap();
    let text = listing.text().unwrap();
    assert!(
        text.contains("\"poster\"") && text.contains("\"tint\""),
        "{text}"
    );
    assert!(
        folder
            .path()
            .join("flowdeck-data/workflows/poster.json")
            .is_file()
    );
    let made: Vec<_> = fs::read_dir(folder.path()).unwrap().collect();
    assert_eq!(made.len(), 1, "{made:?}");
}

#[cfg(unix)]
#[test]
fn a_user_has_one_data_folder_wherever_the_program_is_started() {
    let (home, one, other) = (
        tempfile::tempdir(),
        tempfile::tempdir(),
        tempfile::tempdir(),
    );
    let (home, one, other) = (home.unwrap(), one.unwrap(), other.unwrap());
    let data = home.path().join("flowdeck");
    // Where it was started before there was one folder for each user.
    fs::create_dir(other.path().join("flowdeck-data")).unwrap();
    for (folder, expected) in [
        (&one, format!("data folder: {}", data.display())),
        (&home, format!("data folder: {}", data.display())),
        (
            &other,
            format!(
                "data folder: flowdeck-data, because there is one here; started elsewhere, flowdeck uses {}",
                data.display()
            ),
        ),
    ] {
        let mut start = Command::new(env!("CARGO_BIN_EXE_flowdeck"));
        start
            .args(["serve", "--listen", "127.0.0.1:0", "--no-search"])
            .current_dir(folder.path())
            .env("XDG_DATA_HOME", home.path())
            .stdout(std::process::Stdio::piped());
        let mut program = Program(start.spawn().unwrap());
        let mut lines = BufReader::new(program.0.stdout.as_mut().unwrap()).lines();
        let line = lines.find(|line| {
            line.as_ref()
                .is_ok_and(|line| line.starts_with("data folder: "))
        });
        assert_eq!(line.unwrap().unwrap(), expected);
    }
    assert!(data.join("key").is_file() && other.path().join("flowdeck-data/key").is_file());
    assert_eq!(fs::read_dir(one.path()).unwrap().count(), 0);
}

#[test]
fn it_starts_on_a_system_without_certificate_authorities() {
    let folder = tempfile::tempdir().unwrap();
    let mut start = command(folder.path(), "127.0.0.1:0", &[]);
    start.env_remove("FLOWDECK_WORKFLOWS");
    start
        .env("SSL_CERT_FILE", "/none")
        .env("SSL_CERT_DIR", "/none");
    let mut program = Program(start.spawn().unwrap());
    assert!(program.link().starts_with("http://127.0.0.1:"));
}

/// A program that notes its argument, in the place of the one that opens the browser.
#[cfg(unix)]
#[test]
fn the_browser_is_opened_with_a_link_that_leads_to_the_key_once() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().unwrap();
    let noted = folder.path().join("noted");
    let browser = folder.path().join("xdg-open");
    // Renamed when it is complete: the test waits for it.
    let script = "#!/bin/sh\nenv >environment\nprintf '%s' \"$1\" >noted.new\nmv noted.new noted\n";
    fs::write(&browser, script).unwrap();
    fs::set_permissions(&browser, fs::Permissions::from_mode(0o755)).unwrap();
    let mut start = command(folder.path(), "127.0.0.1:0", &["--open"]);
    let path = std::env::var("PATH").unwrap();
    let path = format!("{}:{path}", folder.path().display());
    start
        .env_remove("FLOWDECK_FIRST_KEY")
        .env_remove("FLOWDECK_WORKFLOWS");
    start
        .env("PATH", path)
        .env("FLOWDECK_ENGINE_TOKEN", "only-the-service-knows-this");
    let mut program = Program(start.spawn().unwrap());
    let link = program.link();
    let deadline = Instant::now() + Duration::from_secs(30);
    while !noted.exists() {
        assert!(Instant::now() < deadline, "the browser is not opened");
        std::thread::sleep(Duration::from_millis(20));
    }
    let start = fs::read_to_string(&noted).unwrap();
    assert!(
        start.starts_with("http://127.0.0.1:") && !start.contains("key"),
        "{start}"
    );
    service::install_tls();
    let environment = fs::read_to_string(folder.path().join("environment")).unwrap();
    assert!(
        !environment.contains("only-the-service-knows-this"),
        "{environment}"
    );
    let client = reqwest::blocking::Client::builder().no_proxy();
    let client = client.redirect(reqwest::redirect::Policy::none());
    let client = client.build().unwrap();
    let response = client.get(&start).send().unwrap();
    assert_eq!(response.status(), 303);
    assert_eq!(response.headers()["location"], link);
    assert_eq!(response.headers()["cache-control"], "no-store");
    // Either it is already closed, or it says that the link was used.
    let again = client.get(&start).send();
    assert!(again.is_err() || again.is_ok_and(|response| response.status() == 410));
}

#[cfg(unix)]
#[test]
fn without_a_browser_the_service_goes_on_and_says_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let mut start = command(folder.path(), "127.0.0.1:0", &["--open"]);
    start
        .env_remove("FLOWDECK_WORKFLOWS")
        .env("PATH", "/nonexistent");
    let mut program = Program(start.spawn().unwrap());
    let link = program.link();
    let mut log = BufReader::new(program.0.stderr.take().unwrap()).lines();
    let line = log.find(|line| {
        line.as_ref()
            .is_ok_and(|line| line.contains("opening the browser"))
    });
    let line = line.unwrap().unwrap();
    assert!(
        line.ends_with("none could be started; open the link yourself"),
        "{line}"
    );
    service::install_tls();
    let client = reqwest::blocking::Client::builder()
        .no_proxy()
        .build()
        .unwrap();
    assert_eq!(
        client
            .get(format!("{link}healthz"))
            .send()
            .unwrap()
            .status(),
        200
    );
}
