//! The settings of `flowdeck serve` in the environment and in the configuration file, and `flowdeck config check`.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
#[cfg(unix)]
use std::{
    io::{BufRead, BufReader},
    path::PathBuf,
};

use super::program::{Program, command, failure, failure_of, folder};

/// Runs `flowdeck config check`. Returns whether it succeeded, its output and its errors.
fn check(command: &mut Command) -> (bool, String, String) {
    let Output {
        status,
        stdout,
        stderr,
    } = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (status.success(), text(stdout), text(stderr))
}

fn flowdeck(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_flowdeck"));
    command
        .current_dir(folder)
        .env("FLOWDECK_FIRST_KEY", "se cret/1")
        .env("FLOWDECK_DATA", "flowdeck-data");
    command.args(["config", "check", "--config", "flowdeck.toml"]);
    command
}

const FILE: &str = "queue-limit = 7\nallow-origin = [\"https://a.example\"]\n\n[[engine]]\n\
    url = \"http://127.0.0.1:9\"\ntoken = \"hidden\"\nlabels = [\"a100\"]\ndepth = 3\n";

#[test]
fn every_setting_is_shown_with_its_place_and_no_secret() {
    let folder = folder();
    fs::write(folder.path().join("flowdeck.toml"), FILE).unwrap();
    let mut command = flowdeck(folder.path());
    command.args(["--depth", "4"]).env("FLOWDECK_ATTEMPTS", "5");
    command.env("FLOWDECK_ENGINE_TOKEN", "hidden-too");
    let (succeeded, text, errors) = check(&mut command);
    assert!(succeeded, "{errors}");
    let lines: Vec<Vec<&str>> = text
        .lines()
        .map(|line| {
            line.split("  ")
                .map(str::trim)
                .filter(|cell| !cell.is_empty())
                .collect()
        })
        .collect();
    for expected in [
        ["depth", "4", "command line"],
        ["attempts", "5", "FLOWDECK_ATTEMPTS"],
        ["queue-limit", "7", "flowdeck.toml, line 1"],
        ["allow-origin", "https://a.example", "flowdeck.toml, line 2"],
        ["max-upload", "100", "default"],
        ["run-timeout", "-", "default"],
        ["FLOWDECK_FIRST_KEY", "set, not shown", "environment"],
        ["FLOWDECK_ENGINE_TOKEN", "set, not shown", "environment"],
    ] {
        assert!(lines.contains(&expected.to_vec()), "{expected:?}: {text}");
    }
    assert!(
        lines.contains(&vec!["[[engine]]", "http://127.0.0.1:9", "depth 3", "a100"]),
        "{text}"
    );
    assert!(!text.contains("hidden") && !text.contains("cret"), "{text}");
}

#[test]
fn a_file_in_windows_1252_is_read_with_a_note_and_one_in_utf_16_without() {
    let folder = folder();
    let text = FILE.replace("a100", "größe");
    let windows_1252 = text.chars().map(|letter| letter as u8).collect();
    let utf_16 = "\u{feff}".encode_utf16().chain(text.encode_utf16());
    let utf_16: Vec<u8> = utf_16.flat_map(u16::to_le_bytes).collect();
    for (bytes, has_note) in [(windows_1252, true), (utf_16, false)] {
        fs::write(folder.path().join("flowdeck.toml"), &bytes).unwrap();
        let (succeeded, text, errors) = check(&mut flowdeck(folder.path()));
        assert!(succeeded, "{errors}");
        assert!(text.contains("größe"), "{text}");
        let note = "note: reading flowdeck.toml: it is not UTF-8 and was read as Windows-1252";
        assert_eq!(text.contains(note), has_note, "{text}");
    }
}

#[test]
fn what_serve_refuses_config_check_refuses_too() {
    let folder = folder();
    let file = folder.path().join("flowdeck.toml");
    for (text, flags, why) in [
        (
            "",
            &["--engine", "127.0.0.1:8188"][..],
            "reading --engine: “127.0.0.1:8188” is not an http",
        ),
        (
            "",
            &["--engine", "http://u:hidden@a"],
            "a user name or password",
        ),
        ("", &["--listen", "host.example:80"], "localhost:8787"),
        ("", &["--trust-proxy"], "fewer than 16 characters"),
        (
            "",
            &["--listen", "127.0.0.1:7", "--metrics-listen", ":7"],
            "are the same address",
        ),
        (
            "site = \"~ann/site\"",
            &[],
            "line 1: site: “~ann” is the home folder of a user",
        ),
    ] {
        fs::write(&file, text).unwrap();
        let mut checked = flowdeck(folder.path());
        let (succeeded, _, errors) = check(checked.args(flags));
        assert!(!succeeded && errors.contains(why), "{flags:?}: {errors}");
        assert!(!errors.contains("hidden"), "{errors}");
        let mut served = command(folder.path(), "127.0.0.1:0", &[]);
        if !flags.contains(&"--listen") {
            served.args(["--config", "flowdeck.toml"]).args(flags);
            assert!(failure_of(&mut served).contains(why), "{flags:?}");
        }
    }
}

#[test]
fn a_tilde_in_a_setting_is_the_home_folder() {
    let folder = folder();
    fs::write(folder.path().join("flowdeck.toml"), "data = \"~/of-file\"").unwrap();
    for (variable, place) in [(None, "of-file"), (Some("~/of-variable"), "of-variable")] {
        let mut command = command(
            folder.path(),
            "127.0.0.1:0",
            &["--config", "~/flowdeck.toml"],
        );
        command.env("HOME", folder.path());
        if let Some(variable) = variable {
            command.env("FLOWDECK_DATA", variable);
        }
        let mut program = Program(command.spawn().unwrap());
        program.link();
        assert!(folder.path().join(place).is_dir(), "{place}");
        assert!(!folder.path().join("~").exists());
    }
}

#[test]
fn every_mistake_is_shown_and_the_service_does_not_start_with_one() {
    let folder = folder();
    fs::write(
        folder.path().join("flowdeck.toml"),
        "queue-limit = 0\nquue = 1\n",
    )
    .unwrap();
    let mut command = flowdeck(folder.path());
    let (succeeded, text, errors) = check(command.env("FLOWDECK_DEPTH", "x"));
    assert!(!succeeded && text.is_empty(), "{text}");
    for place in [
        "reading flowdeck.toml: line 1: queue-limit: ",
        "reading flowdeck.toml: line 2: quue: ",
        "reading FLOWDECK_DEPTH: ",
    ] {
        assert!(errors.contains(place), "{errors}");
    }
    let line = failure(folder.path(), "127.0.0.1:0", &["--config", "flowdeck.toml"]);
    assert!(
        line.contains("reading flowdeck.toml: line 2: quue: "),
        "{line}"
    );
}

#[test]
fn a_service_starts_with_settings_in_a_file_and_in_the_environment() {
    let folder = folder();
    fs::write(
        folder.path().join("flowdeck.toml"),
        "engines = 1\ndata = \"elsewhere\"\n",
    )
    .unwrap();
    let mut command = command(folder.path(), "127.0.0.1:0", &[]);
    command.env("FLOWDECK_CONFIG", "flowdeck.toml");
    command.env("FLOWDECK_PUBLIC_URL", "https://example.org/flow");
    let mut program = Program(
        command
            .env("FLOWDECK_FIRST_KEY", "sixteen-letters.")
            .spawn()
            .unwrap(),
    );
    assert_eq!(program.link(), "https://example.org/flow/");
    assert!(folder.path().join("elsewhere/engines/1").is_dir());
    assert!(!folder.path().join("elsewhere/engines/2").exists());
}

/// Starts a service with this configuration file. What it logs is waited for line by line.
#[cfg(unix)]
struct Logged {
    program: Program,
    lines: Box<dyn Iterator<Item = String>>,
    file: PathBuf,
}

#[cfg(unix)]
impl Logged {
    fn start(folder: &Path, text: &str, extra: &[&str]) -> Self {
        let file = folder.join("flowdeck.toml");
        fs::write(&file, text).unwrap();
        let extra = [&["--config", "flowdeck.toml"], extra].concat();
        let mut program = Program::start(folder, "127.0.0.1:0", &extra);
        program.link();
        let lines = BufReader::new(program.0.stderr.take().unwrap()).lines();
        Self {
            program,
            lines: Box::new(lines.map(Result::unwrap)),
            file,
        }
    }

    /// Changes the file, and lets the service read it again.
    fn change(&self, text: &str) {
        fs::write(&self.file, text).unwrap();
        super::signals::signal(&self.program, "-HUP");
    }

    /// The log until a line with this text.
    fn until(&mut self, text: &str) -> String {
        let mut seen = String::new();
        for line in self.lines.by_ref() {
            seen += &format!("{line}\n");
            if line.contains(text) {
                return seen;
            }
        }
        panic!("the log has no {text:?}: {seen}");
    }
}

#[cfg(unix)]
#[test]
fn a_hangup_says_which_settings_need_a_restart() {
    let folder = folder();
    let file = "depth = 3\nqueue-limit = 7\n";
    let mut service = Logged::start(folder.path(), file, &["--depth", "2"]);
    service.change("depth = 4\nqueue-limit = 8\n");
    let seen = service.until("read flowdeck.toml again: nothing has changed");
    let changed = "queue-limit has changed in flowdeck.toml; restart the service to use it";
    assert!(
        seen.contains(changed) && !seen.contains("depth has changed"),
        "{seen}"
    );
    service.change("queue-limit = 'x'\n");
    service.until(
        "line 1: queue-limit: invalid digit found in string; the engine instances stay as they are",
    );
}

#[cfg(unix)]
#[test]
fn a_service_keeps_its_embedded_engines_until_it_is_restarted() {
    let folder = folder();
    let mut service = Logged::start(folder.path(), "engines = 1\n", &[]);
    service.change("[[engine]]\nurl = \"http://127.0.0.1:9\"\n");
    service.until("the service uses its embedded engines; restart it to use those of the file");
    service.change("");
    service.until("engines has changed in flowdeck.toml; restart the service");
}

/// Follows the advice of the log as it is written, and looks at the service afterwards.
#[cfg(unix)]
#[test]
fn a_configuration_that_others_can_read_is_closed_by_the_command_that_the_log_recommends() {
    use std::os::unix::fs::PermissionsExt;

    let folder = folder();
    let text = "[[engine]]\nurl = \"http://127.0.0.1:9\"\ntoken = \"hidden\"\n";
    let file = folder.path().join("flowdeck.toml");
    let set_mode = |mode| {
        fs::write(&file, text).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
    };
    let warnings = || {
        let (succeeded, _, log) = check(&mut flowdeck(folder.path()));
        assert!(succeeded, "{log}");
        log
    };
    for mode in [0o600, 0o640, 0o660] {
        set_mode(mode);
        assert_eq!(warnings(), "", "{mode:o}");
    }
    set_mode(0o644);
    let log = warnings();
    let (_, rest) = log
        .split_once("other users can read the credentials in flowdeck.toml; run `")
        .unwrap();
    let (advice, _) = rest.split_once('`').unwrap();
    let mut shell = Command::new("sh");
    let shell = shell.current_dir(folder.path()).args(["-c", advice]);
    assert!(shell.status().unwrap().success(), "{advice}");
    assert_eq!(warnings(), "");
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o007, 0);
}
