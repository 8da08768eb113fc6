//! `flowdeck config check`: every setting, its value, and where it comes from. Shows no secrets.

use std::env;

use clap::ArgMatches;
use service::EngineSettings;

use super::key::Key;
use super::settings::{self, Setting, Settings};
use super::table::table;
use super::{TOKEN_VARIABLE, environment, key, print};

/// Prints the settings.
///
/// # Errors
/// When one is invalid.
pub(crate) fn run(given: &ArgMatches) -> Result<(), String> {
    let secrets = [key::FIRST_KEY, TOKEN_VARIABLE].map(secret);
    let settings = settings::resolve(given, |name| env::var_os(name));
    if let Ok(settings) = &settings {
        settings.warn_of_open_credentials();
        let rows = settings.all.iter().map(row);
        let rows: Vec<_> = rows.chain(secrets.iter().flatten().cloned()).collect();
        table(&rows).iter().for_each(|line| print(line));
        let engines: Vec<_> = settings.engines.iter().map(engine).collect();
        table(&engines).iter().for_each(|line| print(line));
        if let Some(note) = &settings.note {
            print(&format!("note: {note}"));
        }
    }
    let guessable = settings.as_ref().ok().and_then(guessable_key);
    let mistakes = settings.err().unwrap_or_default().into_iter();
    let mistakes: Vec<String> = mistakes
        .chain(guessable)
        .chain(secrets.into_iter().filter_map(Result::err))
        .collect();
    match mistakes.as_slice() {
        [] => Ok(()),
        mistakes => Err(mistakes.join("\nflowdeck: ")),
    }
}

/// Why other machines could guess the key in the environment.
fn guessable_key(settings: &Settings) -> Option<String> {
    let key = Key::from_environment().ok()??;
    key.ensure_safe(&settings.serve).err()
}

fn row(setting: &Setting) -> [String; 3] {
    let values = setting
        .values
        .iter()
        .map(|value| shown(&value.to_string_lossy()));
    let values: Vec<_> = values.collect();
    [
        setting.name.clone(),
        match values.as_slice() {
            [] => "-".to_owned(),
            values => values.join(", "),
        },
        setting.source.to_string(),
    ]
}

/// A value, without what may be a password.
fn shown(value: &str) -> String {
    match value.contains("://") && value.contains('@') {
        true => "(an address with a user name or password)".to_owned(),
        false => value.to_owned(),
    }
}

/// Whether a secret is in the environment, and usable.
fn secret(variable: &str) -> Result<[String; 3], String> {
    let state = match environment::secret(variable)? {
        Some(_) => "set, not shown",
        None => "not set",
    };
    Ok([
        variable.to_owned(),
        state.to_owned(),
        "environment".to_owned(),
    ])
}

fn engine(engine: &EngineSettings) -> [String; 4] {
    let depth = engine.depth.map(|depth| format!("depth {depth}"));
    [
        "[[engine]]".to_owned(),
        engine.url.clone(),
        depth.unwrap_or_default(),
        engine.labels.join(", "),
    ]
}
