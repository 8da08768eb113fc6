//! The table of every setting in docs/settings.md, as clap knows them. `scripts/settings-table.sh` writes it anew.

use std::env;
use std::fs;
use std::path::Path;

use clap::{Arg, Args, Command};

use super::sources::{name, variable};
use super::{CONFIG, ENGINE};
use crate::arguments::Serve;

/// Around the table in the document.
const START: &str = "<!-- settings -->\n";
const END: &str = "<!-- end of settings -->\n";

/// A default that depends on other things is in the help of its option.
const DEFAULT_START: &str = " [default: ";

#[test]
fn the_documentation_has_every_setting() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/settings.md");
    let document = fs::read_to_string(&path).unwrap();
    let (before, rest) = document.split_once(START).unwrap();
    let (table, after) = rest.split_once(END).unwrap();
    let expected = expected();
    if env::var_os("WRITE_SETTINGS").is_some() {
        let written = [before, START, expected.as_str(), END, after].concat();
        fs::write(&path, written).unwrap();
    } else {
        assert_eq!(table, expected, "write it with scripts/settings-table.sh");
    }
}

/// The table, in the order of `flowdeck serve --help`.
fn expected() -> String {
    let command = Serve::augment_args(Command::new("serve"));
    let rows = command.get_arguments().map(row);
    let head =
        "\n| option | variable | key of the file | default | meaning |\n|---|---|---|---|---|\n";
    format!("{head}{}\n", rows.collect::<String>())
}

fn row(arg: &Arg) -> String {
    let value = arg
        .get_value_names()
        .filter(|_| arg.get_action().takes_values())
        .and_then(|names| names.first())
        .map(|value| format!(" {value}"));
    let key = match name(arg) {
        CONFIG => String::new(),
        ENGINE => format!("`[[{ENGINE}]]`"),
        name => format!("`{name}`"),
    };
    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    let (meaning, default_in_help) = match help.split_once(DEFAULT_START) {
        Some((meaning, default)) => (meaning, default.trim_end_matches(['.', ']'])),
        None => (help.as_str(), ""),
    };
    let default = match arg.get_default_values() {
        // It depends on the machine.
        _ if !default_in_help.is_empty() => default_in_help.to_owned(),
        _ if !arg.get_action().takes_values() => "off".to_owned(),
        [default] => format!("`{}`", default.display()),
        _ => default_in_help.to_owned(),
    };
    format!(
        "| `--{}{}` | `{}` | {key} | {default} | {} |\n",
        name(arg),
        value.unwrap_or_default(),
        variable(arg),
        meaning.trim_end_matches('.').replace('<', "&lt;"),
    )
}
