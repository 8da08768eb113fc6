use std::fs;

use clap::{CommandFactory, Parser};
use tempfile::TempDir;

use super::*;
use crate::arguments::{Cli, OnLost};

/// The settings by flags, variables and a file.
fn resolved(
    flags: &[&str],
    variables: &[(&str, &str)],
    file: Option<&str>,
) -> Result<Settings, Vec<String>> {
    let folder = tempfile::tempdir().unwrap();
    let path = written(&folder, file);
    let mut arguments = vec!["flowdeck", "serve"];
    arguments.extend(flags);
    if file.is_some() {
        arguments.extend(["--config", &path]);
    }
    let given = Cli::command().get_matches_from(arguments);
    let given = given.subcommand_matches("serve").unwrap();
    let variable = |name: &str| {
        let found = variables.iter().find(|(variable, _)| *variable == name);
        found.map(|(_, value)| OsString::from(value))
    };
    let hidden = |why: String| why.replace(&path, "FILE");
    resolve(given, variable).map_err(|all| all.into_iter().map(hidden).collect())
}

fn written(folder: &TempDir, file: Option<&str>) -> String {
    let path = folder.path().join("flowdeck.toml");
    fs::write(&path, file.unwrap_or_default()).unwrap();
    path.to_str().unwrap().to_owned()
}

fn valid(flags: &[&str], variables: &[(&str, &str)], file: Option<&str>) -> Settings {
    resolved(flags, variables, file).unwrap_or_else(|why| panic!("{why:?}"))
}

fn mistakes(flags: &[&str], variables: &[(&str, &str)], file: Option<&str>) -> Vec<String> {
    resolved(flags, variables, file).err().unwrap()
}

fn source(settings: &Settings, name: &str) -> Source {
    let found = settings.all.iter().find(|setting| setting.name == name);
    found.unwrap().source.clone()
}

#[test]
fn a_flag_comes_before_a_variable_and_that_before_the_file() {
    let file = Some("queue-limit = 3\ndepth = 3\nattempts = 3\n");
    let variables = [("FLOWDECK_QUEUE_LIMIT", "2"), ("FLOWDECK_DEPTH", "2")];
    let settings = valid(&["--queue-limit", "1"], &variables, file);
    let serve = &settings.serve;
    let values = [serve.queue_limit, serve.depth, serve.attempts];
    assert_eq!(values, [1, 2, 3]);
    assert_eq!(source(&settings, "queue-limit"), Source::Flag);
    assert_eq!(source(&settings, "depth").to_string(), "FLOWDECK_DEPTH");
    let line = source(&settings, "attempts").to_string();
    assert!(line.ends_with("flowdeck.toml, line 3"), "{line}");
    assert_eq!(source(&settings, "max-upload"), Source::Default);
    assert_eq!(serve.max_upload, 100);
}

#[test]
fn every_flag_is_a_setting_with_a_name_and_a_place() {
    let settings = valid(&[], &[], None);
    let command = Cli::command();
    let serve = command.find_subcommand("serve").unwrap();
    let flags = serve.get_arguments().filter_map(Arg::get_long);
    let mut flags: Vec<_> = flags.filter(|name| *name != "help").collect();
    flags.sort_unstable();
    let names: Vec<_> = settings.all.iter().map(|setting| &*setting.name).collect();
    assert_eq!(names, flags);
    let same = Cli::parse_from(["flowdeck", "serve"]);
    let Some(crate::arguments::Command::Serve(same)) = same.command else {
        panic!("another command");
    };
    assert_eq!(settings.serve.listen, same.listen);
}

#[test]
fn values_of_every_kind_are_read_from_variables_and_the_file() {
    let variables = [
        ("FLOWDECK_LISTEN", "127.0.0.1:1"),
        ("FLOWDECK_TRUST_PROXY", "1"),
        ("FLOWDECK_NO_METADATA", "false"),
        (
            "FLOWDECK_ALLOW_ORIGIN",
            "https://a.example, https://b.example",
        ),
        ("FLOWDECK_RUN_TIMEOUT", ""),
    ];
    let serve = valid(&[], &variables, None).serve;
    assert_eq!(serve.listen.port(), 1);
    assert!(serve.trust_proxy && !serve.no_metadata);
    assert_eq!(
        serve.allow_origin,
        ["https://a.example", "https://b.example"]
    );
    assert_eq!(serve.run_timeout, None);
    let file = "listen = '127.0.0.1:2'\ntrust-proxy = true\nno-metadata = false\non-lost = 'fail'\n\
        allow-origin = ['https://c.example']\nlost-after = '5m'\n[[engine]]\nurl = 'http://a'\n";
    let settings = valid(&[], &[], Some(file));
    let serve = settings.serve;
    assert_eq!(serve.listen.port(), 2);
    assert!(serve.trust_proxy && !serve.no_metadata && serve.on_lost == OnLost::Fail);
    assert_eq!(serve.allow_origin, ["https://c.example"]);
    assert_eq!(serve.lost_after.as_secs(), 300);
    assert_eq!(settings.engines.len(), 1);
}

#[test]
fn a_list_of_a_higher_place_replaces_the_lower_one() {
    let file = Some("allow-origin = ['https://c.example']");
    let variables = [("FLOWDECK_ALLOW_ORIGIN", "https://b.example")];
    let flags = ["--allow-origin", "https://a.example"];
    let origins = |settings: Settings| settings.serve.allow_origin;
    assert_eq!(
        origins(valid(&flags, &variables, file)),
        ["https://a.example"]
    );
    assert_eq!(origins(valid(&[], &variables, file)), ["https://b.example"]);
}

#[test]
fn the_file_can_be_named_by_a_variable() {
    let folder = tempfile::tempdir().unwrap();
    let path = written(&folder, Some("depth = 7"));
    let settings = valid(&[], &[("FLOWDECK_CONFIG", &path)], None);
    assert_eq!(settings.serve.depth, 7);
}

#[test]
fn every_mistake_is_named_with_its_place_and_without_its_value() {
    let file = "depth = 0\nqueue-limit = 'many7171'\ntrust-proxy = 'yes'\nallow-origin = 'https://a'\n\
        public-url = 'https://u:hidden@a'\non-lost = 'hidden'\ntoken = 'hidden'\nconfig = 'x'\n[grace]\nhidden = 1\n";
    let variables = [
        ("FLOWDECK_ATTEMPTS", "x7171"),
        ("FLOWDECK_NO_METADATA", "hidden"),
    ];
    let mut found = mistakes(&[], &variables, Some(file));
    found.sort();
    let expected = [
        "reading FILE: line 1: depth: 0 is not in 1..=1000",
        "reading FILE: line 2: queue-limit: invalid digit found in string",
        "reading FILE: line 3: trust-proxy: it must be true or false",
        "reading FILE: line 4: allow-origin: it must be an array of texts",
        "reading FILE: line 5: public-url: it has a user name or password; remove it",
        "reading FILE: line 6: on-lost: it must be one of repeat, fail",
        "reading FILE: line 7: token: a configuration file has no such setting; see flowdeck serve --help",
        "reading FILE: line 8: config: a configuration file has no such setting; see flowdeck serve --help",
        "reading FILE: line 9: grace: it must be a text or a number",
        "reading FLOWDECK_ATTEMPTS: invalid digit found in string",
        "reading FLOWDECK_NO_METADATA: set it to true or false",
    ];
    assert_eq!(found, expected);
}

#[test]
fn comfyui_is_looked_for_if_nothing_says_what_to_use() {
    let searches =
        |flags: &[&str], variables: &[(&str, &str)], file| valid(flags, variables, file).searches;
    assert!(searches(&[], &[], None));
    assert!(searches(&["--search-port", "8189"], &[], Some("depth = 3")));
    for (flags, variables, file) in [
        (&["--no-search"][..], &[][..], None),
        (&[], &[("FLOWDECK_NO_SEARCH", "true")], None),
        (&[], &[], Some("no-search = true")),
        (&["--engine", "http://a"], &[], None),
        (&["--engines", "1"], &[], None),
        (&[], &[], Some("[[engine]]\nurl = 'http://a'\n")),
    ] {
        assert!(!searches(flags, variables, file), "{flags:?} {file:?}");
    }
}

#[test]
fn embedded_engines_start_if_no_other_engine_can_come() {
    let count =
        |flags: &[&str], variables: &[(&str, &str)], file| valid(flags, variables, file).embedded;
    let engine = "[[engine]]\nurl = 'http://a'\n";
    assert_eq!(count(&[], &[], None), 2);
    assert_eq!(count(&["--engines", "3"], &[], None), 3);
    assert_eq!(count(&["--engine", "http://a"], &[], None), 0);
    assert_eq!(
        count(&[], &[("FLOWDECK_ENGINE", "http://a,http://b")], None),
        0
    );
    // Its engines may be named later.
    assert_eq!(count(&[], &[], Some("")), 0);
    assert_eq!(count(&[], &[], Some("depth = 3")), 0);
    assert_eq!(count(&[], &[], Some(engine)), 0);
    assert_eq!(count(&[], &[], Some("engines = 4")), 4);
    assert_eq!(count(&["--engines", "1"], &[], Some("")), 1);
    for (flags, file) in [
        (&["--engines", "1", "--engine", "http://a"][..], None),
        (&["--engines", "1"], Some(engine)),
    ] {
        let found = mistakes(flags, &[], file);
        assert!(
            found[0].contains("cannot run beside other engines; remove"),
            "{found:?}"
        );
    }
}
