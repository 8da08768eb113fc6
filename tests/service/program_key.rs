//! The key of the program `flowdeck serve`: where it comes from, and where it is shown.

use std::io::{BufRead, BufReader, Read};
use std::net::TcpStream;
use std::path::Path;
use std::process::Command;

use super::program::{Program, command, failure_of, flowdeck, folder};

#[cfg(unix)]
#[test]
fn it_prints_no_key_from_the_environment_and_stops_cleanly_despite_open_connections() {
    let folder = folder();
    let mut program = Program::start(folder.path(), "127.0.0.1:0", &[]);
    let mut stdout = BufReader::new(program.0.stdout.take().unwrap());
    let mut output = String::new();
    while !output.contains("press Ctrl-C to stop") {
        stdout.read_line(&mut output).unwrap();
    }
    let link = output
        .lines()
        .find_map(|line| line.strip_prefix("open http://"));
    let open = TcpStream::connect(link.unwrap().strip_suffix('/').unwrap()).unwrap();
    let id = program.0.id().to_string();
    let mut kill = Command::new("kill");
    assert!(kill.args(["-TERM", &id]).status().unwrap().success());
    assert_eq!(program.wait().code(), Some(0));
    stdout.read_to_string(&mut output).unwrap();
    let mut stderr = program.0.stderr.take().unwrap();
    stderr.read_to_string(&mut output).unwrap();
    assert!(output.contains("the one in FLOWDECK_FIRST_KEY"), "{output}");
    assert!(!output.contains("cret"), "{output}");
    drop(open);
}

/// Starts the program without a key in the environment, and returns its link.
fn link(folder: &Path, extra: &[&str]) -> String {
    let mut command = command(folder, "127.0.0.1:0", extra);
    let child = command.env_remove("FLOWDECK_FIRST_KEY").spawn().unwrap();
    Program(child).link()
}

/// The key in its link.
fn stored_key(folder: &Path) -> String {
    let link = link(folder, &[]);
    link.split_once("/#key=").unwrap().1.to_owned()
}

#[test]
fn the_key_survives_a_restart_and_a_deleted_key_file_makes_a_new_one() {
    let folder = folder();
    let file = folder.path().join("flowdeck-data/key");
    let key = stored_key(folder.path());
    assert_eq!(std::fs::read_to_string(&file).unwrap().trim_end(), key);
    assert_eq!(stored_key(folder.path()), key);
    std::fs::remove_file(&file).unwrap();
    assert_ne!(stored_key(folder.path()), key);
}

#[test]
fn the_link_has_the_public_address() {
    let folder = folder();
    let link = link(
        folder.path(),
        &["--public-url", "https://example.org/flow/"],
    );
    assert!(link.starts_with("https://example.org/flow/#key="), "{link}");
}

#[test]
fn a_key_in_the_environment_neither_reads_nor_writes_the_key_file() {
    let folder = folder();
    let file = folder.path().join("flowdeck-data/key");
    Program::start(folder.path(), "127.0.0.1:0", &[]).link();
    assert!(!file.exists());
    std::fs::write(&file, "").unwrap();
    Program::start(folder.path(), "127.0.0.1:0", &[]).link();
    let mut unset = command(folder.path(), "127.0.0.1:0", &[]);
    let line = failure_of(unset.env_remove("FLOWDECK_FIRST_KEY"));
    assert!(
        line.contains("flowdeck-data/key: it is empty; delete it"),
        "{line}"
    );
}

#[test]
fn white_space_and_quotes_around_a_key_are_not_part_of_it() {
    let folder = folder();
    for key in [
        "\"sixteen-letters.\"",
        "sixteen-letters.\n",
        " 'sixteen-letters.' \r\n",
    ] {
        let mut serve = command(folder.path(), "127.0.0.1:0", &[]);
        let mut program = Program(serve.env("FLOWDECK_FIRST_KEY", key).spawn().unwrap());
        let link = program.link();
        for sent in ["sixteen-letters.", "'sixteen-letters.'\n"] {
            let mut list = Command::new(env!("CARGO_BIN_EXE_flowdeck"));
            let list = list.args(["keys", "list", "--url", link.trim_end_matches('/')]);
            let listed = list.env("FLOWDECK_API_KEY", sent).output().unwrap();
            assert!(listed.status.success(), "{listed:?}");
        }
    }
}

#[test]
fn a_wrong_key_is_reported_with_the_place_it_is_from() {
    let folder = folder();
    let mut program = Program::start(folder.path(), "127.0.0.1:0", &[]);
    let url = program.link();
    let data = folder.path().join("other");
    std::fs::create_dir(&data).unwrap();
    std::fs::write(data.join("key"), "the-key-of-another-service").unwrap();
    let why = |key: Option<&str>| {
        let mut list = Command::new(env!("CARGO_BIN_EXE_flowdeck"));
        list.args(["keys", "list", "--url", url.trim_end_matches('/')]);
        list.env("FLOWDECK_DATA", &data)
            .env_remove("FLOWDECK_API_KEY");
        list.envs(key.map(|key| ("FLOWDECK_API_KEY", key)));
        let output = list.output().unwrap();
        assert!(!output.status.success());
        String::from_utf8(output.stderr).unwrap()
    };
    let file = data.join("key").display().to_string();
    let from_file = why(None);
    assert!(
        from_file.contains(&format!("the key in {file} is not its key")),
        "{from_file}"
    );
    let from_environment = why(Some("another-wrong-key"));
    let told = "the key in FLOWDECK_API_KEY is not its key; set it again";
    assert!(from_environment.contains(told), "{from_environment}");
    for output in [from_file, from_environment] {
        assert!(
            !output.contains("another-wrong") && !output.contains("another-service"),
            "{output}"
        );
    }
}

#[test]
fn a_key_that_no_header_can_carry_is_refused_by_every_command() {
    let folder = folder();
    for (key, reason) in [
        (" ", "it is empty"),
        ("''", "it is empty"),
        ("secret-a\nsecret-b", "a header cannot carry"),
        ("secret-é-secret-secret", "a header cannot carry"),
    ] {
        for arguments in [
            &["serve", "--listen", "127.0.0.1:0"][..],
            &["keys", "list"],
            &["workflows"],
        ] {
            let mut command = Command::new(env!("CARGO_BIN_EXE_flowdeck"));
            command.current_dir(folder.path()).args(arguments);
            command.env("FLOWDECK_NO_SEARCH", "true");
            let variable = match arguments[0] {
                "serve" => "FLOWDECK_FIRST_KEY",
                _ => "FLOWDECK_API_KEY",
            };
            let failed = command.env(variable, key).output().unwrap();
            let text = String::from_utf8_lossy(&failed.stderr);
            assert!(!failed.status.success(), "{arguments:?}");
            assert!(
                text.contains(&format!("reading {variable}: ")) && text.contains(reason),
                "{text}"
            );
            assert!(!text.contains("secret"), "{text}");
        }
        let mut command = command(
            folder.path(),
            "127.0.0.1:0",
            &["--engine", "http://127.0.0.1:9"],
        );
        let line = failure_of(command.env("FLOWDECK_ENGINE_TOKEN", key));
        assert!(
            line.contains("reading FLOWDECK_ENGINE_TOKEN: ") && !line.contains("secret"),
            "{line}"
        );
    }
}

#[test]
fn a_short_key_is_refused_unless_only_this_machine_reaches_the_service() {
    let folder = folder();
    let public = ["--public-url", "https://example.org"];
    let exposed: [(&str, &[&str]); 4] = [
        ("0.0.0.0:0", &[]),
        ("[::]:0", &[]),
        ("127.0.0.1:0", &public),
        ("127.0.0.1:0", &["--trust-proxy"]),
    ];
    for (listen, extra) in exposed {
        let mut short = command(folder.path(), listen, extra);
        let line = failure_of(short.env("FLOWDECK_FIRST_KEY", "fifteen-letters"));
        assert!(line.contains("fewer than 16 characters"), "{line}");
        assert!(line.contains("openssl rand -hex 20"), "{line}");
        assert!(!line.contains("fifteen-letters"), "{line}");
    }
    let mut long = command(folder.path(), "0.0.0.0:0", &[]);
    let child = long.env("FLOWDECK_FIRST_KEY", "sixteen-letters.").spawn();
    Program(child.unwrap()).link();
}

#[test]
fn a_short_key_in_the_key_file_is_refused_too() {
    let folder = folder();
    let data = folder.path().join("flowdeck-data");
    std::fs::create_dir(&data).unwrap();
    std::fs::write(data.join("key"), "a").unwrap();
    let mut short = command(folder.path(), "0.0.0.0:0", &[]);
    let line = failure_of(short.env_remove("FLOWDECK_FIRST_KEY"));
    assert!(line.contains("delete the file for a new key"), "{line}");
}

#[tokio::test]
async fn a_named_key_in_the_environment_does_not_become_the_first_key() {
    let folder = folder();
    let first = stored_key(folder.path());
    let mut program = Program(
        command(folder.path(), "127.0.0.1:0", &[])
            .env_remove("FLOWDECK_FIRST_KEY")
            .spawn()
            .unwrap(),
    );
    let link = program.link();
    let url = link.split_once("/#").unwrap().0;
    let new = ["keys", "new", "ann", "--url", url];
    let (succeeded, text) = flowdeck(folder.path(), &new, Some(&first)).await;
    assert!(succeeded, "{text}");
    let named = text.lines().next().unwrap().to_owned();
    drop(program);
    let mut command = command(folder.path(), "127.0.0.1:0", &[]);
    let why = failure_of(command.env("FLOWDECK_FIRST_KEY", &named));
    assert!(why.contains("the named key “ann”"), "{why}");
    assert!(!why.contains(&named), "{why}");
}

/// A key that was exported to call a service stays the key of its caller.
#[test]
fn a_key_of_callers_in_the_environment_does_not_become_the_first_key() {
    let folder = folder();
    let first = stored_key(folder.path());
    let mut serve = command(folder.path(), "127.0.0.1:0", &[]);
    serve
        .env_remove("FLOWDECK_FIRST_KEY")
        .env("FLOWDECK_API_KEY", "another-key-of-a-caller");
    let mut program = Program(serve.spawn().unwrap());
    let link = program.link();
    assert!(link.ends_with(&format!("/#key={first}")), "{link}");
    let mut log = BufReader::new(program.0.stderr.take().unwrap()).lines();
    let warned = log.any(|line| {
        line.unwrap()
            .contains("to set that, use FLOWDECK_FIRST_KEY")
    });
    assert!(warned, "the log does not mention the variable");
}

#[tokio::test]
async fn commands_on_the_machine_of_a_service_use_its_key_file() {
    let folder = folder();
    let mut serve = command(folder.path(), "127.0.0.1:0", &[]);
    let mut program = Program(serve.env_remove("FLOWDECK_FIRST_KEY").spawn().unwrap());
    let link = program.link();
    let url = link.split_once("/#").unwrap().0;
    let list = async |folder: &Path, url: &str| {
        flowdeck(folder, &["keys", "list", "--url", url], None).await
    };
    let (succeeded, text) = list(folder.path(), url).await;
    assert!(
        succeeded && text.contains("no keys besides the first"),
        "{text}"
    );

    // Where its data folder is not, and to a machine that is another one, no key is sent.
    let elsewhere = tempfile::tempdir().unwrap();
    for (folder, url) in [
        (elsewhere.path(), url),
        (folder.path(), "http://flow.example:8787"),
    ] {
        let (succeeded, text) = list(folder, url).await;
        assert!(
            !succeeded && text.contains("FLOWDECK_API_KEY is not set"),
            "{text}"
        );
    }
}

#[tokio::test]
async fn a_new_key_is_printed_with_the_link_that_its_holder_opens() {
    let folder = folder();
    let public = ["--public-url", "https://example.org/flow"];
    let mut serve = command(folder.path(), "127.0.0.1:0", &public);
    let mut program = Program(serve.env_remove("FLOWDECK_FIRST_KEY").spawn().unwrap());
    let mut lines = BufReader::new(program.0.stdout.as_mut().unwrap()).lines();
    let url = lines.find_map(|line| {
        let line = line.unwrap();
        let address = line.strip_prefix("listening on ")?;
        Some(format!("http://{address}"))
    });
    let url = url.unwrap();
    assert!(lines.any(|line| {
        line.unwrap()
            .starts_with("open https://example.org/flow/#key=")
    }));
    let new = ["keys", "new", "ann", "--url", &url];
    let (succeeded, text) = flowdeck(folder.path(), &new, None).await;
    assert!(succeeded, "{text}");
    let key = text.lines().next().unwrap();
    let link = format!("Link for its holder: https://example.org/flow/#key={key}\n");
    assert!(text.contains(&link), "{text}");
    let again = ["keys", "regenerate", "ann", "--url", &url];
    let (_, text) = flowdeck(folder.path(), &again, None).await;
    assert!(text.contains("https://example.org/flow/#key="), "{text}");
}
